import * as v from 'valibot'
import { compareDecimal, isDollarText, knownValue, minDecimal } from '../base/decimal.ts'
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
import { nameMax, sanitizeName } from '../base/untrusted-text.ts'
import type { FeeAmount, Refuel, RouteDetails, RouteOutput, TxData } from './quote-result.ts'
import { imageUrlShape, serviceTokenShape } from './token-shape.ts'

export const dollarsShape = v.pipe(
  lenient(decimalShape),
  v.check((text) => text === null || compareDecimal(text, '0') >= 0, 'not negative'),
  v.check((text) => text === null || isDollarText(text), 'dollars below 10^18 with at most 60 places'),
)

/** A value after all costs. It is negative if the swap costs more than it brings. */
const signedDollarsShape = v.pipe(
  lenient(decimalShape),
  v.check(
    (text) => text === null || isDollarText(text.replace('-', '')),
    'dollars below 10^18 with at most 60 places',
  ),
)

export const shortDecimalShape = v.pipe(
  decimalShape,
  v.check(isShortDecimal, 'decimal of at most 40 characters'),
)

function isShortDecimal(text: string): boolean {
  return text.length <= 40
}

/** Slippage in percent, from 0 to below 100; null if missing or not a decimal. */
export const routePercentShape = v.pipe(
  lenient(decimalShape),
  v.check((text) => text === null || isShortDecimal(text), 'decimal of at most 40 characters'),
  v.check(
    (text) => text === null || (compareDecimal(text, '0') >= 0 && compareDecimal(text, '100') < 0),
    'percent below 100',
  ),
)

/** Seconds that a swap takes; null if missing or longer than a week. */
export const estimateShape = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) =>
      typeof value === 'number' && value >= 0 && value <= 604_800 ? Math.ceil(value) : null,
    ),
  ),
  null,
)

/** A label of a few plain words; empty if it is unreadable, since a label is not essential. */
export const labelShape = v.pipe(
  v.unknown(),
  v.transform((text) => (typeof text === 'string' ? (sanitizeName(text, nameMax) ?? '') : '')),
)

/** An opaque id that is sent back to the service unchanged. */
export const quoteIdShape = v.pipe(v.string('quote id'), v.regex(/^[\x21-\x7e]{1,200}$/, 'quote id'))

export const outputShape: v.GenericSchema<unknown, RouteOutput> = v.pipe(
  v.object({
    token: serviceTokenShape,
    amount: digitsShape,
    effectiveAmount: orNull(digitsShape),
    minAmountOut: digitsShape,
    priceInUsd: dollarsShape,
    valueInUsd: dollarsShape,
    effectiveValueInUsd: signedDollarsShape,
    effectiveReceivedInUsd: signedDollarsShape,
  }),
  v.transform(({ effectiveValueInUsd, effectiveReceivedInUsd, ...output }) => {
    // Some deployments omit the relaying fee from one figure, or gas from the other.
    const effectiveInUsd = minDecimal(knownValue(effectiveValueInUsd), knownValue(effectiveReceivedInUsd))
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

export const approvalShape = lenient(
  v.object({
    spenderAddress: addressShape,
    amount: digitsShape,
    tokenAddress: addressShape,
    userAddress: addressShape,
  }),
)

/** Wei as a digit string, hex, or an exact JSON integer; '0' if missing. */
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

/** A transaction of an EVM chain. Instructions of another chain are refused. */
export const txDataShape: v.GenericSchema<unknown, TxData> = v.object({
  to: addressShape,
  data: hexShape,
  value: weiShape,
  chainId: orNull(chainIdShape),
})

/** Some deployments send gas figures as numbers. They are for display only. */
const feeDigitsShape = v.pipe(
  v.unknown(),
  v.transform((value) => (Number.isSafeInteger(value) ? String(value) : value)),
  digitsShape,
)

const tokenFeeShape: v.GenericSchema<unknown, FeeAmount> = v.object({
  token: serviceTokenShape,
  amount: feeDigitsShape,
  feeInUsd: dollarsShape,
})

const gasFeeShape: v.GenericSchema<unknown, FeeAmount> = v.pipe(
  v.object({ gasToken: serviceTokenShape, estimatedFee: feeDigitsShape, feeInUsd: dollarsShape }),
  v.transform(({ gasToken, estimatedFee, feeInUsd }) => ({
    token: gasToken,
    amount: estimatedFee,
    feeInUsd,
  })),
)

function orUnread<Output>(
  shape: v.GenericSchema<unknown, Output>,
): v.GenericSchema<unknown, Output | null | 'unread'> {
  const anything = v.pipe(
    v.unknown(),
    v.transform(() => 'unread' as const),
  )
  return v.optional(v.union([orNull(shape), anything]), null)
}

/** A fee in either shape, alone or as the only item of a list. */
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

/** Without these, the route fee is unread. */
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

const tokenAmountShape = v.object({ token: serviceTokenShape, amount: digitsShape })

/** `false` means none, like null. */
export const refuelShape: v.GenericSchema<unknown, Refuel | null | 'unread'> = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((refuel) => (refuel === false ? null : refuel)),
  orUnread(v.object({ input: orNull(tokenAmountShape), output: tokenAmountShape })),
)

export function withKnownRefuel<Route extends { readonly refuel: Refuel | null | 'unread' }>({
  refuel,
  ...route
}: Route) {
  return refuel === 'unread'
    ? { ...route, refuel: null, isRefuelUnread: true as const }
    : { ...route, refuel }
}
