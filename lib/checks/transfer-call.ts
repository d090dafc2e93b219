import { type Address, type Hex, lowerHex, nativeAddress, sameHex } from '../base/hex.ts'
import type { TxData } from '../service/quote-result.ts'

/** A plain transfer of a token, or of the chain's own currency, as Ferry builds it itself (API4). */
export function transferCall(chainId: number, token: Address, to: Address, amountUnits: bigint): TxData {
  if (sameHex(token, nativeAddress)) return { to, data: '0x', value: amountUnits.toString(), chainId }
  const words = lowerHex(to).slice(2).padStart(64, '0') + amountUnits.toString(16).padStart(64, '0')
  return { to: token, data: `0xa9059cbb${words}` as Hex, value: '0', chainId }
}
