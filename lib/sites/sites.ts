import type { Address } from '../base/hex.ts'
import { hourMs } from '../base/time.ts'

/** Which sites get the provider: every https site, or only those the user named. */
export interface SiteChoice {
  readonly kind: 'all' | 'listed'
  /** Origins; kept while `all` is chosen. */
  readonly listed: readonly string[]
  /** Origins that are refused for good, whatever else is chosen; absent where none ever was. */
  readonly never?: readonly string[]
}

export const defaultSiteChoice: SiteChoice = { kind: 'all', listed: [] }

/** A site that may propose swaps, until the user takes that back. */
export interface Grant {
  readonly origin: string
  readonly grantedMs: number
}

/** A site that may propose swaps once: in one document, as long as that is there. */
export interface Visit extends Grant {
  readonly document: PageDocument
}

/** Where a leave to propose swaps is asked for: a site, in one of its documents. */
export interface SitePlace {
  readonly origin: string
  readonly document: Pick<PageDocument, 'tabId' | 'key'>
}

/** Tells whether sites are served there: https anywhere, http on this machine only. */
export function isSiteOrigin(origin: string): boolean {
  return (
    origin.length <= 300 && /^(https:\/\/[^/?#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?)$/.test(origin)
  )
}

/** Tells whether the provider is offered to a site. */
export function isServed({ kind, listed, never = [] }: SiteChoice, origin: string): boolean {
  if (!isSiteOrigin(origin) || never.includes(origin)) return false
  return kind === 'all' || listed.includes(origin)
}

/** Returns the origin of what a user typed: an origin, an address or a bare host; null where it is none we serve. */
export function typedOrigin(text: string): string | null {
  const typed = text.trim()
  if (typed === '' || /\s/.test(typed)) return null
  const isBare = !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  const isHere = /^(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/i.test(typed)
  const url = URL.parse(isBare ? `${isHere ? 'http' : 'https'}://${typed}` : typed)
  return url !== null && url.username === '' && isSiteOrigin(url.origin) ? url.origin : null
}

/** The six fields a page may set, checked: nothing else of a page's wish reaches a quote (M6). */
export interface ProposedSwap {
  readonly originChainId: number
  readonly destinationChainId: number
  /** Lower case; the native asset under its constant. */
  readonly inputToken: Address
  /** Lower case on EVM chains, another chain's own form elsewhere. */
  readonly outputToken: string
  /** Digit string in the input token's smallest unit, above zero. */
  readonly inputAmount: string
  /** Null leaves it to the user: their own address. */
  readonly receiverAddress: string | null
}

/** A document as the browser names it; `documentId` is the relay's own fresh key where the browser gives none (Firefox before 153). */
export interface PageDocument {
  readonly tabId: number
  readonly documentId: string
  /** The relay's own fresh key: what is said to the document reaches no other in its tab. */
  readonly key: string
}

/** Tells whether two records name one document. */
export function isSameDocument(a: PageDocument, b: PageDocument): boolean {
  return a.tabId === b.tabId && a.documentId === b.documentId
}

/**
 * `proposed` waits for the user, `confirmed` is an order. The other three are over: `declined` by the user,
 * `cancelled` by the page, `expired` with its document, its site's leave or its time.
 */
export type ProposalState = 'proposed' | 'confirmed' | 'declined' | 'cancelled' | 'expired'

/** A swap that a page handed over. */
export interface Proposal {
  readonly schema: 1
  /** Fresh and unguessable; what the page keeps. */
  readonly swapId: string
  /** From the browser's sender record at arrival, never read again (M3). */
  readonly origin: string
  readonly document: PageDocument
  readonly swap: ProposedSwap
  /** The page's own word for it; never leaves the browser. */
  readonly reference: string | null
  readonly state: ProposalState
  /** Expired because its document went: it is taken up again when the document comes back. */
  readonly isDocumentGone: boolean
  /** Written down before the order is: an order with this id is this swap. */
  readonly orderId: string | null
  readonly createdMs: number
  readonly endedMs: number | null
}

/** The user forgets; a page that waits this long has been left open. */
export const proposalLifeMs = hourMs
