import { sameAddress, sameHex } from '../../base/hex.ts'
import { isTerminal, type StatusRecord, type StatusResponse } from '../../service/status-codes.ts'
import type { Order } from '../order.ts'

/**
 * The record when it is about this order (R12); null when it does not say what it is about. Chains, input, amount and, of
 * a signed request, the user have to be there and ours; the output may not be there yet. A record without an origin, as
 * interface 4.6 has it, is told by nothing but the hash it was asked for.
 */
export function recordOf(order: Order, response: StatusResponse): StatusRecord | 'foreign' | null {
  if (response.kind === 'notIndexed') return null
  const { record } = response
  const { ask } = order.reviewed
  const { hash, destinationChainId, outputToken } = record
  const isDestination = destinationChainId === ask.destinationChainId
  // What an end delivered is for the chain to prove.
  const isOutput = isTerminal(record.statusCode) || sameAddress(outputToken, ask.outputToken)
  if (record.originChainId === null) {
    const isHash = hash === '' || sameHex(hash, order.deal.requestHash ?? order.sourceTransactionHash)
    return isHash && (isDestination || destinationChainId === null) ? record : 'foreign'
  }
  // Another amount than asked for is what a deposit may turn out to be, and another token what one is refused for.
  const isDeposit = order.kind === 'deposit'
  const isWrongDeposit = isDeposit && (record.statusCode ?? 0) >= 5
  const isAmount = isDeposit || record.inputAmount === ask.inputAmount
  // A sent request is the inbox's own, so only a signed one names the user.
  const isPerson = order.kind !== 'signed' || sameHex(record.userAddress, ask.userAddress)
  const parts: readonly (readonly [value: unknown, isOurs: boolean])[] = [
    [record.originChainId, record.originChainId === ask.originChainId],
    [destinationChainId, isDestination],
    [record.inputToken, isWrongDeposit || sameAddress(record.inputToken, ask.inputToken)],
    [record.inputAmount, isAmount],
    [record.userAddress, isPerson],
    [outputToken, isOutput || outputToken === null],
  ]
  if (parts.every(([, isOurs]) => isOurs)) return record
  return parts.some(([value, isOurs]) => value !== null && !isOurs) ? 'foreign' : null
}
