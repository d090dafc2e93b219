import { compareDecimal, isDollarText, knownValue, multiplyUnits, subtractDecimal } from '../base/decimal.ts'
import type { ChainAddressFormats } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { Quote, UnreadRoute } from '../service/quote-shape.ts'
import type {
  AutoRoute,
  DepositRoute,
  FeeAmount,
  ManualRoute,
  PricedRoute,
  Refuel,
  RouteOutput,
} from '../service/route.ts'
import type { Token } from '../service/token.ts'
import { configureToken, findTokenContradiction } from '../tokens/configure-token.ts'

type Named<T> = T & { readonly token: Token }

/**
 * Returns a quote with every token named as the deployment names it. A route is moved to `unread` if one of its tokens
 * contradicts the deployment, or if its amounts and values are impossible. Throws `serviceBadShape`, with the path and
 * the expected value, if this happens to the input or to all routes. `forms` are the address formats from the service's
 * chain records. `listed` are tokens of the service's lists: a token that the deployment does not name is shown as
 * listed.
 */
export function configureQuote(
  deployment: Deployment,
  quote: Quote,
  formats: ChainAddressFormats = {},
  listed: readonly Token[] = [],
): Quote {
  // A quote without routes has nothing to pay. The service may name its tokens by their addresses only.
  if (isEmptyQuote(quote)) return quote
  const faults: { readonly route: UnreadRoute; readonly problem: Problem }[] = []

  function token(given: Token, path: string): Token {
    const known = listed.find((one) => isSameToken(one, given))
    const found = findTokenContradiction(deployment, given, formats, known)
    if (found === null) {
      const shown = known === undefined ? given : { ...known, logoURI: known.logoURI ?? given.logoURI }
      return configureToken(deployment, shown)
    }
    const facts = { what: 'quote', path: `${path}.token.${found.field}`, expected: found.expected }
    throw new Problem('serviceBadShape', { facts })
  }

  function tryConfigure<T>(kind: UnreadRoute['kind'], name: string, make: () => T): T | null {
    try {
      return make()
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      const { path = '', expected = '' } = thrown.data.facts
      faults.push({ route: { kind, name, path, expected }, problem: thrown })
      return null
    }
  }

  const withToken = <T>(one: Named<T>, path: string): Named<T> => ({ ...one, token: token(one.token, path) })
  const withTokenOrNull = <T>(one: Named<T> | null, path: string) =>
    one === null ? null : withToken(one, path)
  const input = configureInput(quote.input, withToken)
  const parts = { withToken: withToken, withTokenOrNull: withTokenOrNull, input }
  const autos = (quote.autoRoute === null ? [] : [quote.autoRoute, ...quote.autoRoutes]).flatMap(
    (route, at) =>
      tryConfigure('auto', route.routeDetails.name, () =>
        configureAutoRoute(route, at === 0 ? '$.autoRoute' : '$.autoRoutes', parts),
      ) ?? [],
  )
  const manualRoutes = quote.manualRoutes.flatMap(
    (route) =>
      tryConfigure('manual', route.routeDetails.name, () =>
        configureManualRoute(route, '$.manualRoutes', parts),
      ) ?? [],
  )
  const { deposit: given } = quote
  const deposit = given === null ? null : tryConfigure('deposit', '', () => configureDeposit(given, parts))
  const isEmpty = autos.length === 0 && manualRoutes.length === 0 && deposit === null
  const [first] = faults
  if (isEmpty && first !== undefined) throw first.problem
  const [autoRoute = null, ...autoRoutes] = autos
  const unread = [...quote.unread, ...faults.map(({ route }) => route)]
  return { ...quote, input, autoRoute, autoRoutes, manualRoutes, deposit, unread }
}

export function listQuoteTokens({
  input,
  autoRoute,
  autoRoutes,
  manualRoutes,
  deposit,
}: Quote): readonly Token[] {
  const routes: readonly (AutoRoute | ManualRoute)[] = [
    ...(autoRoute === null ? [] : [autoRoute]),
    ...autoRoutes,
    ...manualRoutes,
  ]
  const parts = routes.flatMap((route) => [
    ...[route.output, route.affiliateFee, route.gasFee, route.routeDetails.routeFee],
    ...[route.refuel?.input ?? null, route.refuel?.output ?? null],
    'rewards' in route ? route.rewards : null,
  ])
  return [input, deposit?.output ?? null, ...parts].flatMap((one) => (one === null ? [] : [one.token]))
}

function isEmptyQuote({ autoRoute, manualRoutes, deposit, unread }: Quote): boolean {
  return autoRoute === null && deposit === null && manualRoutes.length === 0 && unread.length === 0
}

interface Parts {
  readonly withToken: <T>(one: Named<T>, path: string) => Named<T>
  readonly withTokenOrNull: <T>(one: Named<T> | null, path: string) => Named<T> | null
  readonly input: Quote['input']
}

function configureInput(given: Quote['input'], named: Parts['withToken']): Quote['input'] {
  const input = named({ ...given, ...knownValues(given) }, '$.input')
  checkInput(input, '$.input')
  return input
}

/** The service writes a price or value of zero when it does not know it. */
function knownValues({ priceInUsd, valueInUsd }: Pick<RouteOutput, 'priceInUsd' | 'valueInUsd'>) {
  return { priceInUsd: knownValue(priceInUsd), valueInUsd: knownValue(valueInUsd) }
}

function configureOutput(
  given: RouteOutput,
  path: string,
  { withToken }: Pick<Parts, 'withToken'>,
): RouteOutput {
  const output = withToken({ ...given, ...knownValues(given) }, path)
  checkOutput(output, path)
  return output
}

