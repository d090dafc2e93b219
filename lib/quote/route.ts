import { Problem } from '../base/problem.ts'
import { asksDeposit, type QuoteOptions } from '../service/quote-request.ts'
import type { AutoRoute, DepositRoute, ManualRoute, Quote, UnreadRoute } from '../service/quote-result.ts'

/** A route of a quote, of whatever kind; `key` names it over refreshes, as its quote id does not. */
export type Route =
  | { readonly kind: 'auto'; readonly key: string; readonly route: AutoRoute }
  | { readonly kind: 'manual'; readonly key: string; readonly route: ManualRoute }
  | { readonly kind: 'deposit'; readonly key: string; readonly route: DepositRoute }

/** The part of an ask that says which kinds of route are wanted. */
interface KindAsk {
  readonly options?: QuoteOptions
}

/**
 * Returns every route of a quote that is of a kind the user asked for: automatic ones first, then manual ones, then
 * the deposit, each with a key of its own. What the service adds unasked is not there for anybody.
 */
export function routesOf(quote: Quote, ask: KindAsk): readonly Route[] {
  const wanted = kindsOf(ask)
  const autos = quote.autoRoute === null ? [] : [quote.autoRoute, ...quote.autoRoutes]
  const given: Route[] = [
    ...autos.map((route) => ({ kind: 'auto', key: autoKey(route), route }) as const),
    ...quote.manualRoutes.map((route) => ({ kind: 'manual', key: manualKey(route), route }) as const),
    ...(quote.deposit === null ? [] : [{ kind: 'deposit', key: 'deposit', route: quote.deposit } as const]),
  ]
  const routes = given.filter(({ kind }) => wanted.has(kind))
  const taken = new Map<string, number>()
  return routes.map((one) => {
    const count = (taken.get(one.key) ?? 0) + 1
    taken.set(one.key, count)
    return count === 1 ? one : { ...one, key: `${one.key}#${count}` }
  })
}

/** Returns the routes of a kind that was asked for which could not be read. */
export function unreadOf({ unread = [] }: Quote, ask: KindAsk): readonly UnreadRoute[] {
  const wanted = kindsOf(ask)
  return unread.filter(({ kind }) => wanted.has(kind))
}

/** Throws `serviceBadShape` with the place in a quote whose every route could not be read. */
export function requireReadable(quote: Quote, ask: KindAsk): void {
  const [first] = unreadOf(quote, ask)
  if (first === undefined || routesOf(quote, ask).length > 0) return
  throw new Problem('serviceBadShape', {
    facts: { what: 'quote', path: first.path, expected: first.expected },
  })
}

/** Returns the route of a key; null when this quote has it no more, or its kind was never asked for. */
export function routeByKey(quote: Quote, ask: KindAsk, key: string): Route | null {
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

function kindsOf(ask: KindAsk): ReadonlySet<Route['kind']> {
  const kinds = new Set<Route['kind']>()
  if (ask.options?.disableAuto !== true) kinds.add('auto')
  if (ask.options?.enableManual === true) kinds.add('manual')
  if (asksDeposit(ask)) kinds.add('deposit')
  return kinds
}

/** SUGGESTED moves from route to route; what a route was optimised for does not. */
function autoKey({ userOp, routeDetails, routeTags }: AutoRoute): string {
  const aims = routeTags.filter((tag) => tag !== 'SUGGESTED').toSorted()
  return ['auto', userOp, routeDetails.name, ...aims].join(':')
}

function manualKey({ routeDetails }: ManualRoute): string {
  return ['manual', routeDetails.name, routeDetails.dexName ?? ''].join(':')
}
