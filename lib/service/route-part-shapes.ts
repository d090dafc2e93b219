import * as v from 'valibot'
import { compareDecimal, isDollars } from '../base/decimal.ts'
import { nameMax, outsideName } from '../base/outside-text.ts'
import {
  addressShape,
  chainIdShape,
  decimalShape,
  digitsShape,
  hexShape,
  lenient,
  orNull,
} from '../base/shapes.ts'
import type { RouteOutput, TxData } from './quote-result.ts'
import { tokenShape } from './token-shape.ts'

/** A price or value: decimal text, not negative; null where nothing is said, or nothing that is a number. */
export const dollarsShape = v.pipe(
  lenient(decimalShape),
  v.check((text) => text === null || compareDecimal(text, '0') >= 0, 'not negative'),
  v.check((text) => text === null || isDollars(text), 'dollars below 10^18 with at most 60 places'),
)

/** Percents and shares that somebody may write. */
export const shortDecimalShape = v.pipe(
  decimalShape,
  v.check(isShortDecimal, 'decimal of at most 40 characters'),
)

function isShortDecimal(text: string): boolean {
  return text.length <= 40
}

/** Slippage in percent, from 0 to below 100; null where it is no decimal, as where it is not said. */
export const routePercentShape = v.pipe(
  lenient(decimalShape),
  v.check((text) => text === null || isShortDecimal(text), 'decimal of at most 40 characters'),
  v.check(
    (text) => text === null || (compareDecimal(text, '0') >= 0 && compareDecimal(text, '100') < 0),
    'percent below 100',
  ),
)

/** Seconds a swap takes; null where the figure is missing or beyond a week. */
export const estimateShape = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) =>
      typeof value === 'number' && value >= 0 && value <= 604_800 ? Math.ceil(value) : null,
    ),
  ),
  null,
)

/** A label of a few plain words; empty for what is none, since only the label is lost with it. */
export const labelShape = v.pipe(
  v.unknown(),
  v.transform((text) => (typeof text === 'string' ? (outsideName(text, nameMax) ?? '') : '')),
)

/** An opaque id that travels back to the service as it is. */
export const quoteIdShape = v.pipe(v.string('quote id'), v.regex(/^[\x21-\x7e]{1,200}$/, 'quote id'))

/** What a route delivers; its value is the one after fees where the service tells both. */
export const outputShape: v.GenericSchema<unknown, RouteOutput> = v.pipe(
  v.object({
    token: tokenShape,
    amount: digitsShape,
    effectiveAmount: orNull(digitsShape),
    minAmountOut: digitsShape,
    priceInUsd: dollarsShape,
    valueInUsd: dollarsShape,
    effectiveValueInUsd: dollarsShape,
    effectiveReceivedInUsd: dollarsShape,
  }),
  v.transform((output) => ({
    token: output.token,
    amount: output.amount,
    effectiveAmount: output.effectiveAmount,
    minAmountOut: output.minAmountOut,
    priceInUsd: output.priceInUsd,
    valueInUsd: output.effectiveValueInUsd ?? output.effectiveReceivedInUsd ?? output.valueInUsd,
  })),
)

/** Labels of a route, at most 8; missing in some deployments. */
export const routeTagsShape = v.pipe(
  lenient(v.array(v.unknown())),
  v.transform((tags) =>
    (tags ?? []).slice(0, 8).flatMap((tag) => {
      const label = v.parse(labelShape, tag)
      return label === '' ? [] : [label]
    }),
  ),
)

/** An approval the service proposes; it is never acted on, so one that cannot be read is none. */
export const approvalShape = lenient(
  v.object({
    spenderAddress: addressShape,
    amount: digitsShape,
    tokenAddress: addressShape,
    userAddress: addressShape,
  }),
)

/** Wei as a digit string or hex; a JSON number may have lost digits and is refused. */
const weiShape = v.pipe(
  v.string('wei as text'),
  v.transform((text) => (/^0x[0-9a-fA-F]{1,64}$/.test(text) ? BigInt(text).toString() : text)),
  digitsShape,
)

/** A transaction of an EVM chain; another chain's instructions are refused. */
export const txDataShape: v.GenericSchema<unknown, TxData> = v.object({
  to: addressShape,
  data: hexShape,
  value: weiShape,
  chainId: orNull(chainIdShape),
})
