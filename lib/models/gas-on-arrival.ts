import { computed, type ReadonlySignal } from '@preact/signals'
import { nativeAddress } from '../base/hex.ts'
import { withOption } from '../service/quote-request.ts'
import { tokenKey } from '../service/token.ts'
import type { ChainView } from '../tokens/token-messages.ts'
import type { BalancesModel } from './balances-model.ts'
import type { DraftModel } from './draft-model.ts'
import type { ReceiverModel } from './request-model.ts'

interface GasPorts {
  readonly draft: DraftModel
  readonly balances: BalancesModel
  readonly receiver: ReceiverModel
  readonly destination: ReadonlySignal<ChainView | undefined>
}

/** Creates the offer of gas for an account that could not move the tokens that it receives. */
export function createGasOnArrival({ draft, balances, receiver, destination }: GasPorts) {
  return {
    /**
     * Symbol of the destination's native currency if the account is known to hold none; else null. Another recipient's
     * balance is not read.
     */
    missingGas: computed((): string | null => {
      const [from, to, chain] = [draft.input.value, draft.output.value, destination.value]
      if (from === null || to === null || chain === undefined) return null
      if (to.address === nativeAddress || to.chainId === from.chainId) return null
      if (draft.amount.value.kind !== 'units' || draft.options.value.refuel === true) return null
      if (receiver.state.value.kind !== 'self') return null
      const held = balances.amounts.value[tokenKey({ chainId: to.chainId, address: nativeAddress })]
      return held === '0' ? chain.currency.symbol : null
    }),
    requestGas(): void {
      draft.options.value = withOption(draft.options.value, 'refuel', true)
    },
  }
}
