import * as v from 'valibot'
import { Problem } from '../base/problem.ts'
import {
  chainIdShape,
  type Decoded,
  decode,
  digitsShape,
  hexShape,
  lenient,
  orNull,
  type Schema,
} from '../base/shapes.ts'
import { requestedMethods } from './quote-request.ts'
import type { QuoteOptions } from './quote-request-shape.ts'
import {
  type AutoRoute,
  autoRouteShape,
  chooseDepositShape,
  dollarsShape,
  labelShape,
  manualRouteShape,
} from './route.ts'
import { anyAddressShape, serviceTokenShape } from './token-shape.ts'

/** An unreadable route. It is listed with the fault and never executed. */
export interface UnreadRoute {
  readonly kind: 'auto' | 'manual' | 'deposit'
  /** The service's name; empty if that is unreadable too. */
  readonly name: string
  /** The position in the response (`$.manualRoutes[1].output.amount`), and the expected value there. */
  readonly path: string
  readonly expected: string
}

const anyShape = v.optional(v.unknown(), null)

const execShape = lenient(
  v.object({ destinationPayload: hexShape, destinationGasLimit: orNull(digitsShape) }),
)

/**
 * `result` of the quote endpoint (interface 2 and 4.4) with all kinds of routes. An unreadable route is moved to
 * `unread` and does not affect the others.
 */
export const quoteShape = v.pipe(
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
    /** The call on the receiver, as the service understood it. */
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
    const unread: UnreadRoute[] = [
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
      unread,
    }
  }),
)

/** `result` of the quote endpoint, decoded. A null `autoRoute` means that the service has none, which is no error. */
export type Quote = Decoded<typeof quoteShape>

/** Deployments repeat the automatic route in the list, or send only the list. */
function splitAutoRoutes(
  autoRoute: AutoRoute | null,
  several: readonly AutoRoute[],
): { readonly autoRoute: AutoRoute | null; readonly autoRoutes: readonly AutoRoute[] } {
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

export function listUnreadRoutes(
  { unread }: Quote,
  request: { readonly options?: QuoteOptions },
): readonly UnreadRoute[] {
  const wantedMethods = requestedMethods(request.options ?? {})
  return unread.filter(({ kind }) => wantedMethods.includes(kind))
}

/**
 * Throws `serviceBadShape`, with the position of the fault, if no requested route is readable and at least one is
 * unreadable.
 */
export function requireReadableRoute(quote: Quote, request: { readonly options?: QuoteOptions }): void {
  const [first] = listUnreadRoutes(quote, request)
  const hasRoute = {
    auto: quote.autoRoute !== null,
    manual: quote.manualRoutes.length > 0,
    deposit: quote.deposit !== null,
  }
  if (first === undefined || requestedMethods(request.options ?? {}).some((way) => hasRoute[way])) return
  throw new Problem('serviceBadShape', {
    facts: { what: 'quote', path: first.path, expected: first.expected },
  })
}
