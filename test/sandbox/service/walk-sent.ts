import type { DepositOffer, ManualOffer, Request } from './book.ts'
import { deliver, giveBack, payTaker, refundThere } from './payments.ts'
import type { SolverParts } from './solver-parts.ts'

/** Why money that came is not taken: expired or cancelled, then given back. */
export interface Rejection {
  readonly code: 5 | 6
  readonly problem: string
}

/** Moves a request whose money is here already (a manual transaction, a deposit) on until it has reached its end. */
export async function walkSent(
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
  if (outcome === 'refundThere') return refundThere(at, request)
  if (outcome === 'refund' || !(await deliver(at, request))) return refund(at, request)
  book.submitCount(request.hash).executed += 1
  request.code = 3
  await runner.pause('settled')
  await payTaker(at, request)
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
  request.refundTxHash = await giveBack(at, token, units, refundTo(request))
  request.code = 7
}

/** To the refund address that was named, else to who paid. */
export function refundTo({ offer, user }: Request<ManualOffer | DepositOffer>): string {
  return (offer.way === 'deposit' ? offer.ask.deposit.refundAddress : null) ?? user
}
