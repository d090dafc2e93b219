import * as v from 'valibot'
import type { Address } from '../base/hex.ts'
import { type Handlers, type InputOf, message, noInput, orderIdInput, output } from '../base/message.ts'
import { Problem } from '../base/problem.ts'
import { chainIdShape, textShape } from '../base/shapes.ts'
import type { Clock } from '../base/time.ts'
import type { Deployment } from '../deployment/schema.ts'
import { knownOrder } from '../order/order-store.ts'
import { supportText } from '../order/order-view.ts'
import type { Orders } from '../order/orders.ts'
import type { Client } from '../service/client.ts'
import type { Token } from '../service/token.ts'
import type { Entries, EntryPage } from './entries.ts'
import type { HistoryEntry } from './entry-shape.ts'
import { createExport } from './export-and-wipe.ts'
import { createServiceEntry } from './history-entry.ts'
import { endedRouteTerm, noFilter, refundChainTerm, wipeWord } from './history-filter.ts'
import { historyFilterShape as filter } from './history-filter-shape.ts'
import {
  createStatistics,
  type Experience,
  type HistoryStatistics,
  maxExperience,
  type RefundExperience,
  statisticsFromMs,
  statisticsRanges,
  summarizeExperience,
  summarizeRefunds,
} from './history-statistics.ts'
import { type PastQuoteRequest, quoteRequestOfEntry } from './past-quote-request.ts'
import { type RecentReceiver, readRecentReceivers } from './recent-receivers.ts'
import { withConfiguredTokens } from './request-tokens.ts'

/** The service's answer about a quote, unchanged: the interface does not define its body (interface 4.9). */
export interface DirectRouteAnswer {
  readonly text: string
  readonly serverRequestId: string | null
}

interface PastPageView {
  readonly count: number
  readonly oldestMs: number | null
  readonly isLastUsed: boolean
  /** Equal for two pages with the same requests. */
  readonly fingerprint: string
}

/** One piece of the exported file. The pieces in order are the whole file. */
export interface ExportPiece {
  readonly text: string
  readonly next: string | null
}

export interface PastEntryView {
  readonly entry: HistoryEntry
  readonly repeatRequest: PastQuoteRequest | null
}

const key = textShape(200, 1)
const after = v.nullable(key)
const ms = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))

export const historyMessages = {
  /**
   * Returns entries newest first, perhaps fewer than `limit` when the search had to read many keys. The history ends
   * where `next` is null. `after` is `next` of the previous page. Entries that began before `floorMs` are left out.
   */
  history: message(
    v.strictObject({
      filter,
      after,
      floorMs: ms,
      limit: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)),
    }),
    output<EntryPage>(),
  ),
  historyEntry: message(v.strictObject({ key }), output<PastEntryView>()),
  /**
   * Reads a page of the connected account's history from the service. The request reveals the address, so only a user
   * action sends it.
   */
  readServiceHistory: message(
    v.strictObject({
      pageNumber: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000_000)),
    }),
    output<PastPageView>(),
  ),
  exportHistory: message(
    v.strictObject({ filter, format: v.picklist(['csv', 'json']), after }),
    output<ExportPiece>(),
  ),
  historyStatistics: message(
    v.strictObject({ range: v.picklist(statisticsRanges) }),
    output<HistoryStatistics>(),
  ),
  /** Past results of routes between two chains, by `routeKey`. Routes without enough results are left out. */
  experience: message(
    v.strictObject({
      originChainId: chainIdShape,
      destinationChainId: chainIdShape,
      routeKeys: v.pipe(v.array(textShape(400, 1)), v.maxLength(100), v.readonly()),
    }),
    output<{ readonly [routeKey: string]: Experience }>(),
  ),
  recentReceivers: message(noInput, output<readonly RecentReceiver[]>()),
  refundExperience: message(v.strictObject({ chainId: chainIdShape }), output<RefundExperience | null>()),
  /**
   * Deletes the history. Without `consent`, orders whose money is not accounted for stay; with the typed word,
   * everything is deleted. Returns how many orders are left.
   */
  wipeHistory: message(v.strictObject({ consent: v.nullable(textShape(20)) }), output<{ left: number }>()),
  /** All ids and attempts of an order as text, without signatures and without addresses of other people. */
  supportText: message(orderIdInput, output<string>()),
  /** Reads the service's answer about the quote of an order. Only a user action sends it. */
  fetchDirectRouteStatus: message(orderIdInput, output<DirectRouteAnswer>()),
}

