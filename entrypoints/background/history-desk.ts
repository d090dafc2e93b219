import { Problem } from '../../lib/base/problem.ts'
import { type Experience, experienceOf, mostExperience } from '../../lib/history/experience.ts'
import { createExport } from '../../lib/history/export.ts'
import { entryOfItem } from '../../lib/history/history-entry.ts'
import { endedOnRoute, noFilter } from '../../lib/history/history-filter.ts'
import type { HistoryMessages } from '../../lib/history/history-map.ts'
import { createStatistics, statisticsFromMs } from '../../lib/history/history-statistics.ts'
import { pastAskOfEntry } from '../../lib/history/past-ask.ts'
import { knownOrder } from '../../lib/order/reads.ts'
import { supportText } from '../../lib/order/support-text.ts'
import { browser } from '../../lib/platform/browser.ts'
import type { ViewHandlers } from '../../lib/rpc/rpc-server.ts'
import type { Token } from '../../lib/service/token.ts'
import { wipeWord } from '../../lib/storage/wipe-scope.ts'
import type { Background } from './compose.ts'
import { knownAddress } from './known-address.ts'

/** Requests of the service's history a page; its largest page is not known (interface 8). */
const pastPageSize = 20
/** Entries read at a time where all of a year are looked at. */
const sweepSize = 500

/** Answers what views ask about the past. */
export function createHistoryAnswers(graph: Background): Pick<ViewHandlers, keyof HistoryMessages> {
  const { catalogue, clock, entries, orders, service } = graph
  const { version } = browser.runtime.getManifest()

  /** A token that the service names, as our own lists have it. */
  async function ours(named: Token | null): Promise<Token | null> {
    return named === null ? null : catalogue.token(named.chainId, named.address)
  }

  return {
    history: (ask) => entries.page(ask),
    async historyEntry({ key }) {
      const entry = await entries.read(key)
      if (entry === null) throw new Problem('orderNotFound')
      const [input, output] = await Promise.all([ours(entry.inputToken), ours(entry.outputToken)])
      return { entry, again: pastAskOfEntry(entry, input, output) }
    },
    async readServiceHistory({ pageNumber }) {
      const sender = await knownAddress(graph)
      const { result } = await service.history({ sender, pageNumber, pageSize: pastPageSize })
      const readMs = clock.nowMs()
      const items = result.items.map((item) => ({ ...item, readMs }))
      await entries.take(items)
      const beganMs = items.map((item) => entryOfItem(item).atMs).filter((ms) => ms > 0)
      return {
        count: items.length,
        oldestMs: beganMs.length === 0 ? null : Math.min(...beganMs),
        isLast: result.isLast,
        mark: items.map(({ requestHash }) => requestHash.slice(0, 10)).join(' '),
      }
    },
    exportHistory: createExport(entries, orders, () => ({
      version,
      nowMs: clock.nowMs(),
      serviceKind: graph.deployment.service.kind,
    })),
    async historyStatistics() {
      const nowMs = clock.nowMs()
      const statistics = createStatistics(nowMs)
      const filter = { ...noFilter, fromMs: statisticsFromMs(nowMs) }
      let after: string | null = null
      do {
        const page = await entries.page({ filter, after, floorMs: null, limit: sweepSize })
        for (const entry of page.entries) statistics.add(entry)
        after = page.next
      } while (after !== null)
      return statistics.result()
    },
    async experience({ originChainId, destinationChainId, routeKeys }) {
      const known: { [routeKey: string]: Experience } = {}
      for (const routeKey of routeKeys) {
        const term = endedOnRoute(routeKey, originChainId, destinationChainId)
        const experience = experienceOf(await entries.newest(term, mostExperience))
        if (experience !== null) known[routeKey] = experience
      }
      return known
    },
    async wipeHistory({ consent }) {
      if (consent !== null && consent !== wipeWord) throw new Problem('notAllowed')
      return { left: await graph.wipe({ isAll: consent === wipeWord }) }
    },
    supportText: async ({ orderId }) => supportText(await knownOrder(orders, orderId), version),
    async askDirectRoute({ orderId }) {
      const order = await knownOrder(orders, orderId)
      const { sourceTransactionHash: txHash, deal } = order
      const by = { quoteId: deal.quoteId, ...(txHash === null ? {} : { txHash }) }
      const { result, serverRequestId } = await service.directRouteStatus(by)
      return { text: result, serverRequestId }
    },
  }
}
