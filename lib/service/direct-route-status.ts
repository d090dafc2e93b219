import type { CallOptions, ServiceResponse } from './service.ts'
import type { Send } from './transport.ts'

/**
 * Looks a direct route's quote up (interface 4.9, a scaffold). The body of a 200 has no definition, so its text is passed on
 * as it came, up to 256 kB; whatever else is a `Problem`. Never polled: only the user asks.
 */
export function directRouteStatus(send: Send) {
  return async (
    { quoteId, txHash }: { readonly quoteId: string; readonly txHash?: string },
    options: CallOptions,
  ): Promise<ServiceResponse<string>> => {
    const answered = await send({
      ...options,
      path: '/api/v1/exchange/direct-route/status',
      query: { quoteId, txHash: txHash ?? null },
      timeLimitMs: 10_000,
      maxBytes: 256_000,
      asText: true,
    })
    return { ...answered, result: String(answered.result) }
  }
}
