import type { Experience } from './experience.ts'
import type { HistoryEntry } from './history-entry.ts'
import type { HistoryFilter } from './history-filter.ts'
import type { HistoryStatistics } from './history-statistics.ts'
import type { PastAsk } from './past-ask.ts'

/** What the service said of a quote, word for word: the body has no definition (interface 4.9). */
export interface DirectRouteAnswer {
  readonly text: string
  readonly serverRequestId: string | null
}

export interface HistoryPageView {
  readonly entries: readonly HistoryEntry[]
  /** `after` of the next page; null at the end. */
  readonly next: string | null
  /** More tokens, addresses or ids begin like the text than were looked at. */
  readonly isCut: boolean
}

/** One page of the service's history, after it was taken into ours. */
export interface PastPageView {
  readonly count: number
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
  readonly again: PastAsk | null
}

/** The messages about what has happened: part of `ViewMessages`. */
export interface HistoryMessages {
  /**
   * Newest first, perhaps fewer than asked for where much had to be looked through; over where `next` is null. `after` is
   * `next` of the page before; nothing that began before `floorMs`.
   */
  history: {
    input: { filter: HistoryFilter; after: string | null; floorMs: number | null; limit: number }
    output: HistoryPageView
  }
  historyEntry: { input: { key: string }; output: PastEntryView }
  /** Asks the service for a page of the connected account's past; it learns the address, so only the person's wish sends it. */
  readServiceHistory: { input: { pageNumber: number }; output: PastPageView }
  exportHistory: {
    input: { filter: HistoryFilter; format: 'csv' | 'json'; after: string | null }
    output: ExportPiece
  }
  /** The last twelve months. */
  historyStatistics: { input: null; output: HistoryStatistics }
  /** How routes between two chains have done for this person, by `routeKey`; those nothing is known of are left out. */
  experience: {
    input: { originChainId: number; destinationChainId: number; routeKeys: readonly string[] }
    output: { readonly [routeKey: string]: Experience }
  }
  /**
   * Deletes the history. Without `consent` what is not accounted for stays; with the typed word everything goes. How many
   * orders are left.
   */
  wipeHistory: { input: { consent: string | null }; output: { left: number } }
  /** All ids and attempts of an order as text, without a signature or anybody else's address. */
  supportText: { input: { orderId: string }; output: string }
  /** Asks the service what it knows of the quote of an order; only when the person says so. */
  askDirectRoute: { input: { orderId: string }; output: DirectRouteAnswer }
}
