import { computed, type ReadonlySignal } from '@preact/signals'
import { receiverForm } from '../base/receiver-form.ts'
import { askedWays, servedWays, type Way } from '../quote/routes.ts'
import { withOption } from '../service/quote-options.ts'
import type { ChainView } from '../tokens/token-messages.ts'
import type { DraftModel } from './draft-model.ts'
import { notServedReason } from './no-route.ts'
import type { StartModel } from './start-model.ts'

interface WaysPorts {
  readonly start: StartModel
  readonly draft: DraftModel
  readonly origin: ReadonlySignal<ChainView | undefined>
  readonly destination: ReadonlySignal<ChainView | undefined>
}

/** Models which ways the service's list leaves open for the pair of the form, and how to ask for them. */
export function createWaysModel({ start, draft, origin, destination }: WaysPorts) {
  const pair = () => ({
    origin: origin.value,
    destination: destination.value,
    options: draft.options.value,
  })
  return {
    /** Why the pair need not be asked for; null where it has to be, or where no pair is chosen. */
    notServed: computed(() =>
      draft.input.value === null || draft.output.value === null ? null : notServedReason(pair()),
    ),
    /** Ways that are open, that Ferry can go, and that are not asked for. */
    otherWays: computed((): readonly Exclude<Way, 'auto'>[] => {
      const { options, ...ends } = pair()
      const served = servedWays(ends.origin, ends.destination)
      const asked = askedWays(options)
      const isLive = ends.origin?.isConfigured === true
      return (['manual', 'deposit'] as const).filter(
        (way) => served.includes(way) && !asked.includes(way) && (way === 'deposit' || isLive),
      )
    }),
    /** Asks for routes that the person sends by themselves too. */
    askManual(): void {
      draft.options.value = withOption(draft.options.value, 'enableManual', true)
    },
    /** Asks for an address to pay to; what cannot be swapped goes back to the connected account where it has one there. */
    payByDeposit(): void {
      const [token, account, options] = [draft.input.value, start.account.value, draft.options.value]
      // One that is only watched may be anybody's.
      const isOwn = account?.wallet != null && token !== null && receiverForm(token.chainId) === 'evm'
      const refund = options.refundAddress ?? (isOwn ? account.address : undefined)
      draft.options.value = withOption(
        withOption(options, 'enableDepositAddress', true),
        'refundAddress',
        refund,
      )
    },
  }
}
