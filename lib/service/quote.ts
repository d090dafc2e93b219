import * as v from 'valibot'
import { type Address, isAddress, isHash, receiverForm } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { decode } from '../base/shapes.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { checkQuoteRequest } from './check-quote-request.ts'
import { asksDeposit, type QuoteOptions, type QuoteRequest } from './quote-request.ts'
import {
  type AutoRoute,
  type BuiltTransaction,
  type ManualRoute,
  type Quote,
  requireReadable,
  type UnreadRoute,
} from './quote-result.ts'
import { quoteShape } from './quote-shape.ts'
import { approvalShape, txDataShape } from './route-part-shapes.ts'
import { type CallOptions, call, type Send, type ServiceResponse } from './transport.ts'

/**
 * Asks for a quote (interface 4.4), valid for about 60 s; with the operator's fee where the deployment has one. Amounts are
 * digit strings in the smallest unit, values dollars as decimal text, slippage percent, times seconds.
 * No route is not an error: `autoRoute` is null and the lists are empty then. A route that cannot be read stands in `unread`;
 * where there are only such ones `serviceBadShape` names the first. Throws what `checkQuoteRequest` refuses before
 * anything is sent, and `receiverInvalid` where a chain that is not EVM has no receiver.
 */
export function quote(send: Send, fee: Deployment['fee']) {
  return async (request: QuoteRequest, options: CallOptions): Promise<ServiceResponse<Quote>> => {
    checkQuoteRequest(request, fee)
    return call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/quote',
        query: quoteQuery(request, fee),
        timeLimitMs: 10_000,
        maxBytes: 2_000_000,
      },
      (result) => quoteOf(result, request),
    )
  }
}

/**
 * A quote made for somebody has what is signed or sent, and what it says of gas that was asked for; a route that lacks it
 * is one that cannot be read.
 */
function quoteOf(result: unknown, request: QuoteRequest): Quote {
  const decoded = decode(quoteShape, result, 'quote')
  const unread: UnreadRoute[] = [...(decoded.unread ?? [])]
  function isWhole(kind: UnreadRoute['kind'], place: string, route: AutoRoute | ManualRoute): boolean {
    const lacking = lacks(route, request)
    if (lacking === null) return true
    const name = route.routeDetails.name
    unread.push({ kind, name, path: `$.${place}.${lacking}`, expected: expected[lacking] })
    return false
  }
  const autos = decoded.autoRoute === null ? [] : [decoded.autoRoute, ...decoded.autoRoutes]
  const [autoRoute = null, ...autoRoutes] = autos.filter((route, at) =>
    isWhole('auto', at === 0 ? 'autoRoute' : 'autoRoutes', route),
  )
  const manualRoutes = decoded.manualRoutes.filter((route) => isWhole('manual', 'manualRoutes', route))
  const quote = {
    ...decoded,
    autoRoute,
    autoRoutes,
    manualRoutes,
    ...(unread.length === 0 ? {} : { unread }),
  }
  requireReadable(quote, request)
  return quote
}

const expected = {
  signTypedData: 'typed data to sign',
  txData: 'a transaction to send',
  refuel: 'what comes along, with its amounts',
} as const

function lacks(route: AutoRoute | ManualRoute, request: QuoteRequest): keyof typeof expected | null {
  if (route.isRefuelUnread === true && request.options?.refuel === true) return 'refuel'
  if (!('userOp' in route) || request.userAddress === null) return null
  if (route.userOp === 'sign') return route.signTypedData === null ? 'signTypedData' : null
  return route.txData === null && !route.isForeign ? 'txData' : null
}

const builtShape: v.GenericSchema<unknown, BuiltTransaction> = v.object({
  txData: txDataShape,
  approvalData: approvalShape,
})

/**
 * Asks for the transaction of a chosen manual route (interface 4.7): `to`, `data` and `value` in the smallest unit of the
 * chain's own currency, with the approval the service would like. All of it is checked before a wallet sees it. Rejects
 * with `serviceRefused` where the quote has expired or cannot be built.
 */
export function buildTx(send: Send) {
  return (quoteId: string, options: CallOptions): Promise<ServiceResponse<BuiltTransaction>> =>
    call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/build-tx',
        query: { quoteId },
        timeLimitMs: 10_000,
        maxBytes: 2_000_000,
      },
      (result) => decode(builtShape, result, 'build-tx'),
    )
}

/** Stands in for the user while no wallet is connected; such a quote can never be confirmed. */
export const placeholderAddress: Address = '0x000000000000000000000000000000000000dead'

/** Every parameter a quote may carry, as text; null is not sent. */
export type QuoteQuery = { readonly [name: string]: string | null }

