import type { DepositOffer, ManualOffer, Request } from './book.ts'
import { payFeeTaker, payReceiver, refundOnDestination, refundPayment } from './payments.ts'
import type { SolverParts } from './solver-parts.ts'

/** Why arrived funds are not accepted: expired or cancelled, then refunded. */
export interface Rejection {
  readonly code: 5 | 6
  readonly problem: string
}

/** Advances a request whose funds have already arrived (a manual transaction, a deposit) to its end. */
export async function advanceSent(
  at: SolverParts,
  request: Request<ManualOffer | DepositOffer>,
  rejection: Rejection | null,
): Promise<void> {
  const { runner, book } = at
  const { outcome } = request
  await runner.pause('assigned')
  if (rejection) {
    request.problem = rejection.problem
    return fail(at, request, rejection.code)
  }
  if (outcome === 'expire') return fail(at, request, 5)
  request.code = 1
  await runner.pause('extracted')
  if (outcome === 'cancel') return fail(at, request, 6)
  request.code = 2
  await runner.pause('fulfilled')
  if (outcome === 'refundThere') return refundOnDestination(at, request)
  if (outcome === 'refund' || !(await payReceiver(at, request))) return refund(at, request)
  book.submitCount(request.hash).executed += 1
  request.code = 3
  await runner.pause('settled')
  await payFeeTaker(at, request)
  request.code = 4
}

async function fail(
  at: SolverParts,
  request: Request<ManualOffer | DepositOffer>,
  code: 5 | 6,
): Promise<void> {
  request.code = code
  await at.runner.pause('settled')
  return refund(at, request)
}

async function refund(at: SolverParts, request: Request<ManualOffer | DepositOffer>): Promise<void> {
  const { token, units } = request.brought
  request.refundTxHash = await refundPayment(at, token, units, refundTo(request))
  request.code = 7
}

/** The refund address if there is one, else the payer. */
export function refundTo({ offer, user }: Request<ManualOffer | DepositOffer>): string {
  return (offer.way === 'deposit' ? offer.request.deposit.refundAddress : null) ?? user
}
