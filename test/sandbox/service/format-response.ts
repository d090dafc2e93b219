import { dressedLists } from './dress-lists.ts'
import { dressedQuote } from './dress-quote.ts'
import { type Dress, isSaid } from './said.ts'

/** The `result` of an endpoint in another format. */
export function dressed(dress: Dress, endpoint: string, result: unknown): unknown {
  if (endpoint === 'quote') return isSaid(result) ? dressedQuote(dress, result) : result
  return dressedLists(dress, endpoint, result)
}
