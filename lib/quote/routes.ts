import {
  compareDecimal,
  lossPercent,
  multiplyUnits,
  percentOfUnits,
  subtractDecimal,
} from '../base/decimal.ts'
import { withSymbol } from '../base/isolate.ts'
import { allWays, askedWays, type QuoteOptions, type Way } from '../service/quote-request.ts'
import type { AutoRoute, DepositRoute, ManualRoute, Quote, RouteOutput } from '../service/quote-result.ts'
import type { Chain } from '../service/token.ts'

/** A route of a quote, of whatever kind; `key` names it over refreshes, as its quote id does not. */
export type Route =
  | { readonly kind: 'auto'; readonly key: string; readonly route: AutoRoute }
  | { readonly kind: 'manual'; readonly key: string; readonly route: ManualRoute }
  | { readonly kind: 'deposit'; readonly key: string; readonly route: DepositRoute }

/** The part of an ask that says which kinds of route are wanted. */
interface WaysRequest {
  readonly options?: QuoteOptions
}

/**
 * Returns every route of a quote that is of a kind the user asked for: automatic ones first, then manual ones, then
 * the deposit, each with a key of its own. What the service adds unasked is not there for anybody.
 */
export function routesOf(quote: Quote, ask: WaysRequest): readonly Route[] {
  const wanted = askedWays(ask.options ?? {})
  const autos = quote.autoRoute === null ? [] : [quote.autoRoute, ...quote.autoRoutes]
  const given: Route[] = [
    ...autos.map((route) => ({ kind: 'auto', key: autoKey(route), route }) as const),
    ...quote.manualRoutes.map((route) => ({ kind: 'manual', key: manualKey(route), route }) as const),
    ...(quote.deposit === null ? [] : [{ kind: 'deposit', key: 'deposit', route: quote.deposit } as const]),
  ]
  const routes = given.filter(({ kind }) => wanted.includes(kind))
  const taken = new Map<string, number>()
  return routes.map((one) => {
    const count = (taken.get(one.key) ?? 0) + 1
    taken.set(one.key, count)
    return count === 1 ? one : { ...one, key: `${one.key}#${count}` }
  })
}

/** Returns the route of a key; null when this quote has it no more, or its kind was never asked for. */
export function routeByKey(quote: Quote, ask: WaysRequest, key: string): Route | null {
  return routesOf(quote, ask).find((one) => one.key === key) ?? null
}

/** Returns what an automatic route asks of the user. */
export function wayOf({ userOp }: Pick<AutoRoute, 'userOp'>): 'sign' | 'send' {
  return userOp === 'sign' ? 'sign' : 'send'
}

/**
 * Tells whether everything a route does can be read before it is done; what cannot is nobody's choice but the user's.
 */
export function isProvable({ kind }: Pick<Route, 'kind'>): boolean {
  return kind === 'auto'
}

/** SUGGESTED moves from route to route; what a route was optimised for does not. */
function autoKey({ userOp, routeDetails, routeTags }: AutoRoute): string {
  const aims = routeTags.filter((tag) => tag !== 'SUGGESTED').toSorted()
  return ['auto', userOp, routeDetails.name, ...aims].join(':')
}

function manualKey({ routeDetails }: ManualRoute): string {
  return ['manual', routeDetails.name, routeDetails.dexName ?? ''].join(':')
}

/** By what arrives after gas and fees with the time it takes, or by time alone. */
export type RouteSort = 'output' | 'time'

/** What routes are compared by; the views' form of a route has it too. */
export interface Ranked {
  /** Smallest unit of the output token; null where nothing is promised. */
  readonly promisedAmount: string | null
  /** Dollars of what arrives less gas and native fee; null where a price is missing. */
  readonly netValueInUsd: string | null
  readonly estimatedSeconds: number | null
  /** Why it cannot be executed now; such a route stands below those that can. */
  readonly blocked: object | null
  readonly kind: Route['kind']
  /** The service's; a manual route that it tags `SUGGESTED` stands first. */
  readonly tags: readonly string[]
}

