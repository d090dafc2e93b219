/** So much of a line and of all lines says what failed; a counterexample may be longer than a log. */
const longestLine = 300
const mostLines = 14

/**
 * Returns what a failed test said in one line: without its stack, hints and repetitions. Of a property it keeps the seed, the
 * path and the error. What is too long is cut in its middle: the end tells as much as the beginning.
 */
export function failureText(message: string): string {
  const said = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(at |Hint: )/.test(line))
    .map((line) => cut([...line], longestLine, '…').join(''))
  return cut(said, mostLines, '…').join(' ')
}

function cut<T>(all: readonly T[], most: number, mark: T): readonly T[] {
  if (all.length <= most) return all
  const half = Math.floor(most / 2)
  return [...all.slice(0, half), mark, ...all.slice(-half)]
}
