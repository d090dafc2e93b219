/** Limits of the printed text, in characters and lines: a counterexample may be longer than a log. */
const longestLine = 300
const mostLines = 14

/**
 * Returns a failed test's message in one line, without stack, hints and repetitions. Keeps the seed, path and
 * error of a property test. Long text is cut in the middle, because its end matters as much as its start.
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
