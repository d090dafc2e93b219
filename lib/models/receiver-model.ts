import { computed, signal } from '@preact/signals'
import type { AddressFormat } from '../base/hex.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { ReceiverRisk } from '../review/review-risk.ts'
import type { Account } from '../wallet/port.ts'
import type { DraftModel } from './draft-model.ts'

export type ReceiverState =
  | { readonly kind: 'self' }
  /** The field for another receiver is open and empty. It never means the user. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'checking' }
  | {
      readonly kind: 'address'
      readonly address: string
      /** The ENS name that the address was read from. */
      readonly name: string | null
      readonly risks: readonly ReceiverRisk[]
    }
  | {
      readonly kind: 'problem'
      readonly problem: ProblemData
      readonly imitates?: string
      /** Checks the same text again. Only for a check that failed: Ferry did not refuse the receiver. */
      readonly retry?: () => void
    }

/** An entry that the background has to check. */
export interface TypedReceiver {
  readonly key: string
  readonly chainId: number
  readonly text: string
}

/** Creates the model of the receiver. `checkReceivers`, whose code loads after the form's first picture, sets `checked`. */
export function createReceiverModel(draft: DraftModel) {
  const checked = signal<{ readonly key: string; readonly state: ReceiverState } | null>(null)
  const typed = computed((): TypedReceiver | null => {
    const text = draft.receiverText.value.trim()
    const chainId = draft.output.value?.chainId
    if (!draft.isReceiverOpen.value || text === '' || chainId === undefined) return null
    return { key: `${chainId}:${text}`, chainId, text }
  })
  return {
    typed,
    checked,
    state: computed((): ReceiverState => {
      if (typed.value === null) return { kind: draft.isReceiverOpen.value ? 'missing' : 'self' }
      return checked.value?.key === typed.value.key ? checked.value.state : { kind: 'checking' }
    }),
  }
}

/** Whether the user, who named no receiver, has to name one: they have no known address on the destination. */
export function needsReceiver(request: {
  readonly destinationFormat: AddressFormat
  readonly account: Account | null
  readonly wantsDeposit: boolean
}): boolean {
  return request.destinationFormat !== 'evm' || (request.wantsDeposit && request.account === null)
}
