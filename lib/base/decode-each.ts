import { decode, type Schema } from './decode.ts'
import { Problem } from './problem.ts'

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
