import { dressedLists } from './format-lists.ts'
import { dressedQuote } from './format-quote.ts'
import { type Dress, isSaid } from './response-formats.ts'

/** The `result` of an endpoint in another format. */
export function dressed(dress: Dress, endpoint: string, result: unknown): unknown {
  if (endpoint === 'quote') return isSaid(result) ? dressedQuote(dress, result) : result
  return dressedLists(dress, endpoint, result)
}
