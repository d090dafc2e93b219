import { batch, computed } from '@preact/signals'
import type { AppModel } from './app-model.ts'
import type { Lifetime } from './lifetime.ts'

/** Returns the connected account where it has an address on the origin; null without one. */
function ownRefundOf({ start, swap }: AppModel): string | null {
  const [token, own] = [swap.draft.input.value, start.account.value]
  // A watched account may belong to another person.
  const isOwn = own?.wallet != null && token !== null && start.formOf(token.chainId) === 'evm'
  return isOwn ? own.address : null
}

/** Lets refunds go to the connected account, also after a change of it, until the person types an address. */
export function fillRefund(app: AppModel): void {
  const { setOption, madeFor } = app.swap.draft
  const own = ownRefundOf(app)
  batch(() => {
    madeFor.value = { ...madeFor.value, refundAddress: own ?? '' }
    setOption('refundAddress', own ?? undefined)
  })
}

/** A refund address that Ferry filled in follows the connected account. A typed one stays. */
export function followRefund(app: AppModel, life: Lifetime): void {
  const { options, madeFor } = app.swap.draft
  const own = computed(() => (app.start.isFresh.value ? (ownRefundOf(app) ?? '') : null))
  life.watch(
    () => ({ own: own.value, options: options.value }),
    ({ own, options: { enableDepositAddress, refundAddress = '' } }) => {
      if (own === null || enableDepositAddress !== true || madeFor.value.refundAddress === undefined) return
      if (refundAddress !== own) fillRefund(app)
    },
  )
}

/**
 * A memo belongs to the recipient for which it was typed: it goes when another one is accepted. Before the first named
 * recipient the own account receives, which needs no memo: that memo is for the first one to be named.
 */
export function dropMemoOfEarlierRecipient({ start, swap }: AppModel, life: Lifetime): void {
  const { draft, receiver, lacksReceiver } = swap
  const { madeFor, options, unsetOptions } = draft
  const accepted = computed(() => {
    const state = receiver.state.value
    if (state.kind === 'address') return state.address
    const own = state.kind === 'self' && !lacksReceiver.value ? start.account.value : null
    return own && `${ownRecipient}${own.address}`
  })
  life.watch(
    () => ({ recipient: accepted.value, options: options.value, unset: unsetOptions.value }),
    ({ recipient, options: { depositDestinationMemo: set }, unset }) => {
      const { depositDestinationMemo: typed, ...others } = unset
      if (recipient === null || (set ?? typed) === undefined) return
      const owner = madeFor.value.depositDestinationMemo
      const isFirst = owner?.startsWith(ownRecipient) && !recipient.startsWith(ownRecipient)
      const isKept = owner === undefined || owner === recipient || isFirst
      madeFor.value = { ...madeFor.value, depositDestinationMemo: isKept ? recipient : '' }
      if (isKept) return
      unsetOptions.value = others
      draft.setOption('depositDestinationMemo', undefined)
    },
  )
}

/** Begins the mark of a memo that was typed while the own account would receive. */
const ownRecipient = 'own '
