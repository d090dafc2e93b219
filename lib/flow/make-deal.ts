import { Problem, problemData } from '../base/problem.ts'
import type { BuiltTransaction } from '../swap/built-transaction.ts'
import { requireDeliverable } from '../swap/deliverable.ts'
import { pinnedQuote } from '../swap/pinned-quote.ts'
import type { Refuel } from '../swap/quote.ts'
import { type Route, routeByKey, routesOf } from '../swap/route.ts'
import { isSoundOutput } from '../swap/sound-output.ts'
import { autoDeal } from './deal.ts'
import { depositDeal } from './deal-deposit.ts'
import { type CheckedDeal, type DealInput, presentOf } from './deal-input.ts'
import { manualDeal } from './deal-manual.ts'
import type { FlowPorts } from './ports.ts'

/**
 * The checked deal of one route of a quote; a manual one is built first. Throws `noRoute`, `routeGone` (the key is not in
 * this quote, or of a kind that was not asked for), `routeNotBuilt`, `serviceClockOff`, `ownClockOff`, `quoteContradicts`,
 * `requestTooLarge`, and what the checks of its kind refuse.
 */
export async function makeDeal(said: DealInput, ports: Pick<FlowPorts, 'service'>): Promise<CheckedDeal> {
  const { answered, deployment } = said
  const input = { ...said, answered: { ...answered, result: pinnedQuote(deployment, answered.result) } }
  const one = chosenRoute(input)
  // Where the clocks do not agree nothing of a deal can be judged, whatever its kind.
  presentOf(input)
  const { output } = one.route
  if (output !== null && !isSoundOutput(output)) throw new Problem('quoteContradicts')
  if (one.kind === 'deposit') return withTerms(depositDeal(input, one.route), null)
  const made =
    one.kind === 'auto'
      ? autoDeal(input, one.route)
      : manualDeal(input, one.route, await built(one.route.quoteId, ports))
  return withTerms(made, one.route.refuel)
}

/** With what no later deal may be worse in, frozen beside the amounts. */
function withTerms(made: CheckedDeal, refuel: Refuel | null): CheckedDeal {
  requireDeliverable(made.deal)
  const { txData } = made.deal
  const reviewed = {
    ...made.reviewed,
    ...(txData === null ? {} : { nativeValueUnits: txData.value }),
    ...(refuel === null ? {} : { refuelUnits: refuel.output.amount }),
  }
  return { ...made, reviewed }
}

function chosenRoute({ ask, answered, routeKey = null }: DealInput): Route {
  const quote = answered.result
  const automatic = () => routesOf(quote, ask).find(({ kind }) => kind === 'auto') ?? null
  if (routeKey === null) {
    const first = automatic()
    if (first === null) throw new Problem('noRoute')
    return first
  }
  // Labels wander between automatic routes; what one delivers is compared anyway (Q6).
  const found = routeByKey(quote, ask, routeKey) ?? (routeKey.startsWith('auto:') ? automatic() : null)
  if (found === null) throw new Problem(routesOf(quote, ask).length === 0 ? 'noRoute' : 'routeGone')
  return found
}

/** The refusal of a build is the service's word about this route, not about the service (wire shapes 1). */
async function built(quoteId: string, ports: Pick<FlowPorts, 'service'>): Promise<BuiltTransaction> {
  try {
    return (await ports.service.buildTx(quoteId, { priority: 'quote' })).result
  } catch (thrown) {
    const { code, facts, serverRequestId } = problemData(thrown)
    if (code !== 'serviceRefused' && code !== 'serviceFailed' && code !== 'serviceBadShape') throw thrown
    throw new Problem('routeNotBuilt', { facts, serverRequestId, cause: thrown })
  }
}
