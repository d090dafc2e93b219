import * as v from 'valibot'
import type { Address } from '../base/hex.ts'
import { type Handlers, type InputOf, message, oneOrder, output } from '../base/message.ts'
import { Problem } from '../base/problem.ts'
import { chainIdShape, textShape } from '../base/shapes.ts'
import type { Clock } from '../base/time.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { supportText } from '../order/order-view.ts'
import type { Orders } from '../order/orders.ts'
import { knownOrder } from '../order/reads.ts'
import type { Client } from '../service/client.ts'
import type { Token } from '../service/token.ts'
import type { Entries } from './entries.ts'
import { entryOfItem, type HistoryEntry } from './history-entry.ts'
import {
  endedOnRoute,
  type HistoryFilter,
  historyGroups,
  noFilter,
  refundedOn,
  wipeWord,
} from './history-filter.ts'
import {
  createStatistics,
  type Experience,
  experienceOf,
  type HistoryStatistics,
  mostExperience,
  type RefundExperience,
  refundExperienceOf,
  statisticsFromMs,
  statisticsRanges,
} from './history-statistics.ts'
import { type PastQuoteRequest, pastRequestOfEntry } from './past-quote-request.ts'
import { createExport } from './whole-history.ts'

/** What the service said of a quote, word for word: the body has no definition (interface 4.9). */
export interface DirectRouteAnswer {
  readonly text: string
  readonly serverRequestId: string | null
}

interface HistoryPageView {
  readonly entries: readonly HistoryEntry[]
  /** `after` of the next page; null at the end. */
  readonly next: string | null
  /** More tokens, addresses or ids begin like the text than were looked at. */
  readonly isCut: boolean
}

/** One page of the service's history, after it was taken into ours. */
interface PastPageView {
  readonly count: number
  /** Rows of other accounts, which are left out. */
  readonly othersCount: number
  /** When the oldest request of the page began; null where none of them says. */
  readonly oldestMs: number | null
  readonly isLast: boolean
  /** The same for two pages that say the same. */
  readonly mark: string
}

/** A piece of the file; the pieces one after the other are the whole. */
export interface ExportPiece {
  readonly text: string
  readonly next: string | null
}

/** A line of the history that is no order, and what it can be asked for again as; null where it cannot. */
export interface PastEntryView {
  readonly entry: HistoryEntry
  readonly again: PastQuoteRequest | null
}

const key = textShape(200, 1)
const after = v.nullable(key)
const ms = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))

const filter: v.GenericSchema<unknown, HistoryFilter> = v.strictObject({
  text: textShape(256),
  chainId: v.nullable(chainIdShape),
  group: v.nullable(v.picklist(historyGroups)),
  fromMs: ms,
  untilMs: ms,
})

/** The messages about what has happened. */
export const historyMessages = {
  /**
   * Newest first, perhaps fewer than asked for where much had to be looked through; over where `next` is null. `after` is
   * `next` of the page before; nothing that began before `floorMs`.
   */
  history: message(
    v.strictObject({
      filter,
      after,
      floorMs: ms,
      limit: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)),
    }),
    output<HistoryPageView>(),
  ),
  historyEntry: message(v.strictObject({ key }), output<PastEntryView>()),
  /** Asks the service for a page of the connected account's past; it learns the address, so only the user's wish sends it. */
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
  /** How routes between two chains have done for this user, by `routeKey`; those nothing is known of are left out. */
  experience: message(
    v.strictObject({
      originChainId: chainIdShape,
      destinationChainId: chainIdShape,
      routeKeys: v.pipe(v.array(textShape(400, 1)), v.maxLength(100), v.readonly()),
    }),
    output<{ readonly [routeKey: string]: Experience }>(),
  ),
  /** How long refunds on a chain took for this user; null where too little is known. */
  refundExperience: message(v.strictObject({ chainId: chainIdShape }), output<RefundExperience | null>()),
  /**
   * Deletes the history. Without `consent` what is not accounted for stays; with the typed word everything goes. How many
   * orders are left.
   */
  wipeHistory: message(v.strictObject({ consent: v.nullable(textShape(20)) }), output<{ left: number }>()),
  /** All ids and attempts of an order as text, without a signature or anybody else's address. */
  supportText: message(oneOrder, output<string>()),
  /** Asks the service what it knows of the quote of an order; only when the user says so. */
  askDirectRoute: message(oneOrder, output<DirectRouteAnswer>()),
}

