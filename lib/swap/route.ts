import type { AutoRoute, DepositRoute, ManualRoute, Quote } from './quote.ts'

/** A route of a quote, of whatever kind; `key` names it over refreshes, as its quote id does not (Q5). */
export type Route =
  | { readonly kind: 'auto'; readonly key: string; readonly route: AutoRoute }
  | { readonly kind: 'manual'; readonly key: string; readonly route: ManualRoute }
  | { readonly kind: 'deposit'; readonly key: string; readonly route: DepositRoute }

/** Every route of a quote: automatic ones first, then manual ones, then the deposit, each with a key of its own. */
export function routesOf(quote: Quote): readonly Route[] {
  const autos = quote.autoRoute === null ? [] : [quote.autoRoute, ...quote.autoRoutes]
  const routes: Route[] = [
    ...autos.map((route) => ({ kind: 'auto', key: autoKey(route), route }) as const),
    ...quote.manualRoutes.map((route) => ({ kind: 'manual', key: manualKey(route), route }) as const),
    ...(quote.deposit === null ? [] : [{ kind: 'deposit', key: 'deposit', route: quote.deposit } as const]),
  ]
  const taken = new Map<string, number>()
  return routes.map((one) => {
    const count = (taken.get(one.key) ?? 0) + 1
    taken.set(one.key, count)
    return count === 1 ? one : { ...one, key: `${one.key}#${count}` }
  })
}

/** The route of a key; null when this quote has it no more. */
export function routeByKey(quote: Quote, key: string): Route | null {
  return routesOf(quote).find((one) => one.key === key) ?? null
}

/** SUGGESTED moves from route to route; what a route was optimised for does not. */
function autoKey({ userOp, routeDetails, routeTags }: AutoRoute): string {
  const aims = routeTags.filter((tag) => tag !== 'SUGGESTED').toSorted()
  return ['auto', userOp, routeDetails.name, ...aims].join(':')
}

function manualKey({ routeDetails }: ManualRoute): string {
  return ['manual', routeDetails.name, routeDetails.dexName ?? ''].join(':')
}
