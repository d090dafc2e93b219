import { isAddress } from '../base/hex.ts'
import { call } from './call.ts'
import { tokensOf } from './decode-token-list.ts'
import type { CallOptions, ServiceResponse } from './service.ts'
import type { Token } from './token.ts'
import type { Send } from './transport.ts'

/**
 * Searches tokens by address, name or symbol (interface 4.3), on every chain; unverified ones are among them. The answer's
 * lists stand in `tokens` by chain, at the top by chain, or flat.
 */
export function tokenSearch(send: Send) {
  return (text: string, options: CallOptions): Promise<ServiceResponse<readonly Token[]>> => {
    const plain = text.trim().slice(0, 200)
    return call(
      send,
      {
        ...options,
        path: '/api/v1/tokens/search',
        query: { q: isAddress(plain) ? plain.toLowerCase() : plain },
        timeLimitMs: 15_000,
        maxBytes: 5_000_000,
      },
      (result) => tokensOf(result, 'tokens'),
    )
  }
}
