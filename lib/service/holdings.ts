import * as v from 'valibot'
import { decodeEach } from '../base/decode-each.ts'
import { chainIdShape, decimalShape, digitsShape } from '../base/shapes.ts'
import { call } from './call.ts'
import { tokenEntries } from './decode-token-list.ts'
import type { Holding } from './holding.ts'
import type { CallOptions, ServiceResponse } from './service.ts'
import { tokenAddressShape } from './token-shape.ts'
import type { Send } from './transport.ts'

/** Null for a row without a balance or a value: most of the list. */
const rowShape: v.GenericSchema<unknown, Holding | null> = v.fallback(
  v.nullable(
    v.object({
      chainId: chainIdShape,
      address: tokenAddressShape,
      balance: v.pipe(
        digitsShape,
        v.check((units) => units !== '0', 'above zero'),
      ),
      balanceInUsd: v.pipe(
        decimalShape,
        v.check((dollars) => /^[0-9.]*[1-9]/.test(dollars) && dollars.length <= 80, 'above zero'),
      ),
    }),
  ),
  null,
)

/** Returns what an address holds by the token list, with the list's own valuation (interface 4.2, `userAddress`). */
export function holdings(send: Send) {
  return (
    params: { readonly chainIds: readonly number[]; readonly userAddress: string },
    options: CallOptions,
  ): Promise<ServiceResponse<readonly Holding[]>> =>
    call(
      send,
      {
        ...options,
        path: '/api/v1/tokens/list',
        query: { chainIds: params.chainIds.join(','), userAddress: params.userAddress.toLowerCase() },
        timeLimitMs: 5_000,
        maxBytes: 5_000_000,
      },
      (result) =>
        decodeEach(rowShape, tokenEntries(result, 'holdings'), 'holdings').filter((one) => one !== null),
    )
}
