import { isVerified, type OrderPhase, orderPhase, orderStateWords } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { t } from '../parts/text.ts'

type Tone = 'good' | 'bad' | 'warn' | 'live'

/** Colours of the phases that are not simply under way. */
const tones: { readonly [phase in OrderPhase]?: Tone } = {
  done: 'good',
  failed: 'bad',
  refunded: 'warn',
  needsUser: 'warn',
  offer: 'warn',
  wallet: 'warn',
  unknown: 'warn',
  stopped: 'bad',
  unused: 'bad',
  cancelled: 'warn',
}

/** Returns the word of an order's state on screen, with the colour that goes along with it. */
export function orderLabel(order: OrderView): { tone: Tone; text: string } {
  return stateLabel(order, orderPhase(order))
}

/** Returns the word of a state, from the one table of states, in the colour of its phase. */
export function stateLabel(
  order: Pick<OrderView, 'state' | 'statusCode'>,
  phase: OrderPhase,
): { tone: Tone; text: string } {
  // Green is for what the chain has shown; a reported end has another face.
  const isTold = phase === 'done' && !isVerified(order)
  const tone = isTold ? 'warn' : (tones[phase] ?? 'live')
  if (phase === 'offer') return { tone, text: t('state_offer') }
  // Under way the service's own step says more than the state does.
  if (order.state === 'pending' && order.statusCode !== null)
    return { tone, text: t(`status_${order.statusCode}`) }
  return { tone, text: t(orderStateWords(order).wordKey) }
}
