import * as v from 'valibot'
import { Problem } from '../base/problem.ts'
import {
  chainIdShape,
  decode,
  digitsShape,
  hexShape,
  lenient,
  orNull,
  type Schema,
  unixSecondsShape,
} from '../base/shapes.ts'
import type { AutoRoute, ManualRoute, Quote, UnreadRoute } from './quote-result.ts'
import {
  approvalShape,
  dollarsShape,
  estimateShape,
  feeShape,
  labelShape,
  outputShape,
  quoteIdShape,
  refuelShape,
  routeDetailsShape,
  routePercentShape,
  routeTagsShape,
  withKnownFees,
  withKnownRefuel,
} from './route-part-shapes.ts'
import { autoRouteShape, chooseDepositShape } from './route-shapes.ts'
import { anyAddressShape, serviceTokenShape } from './token-shape.ts'

/** An element of `manualRoutes` (wire shapes 3). Its transaction and final approval are known only after `build-tx`. */
const manualRouteShape: v.GenericSchema<unknown, ManualRoute> = v.pipe(
  v.object({
    quoteId: quoteIdShape,
    quoteExpiry: orNull(unixSecondsShape),
    output: outputShape,
    approvalData: approvalShape,
    affiliateFee: feeShape,
    gasFee: feeShape,
    slippage: routePercentShape,
    suggestedClientSlippage: lenient(routePercentShape),
    estimatedTime: estimateShape,
    routeDetails: routeDetailsShape,
    refuel: refuelShape,
    routeTags: routeTagsShape,
  }),
  v.transform(
    ({
      quoteExpiry,
      slippage,
      suggestedClientSlippage: suggested,
      estimatedTime,
      approvalData,
      ...route
    }) => ({
      ...withKnownRefuel(withKnownFees(route)),
      ...(approvalData === null ? {} : { approvalData }),
      quoteExpirySeconds: quoteExpiry,
      slippagePercent: slippage,
      ...(suggested === null ? {} : { suggestedSlippagePercent: suggested }),
      estimatedSeconds: estimatedTime,
    }),
  ),
)

const anyShape = v.optional(v.unknown(), null)

const execShape = lenient(
  v.object({ destinationPayload: hexShape, destinationGasLimit: orNull(digitsShape) }),
)

/**
 * `result` of the quote endpoint (interface 2 and 4.4) with all kinds of routes. An unreadable route is moved to
 * `unread` and does not affect the others.
 */
export const quoteShape: v.GenericSchema<unknown, Quote> = v.pipe(
  v.object({
    originChainId: chainIdShape,
    destinationChainId: chainIdShape,
    userAddress: orNull(anyAddressShape),
    receiverAddress: orNull(anyAddressShape),
    input: v.object({
      token: serviceTokenShape,
      amount: digitsShape,
      priceInUsd: dollarsShape,
      valueInUsd: dollarsShape,
    }),
    destinationExec: execShape,
    autoRoute: anyShape,
    autoRoutes: anyShape,
    manualRoutes: anyShape,
    depositRoute: anyShape,
    deposit: anyShape,
  }),
  v.transform(({ autoRoute, autoRoutes, manualRoutes, deposit, depositRoute, ...quote }) => {
    const first = readRoute('auto', autoRouteShape, autoRoute, '$.autoRoute')
    const several = readRoutes(
      'auto',
      autoRouteShape,
      removeRepeatedRoute(autoRoutes, autoRoute),
      '$.autoRoutes',
    )
    const manual = readRoutes('manual', manualRouteShape, manualRoutes, '$.manualRoutes')
    // The newer flow uses `deposit` and leaves `depositRoute` null (wire shapes 3). Either shape is accepted under
    // either name.
    const newer = readRoute('deposit', chooseDepositShape('deposit', deposit), deposit, '$.deposit')
    const older = readRoute(
      'deposit',
      chooseDepositShape('depositRoute', depositRoute),
      depositRoute,
      '$.depositRoute',
    )
    const given = newer.routes[0] ?? older.routes[0] ?? null
    const unread = [
      ...first.unread,
      ...several.unread,
      ...manual.unread,
      ...(given === null ? [...newer.unread, ...older.unread] : []),
    ]
    return {
      ...quote,
      ...splitAutoRoutes(first.routes[0] ?? null, several.routes),
      manualRoutes: manual.routes,
      deposit: given,
      ...(unread.length === 0 ? {} : { unread }),
    }
  }),
)

/** Deployments repeat the automatic route in the list, or send only the list. */
function splitAutoRoutes(
  autoRoute: AutoRoute | null,
  several: readonly AutoRoute[],
): Pick<Quote, 'autoRoute' | 'autoRoutes'> {
  const first = autoRoute ?? several[0] ?? null
  const seen = new Set(first === null ? [] : [first.quoteId])
  const more = several.filter(({ quoteId }) => !seen.has(quoteId) && seen.add(quoteId))
  return { autoRoute: first, autoRoutes: more }
}

/** Longer lists are cut before they are decoded (security API9). */
const maxRoutes = 50

interface ReadRoutes<Route> {
  readonly routes: readonly Route[]
  readonly unread: readonly UnreadRoute[]
}

function readRoute<Route>(
  kind: UnreadRoute['kind'],
  shape: Schema<Route>,
  given: unknown,
  path: string,
): ReadRoutes<Route> {
  if (given === null || given === '') return { routes: [], unread: [] }
  try {
    return { routes: [decode(shape, given, 'quote', path)], unread: [] }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    const { path: place = path, expected = '' } = thrown.data.facts
    return { routes: [], unread: [{ kind, name: readRouteName(given), path: place, expected }] }
  }
}

/** Anything but a list counts as one unreadable route. */
function readRoutes<Route>(
  kind: UnreadRoute['kind'],
  shape: Schema<Route>,
  given: unknown,
  path: string,
): ReadRoutes<Route> {
  if (given === null || given === '') return { routes: [], unread: [] }
  if (!Array.isArray(given)) {
    return { routes: [], unread: [{ kind, name: '', path, expected: 'list of routes' }] }
  }
  const read = given.slice(0, maxRoutes).map((one, index) => readRoute(kind, shape, one, `${path}[${index}]`))
  return { routes: read.flatMap(({ routes }) => routes), unread: read.flatMap(({ unread }) => unread) }
}

/** Removes the first route from the list, where deployments repeat it. An unreadable one is then reported only once. */
function removeRepeatedRoute(several: unknown, first: unknown): unknown {
  const text = JSON.stringify(first)
  return Array.isArray(several)
    ? several.slice(0, maxRoutes).filter((one) => JSON.stringify(one) !== text)
    : several
}

function readRouteName(route: unknown): string {
  if (typeof route !== 'object' || route === null || !('routeDetails' in route)) return ''
  const { routeDetails } = route
  if (typeof routeDetails !== 'object' || routeDetails === null || !('name' in routeDetails)) return ''
  return v.parse(labelShape, routeDetails.name)
}
