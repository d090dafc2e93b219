import { isDeepStrictEqual } from 'node:util'
import { Problem } from '../../lib/base/problem.ts'
import { type ProblemCode, problemCodes } from '../../lib/base/problem-codes.ts'
import type { RouteView } from '../../lib/quote/route-view.ts'
import { userActionOf } from '../../lib/quote/routes.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import { readPath, type Wire } from '../hostile/wire.ts'
import { falseFigures, type ResponseTruth } from './figures.ts'
import type { Mutation, Path } from './mutate.ts'
import { type Cost, costOf, leavesInput, type Place, removesRoute } from './mutation-cost.ts'
import { leavesInResponse, leavesOf } from './response-leaves.ts'
import type { Quoted } from './shape-harness.ts'

/** A route of the original quote: its path, its display and, if it can be reviewed, its review. */
export interface Slot extends Place {
  readonly view: RouteView
  readonly review: ReviewView | null
}

/** The faults of one shape; all empty if there are none. */
export interface Verdict {
  readonly lost: readonly string[]
  readonly crashes: readonly string[]
  readonly falseFigures: readonly string[]
}

export const noFault: Verdict = { lost: [], crashes: [], falseFigures: [] }

export type Outcome = Quoted | 'noRoute' | { readonly thrown: unknown }

/** A failure without a text, or one that is not a listed problem; null for a refusal with a text. */
export function crashOf(thrown: unknown): string | null {
  if (!(thrown instanceof Problem)) return `threw ${String(thrown).slice(0, 200)}`
  const { code } = thrown.data
  const isWordless =
    code === 'internal' || code === 'badMessage' || !problemCodes.includes(code as ProblemCode)
  return isWordless ? `${code} ${JSON.stringify(thrown.data.facts)}` : null
}

/** Judges a list of routes by the allowed cost of the mutated fields. */
export function judgeQuote(
  outcome: Outcome,
  slots: readonly Slot[],
  mutations: readonly Mutation[],
  answer: unknown,
): Verdict {
  const costs = mutations.map((one) => costOf(one, slots))
  const isGone = (slot: Slot) => costs.some((cost) => cost.places.includes(slot) && !cost.isShown)
  if (outcome === 'noRoute' || 'thrown' in outcome) {
    const crash = outcome === 'noRoute' ? null : crashOf(outcome.thrown)
    if (crash !== null) return { ...noFault, crashes: [crash] }
    const mayRefuse = costs.some(({ isWholeResponse }) => isWholeResponse) || slots.every(isGone)
    return mayRefuse ? noFault : { ...noFault, lost: ['the whole quote'] }
  }
  const { routes, unread } = outcome.view
  const isInputSame = mutations.every(leavesInput)
  const left = new Set<RouteView>(routes)
  const lost: string[] = []
  const wrong: string[] = []
  const spoiled = slots.filter((slot) => costs.some(({ places }) => places.includes(slot)))
  // An unchanged route is matched first, before a mutated one of its kind could take its place.
  const isAsEver = (slot: Slot) => routes.some((one) => one.kind === slot.kind && isSame(one, slot.view))
  const rank = (slot: Slot) => (isAsEver(slot) ? -1 : isGone(slot) ? 2 : spoiled.includes(slot) ? 1 : 0)
  for (const slot of slots.toSorted((a, b) => rank(a) - rank(b))) {
    if (mutations.some((one) => removesRoute(one, slot))) continue
    const isSpoiled = spoiled.includes(slot)
    const same = [...left].find((one) => one.kind === slot.kind && isSame(one, slot.view))
    const truth = truthOf(answer, slot.path)
    const candidates = isSpoiled || !isInputSame ? [...left].filter(({ kind }) => kind === slot.kind) : []
    // Match each of two mutated routes to the one it fits best. If both fit equally, take the more similar
    // one.
    const [best] = candidates.toSorted(
      (a, b) => faults(a, slot, truth) - faults(b, slot, truth) || changes(a, slot) - changes(b, slot),
    )
    // A route that may be lost, and whose best match has faults, was lost: the match belongs to another
    // route.
    const isOther = best !== undefined && isGone(slot) && faults(best, slot, truth) > 0
    const found = same ?? (isOther ? undefined : best)
    if (found !== undefined) left.delete(found)
    if (found === same && same !== undefined) continue
    const name = slot.path.join('.')
    if (found === undefined || (found.blocked !== null && slot.view.blocked === null)) {
      if (!isGone(slot) && !costs.some(({ isWholeResponse }) => isWholeResponse)) lost.push(name)
      else if (
        found === undefined &&
        isThere(answer, slot.path) &&
        !unread.some(({ kind }) => kind === slot.kind)
      ) {
        lost.push(`${name} is not even listed`)
      }
      continue
    }
    wrong.push(...falseFigures(found, slot.view, truth).map((one) => `${name} ${one}`))
  }
  const isOffered = (view: RouteView) =>
    slots.some((slot) => slot.kind === view.kind && faults(view, slot, truthOf(answer, slot.path)) === 0)
  wrong.push(...[...left].filter((view) => !isOffered(view)).map(({ key }) => `${key} is offered by nobody`))
  return { lost, crashes: [], falseFigures: wrong }
}

