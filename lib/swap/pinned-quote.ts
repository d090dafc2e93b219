import { Problem } from '../base/problem.ts'
import type { Deployment } from './deployment.ts'
import { contradictionOf, pinnedToken } from './pinned.ts'
import type {
  AutoRoute,
  DepositRoute,
  FeeAmount,
  ManualRoute,
  PricedRoute,
  Quote,
  Refuel,
  RouteOutput,
} from './quote.ts'
import type { Token } from './token.ts'

type Named<T> = T & { readonly token: Token }

/**
 * A quote with every token in the package's words. A route that contradicts the package loses itself; an input that does,
 * or a quote that has only such routes, throws `serviceBadShape` with the place and what belongs there.
 */
export function pinnedQuote(deployment: Deployment, quote: Quote): Quote {
  let firstFault: Problem | null = null

  function token(given: Token, path: string): Token {
    const found = contradictionOf(deployment, given)
    if (found === null) return pinnedToken(deployment, given)
    const facts = { what: 'quote', path: `${path}.token.${found.field}`, expected: found.expected }
    throw new Problem('serviceBadShape', { facts })
  }

  /** The route, or null where the package says otherwise of one of its tokens. */
  function kept<T>(make: () => T): T | null {
    try {
      return make()
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      firstFault ??= thrown
      return null
    }
  }

  const named = <T>(one: Named<T>, path: string): Named<T> => ({ ...one, token: token(one.token, path) })
  const maybe = <T>(one: Named<T> | null, path: string) => (one === null ? null : named(one, path))
  const parts = { named, maybe }
  const autos = (quote.autoRoute === null ? [] : [quote.autoRoute, ...quote.autoRoutes]).flatMap(
    (route, at) => kept(() => autoOf(route, at === 0 ? '$.autoRoute' : '$.autoRoutes', parts)) ?? [],
  )
  const manualRoutes = quote.manualRoutes.flatMap(
    (route) => kept(() => manualOf(route, '$.manualRoutes', parts)) ?? [],
  )
  const { deposit: given } = quote
  const deposit = given === null ? null : kept(() => depositOf(given, parts))
  const isEmpty = autos.length === 0 && manualRoutes.length === 0 && deposit === null
  if (isEmpty && firstFault !== null) throw firstFault
  const [autoRoute = null, ...autoRoutes] = autos
  return { ...quote, input: named(quote.input, '$.input'), autoRoute, autoRoutes, manualRoutes, deposit }
}

interface Parts {
  readonly named: <T>(one: Named<T>, path: string) => Named<T>
  readonly maybe: <T>(one: Named<T> | null, path: string) => Named<T> | null
}

function autoOf(route: AutoRoute, path: string, parts: Parts): AutoRoute {
  const rewards = parts.maybe(route.rewards, `${path}.rewards`)
  return { ...route, ...pricedOf(route, path, parts), rewards, refuel: refuelOf(route.refuel, path, parts) }
}

function manualOf(route: ManualRoute, path: string, parts: Parts): ManualRoute {
  return { ...route, ...pricedOf(route, path, parts), refuel: refuelOf(route.refuel, path, parts) }
}

function depositOf(route: DepositRoute, { maybe }: Parts): DepositRoute {
  return { ...route, output: maybe<RouteOutput>(route.output, '$.deposit.output') }
}

function pricedOf(route: PricedRoute, path: string, { named, maybe }: Parts): PricedRoute {
  const { routeDetails } = route
  const fee = (one: FeeAmount | null, name: string) => maybe<FeeAmount>(one, `${path}.${name}`)
  return {
    output: named<RouteOutput>(route.output, `${path}.output`),
    affiliateFee: fee(route.affiliateFee, 'affiliateFee'),
    gasFee: fee(route.gasFee, 'gasFee'),
    routeDetails: { ...routeDetails, routeFee: fee(routeDetails.routeFee, 'routeDetails.routeFee') },
  }
}

function refuelOf(refuel: Refuel | null, path: string, { named, maybe }: Parts): Refuel | null {
  if (refuel === null) return null
  return {
    input: maybe(refuel.input, `${path}.refuel.input`),
    output: named(refuel.output, `${path}.refuel.output`),
  }
}
