import { formatLists } from './format-lists.ts'
import { formatQuoteResponse } from './format-quote.ts'
import { isJsonRecord, type ResponseFormat } from './response-formats.ts'

export function formatResponse(dress: ResponseFormat, endpoint: string, result: unknown): unknown {
  if (endpoint === 'quote') return isJsonRecord(result) ? formatQuoteResponse(dress, result) : result
  return formatLists(dress, endpoint, result)
}
