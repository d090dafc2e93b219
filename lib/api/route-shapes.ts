import * as v from 'valibot'
import { compareDecimal, isDollars } from '../base/decimal.ts'
import { nameMax, outsideName } from '../swap/outside-name.ts'
import type { FeeAmount, Refuel, Rewards, RouteDetails, RouteOutput, TxData } from '../swap/quote.ts'
import {
  addressShape,
  chainIdShape,
  decimalShape,
  digitsShape,
  hexShape,
  lenient,
  objectShape,
  orNull,
} from '../wire/shapes.ts'
import { imageUrlShape, tokenShape } from './token-shape.ts'

/** A price or value: decimal text, not negative; null where the service has none. */
export const dollarsShape = orNull(
  v.pipe(
    decimalShape,
    v.check((text) => compareDecimal(text, '0') >= 0, 'not negative'),
    v.check(isDollars, 'dollars below 10^18 with at most 60 places'),
  ),
)

/** Percents and shares that somebody may write. */
export const shortDecimalShape = v.pipe(
  decimalShape,
  v.check((text) => text.length <= 40, 'decimal of at most 40 characters'),
)

/** Slippage in percent, from 0 to below 100. */
export const percentShape = orNull(
  v.pipe(
    shortDecimalShape,
    v.check((text) => compareDecimal(text, '0') >= 0 && compareDecimal(text, '100') < 0, 'percent below 100'),
  ),
)

/** Seconds a swap takes; null where the figure is missing or beyond a week (security 2, row 29). */
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
const labelShape = v.pipe(
  v.string('text'),
  v.transform((text) => outsideName(text, nameMax) ?? ''),
)

/** An opaque id that travels back to the service as it is. */
export const quoteIdShape = v.pipe(v.string('quote id'), v.regex(/^[\x21-\x7e]{1,200}$/, 'quote id'))

/** Unix seconds between 2020 and 2100; milliseconds are refused. */
export const unixSecondsShape = v.pipe(
  v.number('Unix seconds'),
  v.check((n) => Number.isInteger(n) && n >= 1_577_836_800 && n <= 4_102_444_800, 'Unix seconds'),
)

/** Some deployments send gas figures as numbers; those are for display only. */
const feeDigitsShape = v.pipe(
  v.unknown(),
  v.transform((value) => (Number.isSafeInteger(value) ? String(value) : value)),
  digitsShape,
)

/** A fee taken in a token: route fee and affiliate fee. */
export const feeShape: v.GenericSchema<unknown, FeeAmount> = v.object({
  token: tokenShape,
  amount: feeDigitsShape,
  feeInUsd: dollarsShape,
})

/** The gas the person pays. */
export const gasFeeShape: v.GenericSchema<unknown, FeeAmount> = v.pipe(
  v.object({ gasToken: tokenShape, estimatedFee: feeDigitsShape, feeInUsd: dollarsShape }),
  v.transform(({ gasToken, estimatedFee, feeInUsd }) => ({
    token: gasToken,
    amount: estimatedFee,
    feeInUsd,
  })),
)

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

const dexShape = v.pipe(
  objectShape({
    protocol: v.nullish(v.object({ displayName: orNull(labelShape), name: orNull(labelShape) })),
  }),
  v.transform(({ protocol }) => protocol?.displayName || protocol?.name || null),
)

/** Name, logo, fee and venue of a route. */
export const routeDetailsShape: v.GenericSchema<unknown, RouteDetails> = v.pipe(
  v.object({
    name: labelShape,
    logoURI: imageUrlShape,
    routeFee: orNull(feeShape),
    dexDetails: orNull(dexShape),
  }),
  v.transform(({ dexDetails, ...details }) => ({ ...details, dexName: dexDetails })),
)

/** Labels of a route, at most 8; missing in some deployments. */
export const routeTagsShape = v.optional(
  v.pipe(
    v.nullable(v.array(labelShape)),
    v.transform((tags) => (tags ?? []).slice(0, 8).filter((tag) => tag !== '')),
  ),
  null,
)

const tokenAmountShape = v.object({ token: tokenShape, amount: digitsShape })

/** What comes along for gas on the destination chain. */
export const refuelShape: v.GenericSchema<unknown, Refuel> = v.object({
  input: orNull(tokenAmountShape),
  output: tokenAmountShape,
})

/** Rewards are for display only: what cannot be read, or is switched off, is not there. */
export const rewardsShape: v.GenericSchema<unknown, Rewards | null> = v.pipe(
  lenient(
    v.object({
      token: tokenShape,
      totalRewardAmount: digitsShape,
      totalRewardAmountInUsd: dollarsShape,
      isRewardEnabled: v.literal(true),
    }),
  ),
  v.transform((rewards) => {
    if (rewards === null) return null
    const { isRewardEnabled: _, ...shown } = rewards
    return shown
  }),
)

/** An approval the service proposes; for display only (API5). */
export const approvalShape = v.object({
  spenderAddress: addressShape,
  amount: digitsShape,
  tokenAddress: addressShape,
  userAddress: addressShape,
})

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
