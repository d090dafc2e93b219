import * as v from 'valibot'
import { compareDecimal, isDollars, knownValue, lesserOf } from '../base/decimal.ts'
import { nameMax, outsideName } from '../base/outside-text.ts'
import {
  addressShape,
  chainIdShape,
  decimalShape,
  digitsShape,
  hexShape,
  lenient,
  objectShape,
  orNull,
} from '../base/shapes.ts'
import type { FeeAmount, Refuel, RouteDetails, RouteOutput, TxData } from './quote-result.ts'
import { imageUrlShape, saidTokenShape } from './token-shape.ts'

/** A price or value: decimal text, not negative; null where nothing is said, or nothing that is a number. */
export const dollarsShape = v.pipe(
  lenient(decimalShape),
  v.check((text) => text === null || compareDecimal(text, '0') >= 0, 'not negative'),
  v.check((text) => text === null || isDollars(text), 'dollars below 10^18 with at most 60 places'),
)

/** The same of what is left after everything that is paid: below zero where a swap costs more than it brings. */
const signedDollarsShape = v.pipe(
  lenient(decimalShape),
  v.check(
    (text) => text === null || isDollars(text.replace('-', '')),
    'dollars below 10^18 with at most 60 places',
  ),
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

/** What a route delivers. */
export const outputShape: v.GenericSchema<unknown, RouteOutput> = v.pipe(
  v.object({
    token: saidTokenShape,
    amount: digitsShape,
    effectiveAmount: orNull(digitsShape),
    minAmountOut: digitsShape,
    priceInUsd: dollarsShape,
    valueInUsd: dollarsShape,
    effectiveValueInUsd: signedDollarsShape,
    effectiveReceivedInUsd: signedDollarsShape,
  }),
  v.transform(({ effectiveValueInUsd, effectiveReceivedInUsd, ...output }) => {
    // Deployments leave the relaying fee out of the one, or the gas out of the other.
    const effectiveInUsd = lesserOf(knownValue(effectiveValueInUsd), knownValue(effectiveReceivedInUsd))
    return effectiveInUsd === null ? output : { ...output, effectiveInUsd }
  }),
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

/** An approval the service proposes; one that cannot be read is none. */
export const approvalShape = lenient(
  v.object({
    spenderAddress: addressShape,
    amount: digitsShape,
    tokenAddress: addressShape,
    userAddress: addressShape,
  }),
)

/** Wei as a digit string, hex or an integer that JSON carries exactly; none where nothing is said. */
const weiShape = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => {
      if (value === null) return '0'
      if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value).toString() : value
      const isHexText = typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
      return isHexText ? BigInt(value).toString() : value
    }),
    digitsShape,
  ),
  '0',
)

/** A transaction of an EVM chain; another chain's instructions are refused. */
export const txDataShape: v.GenericSchema<unknown, TxData> = v.object({
  to: addressShape,
  data: hexShape,
  value: weiShape,
  chainId: orNull(chainIdShape),
})

/** Some deployments send gas figures as numbers; those are for display only. */
const feeDigitsShape = v.pipe(
  v.unknown(),
  v.transform((value) => (Number.isSafeInteger(value) ? String(value) : value)),
  digitsShape,
)

/** A fee taken in a token: route fee and affiliate fee. */
const tokenFeeShape: v.GenericSchema<unknown, FeeAmount> = v.object({
  token: saidTokenShape,
  amount: feeDigitsShape,
  feeInUsd: dollarsShape,
})

/** The gas the user pays. */
const gasFeeShape: v.GenericSchema<unknown, FeeAmount> = v.pipe(
  v.object({ gasToken: saidTokenShape, estimatedFee: feeDigitsShape, feeInUsd: dollarsShape }),
  v.transform(({ gasToken, estimatedFee, feeInUsd }) => ({
    token: gasToken,
    amount: estimatedFee,
    feeInUsd,
  })),
)

/** What the shape reads, null where nothing is said, and `unread` for whatever else is there. */
function orUnread<Output>(
  shape: v.GenericSchema<unknown, Output>,
): v.GenericSchema<unknown, Output | null | 'unread'> {
  const anything = v.pipe(
    v.unknown(),
    v.transform(() => 'unread' as const),
  )
  return v.optional(v.union([orNull(shape), anything]), null)
}

/** A fee in either form, alone or as the only one of a list. */
export const feeShape = orUnread(
  v.pipe(
    v.unknown(),
    v.transform((fee) => (Array.isArray(fee) && fee.length === 1 ? fee[0] : fee)),
    v.union([tokenFeeShape, gasFeeShape]),
  ),
)

const optionalLabelShape = v.optional(labelShape, '')

const dexShape = v.pipe(
  lenient(
    objectShape({
      protocol: lenient(objectShape({ displayName: optionalLabelShape, name: optionalLabelShape })),
    }),
  ),
  v.transform((dex) => dex?.protocol?.displayName || dex?.protocol?.name || null),
)

/** Name, logo, fee and venue of a route; where there are none of them, what it costs is not known. */
export const routeDetailsShape = v.pipe(
  lenient(
    objectShape({
      name: optionalLabelShape,
      logoURI: imageUrlShape,
      routeFee: feeShape,
      dexDetails: dexShape,
    }),
  ),
  v.transform((details) => {
    if (details === null) return { name: '', logoURI: null, dexName: null, routeFee: 'unread' as const }
    const { dexDetails, ...rest } = details
    return { ...rest, dexName: dexDetails }
  }),
)

type ReadFee = FeeAmount | null | 'unread'

/** Returns a route whose fees are known or named as unread. */
export function withKnownFees<
  Route extends {
    readonly affiliateFee: ReadFee
    readonly gasFee: ReadFee
    readonly routeDetails: Omit<RouteDetails, 'routeFee'> & { readonly routeFee: ReadFee }
  },
>({ affiliateFee, gasFee, routeDetails, ...route }: Route) {
  const fees = { affiliateFee, gasFee, routeFee: routeDetails.routeFee }
  const names = ['affiliateFee', 'gasFee', 'routeFee'] as const
  const unreadFees = names.filter((name) => fees[name] === 'unread')
  const known = (fee: ReadFee) => (fee === 'unread' ? null : fee)
  return {
    ...route,
    affiliateFee: known(affiliateFee),
    gasFee: known(gasFee),
    routeDetails: { ...routeDetails, routeFee: known(routeDetails.routeFee) },
    ...(unreadFees.length === 0 ? {} : { unreadFees }),
  }
}

const tokenAmountShape = v.object({ token: saidTokenShape, amount: digitsShape })

/** What comes along for gas on the destination chain; `false` is as good a word for nothing as null. */
export const refuelShape: v.GenericSchema<unknown, Refuel | null | 'unread'> = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((refuel) => (refuel === false ? null : refuel)),
  orUnread(v.object({ input: orNull(tokenAmountShape), output: tokenAmountShape })),
)

/** Returns a route whose refuel is known, or said to be unread. */
export function withKnownRefuel<Route extends { readonly refuel: Refuel | null | 'unread' }>({
  refuel,
  ...route
}: Route) {
  return refuel === 'unread'
    ? { ...route, refuel: null, isRefuelUnread: true as const }
    : { ...route, refuel }
}
