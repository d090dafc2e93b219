import type { Pause } from '../base/concurrency.ts'
import type { Clock, Timers } from '../base/time.ts'
import { type Deployment, getServiceWord } from '../deployment/schema.ts'
import { type BudgetMemory, createBudget } from './budget.ts'
import type { ObservedCall } from './call-log.ts'
import { history } from './history.ts'
import { buildTx, quote, submitRequest } from './quote.ts'
import { directRouteStatus, status } from './status.ts'
import { supportedChains } from './supported-chains.ts'
import { holdings, tokenList, tokenSearch } from './token-list.ts'
import { createTransport, type TransportPorts } from './transport.ts'

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

/** All endpoints of the interface (section 4), with one transport and one budget. Every method rejects with a `Problem`. */
export type Client = ReturnType<typeof createService>

/** The part of the client that order flows use. */
export type Service = Pick<Client, 'quote' | 'buildTx' | 'submit' | 'status'>

export function createService(ports: ServicePorts) {
  const { deployment, fetch, clock, timers, pause, random, memory, observe } = ports
  const { baseUrl, requestsPerMinute, affiliate } = deployment.service
  const word = getServiceWord(deployment.service)
  const budget = createBudget({ clock, timers, random, perMinute: requestsPerMinute, memory })
  const send = createTransport({ fetch, clock, timers, budget, baseUrl, word, affiliate, observe })
  return {
    quote: quote(send, deployment),
    buildTx: buildTx(send),
    submit: submitRequest(send),
    status: status(send, word),
    chains: supportedChains(send, pause),
    tokens: tokenList(send, pause),
    holdings: holdings(send, pause),
    search: tokenSearch(send, pause),
    history: history(send, pause),
    directRouteStatus: directRouteStatus(send),
  }
}

/** The browser's tab id of requests that do not come from a tab. */
const noTabId = -1

/**
 * Returns the rule that sets the operator's origin on requests to the service; null if the deployment file has none.
 * The rule applies only to the service's host and port, and only to requests of our own background. No page, content
 * script or other extension has `ownHost`, the host of Ferry's pages. It is known only when Ferry runs.
 */
export function originRule({ baseUrl, origin }: Deployment['service'], ownHost: string) {
  if (origin === undefined) return null
  const set = (header: string, value: string) => ({ header, operation: 'set' as const, value })
  return {
    id: 1,
    action: {
      type: 'modifyHeaders' as const,
      requestHeaders: [set('origin', origin), set('referer', `${origin}/`)],
    },
    condition: {
      // `|` anchors the filter at the beginning of the URL. An origin contains no character with a meaning in a filter.
      urlFilter: `|${new URL(baseUrl).origin}/`,
      initiatorDomains: [ownHost],
      resourceTypes: ['xmlhttprequest' as const],
      tabIds: [noTabId],
    },
  }
}
