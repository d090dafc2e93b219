import { compareDecimal, knownValue, multiplyUnits, subtractDecimal } from '../base/decimal.ts'
import { isDollarText } from '../base/decimal-math.ts'
import type { ChainAddressFormats } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { badShape } from '../base/shapes.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { RawQuote } from '../service/quote.ts'
import { addressFormatsOf, type QuoteRequest } from '../service/quote-request.ts'
import { decodeQuote, type Quote } from '../service/quote-shape.ts'
import type { Route, RouteOutput } from '../service/route.ts'
import type { Token } from '../service/token.ts'
import { configureToken, findTokenContradiction } from '../tokens/configure-token.ts'

type Named<T> = T & { readonly token: Token }

/**
 * Decodes a stored quote and names its tokens as the deployment does. `listed` are tokens of the service's lists.
 * Returns null if it has no route.
 */
export function readQuote(
  deployment: Deployment,
  raw: RawQuote,
  request: QuoteRequest,
  listed: readonly Token[] = [],
): Quote | null {
  const quote = decodeQuote(raw, request, deployment.chains)
  return quote === null ? null : configureQuote(deployment, quote, addressFormatsOf(request), listed)
}

/**
 * Returns a quote with every token named as the deployment names it. A route is moved to `unread` if one of its tokens
 * contradicts the deployment, or if its amounts and values are impossible. Throws `serviceAnswerInvalid`, with the path and
 * the expected value, if this happens to the input or to all routes. `formats` are the address formats from the
 * service's chain records. A token that the deployment does not name is shown as in `listed`.
 */
export function configureQuote(
  deployment: Deployment,
  quote: Quote,
  formats: ChainAddressFormats = {},
  listed: readonly Token[] = [],
): Quote {
  function withToken<T>(one: Named<T>, path: string): Named<T> {
    const known = listed.find((other) => isSameToken(other, one.token))
    const found = findTokenContradiction(deployment, one.token, formats, known)
    if (found !== null) throw badShape('quote', `${path}.token.${found.field}`, found.expected)
    const shown = known === undefined ? one.token : { ...known, logoURI: known.logoURI ?? one.token.logoURI }
    return { ...one, token: configureToken(deployment, shown) }
  }
  const orNull = <T>(one: Named<T> | null, path: string) => (one === null ? null : withToken(one, path))

  function configureRoute(route: Route, path: string): Route {
    const { routeDetails, refuel } = route
    const configured = {
      ...route,
      output:
        route.output === null
          ? null
          : withToken({ ...route.output, ...knownValues(route.output) }, `${path}.output`),
      affiliateFee: orNull(route.affiliateFee, `${path}.affiliateFee`),
      gasFee: orNull(route.gasFee, `${path}.gasFee`),
      routeDetails: {
        ...routeDetails,
        routeFee: orNull(routeDetails.routeFee, `${path}.routeDetails.routeFee`),
      },
      refuel: refuel && {
        input: orNull(refuel.input, `${path}.refuel.input`),
        output: withToken(refuel.output, `${path}.refuel.output`),
      },
    } as Route
    if (configured.output !== null) checkOutput(configured.output, `${path}.output`)
    checkFees(configured, input, path)
    return configured
  }

  const input = withToken({ ...quote.input, ...knownValues(quote.input) }, '$.input')
  checkInput(input, '$.input')
  const routes: Route[] = []
  const unread = [...quote.unread]
  for (const route of quote.routes) {
    try {
      routes.push(configureRoute(route, pathOf(route, quote)))
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      const { path = '', expected = '' } = thrown.data.facts
      unread.push({ kind: route.kind, name: route.routeDetails.name, path, expected })
    }
  }
  const fault = unread.at(quote.unread.length)
  if (routes.length === 0 && fault !== undefined) throw badShape('quote', fault.path, fault.expected)
  return { ...quote, input, routes, unread }
}

function pathOf(route: Route, { routes }: Quote): string {
  if (route.kind !== 'auto') return route.kind === 'manual' ? '$.manualRoutes' : '$.deposit'
  return route === routes[0] ? '$.autoRoute' : '$.autoRoutes'
}

export function listQuoteTokens({ input, routes }: Quote): readonly Token[] {
  const parts = routes.flatMap(({ output, affiliateFee, gasFee, routeDetails, refuel }) => [
    ...[output, affiliateFee, gasFee, routeDetails.routeFee],
    ...[refuel?.input ?? null, refuel?.output ?? null],
  ])
  return [input, ...parts].flatMap((one) => (one === null ? [] : [one.token]))
}

/** The service writes a price or value of zero when it does not know it. */
function knownValues({ priceInUsd, valueInUsd }: Pick<RouteOutput, 'priceInUsd' | 'valueInUsd'>) {
  return { priceInUsd: knownValue(priceInUsd), valueInUsd: knownValue(valueInUsd) }
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

/** Throws `serviceAnswerInvalid` for an impossible amount, or a value that contradicts the price. */
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

function checkFees(route: Route, input: Priced, path: string): void {
  const { affiliateFee, gasFee, output, routeDetails } = route
  const fees = { affiliateFee, gasFee, 'routeDetails.routeFee': routeDetails.routeFee }
  for (const [name, fee] of Object.entries(fees)) {
    if (fee === null) continue
    checkDollars({ feeInUsd: fee.feeInUsd }, `${path}.${name}`)
    checkAmount(fee.amount, fee.token, `${path}.${name}.amount`)
    const priced = [input, output].find((one) => one !== null && isSameToken(one.token, fee.token)) ?? null
    if (priced !== null)
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
    throw badShape('quote', path, `less than 10^${maxWholeDigits} of the token`)
}

function checkDollars(
  one: { readonly [field in 'priceInUsd' | 'valueInUsd' | 'feeInUsd']?: string | null },
  path: string,
): void {
  for (const field of ['priceInUsd', 'valueInUsd', 'feeInUsd'] as const) {
    const text = one[field] ?? null
    if (text !== null && !isDollarText(text))
      throw badShape('quote', `${path}.${field}`, 'dollars below 10^18')
  }
}

function checkValue(valueInUsd: string | null, worth: readonly string[], path: string): void {
  if (valueInUsd === null || worth.length === 0 || worth.some((one) => isNear(valueInUsd, one))) return
  throw badShape('quote', path, `within ${maxPriceFactor} times of the price`)
}

function isNear(one: string, other: string): boolean {
  const [less = one, more = one] = [one, other].toSorted(compareDecimal)
  if (compareDecimal(subtractDecimal(more, less), minComparedUsd) <= 0) return true
  return compareDecimal(more, multiplyUnits(maxPriceFactor, 0, less)) <= 0
}
