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
  const { setOption, filledRefund } = app.swap.draft
  const own = ownRefundOf(app)
  batch(() => {
    filledRefund.value = own ?? ''
    setOption('refundAddress', own ?? undefined)
  })
}

/** A refund address that Ferry filled in follows the connected account. A typed one stays. */
export function followRefund(app: AppModel, life: Lifetime): void {
  const { options, filledRefund } = app.swap.draft
  const own = computed(() => (app.start.isFresh.value ? ownRefundOf(app) : undefined))
  life.watch(
    () => own.value,
    (address) => {
      const { enableDepositAddress, refundAddress = '' } = options.value
      if (address === undefined || enableDepositAddress !== true) return
      if (filledRefund.value === refundAddress && refundAddress !== (address ?? '')) fillRefund(app)
    },
  )
}

/**
 * A memo belongs to one recipient: it goes when that one leaves the form. A swap that fills the form brings its own
 * options, and a memo may be typed before the first recipient.
 */
export function dropMemoOfEarlierRecipient({ start, swap }: AppModel, life: Lifetime): void {
  const { draft, receiver, lacksReceiver } = swap
  const recipient = computed(() => {
    const state = receiver.state.value
    if (state.kind === 'address') return state.address
    return state.kind === 'self' && !lacksReceiver.value ? (start.account.value?.address ?? null) : null
  })
  let before = { recipient: recipient.peek(), options: draft.options.peek() }
  life.watch(
    () => ({ recipient: recipient.value, options: draft.options.value }),
    (now) => {
      const isOther = before.recipient !== null && before.recipient !== now.recipient
      const isFilled = before.options !== now.options
      before = now
      if (!isOther || isFilled) return
      const { depositDestinationMemo: _memo, ...others } = draft.unsetOptions.value
      draft.unsetOptions.value = others
      draft.setOption('depositDestinationMemo', undefined)
    },
  )
}
