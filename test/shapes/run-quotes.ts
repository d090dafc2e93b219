import type { RouteView } from '../../lib/quote/route-view.ts'
import type { ManualRoute } from '../../lib/service/route.ts'
import type { Random } from '../fuzz/random.ts'
import { buildTransaction } from '../harness/honest-routes.ts'
import { judgeQuote, judgeReview, noFault, type Slot, type Verdict } from './judge-quote.ts'
import { type Mutation, mutated, mutationsOf } from './mutate.ts'
import { costOf, leavesInput } from './mutation-cost.ts'
import type { QuoteShape } from './quotes.ts'
import { createShapeHarness, envelope, type Quoted, type ShapeHarness } from './shape-harness.ts'

export interface Subject {
  readonly name: string
  readonly mutations: readonly Mutation[]
  tryMutations(mutations: readonly Mutation[], random: Random): Promise<Verdict>
}

/** A quote as a subject: the list of its routes, and the reviews of a mutated route and an unchanged one. */
export async function quoteSubject({ name, request, result }: QuoteShape): Promise<Subject> {
  const answer = envelope(result)
  const harness = await createShapeHarness(request)
  const first = (result.manualRoutes as readonly { output: { minAmountOut: string } }[])[0]
  if (first !== undefined) {
    const txData = buildTransaction(request, first as unknown as ManualRoute, 0n)
    harness.setResponse('/build-tx', JSON.stringify(envelope({ txData, approvalData: null })))
  }
  harness.setResponse('/quote', JSON.stringify(answer))
  const quoted = await harness.requestQuote(request)
  if (quoted === 'noRoute') throw new Error(`${name} has no route`)
  const slots = await slotsOf(harness, quoted, result)
  return {
    name: `quote ${name}`,
    mutations: mutationsOf(answer),
    async tryMutations(mutations, random) {
      const text = mutated(answer, mutations)
      harness.setResponse('/quote', text)
      const said: unknown = JSON.parse(text)
      const outcome = await orThrown(() => harness.requestQuote(request))
      const verdict = judgeQuote(outcome, slots, mutations, said)
      if (outcome === 'noRoute' || 'thrown' in outcome) return verdict
      return joinVerdicts([
        verdict,
        ...(await reviewed({ harness, slots, mutations, said, random }, outcome)),
      ])
    },
  }
}

interface Trial {
  readonly harness: ShapeHarness
  readonly slots: readonly Slot[]
  readonly mutations: readonly Mutation[]
  readonly said: unknown
  readonly random: Random
}

/** The reviews of the mutated routes and, at random, of an unchanged one. */
async function reviewed(
  { harness, slots, mutations, said, random }: Trial,
  quoted: Quoted,
): Promise<readonly Verdict[]> {
  const isOwnInput = !mutations.every(leavesInput)
  // The review of every route shows the input.
  const ofInput = isOwnInput ? [{ isWholeResponse: false, places: slots, isShown: true }] : []
  const costs = [...mutations.map((one) => costOf(one, slots)), ...ofInput]
  const isSpoiled = (slot: Slot) =>
    costs.some(({ isWholeResponse, places }) => isWholeResponse || places.includes(slot))
  const others = slots.filter((slot) => !isSpoiled(slot))
  // Two mutated routes of one kind cannot be identified by their keys.
  const spoiled = slots.filter(isSpoiled)
  const chosen = spoiled.filter((slot) => sameKind(spoiled, slot) === 1 || isOwnInput).slice(0, 2)
  if (others.length > 0 && random.integerBelow(5) === 0) chosen.push(random.pick(others))
  const verdicts: Verdict[] = []
  for (const slot of chosen) {
    const view = quoted.view.routes.find(({ key }) => key === slot.view.key)
    if (slot.review === null || view === undefined || view.blocked !== null) continue
    const outcome = await orThrown(() => harness.requestReview(quoted, { routeKey: view.key }))
    // If a route of a kind is lost, another one may have its key.
    const isOther =
      quoted.view.routes.filter(({ kind }) => kind === slot.kind).length !== sameKind(slots, slot)
    if (!isOther) verdicts.push(judgeReview(outcome, slot, costs, said))
  }
  return verdicts
}

function sameKind(slots: readonly Slot[], { kind }: Slot): number {
  return slots.filter((slot) => slot.kind === kind).length
}

async function slotsOf(
  harness: ShapeHarness,
  quoted: Quoted,
  result: QuoteShape['result'],
): Promise<readonly Slot[]> {
  const left = [...quoted.view.routes]
  const take = (kind: Slot['kind'], seconds: unknown): RouteView => {
    const found = left.findIndex(
      (one) =>
        one.kind === kind &&
        (kind === 'deposit' || one.estimatedSeconds === seconds || one.estimatedSeconds === null),
    )
    const [view] = left.splice(Math.max(0, found), found === -1 ? 0 : 1)
    if (view === undefined) throw new Error(`no ${kind} among the routes of the unspoiled quote`)
    return view
  }
  const timeOf = (route: unknown) => (route as { readonly estimatedTime?: number }).estimatedTime
  const list = (name: 'autoRoutes' | 'manualRoutes') => (result[name] as readonly unknown[] | undefined) ?? []
  const places = [
    ...(result.autoRoute === null
      ? []
      : [{ kind: 'auto' as const, path: ['result', 'autoRoute'], time: timeOf(result.autoRoute) }]),
    ...list('autoRoutes').map((route, at) => ({
      kind: 'auto' as const,
      path: ['result', 'autoRoutes', at],
      time: timeOf(route),
    })),
    ...list('manualRoutes').map((route, at) => ({
      kind: 'manual' as const,
      path: ['result', 'manualRoutes', at],
      time: timeOf(route),
    })),
    ...(['deposit', 'depositRoute'] as const)
      .filter((name) => Object.keys((result[name] as object | null | undefined) ?? {}).length > 0)
      .map((name) => ({ kind: 'deposit' as const, path: ['result', name], time: null })),
  ]
  const slots: Slot[] = []
  for (const { time, ...place } of places) {
    const view = take(place.kind, time)
    const review = view.blocked === null ? await harness.requestReview(quoted, { routeKey: view.key }) : null
    slots.push({ ...place, view, review })
  }
  return slots
}

function joinVerdicts(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce(
    (all, one) => ({
      lost: [...all.lost, ...one.lost],
      crashes: [...all.crashes, ...one.crashes],
      falseFigures: [...all.falseFigures, ...one.falseFigures],
    }),
    noFault,
  )
}

export async function orThrown<T>(work: () => Promise<T>): Promise<T | { readonly thrown: unknown }> {
  try {
    return await work()
  } catch (thrown) {
    return { thrown }
  }
}
