import { transferData } from '../base/contract-calls.ts'
import { type Address, nativeAddress, sameHex } from '../base/hex.ts'
import type { TxData } from '../service/quote-result.ts'

/**
 * Builds a plain transfer of a token, or of the chain's own currency, as Ferry builds it itself (API4).
 *
 * @example transferCall(1, nativeAddress, to, 5n) // { to, data: '0x', value: '5', chainId: 1 }
 */
export function transferCall(chainId: number, token: Address, to: Address, amountUnits: bigint): TxData {
  if (sameHex(token, nativeAddress)) return { to, data: '0x', value: amountUnits.toString(), chainId }
  return { to: token, data: transferData(to, amountUnits), value: '0', chainId }
}
