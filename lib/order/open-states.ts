/*
 * The form needs no more of a state than this, so it stands apart from `order-state.ts`, which loads with the first order.
 */

const overStates: readonly string[] = [
  'reported_terminal',
  'verified_terminal',
  'abandoned_unsigned',
  'expired_unused',
  'cancelled_unused',
]

/** Whether the swap is over. Every other one is running: it is counted on the badge and followed. */
export const isOverState = (state: string): boolean => overStates.includes(state)

const promptStates: readonly string[] = ['approve_requested', 'sign_requested', 'send_requested']

/** Whether the wallet may be showing the request of this state. */
export const isPromptState = (state: string): boolean => promptStates.includes(state)
