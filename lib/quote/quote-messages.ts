import * as v from 'valibot'
import { type ChainAddressFormats, nativeAddress } from '../base/hex.ts'
import { type Handlers, idShape, message, output } from '../base/message.ts'
import { withServerRequestId } from '../base/problem.ts'
import { textShape } from '../base/shapes.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import { addressFormatsOf, type QuoteRequest, withAddressFormats } from '../service/quote-request.ts'
import { type ViewQuoteRequest, viewQuoteRequestShape } from '../service/quote-request-shape.ts'
import { decodeQuote, type Quote } from '../service/quote-shape.ts'
import type { Token } from '../service/token.ts'
import type { ExpiringStore } from '../storage/items.ts'
import { findDeploymentToken } from '../tokens/configure-token.ts'
import type { Account } from '../wallet/port.ts'
import type { BasePorts } from './base-ports.ts'
import { configureQuote, listQuoteTokens } from './configure-quote.ts'
import { heldQuotes } from './displayed-rows.ts'
import type { ApprovalGasReader, HeldQuote } from './held-quote.ts'
import { createQuoteView, type QuoteView } from './quote-view.ts'
import { userActionOf } from './routes.ts'

export type QuoteReply =
  | { readonly kind: 'quote'; readonly quote: QuoteView }
  /** Not an error: the service has no route (interface 4.4). */
  | { readonly kind: 'noRoute' }
  /** A newer request of the same view replaced this one. */
  | { readonly kind: 'superseded' }

export const routeKeyShape = textShape(400, 1)

const pick = v.strictObject({
  routeKey: v.nullable(routeKeyShape),
  sort: v.picklist(['output', 'time']),
})

export const quoteMessages = {
  /**
   * A newer quote request of the same `viewId` aborts the running one. `pick` is the route that the user chose (null:
   * the best one) and the sort order. Without `pick`, the best route by output is chosen.
   */
  quote: message(
    v.strictObject({ viewId: idShape, request: viewQuoteRequestShape, pick: v.exactOptional(pick) }),
    output<QuoteReply>(),
  ),
  dropQuote: message(v.strictObject({ viewId: idShape }), output<null>()),
}

interface QuotePorts {
  readonly quotes: QuoteService
  readonly account: { get(): Promise<Account | null> }
  readonly deployment: Deployment
}

export function quoteHandlers({ quotes, account, deployment }: QuotePorts): Handlers<typeof quoteMessages> {
  return {
    async quote({ viewId, request, pick }) {
      const outcome = await quotes.quote(viewId, request, await account.get())
      if (outcome.kind !== 'quote') return outcome
      const quote = createQuoteView(outcome.quoteKey, outcome.held, deployment, pick)
      return quote === null ? { kind: 'noRoute' } : { kind: 'quote', quote }
    },
    async dropQuote({ viewId }) {
      quotes.drop(viewId)
      return null
    },
  }
}

interface QuoteServicePorts extends BasePorts {
  findToken(chainId: number, address: string): Promise<Token | null>
  forms(): Promise<ChainAddressFormats>
  readonly approvalGas: ApprovalGasReader
}

type QuoteOutcome =
  | { readonly kind: 'quote'; readonly quoteKey: string; readonly held: HeldQuote }
  | Exclude<QuoteReply, { readonly kind: 'quote' }>

export type QuoteService = ReturnType<typeof createQuoteService>

