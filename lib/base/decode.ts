import * as v from 'valibot'
import { Problem } from './problem.ts'

/** Any schema that answers at once. */
export type Schema<Output> = v.GenericSchema<unknown, Output>

/**
 * Decodes the input as the schema knows it. `what` names the thing for the reader (`quote`, `deployment`), `root` where
 * the input stands in it. Throws `serviceBadShape` with the facts `what`, `path` (`$.chains[0].name`) and `expected`.
 */
export function decode<Output>(schema: Schema<Output>, input: unknown, what: string, root = '$'): Output {
  const outcome = v.safeParse(schema, input, { abortEarly: true })
  if (outcome.success) return outcome.output
  const [issue] = outcome.issues
  throw badShape(what, root + pathText(issue), expectation(issue))
}

/** Returns everything that keeps an input from being what the schema knows, with what was found instead. */
export function decodeFaults(
  schema: Schema<unknown>,
  input: unknown,
): readonly { readonly path: string; readonly expected: string; readonly found: string }[] {
  const outcome = v.safeParse(schema, input, { abortPipeEarly: true })
  return (outcome.issues ?? []).map((issue) => {
    return { path: `$${pathText(issue)}`, expected: expectation(issue), found: foundText(issue.input) }
  })
}

function foundText(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 120)
}

/** Returns the problem of a body that is not what it should be. */
export function badShape(what: string, path: string, expected: string): Problem {
  return new Problem('serviceBadShape', { facts: { what, path: path.slice(0, 200), expected } })
}

/** The way from the root; keys that are no plain names are quoted. */
function pathText(issue: v.BaseIssue<unknown>): string {
  const steps = (issue.path ?? []).map(({ key }) => {
    if (typeof key === 'number') return `[${key}]`
    const name = String(key)
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, 60))}]`
  })
  return steps.join('')
}

/** What was expected; never what was received, which may be anything. */
function expectation(issue: v.BaseIssue<unknown>): string {
  // A check of ours knows no name for what it wants but its own words.
  if (issue.kind !== 'schema' || issue.type === 'custom') return issue.message.slice(0, 120)
  return (issue.expected ?? issue.message).slice(0, 120)
}

/** An entry of a list and where it stands. */
export interface Entry {
  readonly entry: unknown
  readonly path: string
}

/**
 * Returns the entries of a long list that are what they should be: one bad entry must not cost the user the list. A
 * list that has entries, and only bad ones, throws what `decode` says of the first.
 */
export function decodeEach<Output>(
  schema: Schema<Output>,
  entries: Iterable<Entry>,
  what: string,
): readonly Output[] {
  const kept: Output[] = []
  let firstFault: unknown = null
  for (const { entry, path } of entries) {
    try {
      kept.push(decode(schema, entry, what, path))
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      firstFault ??= thrown
    }
  }
  if (kept.length === 0 && firstFault !== null) throw firstFault
  return kept
}

/** Returns the items of an array with their paths. */
export function entriesOf(items: readonly unknown[], root = '$'): readonly Entry[] {
  return items.map((entry, at) => ({ entry, path: `${root}[${at}]` }))
}
