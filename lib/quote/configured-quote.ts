import { Problem } from '../base/problem.ts'
import type { Deployment } from '../deployment/deployment.ts'
import type {
  AutoRoute,
  DepositRoute,
  FeeAmount,
  ManualRoute,
  PricedRoute,
  Quote,
  Refuel,
  RouteOutput,
  UnreadRoute,
} from '../service/quote-result.ts'
import type { Token } from '../service/token.ts'
import { configuredToken, contradictionOf } from '../tokens/configured-token.ts'
import { checkFees, checkInput, checkOutput, knownValue } from './figures.ts'

type Named<T> = T & { readonly token: Token }

/**
 * Returns a quote with every token in the package's words. A route that contradicts the package, or whose figures
 * cannot be, is one that cannot be read. An input of that kind, or a quote that has only such routes, throws
 * `serviceBadShape` with the place and what belongs there.
 */
export function configuredQuote(deployment: Deployment, quote: Quote): Quote {
  const faults: { readonly route: UnreadRoute; readonly problem: Problem }[] = []

  function token(given: Token, path: string): Token {
    const found = contradictionOf(deployment, given)
    if (found === null) return configuredToken(deployment, given)
    const facts = { what: 'quote', path: `${path}.token.${found.field}`, expected: found.expected }
    throw new Problem('serviceBadShape', { facts })
  }

  /** The route, or null where the package says otherwise of one of its tokens. */
  function readable<T>(kind: UnreadRoute['kind'], name: string, make: () => T): T | null {
    try {
      return make()
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      const { path = '', expected = '' } = thrown.data.facts
      faults.push({ route: { kind, name, path, expected }, problem: thrown })
      return null
    }
  }

  const named = <T>(one: Named<T>, path: string): Named<T> => ({ ...one, token: token(one.token, path) })
  const maybe = <T>(one: Named<T> | null, path: string) => (one === null ? null : named(one, path))
  const input = inputOf(quote.input, named)
  const parts = { named, maybe, input }
  const autos = (quote.autoRoute === null ? [] : [quote.autoRoute, ...quote.autoRoutes]).flatMap(
    (route, at) =>
      readable('auto', route.routeDetails.name, () =>
        autoOf(route, at === 0 ? '$.autoRoute' : '$.autoRoutes', parts),
      ) ?? [],
  )
  const manualRoutes = quote.manualRoutes.flatMap(
    (route) =>
      readable('manual', route.routeDetails.name, () => manualOf(route, '$.manualRoutes', parts)) ?? [],
  )
  const { deposit: given } = quote
  const deposit = given === null ? null : readable('deposit', '', () => depositOf(given, parts))
  const isEmpty = autos.length === 0 && manualRoutes.length === 0 && deposit === null
  const [first] = faults
  if (isEmpty && first !== undefined) throw first.problem
  const [autoRoute = null, ...autoRoutes] = autos
  const unread = [...(quote.unread ?? []), ...faults.map(({ route }) => route)]
  const found = { ...quote, input, autoRoute, autoRoutes, manualRoutes, deposit }
  return unread.length === 0 ? found : { ...found, unread }
}

interface Parts {
  readonly named: <T>(one: Named<T>, path: string) => Named<T>
  readonly maybe: <T>(one: Named<T> | null, path: string) => Named<T> | null
  readonly input: Quote['input']
}

function inputOf(given: Quote['input'], named: Parts['named']): Quote['input'] {
  const input = named({ ...given, ...knownWorth(given) }, '$.input')
  checkInput(input, '$.input')
  return input
}

/** A price or a value of nothing is one that the service does not know. */
function knownWorth({ priceInUsd, valueInUsd }: Pick<RouteOutput, 'priceInUsd' | 'valueInUsd'>) {
  return { priceInUsd: knownValue(priceInUsd), valueInUsd: knownValue(valueInUsd) }
}

function outputOf(given: RouteOutput, path: string, { named }: Pick<Parts, 'named'>): RouteOutput {
  const output = named({ ...given, ...knownWorth(given) }, path)
  checkOutput(output, path)
  return output
}

function autoOf(route: AutoRoute, path: string, parts: Parts): AutoRoute {
  const rewards = parts.maybe(route.rewards, `${path}.rewards`)
  return { ...route, ...pricedOf(route, path, parts), rewards, refuel: refuelOf(route.refuel, path, parts) }
}

function manualOf(route: ManualRoute, path: string, parts: Parts): ManualRoute {
  return { ...route, ...pricedOf(route, path, parts), refuel: refuelOf(route.refuel, path, parts) }
}

function depositOf(route: DepositRoute, parts: Parts): DepositRoute {
  const { output } = route
  return { ...route, output: output === null ? null : outputOf(output, '$.deposit.output', parts) }
}

function pricedOf(route: PricedRoute, path: string, parts: Parts): PricedRoute {
  const { routeDetails } = route
  const { maybe, input } = parts
  const fee = (one: FeeAmount | null, name: string) => maybe<FeeAmount>(one, `${path}.${name}`)
  const priced = {
    output: outputOf(route.output, `${path}.output`, parts),
    affiliateFee: fee(route.affiliateFee, 'affiliateFee'),
    gasFee: fee(route.gasFee, 'gasFee'),
    routeDetails: { ...routeDetails, routeFee: fee(routeDetails.routeFee, 'routeDetails.routeFee') },
  }
  checkFees(priced, input, path)
  return priced
}

function refuelOf(refuel: Refuel | null, path: string, { named, maybe }: Parts): Refuel | null {
  if (refuel === null) return null
  return {
    input: maybe(refuel.input, `${path}.refuel.input`),
    output: named(refuel.output, `${path}.refuel.output`),
  }
}
