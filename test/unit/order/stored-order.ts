import { Problem, toProblemData } from '../../../lib/base/problem.ts'
import { requireStored } from '../../../lib/order/check-stored.ts'
import type { Order, WalletPurpose } from '../../../lib/order/order.ts'
import type { ReviewChoice } from '../../../lib/review/review.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../../harness/actions.ts'
import { deployment } from '../../harness/chains.ts'
import { requestOf, withTerms } from './order-fixture.ts'

/** A reviewed order before any wallet request, and its time. */
interface Stored {
  readonly order: Order
  readonly nowMs: number
}

async function stored(withRequest: QuoteRequest, choice: ReviewChoice = {}): Promise<Stored> {
  const world = await createFundedWorld(withRequest)
  world.walletProblem = new Problem('walletGone')
  const order = await world.readOrder(await world.startOrder(withRequest, undefined, choice))
  return { order, nowMs: world.clock.nowMs() }
}

/** One order of each swap method. */
export const storedOrders = {
  signed: await stored(signedRequest),
  native: await stored(nativeRequest),
  inbox: await stored(inboxRequest),
  manual: await stored(manualRequest, acrossRoute),
  deposit: await stored(depositRequest, { routeKey: 'deposit', pay: 'wallet' }),
} as const

export interface Requested {
  readonly units?: string | null
  readonly requestedMs?: number
  readonly others?: readonly Order[]
  readonly change?: (order: Order) => Order
}

/** Returns `asked`, or why the wallet request is refused: the failed check, otherwise the problem's code. */
export function verdict(
  way: keyof typeof storedOrders,
  purpose: WalletPurpose,
  requested: Requested = {},
): string {
  const { units = null, requestedMs = 0, others = [], change = (order) => order } = requested
  const { order, nowMs } = storedOrders[way]
  const record = requestOf(purpose, { requestedMs, amountUnits: units })
  try {
    requireStored(change(order), record, { deployment, nowMs, others, chainSeconds: [] })
    return 'requested'
  } catch (thrown) {
    const { code, facts } = toProblemData(thrown)
    return code === 'checkFailed' ? String(facts.reason) : code
  }
}

/** Functions that change parts of a stored order. */
export const terms = (fields: object) => (order: Order) => withTerms(order, fields)
export const txData = (fields: object) => (order: Order) =>
  terms({ txData: { ...order.terms.txData, ...fields } })(order)
export const deposit = (fields: object) => (order: Order) =>
  terms({ deposit: { ...order.terms.deposit, ...fields } })(order)
export const quoteRequest = (fields: object) => (order: Order) => ({
  ...order,
  reviewed: { ...order.reviewed, request: { ...order.reviewed.request, ...fields } },
})