function configureAutoRoute(route: AutoRoute, path: string, parts: Parts): AutoRoute {
  const rewards = parts.withTokenOrNull(route.rewards, `${path}.rewards`)
  return {
    ...route,
    ...configurePrices(route, path, parts),
    rewards,
    refuel: configureRefuel(route.refuel, path, parts),
  }
}

function configureManualRoute(route: ManualRoute, path: string, parts: Parts): ManualRoute {
  return {
    ...route,
    ...configurePrices(route, path, parts),
    refuel: configureRefuel(route.refuel, path, parts),
  }
}

function configureDeposit(route: DepositRoute, parts: Parts): DepositRoute {
  const { output } = route
  return { ...route, output: output === null ? null : configureOutput(output, '$.deposit.output', parts) }
}

function configurePrices(route: PricedRoute, path: string, parts: Parts): PricedRoute {
  const { routeDetails } = route
  const { withTokenOrNull, input } = parts
  const fee = (one: FeeAmount | null, name: string) => withTokenOrNull<FeeAmount>(one, `${path}.${name}`)
  const priced = {
    unreadFees: route.unreadFees,
    output: configureOutput(route.output, `${path}.output`, parts),
    affiliateFee: fee(route.affiliateFee, 'affiliateFee'),
    gasFee: fee(route.gasFee, 'gasFee'),
    routeDetails: { ...routeDetails, routeFee: fee(routeDetails.routeFee, 'routeDetails.routeFee') },
  }
  checkFees(priced, input, path)
  return priced
}

function configureRefuel(
  refuel: Refuel | null,
  path: string,
  { withToken, withTokenOrNull }: Parts,
): Refuel | null {
  if (refuel === null) return null
  return {
    input: withTokenOrNull(refuel.input, `${path}.refuel.input`),
    output: withToken(refuel.output, `${path}.refuel.output`),
  }
}

/** The most digits of a whole-token amount: 10^24 tokens or more are not plausible. */
const maxWholeDigits = 24
/** A value may differ from its price times the amount by this factor. Differences below one dollar are ignored. */
const maxPriceFactor = '10'
const minComparedUsd = '1'

interface Priced {
  readonly token: Token
  readonly priceInUsd: string | null
}

/** Throws `serviceBadShape` for an impossible amount, or a value that contradicts the price. */
function checkInput(input: Quote['input'], path: string): void {
  checkDollars(input, path)
  checkAmount(input.amount, input.token, `${path}.amount`)
  checkValue(input.valueInUsd, possibleValues(input, input.amount), `${path}.valueInUsd`)
}

/**
 * Checks the output of a route in the same way. Its value may be the value before or after the relaying fee.
 * `effectiveInUsd`, the value after all costs, is not checked: it counts only if it is below the price's value
 * (`routeSummary`).
 */
function checkOutput(output: RouteOutput, path: string): void {
  const { amount, effectiveAmount, minAmountOut, token } = output
  checkDollars(output, path)
  for (const units of [amount, effectiveAmount ?? '0', minAmountOut]) {
    checkAmount(units, token, `${path}.amount`)
  }
  const worth = possibleValues(output, amount, effectiveAmount ?? amount)
  checkValue(output.valueInUsd, worth, `${path}.valueInUsd`)
}

function checkFees(route: PricedRoute, input: Priced, path: string): void {
  const { affiliateFee, gasFee, output, routeDetails } = route
  const fees = { affiliateFee, gasFee, 'routeDetails.routeFee': routeDetails.routeFee }
  for (const [name, fee] of Object.entries(fees)) {
    if (fee === null) continue
    checkDollars({ feeInUsd: fee.feeInUsd }, `${path}.${name}`)
    checkAmount(fee.amount, fee.token, `${path}.${name}.amount`)
    const priced = [input, output].find(({ token }) => isSameToken(token, fee.token))
    if (priced !== undefined)
      checkValue(fee.feeInUsd, possibleValues(priced, fee.amount), `${path}.${name}.feeInUsd`)
  }
}

function isSameToken(one: Token, other: Token): boolean {
  return one.chainId === other.chainId && one.address === other.address
}

function possibleValues({ token, priceInUsd }: Priced, ...amounts: readonly string[]): readonly string[] {
  return priceInUsd === null ? [] : amounts.map((units) => multiplyUnits(units, token.decimals, priceInUsd))
}

function checkAmount(units: string, { decimals }: Token, path: string): void {
  if (units.length > decimals + maxWholeDigits)
    throw absurdFigure(path, `less than 10^${maxWholeDigits} of the token`)
}

function checkDollars(
  one: { readonly [field in 'priceInUsd' | 'valueInUsd' | 'feeInUsd']?: string | null },
  path: string,
): void {
  for (const field of ['priceInUsd', 'valueInUsd', 'feeInUsd'] as const) {
    const text = one[field] ?? null
    if (text !== null && !isDollarText(text)) throw absurdFigure(`${path}.${field}`, 'dollars below 10^18')
  }
}

function checkValue(valueInUsd: string | null, worth: readonly string[], path: string): void {
  if (valueInUsd === null || worth.length === 0 || worth.some((one) => isNear(valueInUsd, one))) return
  throw absurdFigure(path, `within ${maxPriceFactor} times of the price`)
}

function isNear(one: string, other: string): boolean {
  const [less = one, more = one] = [one, other].toSorted(compareDecimal)
  if (compareDecimal(subtractDecimal(more, less), minComparedUsd) <= 0) return true
  return compareDecimal(more, multiplyUnits(maxPriceFactor, 0, less)) <= 0
}

function absurdFigure(path: string, expected: string): Problem {
  return new Problem('serviceBadShape', { facts: { what: 'quote', path, expected } })
}
