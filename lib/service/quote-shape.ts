import * as v from 'valibot'
import { isSameHex, nativeAddress } from '../base/hex.ts'
import { fieldsOf, isObject } from '../base/object.ts'
import { Problem } from '../base/problem.ts'
import {
  badShape,
  chainIdShape,
  type Decoded,
  decode,
  digitsShape,
  hexShape,
  lenient,
  orNull,
  type Schema,
} from '../base/shapes.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { QuoteRequest } from './quote-request.ts'
import {
  autoRouteShape,
  depositRouteShape,
  dollarsShape,
  labelShape,
  manualRouteShape,
  type Route,
} from './route.ts'
import { requestedMethods, type SwapMethod } from './swap-methods.ts'
import { anyAddressShape, serviceTokenShape } from './token-shape.ts'

/** An unreadable route. It is listed with the fault and never executed. */
export interface UnreadRoute {
  readonly kind: SwapMethod
  /** The service's name; empty if that is unreadable too. */
  readonly name: string
  /** The position in the response (`$.manualRoutes[1].output.amount`), and the expected value there. */
  readonly path: string
  readonly expected: string
}

/** `result` of the quote endpoint (interface 2 and 4.4) without its routes, which are decoded one by one. */
const quoteShape = v.object({
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
  destinationExec: lenient(
    v.object({ destinationPayload: hexShape, destinationGasLimit: orNull(digitsShape) }),
  ),
})

/** A decoded quote with its routes: automatic ones first, then manual ones, then the deposit. */
export interface Quote extends Decoded<typeof quoteShape> {
  /** Only of the requested kinds. Each has a key of its own. */
  readonly routes: readonly Route[]
  readonly unread: readonly UnreadRoute[]
}

/** Longer lists are cut before they are decoded (security API9). */
const maxRoutes = 50

/**
 * Decodes a quote as received. Returns null if it has no route of the requested kinds, which is no error. A route is in
 * `unread` if it is unreadable, or lacks data for signing or sending (in a quote with an account), or the requested
 * refuel. Throws `serviceAnswerInvalid` with the position of the fault if that happens to all routes.
 */
export function decodeQuote(
  result: unknown,
  request: QuoteRequest,
  chains: Deployment['chains'],
): Quote | null {
  if (hasNoRoute(result)) return null
  const quote = decode(quoteShape, result, 'quote')
  const methods = requestedMethods(request.options ?? {})
  const read = listGivenRoutes(result as RouteFields)
    .filter(({ kind }) => methods.includes(kind))
    .map((given) => readRoute(given, request))
  const found = read.filter((one) => 'key' in one)
  const deposit = found.find(({ kind }) => kind === 'deposit')
  // Deployments repeat the automatic route in the list. A deposit may come under two names.
  const quoteIds = new Set<string>()
  const routes = found.filter((route) =>
    route.kind === 'auto'
      ? !quoteIds.has(route.quoteId) && quoteIds.add(route.quoteId)
      : route.kind !== 'deposit' || route === deposit,
  )
  const unread = read
    .filter((one) => 'expected' in one)
    .filter(({ kind }) => kind !== 'deposit' || deposit === undefined)
  const [first] = unread
  if (routes.length > 0)
    return { ...replaceWrappedToken(quote, request, chains), routes: withUniqueKeys(routes), unread }
  if (first === undefined) return null
  throw badShape('quote', first.path, first.expected)
}

const routeFields = ['autoRoute', 'autoRoutes', 'manualRoutes', 'depositRoute', 'deposit'] as const
type RouteFields = { readonly [name in (typeof routeFields)[number]]?: unknown }

function isAbsent(value: unknown): boolean {
  return value == null || value === ''
}

/** A quote without a route is no error, even if other fields are missing (wire shapes 1). */
function hasNoRoute(result: unknown): boolean {
  if (!isObject(result)) return false
  const isEmpty = (value: unknown) => isAbsent(value) || (Array.isArray(value) && value.length === 0)
  return (
    typeof result.originChainId === 'number' &&
    typeof result.destinationChainId === 'number' &&
    routeFields.every((name) => isEmpty(result[name]))
  )
}

