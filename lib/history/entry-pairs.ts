import {
  allOf,
  anyOf,
  type Budget,
  type EntryKeys,
  keysOfTerm,
  type TermIndex,
  termsLike,
} from './entry-keys.ts'
import { pairStart, symbolOf, type TermQuery } from './history-filter.ts'

/**
 * Returns the keys of entries that fit two words. Two tokens that are each in every second entry are looked up as a
 * pair: hopping from one to the other would go through all of them where they were never swapped for each other.
 */
export async function keysOfPair(
  index: TermIndex,
  [one, other]: readonly [readonly TermQuery[], readonly TermQuery[]],
  end: string | null,
  budget: Budget,
): Promise<{ readonly keys: EntryKeys; readonly isCut: boolean }> {
  const [here, there] = [await termsLike(index, one), await termsLike(index, other)]
  const isSymbol = (term: string) => symbolOf(term) !== null
  const symbols = here.terms.filter(isSymbol)
  const seconds = other.flatMap(({ start }) => symbolOf(start) ?? [])
  const starts = symbols.flatMap((term) =>
    seconds.map((second) => ({ start: pairStart(symbolOf(term) ?? '', second), isExact: false })),
  )
  const pairs = await termsLike(index, starts)
  // One token may fit both words by itself.
  const alone = symbols.filter((term) => there.terms.includes(term))
  const keysOf = (terms: readonly string[]) =>
    anyOf(terms.map((term) => keysOfTerm(index, term, end, budget)))
  const parts: EntryKeys[] = [keysOf([...pairs.terms, ...alone])]
  const rest = here.terms.filter((term) => !isSymbol(term))
  const thereRest = there.terms.filter((term) => !isSymbol(term))
  if (rest.length > 0) parts.push(allOf([keysOf(rest), keysOf(there.terms)]))
  if (thereRest.length > 0) parts.push(allOf([keysOf(symbols), keysOf(thereRest)]))
  return { keys: anyOf(parts), isCut: here.isCut || there.isCut || pairs.isCut }
}
