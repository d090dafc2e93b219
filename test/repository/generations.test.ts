import { expect, it } from 'vitest'
import { packedSources } from './source-files.ts'

const models = packedSources.filter(({ path }) => path.startsWith('lib/models/'))
const sets = /(?<!const )(?:\w+\.)+value = /
/** `take` checks itself (`lib/models/generation.ts`). */
const decision = /\bisCurrent\(\)|\.take\(/
/** Functions in which an older response cannot replace a newer one. */
const exceptions = new Set([
  // One at a time: these set only their progress and result.
  'lib/models/user-actions.ts act',
  'lib/models/order-model.ts confirm',
  // Each address has an image of its own.
  'lib/models/images-model.ts fetchWanted',
  // Checks itself whether the field still holds the added text.
  'lib/models/settings-models.ts add',
])

const depthOf = (line: string) => line.search(/\S/)

/** Returns the first line after `from`, in the same block, that sets something before the `isCurrent` check. */
function findUncheckedAfter(lines: readonly string[], from: number): string | null {
  const depth = depthOf(lines[from] ?? '') + (/^\s*\}/.test(lines[from] ?? '') ? 2 : 0)
  for (const line of lines.slice(from + 1)) {
    if (line.trim() === '') continue
    if (depthOf(line) < depth || decision.test(line)) return null
    if (sets.test(line)) return line.trim()
  }
  return null
}

function nameOf(lines: readonly string[], at: number): string {
  const declared = /(?:function |async )(\w+)\(|const (\w+) = (?:async|\()|(\w+)\('\w+', async/
  const line = lines.slice(0, at + 1).findLast((one) => declared.test(one)) ?? ''
  const [, ...names] = declared.exec(line) ?? []
  return names.find((one) => one !== undefined) ?? ''
}

/** Returns every value set from a response without an `isCurrent` check, as `path name line`. */
function findUncheckedResponses(path: string, text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const isCatch = /^\s*\} catch \(/.test(line)
    const begin = isCatch
      ? lines.slice(0, at).findLastIndex((one) => /\btry \{/.test(one) && depthOf(one) === depthOf(line))
      : at
    const waits = lines.slice(begin, at + 1).some((one) => /\bawait\b/.test(one))
    // An arrow function on one line ends with the line.
    if (!waits || decision.test(line) || /=> .*\bawait\b.*[^{]$/.test(line)) return []
    const isSetHere = !isCatch && sets.test(line) && !decision.test(line)
    const bad = isSetHere ? line.trim() : findUncheckedAfter(lines, at)
    const name = `${path} ${nameOf(lines, at)}`
    return bad === null || exceptions.has(name) ? [] : [`${name} ${bad}`]
  })
}

it('finds a model that uses a response without checking that it is still current', () => {
  const bad = `
  async function load(): Promise<void> {
    try {
      const read = await client.send('one', null)
      shown.value = read
    } catch (thrown) {
      problem.value = problemData(thrown)
    }
  }
  const other = async () => {
    shown.value = await client.send('one', null)
  }`
  expect(findUncheckedResponses('x.ts', bad)).toEqual([
    'x.ts load shown.value = read',
    'x.ts load problem.value = problemData(thrown)',
    "x.ts other shown.value = await client.send('one', null)",
  ])
  const good = bad
    .replace('shown.value = read', 'if (isCurrent()) shown.value = read')
    .replace('problem.value', 'if (isCurrent()) problem.value')
    .replace('shown.value = await', 'const read = await')
  expect(findUncheckedResponses('x.ts', good)).toEqual([])
})

it('every model drops a response whose generation has ended', () => {
  expect(models.length).toBeGreaterThan(20)
  expect(models.flatMap(({ path, text }) => findUncheckedResponses(path, text))).toEqual([])
})