interface HistoryPorts {
  readonly deployment: Deployment
  readonly clock: Clock
  readonly catalogue: { token(chainId: number, address: string): Promise<Token | null> }
  readonly entries: Entries
  readonly orders: Orders
  readonly service: Pick<Client, 'history' | 'directRouteStatus'>
  /** Throws `walletNotConnected` where there is no account, not even a watched one. */
  readonly knownAddress: () => Promise<Address>
  /** Deletes the history; how many orders stayed because their money is not accounted for. */
  readonly wipe: (how: { readonly isAll: boolean }) => Promise<number>
  /** Of Ferry. */
  readonly version: string
}

/** Requests of the service's history a page; its largest page is not known (interface 8). */
const pastPageSize = 20
/** Entries read at a time where all of a range are looked at. */
const sweepSize = 500

/** Looks at every line that began within a range. */
async function statisticsOf(
  entries: Pick<Entries, 'page'>,
  range: (typeof statisticsRanges)[number],
  nowMs: number,
): Promise<HistoryStatistics> {
  const statistics = createStatistics(range, nowMs)
  const filter = { ...noFilter, fromMs: statisticsFromMs(range, nowMs) }
  let after: string | null = null
  do {
    const page = await entries.page({ filter, after, floorMs: null, limit: sweepSize })
    for (const entry of page.entries) statistics.add(entry)
    after = page.next
  } while (after !== null)
  return statistics.result()
}

/** How the routes of a pair of chains have done; those nothing is known of are left out. */
async function experiencesOf(
  entries: Pick<Entries, 'newest'>,
  { originChainId, destinationChainId, routeKeys }: InputOf<typeof historyMessages.experience>,
): Promise<{ readonly [routeKey: string]: Experience }> {
  const known: { [routeKey: string]: Experience } = {}
  for (const routeKey of routeKeys) {
    const term = endedOnRoute(routeKey, originChainId, destinationChainId)
    const experience = experienceOf(await entries.newest(term, mostExperience))
    if (experience !== null) known[routeKey] = experience
  }
  return known
}

/** Answers what views ask about the past. */
export function historyHandlers(ports: HistoryPorts): Handlers<typeof historyMessages> {
  const { catalogue, clock, entries, orders, service, version } = ports

  /** A token that the service names, as our own lists have it. */
  async function ours(named: Token | null): Promise<Token | null> {
    return named === null ? null : catalogue.token(named.chainId, named.address)
  }

  return {
    history: (query) => entries.page(query),
    async historyEntry({ key }) {
      const entry = await entries.read(key)
      if (entry === null) throw new Problem('orderNotFound')
      const [input, output] = await Promise.all([ours(entry.inputToken), ours(entry.outputToken)])
      return { entry, again: pastRequestOfEntry(entry, input, output) }
    },
    async readServiceHistory({ pageNumber }) {
      const sender = await ports.knownAddress()
      const { result } = await service.history({ sender, pageNumber, pageSize: pastPageSize })
      const readMs = clock.nowMs()
      const items = result.items.map((item) => ({ ...item, readMs }))
      await entries.take(items)
      const beganMs = items.map((item) => entryOfItem(item).atMs).filter((ms) => ms > 0)
      return {
        count: items.length,
        othersCount: result.othersCount,
        oldestMs: beganMs.length === 0 ? null : Math.min(...beganMs),
        isLast: result.isLast,
        mark: items.map(({ requestHash }) => requestHash.slice(0, 10)).join(' '),
      }
    },
    exportHistory: createExport(entries, orders, () => ({
      version,
      nowMs: clock.nowMs(),
      serviceKind: ports.deployment.service.kind,
    })),
    historyStatistics: ({ range }) => statisticsOf(entries, range, clock.nowMs()),
    experience: (query) => experiencesOf(entries, query),
    refundExperience: async ({ chainId }) =>
      refundExperienceOf(await entries.newest(refundedOn(chainId), mostExperience)),
    async wipeHistory({ consent }) {
      if (consent !== null && consent !== wipeWord) throw new Problem('notAllowed')
      return { left: await ports.wipe({ isAll: consent === wipeWord }) }
    },
    supportText: async ({ orderId }) => supportText(await knownOrder(orders, orderId), version),
    async askDirectRoute({ orderId }) {
      const order = await knownOrder(orders, orderId)
      const { sourceTransactionHash: txHash, terms } = order
      const by = { quoteId: terms.quoteId, ...(txHash === null ? {} : { txHash }) }
      const { result, serverRequestId } = await service.directRouteStatus(by)
      return { text: result, serverRequestId }
    },
  }
}