interface GivenRoute {
  readonly kind: SwapMethod
  readonly given: unknown
  readonly path: string
  readonly shape: Schema<Route>
}

function listGivenRoutes(fields: RouteFields): readonly GivenRoute[] {
  const giveOne = (kind: SwapMethod, name: keyof RouteFields, shape: Schema<Route>): GivenRoute[] => [
    { kind, given: fields[name], path: `$.${name}`, shape },
  ]
  /** Anything but a list counts as one unreadable route. */
  const giveEach = (kind: SwapMethod, name: keyof RouteFields, shape: Schema<Route>): GivenRoute[] => {
    const list = fields[name]
    if (!Array.isArray(list)) return giveOne(kind, name, noList)
    return list.slice(0, maxRoutes).map((given, at) => ({ kind, given, path: `$.${name}[${at}]`, shape }))
  }
  // An unreadable first route that the list repeats is reported only once.
  const firstText = JSON.stringify(fields.autoRoute)
  return [
    ...giveOne('auto', 'autoRoute', autoRouteShape),
    ...giveEach('auto', 'autoRoutes', autoRouteShape).filter(
      ({ given }) => JSON.stringify(given) !== firstText,
    ),
    ...giveEach('manual', 'manualRoutes', manualRouteShape),
    ...giveOne('deposit', 'deposit', depositRouteShape('deposit')),
    ...giveOne('deposit', 'depositRoute', depositRouteShape('depositRoute')),
  ].filter(({ given }) => !isAbsent(given))
}

const noList = v.custom<Route>(() => false, 'list of routes')

function readRoute({ kind, given, path, shape }: GivenRoute, request: QuoteRequest): Route | UnreadRoute {
  try {
    const route = decode(shape, given, 'quote', path)
    const missing = findMissingData(route, request)
    if (missing === null) return route
    return {
      kind,
      name: route.routeDetails.name,
      path: `${path}.${missing}`,
      expected: expectedData[missing],
    }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    const { path: place = path, expected = '' } = thrown.data.facts
    return { kind, name: readRouteName(given), path: place, expected }
  }
}

const expectedData = {
  signTypedData: 'typed data to sign',
  txData: 'a transaction to send',
  refuel: 'what comes along, with its amounts',
} as const

function findMissingData(route: Route, request: QuoteRequest): keyof typeof expectedData | null {
  if (route.isRefuelUnread && request.options?.refuel === true) return 'refuel'
  if (route.kind !== 'auto' || request.userAddress === null) return null
  if (route.userOp === 'sign') return route.signTypedData === null ? 'signTypedData' : null
  return route.txData === null && !route.isForeign ? 'txData' : null
}

function readRouteName(route: unknown): string {
  return v.parse(labelShape, fieldsOf(fieldsOf(route).routeDetails).name)
}

function withUniqueKeys(routes: readonly Route[]): readonly Route[] {
  const counts = new Map<string, number>()
  return routes.map((route) => {
    const count = (counts.get(route.key) ?? 0) + 1
    counts.set(route.key, count)
    return count === 1 ? route : { ...route, key: `${route.key}#${count}` }
  })
}

/**
 * Some services name the native currency by its wrapped token, as their requests do (wire shapes 16.2). Returns such a
 * quote with the native currency from the deployment file. Any other token stays, and the checks refuse it.
 */
function replaceWrappedToken<One extends Pick<Quote, 'input'>>(
  quote: One,
  request: QuoteRequest,
  chains: Deployment['chains'],
): One {
  const { token } = quote.input
  const origin = chains.find(({ chainId }) => chainId === request.originChainId)
  if (origin?.wrappedNative === undefined || origin.currency === undefined) return quote
  const isForCoin = isSameHex(request.inputToken, nativeAddress) && token.chainId === origin.chainId
  if (!isForCoin || !isSameHex(token.address, origin.wrappedNative)) return quote
  const coin = {
    chainId: token.chainId,
    address: nativeAddress,
    ...origin.currency,
    decimals: token.decimals,
    logoURI: null,
    isVerified: false,
  }
  return { ...quote, input: { ...quote.input, token: coin } }
}