/** What a second of waiting counts in dollars. One cent a minute puts 20 seconds for ten cents before 19 minutes. */
const dollarsPerSecond = '0.00016667'

/** Returns the routes best first. Ties keep the order they came in; what is not known stands below what is. */
export function rankRoutes<R extends Ranked>(routes: readonly R[], sort: RouteSort): readonly R[] {
  // Dollars compare only where every route that promises something has them.
  const byValue = routes.every((one) => one.promisedAmount === null || one.netValueInUsd !== null)
  // Time weighs only where every one of them names it: else an unnamed time would be the shortest.
  const isTimed = routes.every((one) => one.promisedAmount === null || one.estimatedSeconds !== null)
  const byDollars = isTimed ? byNetValueAndTime : byNetValue
  const bySize = (a: R, b: R) => (byValue ? byDollars(a, b) : byPromise(a, b))
  const compare = sort === 'output' ? bySize : (a: R, b: R): number => byTime(a, b) || bySize(a, b)
  return routes.toSorted((a, b) => isBlocked(a) - isBlocked(b) || isOther(a) - isOther(b) || compare(a, b))
}

function isOther({ kind, tags }: Ranked): number {
  return kind === 'manual' && tags.includes('SUGGESTED') ? 0 : 1
}

function isBlocked({ blocked }: Ranked): number {
  return blocked === null ? 0 : 1
}

function byNetValue(a: Ranked, b: Ranked): number {
  if (a.netValueInUsd === null || b.netValueInUsd === null)
    return unknownLast(a.netValueInUsd, b.netValueInUsd)
  return compareDecimal(b.netValueInUsd, a.netValueInUsd)
}

/** The same with what waiting counts taken off. */
function byNetValueAndTime(a: Ranked, b: Ranked): number {
  return byNetValue(lessWaiting(a), lessWaiting(b)) || byNetValue(a, b)
}

function lessWaiting(route: Ranked): Ranked {
  const { netValueInUsd, estimatedSeconds } = route
  if (netValueInUsd === null || estimatedSeconds === null) return route
  const waiting = multiplyUnits(BigInt(Math.ceil(estimatedSeconds)), 0, dollarsPerSecond)
  return { ...route, netValueInUsd: subtractDecimal(netValueInUsd, waiting) }
}

function byPromise(a: Ranked, b: Ranked): number {
  if (a.promisedAmount === null || b.promisedAmount === null)
    return unknownLast(a.promisedAmount, b.promisedAmount)
  const [left, right] = [BigInt(a.promisedAmount), BigInt(b.promisedAmount)]
  return left === right ? 0 : left > right ? -1 : 1
}

function byTime(a: Ranked, b: Ranked): number {
  if (a.estimatedSeconds === null || b.estimatedSeconds === null)
    return unknownLast(a.estimatedSeconds, b.estimatedSeconds)
  return a.estimatedSeconds - b.estimatedSeconds
}

function unknownLast(a: unknown, b: unknown): number {
  return (a === null ? 1 : 0) - (b === null ? 1 : 0)
}

/** What the service's list says of a chain. */
type Abilities = Pick<
  Chain,
  'sendingEnabled' | 'receivingEnabled' | 'isAutoEnabled' | 'isManualEnabled' | 'isDepositEnabled'
>

/**
 * Returns the ways that the service's list leaves open between two chains, which may be one: automatic and manual
 * routes take both ends, a deposit the end where it is paid. A chain that is not in the list closes none.
 */
export function servedWays(
  origin: Abilities | undefined,
  destination: Abilities | undefined,
): readonly Way[] {
  if (origin?.sendingEnabled === false || destination?.receivingEnabled === false) return []
  const isOpen: { readonly [way in Way]: boolean } = {
    auto: origin?.isAutoEnabled !== false && destination?.isAutoEnabled !== false,
    manual: origin?.isManualEnabled !== false && destination?.isManualEnabled !== false,
    deposit: origin?.isDepositEnabled !== false,
  }
  return allWays.filter((way) => isOpen[way])
}

