import * as v from 'valibot'
import { digitsShape, lenient, objectShape, orNull } from '../base/shapes.ts'
import type { FeeAmount, Refuel, RouteDetails } from './quote-result.ts'
import { dollarsShape, labelShape } from './route-part-shapes.ts'
import { imageUrlShape, tokenShape } from './token-shape.ts'

/** Some deployments send gas figures as numbers; those are for display only. */
const feeDigitsShape = v.pipe(
  v.unknown(),
  v.transform((value) => (Number.isSafeInteger(value) ? String(value) : value)),
  digitsShape,
)

/** A fee taken in a token: route fee and affiliate fee. */
const tokenFeeShape: v.GenericSchema<unknown, FeeAmount> = v.object({
  token: tokenShape,
  amount: feeDigitsShape,
  feeInUsd: dollarsShape,
})

/** The gas the user pays. */
const gasFeeShape: v.GenericSchema<unknown, FeeAmount> = v.pipe(
  v.object({ gasToken: tokenShape, estimatedFee: feeDigitsShape, feeInUsd: dollarsShape }),
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

const tokenAmountShape = v.object({ token: tokenShape, amount: digitsShape })

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