/**
 * Returns the parameters of a quote (interface 4.4), all as text. Without a wallet a placeholder stands in, except for
 * a deposit, which needs nobody: `userAddress` is then left out. Throws `receiverInvalid` where a chain that is not EVM
 * has no receiver of its own form, since no placeholder is right there.
 */
export function quoteQuery(request: QuoteRequest, fee: Deployment['fee']): QuoteQuery {
  const receiver = request.receiverAddress ?? request.userAddress ?? placeholderAddress
  if (receiverForm(request.destinationChainId) !== 'evm' && isAddress(receiver)) {
    throw new Problem('receiverInvalid', { facts: { reason: 'form' } })
  }
  const user = request.userAddress ?? (asksDeposit(request) ? null : standIn(request, receiver))
  return {
    originChainId: String(request.originChainId),
    destinationChainId: String(request.destinationChainId),
    inputToken: lowerWhereEvm(request.inputToken),
    outputToken: lowerWhereEvm(request.outputToken),
    inputAmount: request.inputAmount,
    userAddress: user === null ? null : lowerWhereEvm(user),
    receiverAddress: lowerWhereEvm(receiver),
    slippage: request.slippagePercent,
    ...optionsQuery(request.options ?? {}),
    ...(fee === null ? {} : { feeBps: fee.feeBps, feeTakerAddress: fee.feeTakerAddress }),
  }
}

/** Whoever stands in for the user has an address of the origin's form; null where none is known. */
function standIn({ originChainId, destinationChainId }: QuoteRequest, receiver: string): string | null {
  if (receiverForm(originChainId) === 'evm') return placeholderAddress
  return originChainId === destinationChainId ? receiver : null
}

function optionsQuery(options: QuoteOptions): QuoteQuery {
  return {
    delegateAddress: addressText(options.delegateAddress),
    refuel: flagText(options.refuel),
    destinationPayload: options.destinationPayload ?? null,
    destinationGasLimit: options.destinationGasLimit ?? null,
    feeBps: options.feeBps ?? null,
    feeTakerAddress: addressText(options.feeTakerAddress),
    enableManual: flagText(options.enableManual),
    disableSwapping: flagText(options.disableSwapping),
    disableAuto: flagText(options.disableAuto),
    excludeBridges: listText(options.excludeBridges),
    includeBridges: listText(options.includeBridges),
    includeDexes: listText(options.includeDexes),
    excludeDexes: listText(options.excludeDexes),
    exclusiveTransmitter: addressText(options.exclusiveTransmitter),
    useInbox: flagText(options.useInbox),
    enableMultipleAutoRoutes: flagText(options.enableMultipleAutoRoutes),
    useDepositAddress: flagText(options.useDepositAddress),
    enableDepositAddress: flagText(options.enableDepositAddress),
    refundAddress: addressText(options.refundAddress),
    depositDestinationMemo: options.depositDestinationMemo ?? null,
    exchange: options.exchange ?? null,
    solanaSponsorAddress: options.solanaSponsorAddress ?? null,
  }
}

function flagText(flag: boolean | undefined): string | null {
  return flag === undefined ? null : String(flag)
}

function listText(ids: readonly string[] | undefined): string | null {
  return ids === undefined ? null : ids.join(',')
}

function addressText(address: string | undefined): string | null {
  return address === undefined ? null : lowerWhereEvm(address)
}

/** Deployments refuse mixed case (wire shapes 2); other chains' addresses mean something by it. */
function lowerWhereEvm(address: string): string {
  return isAddress(address) ? address.toLowerCase() : address
}

export interface Submitted {
  /** Lower case; null where the answer names none. */
  readonly requestHash: string | null
}

/**
 * POSTs a signed request as these exact bytes (interface 4.5): `requestType`, `request`, `userSignature`, `quoteId`. A
 * status of 200 or 201 with the hash in the result or its first item, or without one: that is no failure, the flow decides.
 * The same bytes may be sent again; `serviceRefused` is final.
 */
export function submitRequest(send: Send) {
  return (bodyText: string, options: CallOptions): Promise<ServiceResponse<Submitted>> =>
    call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/submit',
        bodyText,
        timeLimitMs: 20_000,
        maxBytes: 1_000_000,
        allowNull: true,
      },
      submittedOf,
    )
}

const hashHolderShape = v.object({ requestHash: v.optional(v.unknown()), hash: v.optional(v.unknown()) })

/** Nothing in a success is refused: without our hash in it the service is asked what it has (R12). */
function submittedOf(result: unknown): Submitted {
  const outcome = v.safeParse(hashHolderShape, Array.isArray(result) ? result[0] : result)
  if (!outcome.success) return { requestHash: null }
  const { requestHash, hash } = outcome.output
  const found = [requestHash, hash].find(isHash)
  return { requestHash: found?.toLowerCase() ?? null }
}