const leastPercent = '0.01'
const mostPercent = '50'

/** Tells whether a text is a slippage in percent that a user may allow. */
export function isSlippage(text: string): boolean {
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(text)) return false
  return compareDecimal(text, leastPercent) >= 0 && compareDecimal(text, mostPercent) <= 0
}

/** Tells whether a slippage is so high that it deserves a word. */
export function isHighSlippage(percent: string): boolean {
  return compareDecimal(percent, '5') > 0
}

/**
 * Returns what the service suggests, where that is more than the user's own; null where it is not, or is left to the
 * service.
 */
export function suggestedAbove(own: string | null, suggested: string | undefined): string | null {
  if (own === null || suggested === undefined) return null
  return compareDecimal(suggested, own) > 0 ? suggested : null
}

/** What a user allows who has set nothing, in percent. */
export const defaultSlippagePercent = '1'

interface ImpliedSlippage {
  /** From what is promised down to the least, two places, rounded up. */
  readonly percent: string
  /** What the user allows. */
  readonly limit: string
}

/**
 * Returns how far below its promise a deal may end, where that is further than the user allows; null where it is not,
 * or where nothing is promised. It is reckoned from the amounts alone: what the service calls its slippage binds
 * nobody.
 */
export function slippageAbove(
  promisedAmount: string,
  minAmountOut: string,
  allowedPercent: string | null,
): ImpliedSlippage | null {
  const limit = allowedPercent ?? defaultSlippagePercent
  const promised = BigInt(promisedAmount)
  const percent = lossPercent(promisedAmount, minAmountOut)
  // One unit for a service that rounds the other way.
  const floor = promised - percentOfUnits(promised, limit) - 1n
  return percent === null || BigInt(minAmountOut) >= floor ? null : { percent, limit }
}

/** What a service says of an amount that it refused. */
interface AmountLimit {
  readonly kind: 'tooSmall' | 'tooLarge'
  /** Its limit in its own figure, with the unit it named; null where it names none, or none that can be told. */
  readonly limit: string | null
}

const small = /\b(too (small|low)|below|less than|at least|min(imum)?)\b/i
const large = /\b(too (large|high|big)|above|more than|exceeds?|exceeding|at most|max(imum)?)\b/i
const figure = /(?:\$\s?)?\d[\d,]*(?:\.\d+)?\s?([A-Za-z][A-Za-z0-9.]{0,11})?/g

/**
 * Reads a refusal that is about the amount; null for any other. A figure is a limit only where it is the only one of its unit,
 * dollars or the token that is given: a bare number may be whole tokens, or the smallest units, or anything.
 */
export function amountLimitIn(message: string, symbol: string): AmountLimit | null {
  if (!/amount/i.test(message)) return null
  const kinds = [small.test(message) ? 'tooSmall' : null, large.test(message) ? 'tooLarge' : null] as const
  const [kind, other] = kinds.filter((one) => one !== null)
  if (kind === undefined || other !== undefined) return null
  const named = [...message.matchAll(figure)].flatMap(([text, unit = '']) => {
    const isDollars = text.startsWith('$') || unit.toUpperCase() === 'USD'
    const [number = ''] = /\d[\d,]*(?:\.\d+)?/.exec(text) ?? []
    if (isDollars) return [`$${number}`]
    return unit !== '' && unit.toLowerCase() === symbol.toLowerCase() ? [withSymbol(number, symbol)] : []
  })
  return { kind, limit: named.length === 1 ? (named[0] ?? null) : null }
}

/** Tells whether what a route says it delivers can be true at once: something, and never less than its own least. */
export function isSoundOutput({
  amount,
  effectiveAmount,
  minAmountOut,
}: Pick<RouteOutput, 'amount' | 'effectiveAmount' | 'minAmountOut'>): boolean {
  const least = BigInt(minAmountOut)
  const promised = [BigInt(amount), BigInt(effectiveAmount ?? amount)]
  return promised.every((units) => units > 0n && units >= least)
}