/** Fetches quotes for views. Stores them past the worker's life, until they are reviewed or expire. */
export function createQuoteService(ports: QuoteServicePorts, store: ExpiringStore) {
  const running = new Map<string, AbortController>()

  function drop(viewId: string): void {
    running.get(viewId)?.abort()
    running.delete(viewId)
  }

  return {
    drop,
    async quote(viewId: string, request: ViewQuoteRequest, account: Account | null): Promise<QuoteOutcome> {
      drop(viewId)
      const controller = new AbortController()
      running.set(viewId, controller)
      let serverRequestId: string | null = null
      try {
        const receiverAddress = request.receiverAddress ?? request.userAddress
        const quoteRequest = withAddressFormats({ ...request, receiverAddress }, await ports.forms())
        const quoting = ports.service.quote(quoteRequest, { priority: 'quote', signal: controller.signal })
        ports.approvalGas.prepare(quoteRequest)
        const received = await quoting
        if (controller.signal.aborted) return { kind: 'superseded' }
        serverRequestId = received.serverRequestId
        const decoded = decodeQuote(received.result, quoteRequest, ports.deployment.chains)
        if (decoded === null) return { kind: 'noRoute' }
        const listed = await readListed(decoded, ports)
        const quote = configureQuote(ports.deployment, decoded, addressFormatsOf(quoteRequest), listed)
        const isConnectedAccount =
          account !== null && account.wallet !== null && request.userAddress === account.address
        const executable = isConnectedAccount && receiverAddress !== null
        const receivedMs = ports.clock.nowMs()
        const known = await readRouteListData(quoteRequest, quote, executable, ports)
        if (controller.signal.aborted) return { kind: 'superseded' }
        const held = { request: quoteRequest, response: received, listed, receivedMs, executable, ...known }
        const quoteKey = ports.newId()
        await heldQuotes.put(quoteKey, held, store)
        return { kind: 'quote', quoteKey, held }
      } catch (thrown) {
        if (controller.signal.aborted) return { kind: 'superseded' }
        throw withServerRequestId(thrown, serverRequestId)
      } finally {
        if (running.get(viewId) === controller) running.delete(viewId)
      }
    },
    /** Throws `quoteExpired` if the quote expired or was deleted. */
    readQuote: (quoteKey: string): Promise<HeldQuote> => heldQuotes.read(quoteKey, store),
  }
}

/**
 * Reads our own lists for the quote's tokens on chains outside the deployment. (The deployment names the others
 * itself.) An unreadable list must not prevent a quote.
 */
async function readListed(quote: Quote, ports: QuoteServicePorts): Promise<readonly Token[]> {
  const outsideTokens = listQuoteTokens(quote).filter(
    ({ chainId }) => chainConfig(ports.deployment, chainId) === null,
  )
  const addresses = new Map(outsideTokens.map((token) => [`${token.chainId}:${token.address}`, token]))
  const found = await Promise.allSettled(
    [...addresses.values()].map(({ chainId, address }) => ports.findToken(chainId, address)),
  )
  return found.flatMap((one) => (one.status === 'fulfilled' && one.value !== null ? [one.value] : []))
}

/** Reads further data for the list of routes. A failed read does not prevent the quote. */
async function readRouteListData(
  request: QuoteRequest,
  quote: Quote,
  executable: boolean,
  ports: QuoteServicePorts,
): Promise<Pick<HeldQuote, 'outputToken' | 'nativeUnits' | 'hasCode' | 'approvalGas'>> {
  const sendsTransaction = quote.routes.some((route) => userActionOf(route) === 'send')
  const { originChainId, userAddress } = request
  const payer =
    sendsTransaction && executable && chainConfig(ports.deployment, originChainId) !== null
      ? userAddress
      : null
  const [outputToken, nativeUnits, code, approvalGas] = await Promise.allSettled([
    quote.routes.some(({ kind }) => kind === 'deposit')
      ? ports.findToken(request.destinationChainId, request.outputToken)
      : null,
    payer === null ? null : ports.chain.balance(originChainId, nativeAddress, payer),
    payer === null ? '0x' : ports.chain.codeAt(originChainId, payer),
    ports.approvalGas.read(request, quote),
  ])
  return {
    outputToken:
      (outputToken.status === 'fulfilled' ? outputToken.value : null) ??
      findDeploymentToken(ports.deployment, request.destinationChainId, request.outputToken),
    nativeUnits: nativeUnits.status === 'fulfilled' ? (nativeUnits.value?.toString() ?? null) : null,
    hasCode: code.status === 'fulfilled' && code.value !== '0x',
    approvalGas: approvalGas.status === 'fulfilled' ? approvalGas.value : {},
  }
}
