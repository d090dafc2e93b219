import { call } from './call.ts'
import { tokensOf } from './decode-token-list.ts'
import type { CallOptions, ServiceResponse } from './service.ts'
import type { Token } from './token.ts'
import type { Send } from './transport.ts'

export interface TokenListParams {
  readonly chainIds?: readonly number[]
  /** `full` is heavy; left out, the service gives `trending`. */
  readonly list?: 'trending' | 'full'
  /** Asks for this wallet's balances too, and tells the service who is asking. */
  readonly userAddress?: string
}

/**
 * Asks for the token list (interface 4.2), by chain or flat: each token once, at most 5,000 a chain, the native asset under
 * one address. Entries that are no tokens are left out. Rejects with `serviceTooLarge` beyond 5 MB: ask for fewer chains.
 */
export function tokenList(send: Send) {
  return (params: TokenListParams, options: CallOptions): Promise<ServiceResponse<readonly Token[]>> =>
    call(
      send,
      {
        ...options,
        path: '/api/v1/tokens/list',
        query: {
          chainIds: params.chainIds?.join(',') ?? null,
          list: params.list ?? null,
          userAddress: params.userAddress?.toLowerCase() ?? null,
        },
        timeLimitMs: 15_000,
        maxBytes: 5_000_000,
      },
      (result) => tokensOf(result, 'tokens'),
    )
}