interface HistoryPorts {
  readonly deployment: Deployment
  readonly clock: Clock
  readonly catalogue: { token(chainId: number, address: string): Promise<Token | null> }
  readonly entries: Entries
  readonly orders: Orders
  readonly service: Pick<Client, 'history' | 'directRouteStatus'>
  /** Throws `walletNotConnected` without an account, even a watched one. */
  readonly knownAddress: () => Promise<Address>
  readonly wipe: (how: { readonly isAll: boolean }) => Promise<number>
  readonly version: string
}

/** Requests per page of the service's history. The service's largest page is not known (interface 8). */
const pastPageSize = 20
const statisticsPageSize = 500

async function readStatistics(
  entries: Entries,
  range: (typeof statisticsRanges)[number],
  nowMs: number,
): Promise<HistoryStatistics> {
  const statistics = createStatistics(range, nowMs)
  const filter = { ...noFilter, fromMs: statisticsFromMs(range, nowMs) }
  let after: string | null = null
  do {
    const page = await entries.readPage({ filter, after, floorMs: null, limit: statisticsPageSize })
    for (const entry of page.entries) statistics.add(entry)
    after = page.next
  } while (after !== null)
  return statistics.result()
}

async function readExperiences(
  entries: Entries,
  { originChainId, destinationChainId, routeKeys }: InputOf<typeof historyMessages.experience>,
): Promise<{ readonly [routeKey: string]: Experience }> {
  const known: { [routeKey: string]: Experience } = {}
  for (const routeKey of routeKeys) {
    const term = endedRouteTerm(routeKey, originChainId, destinationChainId)
    const experience = summarizeExperience(await entries.readNewest(term, maxExperience))
    if (experience !== null) known[routeKey] = experience
  }
  return known
}

export function historyHandlers(ports: HistoryPorts): Handlers<typeof historyMessages> {
  const { catalogue, clock, entries, orders, service, version } = ports

  /** An entry is shown without our lists, too. It then offers no repetition. */
  async function findOwnToken(named: Token | null): Promise<Token | null> {
    return named === null ? null : catalogue.token(named.chainId, named.address).catch(() => null)
  }

  return {
    history: (query) => entries.readPage(query),
    async historyEntry({ key }) {
      const entry = await entries.read(key)
      if (entry === null) throw new Problem('orderNotFound')
      const [input, output] = await Promise.all([
        findOwnToken(entry.inputToken),
        findOwnToken(entry.outputToken),
      ])
      return { entry, repeatRequest: quoteRequestOfEntry(entry, input, output) }
    },
    async readServiceHistory({ pageNumber }) {
      const sender = await ports.knownAddress()
      const { result } = await service.history({ sender, pageNumber, pageSize: pastPageSize })
      const readMs = clock.nowMs()
      const items = result.items.map((item) => ({
        ...withConfiguredTokens(ports.deployment, item),
        readMs,
      }))
      await entries.storeRequests(items)
      const startTimes = items.map((item) => createServiceEntry(item).atMs).filter((ms) => ms > 0)
      return {
        count: items.length,
        oldestMs: startTimes.length === 0 ? null : Math.min(...startTimes),
        isLastUsed: result.isLastUsed,
        fingerprint: items.map(({ requestHash }) => requestHash.slice(0, 10)).join(' '),
      }
    },
    exportHistory: createExport(entries, orders, () => ({
      version,
      nowMs: clock.nowMs(),
      serviceKind: ports.deployment.service.kind,
    })),
    historyStatistics: ({ range }) => readStatistics(entries, range, clock.nowMs()),
    experience: (query) => readExperiences(entries, query),
    recentReceivers: () => readRecentReceivers(entries, orders),
    refundExperience: async ({ chainId }) =>
      summarizeRefunds(await entries.readNewest(refundChainTerm(chainId), maxExperience)),
    async wipeHistory({ consent }) {
      if (consent !== null && consent !== wipeWord) throw new Problem('notAllowed')
      return { left: await ports.wipe({ isAll: consent === wipeWord }) }
    },
    supportText: async ({ orderId }) => supportText(await knownOrder(orders, orderId), version),
    async fetchDirectRouteStatus({ orderId }) {
      const order = await knownOrder(orders, orderId)
      const { sourceTransactionHash: txHash, terms } = order
      const by = { quoteId: terms.quoteId, ...(txHash === null ? {} : { txHash }) }
      const { result, serverRequestId } = await service.directRouteStatus(by)
      return { text: result, serverRequestId }
    },
  }
}
