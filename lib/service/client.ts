import type { Pause } from '../base/concurrency.ts'
import type { ChainAddressFormats } from '../base/hex.ts'
import type { Clock, Timers } from '../base/time.ts'
import { type Deployment, getServiceWord } from '../deployment/schema.ts'
import { type BudgetMemory, createBudget } from './budget.ts'
import { type HistoryPage, type HistoryParams, history } from './history.ts'
import { buildTx, quote, type RawQuote, submitRequest } from './quote.ts'
import type { QuoteRequest } from './quote-request.ts'
import type { BuiltTransaction } from './route.ts'
import { directRouteStatus, type StatusResponse, status } from './status.ts'
import { supportedChains } from './supported-chains.ts'
import type { Chain, Holding, Token } from './token.ts'
import { holdings, type TokenListParams, tokenList, tokenSearch } from './token-list.ts'
import {
  type CallOptions,
  createTransport,
  type ObservedCall,
  type ServiceResponse,
  type TransportPorts,
} from './transport.ts'

export interface ServicePorts {
  readonly deployment: Pick<Deployment, 'service' | 'fee' | 'chains'>
  readonly fetch: TransportPorts['fetch']
  readonly clock: Clock
  readonly timers: Timers
  /** Awaited between the slices of a long response. */
  readonly pause: Pause
  /** At least 0, below 1. */
  readonly random: () => number
  readonly memory?: BudgetMemory
  readonly observe?: (seen: ObservedCall) => void
}

/** The part of the client that order flows use. Every method rejects with a `Problem`. */
export interface Service {
  /** Returns the quote as received; `decodeQuote` reads it. */
  quote(request: QuoteRequest, options: CallOptions): Promise<ServiceResponse<RawQuote>>
  /** Returns the transaction of a manual route (interface 4.7). Rejects if the quote expired. */
  buildTx(quoteId: string, options: CallOptions): Promise<ServiceResponse<BuiltTransaction>>
  /** POSTs these exact bytes. A null `requestHash` means accepted, although the response named no hash. */
  submit(
    bodyText: string,
    options: CallOptions,
  ): Promise<ServiceResponse<{ readonly requestHash: string | null }>>
  status(
    by: { readonly requestHash: string } | { readonly txHash: string },
    options: CallOptions,
    forms?: ChainAddressFormats,
  ): Promise<StatusResponse>
}

/** All endpoints of the interface (section 4), with one transport and one budget. */
export interface Client extends Service {
  chains(options?: CallOptions): Promise<ServiceResponse<readonly Chain[]>>
  tokens(
    params?: TokenListParams,
    options?: CallOptions,
    forms?: ChainAddressFormats,
  ): Promise<ServiceResponse<readonly Token[]>>
  /** Has a short time limit, because a review waits for it. The default priority is `quote`. */
  holdings(
    params: { readonly chainIds: readonly number[]; readonly userAddress: string },
    options?: CallOptions,
  ): Promise<ServiceResponse<readonly Holding[]>>
  search(
    text: string,
    options?: CallOptions,
    forms?: ChainAddressFormats,
  ): Promise<ServiceResponse<readonly Token[]>>
  history(params: HistoryParams, options?: CallOptions): Promise<ServiceResponse<HistoryPage>>
  buildTx(quoteId: string, options?: CallOptions): Promise<ServiceResponse<BuiltTransaction>>
  directRouteStatus(
    by: { readonly quoteId: string; readonly txHash?: string },
    options?: CallOptions,
  ): Promise<ServiceResponse<string>>
}

export function createService(ports: ServicePorts): Client {
  const { deployment, fetch, clock, timers, pause, random, memory, observe } = ports
  const { baseUrl, requestsPerMinute, affiliate } = deployment.service
  const word = getServiceWord(deployment.service)
  const budget = createBudget({
    clock,
    timers,
    random,
    perMinute: requestsPerMinute,
    ...(memory === undefined ? {} : { memory }),
  })
  const send = createTransport({
    fetch,
    clock,
    timers,
    budget,
    baseUrl,
    word,
    affiliate,
    ...(observe === undefined ? {} : { observe }),
  })
  const list: CallOptions = { priority: 'list' }
  const fetchTransaction = buildTx(send)
  const fetchChains = supportedChains(send)
  const fetchDirectRouteStatus = directRouteStatus(send)
  const fetchHistory = history(send)
  const fetchHoldings = holdings(send, pause)
  const fetchSearch = tokenSearch(send, pause)
  const fetchTokens = tokenList(send, pause)
  return {
    quote: quote(send, deployment),
    submit: submitRequest(send),
    status: status(send, word),
    chains: (options = list) => fetchChains(options),
    tokens: (params = {}, options = list, forms = {}) => fetchTokens(params, options, forms),
    holdings: (params, options = { priority: 'quote' }) => fetchHoldings(params, options),
    search: (text, options = list, forms = {}) => fetchSearch(text, options, forms),
    history: (params, options = list) => fetchHistory(params, options),
    buildTx: (quoteId, options = { priority: 'quote' }) => fetchTransaction(quoteId, options),
    directRouteStatus: (by, options = { priority: 'watchedStatus' }) => fetchDirectRouteStatus(by, options),
  }
}

/** The part of a rule of the browser's `declarativeNetRequest` that Ferry uses. */
export interface HeaderRule {
  readonly id: number
  readonly action: {
    readonly type: 'modifyHeaders'
    readonly requestHeaders: { header: string; operation: 'set'; value: string }[]
  }
  readonly condition: {
    readonly urlFilter: string
    readonly initiatorDomains: string[]
    readonly resourceTypes: 'xmlhttprequest'[]
    readonly tabIds: number[]
  }
}

/** The browser's tab id of requests that do not come from a tab. */
const noTabId = -1

/**
 * Returns the rule that sets the operator's origin on requests to the service; null if the deployment file has none.
 * The rule applies only to the service's host and port, and only to requests of our own background. No page, content
 * script or other extension has `ownHost`, the host of Ferry's pages. It is known only when Ferry runs.
 */
export function originRule({ baseUrl, origin }: Deployment['service'], ownHost: string): HeaderRule | null {
  if (origin === undefined) return null
  const set = (header: string, value: string) => ({ header, operation: 'set' as const, value })
  return {
    id: 1,
    action: {
      type: 'modifyHeaders',
      requestHeaders: [set('origin', origin), set('referer', `${origin}/`)],
    },
    condition: {
      // `|` anchors the filter at the beginning of the URL. An origin contains no character with a meaning in a filter.
      urlFilter: `|${new URL(baseUrl).origin}/`,
      initiatorDomains: [ownHost],
      resourceTypes: ['xmlhttprequest'],
      tabIds: [noTabId],
    },
  }
}
