import { createText, type Text } from '../base/text.ts'
import type { OrderKind } from '../quote/terms.ts'
import { statusCodes } from '../service/status-codes.ts'
import type { StateDescription, Tone } from './description.ts'
import type { Order } from './order.ts'
import {
  isEndVerified,
  isOverOrStopping,
  isProvenOnChain,
  legOf,
  type OrderPhase,
  orderEnd,
  orderPhase,
  orderStateWords,
  type PhaseFacts,
  statusReportedBy,
} from './order-state.ts'

export type DescribedState = PhaseFacts & Pick<Order, 'reportedCode'> & { readonly kind: OrderKind | null }

const tones: { readonly [phase in OrderPhase]: Tone } = {
  wallet: 'progress',
  running: 'progress',
  needsUser: 'warning',
  offer: 'warning',
  unknown: 'warning',
  stopping: 'warning',
  done: 'success',
  failed: 'failure',
  refunded: 'neutral',
  stopped: 'neutral',
  unused: 'neutral',
  cancelled: 'neutral',
}

export function describeState(order: DescribedState): StateDescription {
  const phase = orderPhase(order)
  const { pageState, csv, isOver } = orderStateWords(order)
  // Green only for a verified end. An end that no chain has shown uses the warning colour.
  const isOnlyReported = (phase === 'done' || phase === 'refunded') && !isEndVerified(order)
  const attention =
    phase === 'needsUser' || phase === 'offer' ? 'person' : phase === 'wallet' ? 'wallet' : null
  return {
    ...{ phase, pageState, csv, isOver, attention },
    label: stateLabel(order),
    tone: isOnlyReported ? 'warning' : tones[phase],
    isProvenOnChain: isProvenOnChain(order),
  }
}

/** The states whose screen shows the legs. */
const movingStates: ReadonlySet<Order['state']> = new Set([
  'signed',
  'submitting',
  'submitted',
  'sent',
  'pending',
])

function stateLabel(order: DescribedState): Text {
  if (order.offer !== null) return createText('state_offer')
  const isReported = statusReportedBy(order) === 'service'
  if (movingStates.has(order.state) && legOf(order) === 'crossing') return createText('state_crossing')
  // While pending, the service's own status is more detailed.
  if (order.state === 'pending' && order.statusCode !== null && isReported)
    return createText(`status_${order.statusCode}`)
  const end = orderEnd(order.statusCode)
  if (order.state === 'reported_terminal' && !isReported && end !== 'refunded')
    return createText(`state_unshown_${end}`)
  return createText(orderStateWords(order).wordKey)
}

/** The title of an order that is over or stopping: what became of it, in at most five words. */
export function outcomeTitle(order: DescribedState): Text | null {
  const isReported = statusReportedBy(order) === 'service'
  switch (orderPhase(order)) {
    case 'done':
      if (isEndVerified(order)) return createText('title_done')
      return createText(isReported ? 'title_done_reported' : 'title_done_unconfirmed')
    case 'refunded':
      return createText(isEndVerified(order) ? 'title_refunded' : 'title_refunded_reported')
    case 'failed':
      if (order.statusCode === statusCodes.expired) return createText('title_expired')
      return createText(order.statusCode === statusCodes.cancelled ? 'title_cancelled' : 'title_failed')
    case 'unused':
      return createText('title_unused')
    case 'cancelled':
      return createText('title_cancelled')
    default:
      return isOverOrStopping(order) ? createText('title_stopped') : null
  }
}