export function judgeReview(
  said: ReviewView | { readonly thrown: unknown },
  slot: Slot,
  costs: readonly Cost[],
  answer: unknown,
): Verdict {
  const isSpoiled = costs.some(({ places, isWholeResponse }) => isWholeResponse || places.includes(slot))
  const mayRefuse = costs.some(
    (cost) => cost.isWholeResponse || (cost.places.includes(slot) && !cost.isShown),
  )
  const name = `review of ${slot.path.join('.')}`
  if ('thrown' in said) {
    const crash = crashOf(said.thrown)
    if (crash !== null) return { ...noFault, crashes: [`${name}: ${crash}`] }
    return mayRefuse
      ? noFault
      : { ...noFault, lost: [`${name}: ${String(said.thrown)} ${factsOf(said.thrown)}`] }
  }
  const wrong: string[] = []
  if (!isSpoiled && !isDeepStrictEqual(compared(said), slot.review && compared(slot.review)))
    wrong.push('is another one')
  const least = readPath(
    answer,
    [...slot.path, 'signTypedData.values.witness.basicReq.minOutputAmount'].join('.'),
  )
  if (userActionOf(slot.view) === 'sign' && String(least) !== said.quote.minAmountOut)
    wrong.push('another minimum than is signed')
  const { inputAmount } = said.quote.request
  if (said.steps.some(({ amountUnits }) => amountUnits !== inputAmount))
    wrong.push('another amount than was asked for')
  return { ...noFault, falseFigures: wrong.map((one) => `${name} ${one}`) }
}

function faults(view: RouteView, slot: Slot, truth: ResponseTruth): number {
  return falseFigures(view, slot.view, truth).length
}

function changes(view: RouteView, slot: Slot): number {
  const before = leavesOf(slot.view)
  return [...leavesOf(view)].filter(([path, figure]) => before.get(path) !== figure).length
}

function compared({ quote, ...review }: ReviewView) {
  const outputToken = { ...quote.outputToken, logoURI: null }
  return { ...review, quote: { ...quote, outputToken, routes: [], unread: [], routeKey: null } }
}

function isSame(one: RouteView, other: RouteView): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other))
}

/**
 * A route without its position and its logo. A deposit takes its logo from any route that names the token.
 */
function comparable(route: RouteView): unknown {
  return { ...route, key: '', outputToken: { ...route.outputToken, logoURI: null } }
}

function isThere(answer: unknown, path: Path): boolean {
  const value = readPath(answer, path.join('.'))
  return value !== undefined && value !== null && value !== ''
}

function truthOf(answer: unknown, path: Path): ResponseTruth {
  return {
    leaves: leavesInResponse(answer),
    input: readPath(answer as Wire, 'result.input'),
    route: readPath(answer as Wire, path.join('.')),
  }
}

function factsOf(thrown: unknown): string {
  return thrown instanceof Problem ? JSON.stringify(thrown.data.facts) : ''
}
