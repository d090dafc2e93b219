import { nativeAddress } from '../base/hex.ts'
import { tokenKey } from '../service/token.ts'
import type { AppModel } from './app-model.ts'

/**
 * Returns the symbol of the destination's native currency if the account is known to hold none, and so could not move the
 * tokens that it receives; else null. Another recipient's balance is not read.
 */
export function findMissingGas({ balances, swap }: AppModel): string | null {
  const { draft, receiver, destination } = swap
  const [from, to, chain] = [draft.input.value, draft.output.value, destination.value]
  if (from === null || to === null || chain === undefined) return null
  if (to.address === nativeAddress || to.chainId === from.chainId) return null
  if (draft.amount.value.kind !== 'units' || draft.options.value.refuel === true) return null
  if (receiver.state.value.kind !== 'self') return null
  const held = balances.amounts.value[tokenKey({ chainId: to.chainId, address: nativeAddress })]
  return held === '0' ? chain.currency.symbol : null
}
