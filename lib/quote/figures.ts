import { compareDecimal, isDollars, multiplyUnits, subtractDecimal } from '../base/decimal.ts'
import { Problem } from '../base/problem.ts'
import type { FeeAmount, PricedRoute, Quote, RouteOutput } from '../service/quote-result.ts'
import type { Token } from '../service/token.ts'

/** More of a token than this, in whole ones, is no amount that anybody pays: 10^24. */
const wholeDigits = 24
/** How many times more or less a value may be than its price says; below a dollar nobody counts. */
const factor = '10'
const countedUsd = '1'

interface Priced {
  readonly token: Token
  readonly priceInUsd: string | null
}

/** Throws `serviceBadShape` where what is given cannot be: an absurd amount, a price and a value that contradict. */
export function checkInput(input: Quote['input'], path: string): void {
  checkDollars(input, path)
  checkAmount(input.amount, input.token, `${path}.amount`)
  checkValue(input.valueInUsd, worths(input, input.amount), `${path}.valueInUsd`)
}

/** Checks the same of what a route delivers; its value may be that before or after the relaying fee. */
export function checkOutput(output: RouteOutput, path: string): void {
  const { amount, effectiveAmount, minAmountOut, token } = output
  checkDollars(output, path)
  for (const units of [amount, effectiveAmount ?? '0', minAmountOut]) {
    checkAmount(units, token, `${path}.amount`)
  }
  const worth = worths(output, amount, effectiveAmount ?? amount)
  checkValue(output.valueInUsd, worth, `${path}.valueInUsd`)
}

/** Returns the same of what a route costs, by the prices of its own quote. */
export function checkFees(route: PricedRoute, input: Priced, path: string): void {
  const { affiliateFee, gasFee, output, routeDetails } = route
  const fees = { affiliateFee, gasFee, 'routeDetails.routeFee': routeDetails.routeFee }
  for (const [name, fee] of Object.entries(fees)) {
    if (fee === null) continue
    checkDollars({ feeInUsd: fee.feeInUsd }, `${path}.${name}`)
    checkAmount(fee.amount, fee.token, `${path}.${name}.amount`)
    const priced = [input, output].find(({ token }) => isSame(token, fee))
    if (priced !== undefined) checkValue(fee.feeInUsd, worths(priced, fee.amount), `${path}.${name}.feeInUsd`)
  }
}

/** Returns the value as far as it is known: a value of nothing beside a price is one that the service does not know. */
export function knownValue(valueInUsd: string | null): string | null {
  return valueInUsd === null || /^[0.]*$/.test(valueInUsd) ? null : valueInUsd
}

function isSame(token: Token, { token: { chainId, address } }: FeeAmount): boolean {
  return token.chainId === chainId && token.address === address
}

function worths({ token, priceInUsd }: Priced, ...amounts: readonly string[]): readonly string[] {
  return priceInUsd === null ? [] : amounts.map((units) => multiplyUnits(units, token.decimals, priceInUsd))
}

function checkAmount(units: string, { decimals }: Token, path: string): void {
  if (units.length > decimals + wholeDigits) throw absurd(path, `less than 10^${wholeDigits} of the token`)
}

function checkDollars(
  one: { readonly [field in 'priceInUsd' | 'valueInUsd' | 'feeInUsd']?: string | null },
  path: string,
): void {
  for (const field of ['priceInUsd', 'valueInUsd', 'feeInUsd'] as const) {
    const text = one[field] ?? null
    if (text !== null && !isDollars(text)) throw absurd(`${path}.${field}`, 'dollars below 10^18')
  }
}

/** One that fits any of the worths is right. */
function checkValue(valueInUsd: string | null, worth: readonly string[], path: string): void {
  if (valueInUsd === null || worth.length === 0 || worth.some((one) => isNear(valueInUsd, one))) return
  throw absurd(path, `within ${factor} times of the price`)
}

function isNear(one: string, other: string): boolean {
  const [less = one, more = one] = [one, other].toSorted(compareDecimal)
  if (compareDecimal(subtractDecimal(more, less), countedUsd) <= 0) return true
  return compareDecimal(more, multiplyUnits(factor, 0, less)) <= 0
}

function absurd(path: string, expected: string): Problem {
  return new Problem('serviceBadShape', { facts: { what: 'quote', path, expected } })
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
