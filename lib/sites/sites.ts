import type { Address } from '../base/hex.ts'
import { hourMs } from '../base/time.ts'

export interface SiteChoice {
  readonly kind: 'all' | 'listed'
  /** Origins; stored also while `all` is chosen. */
  readonly listed: readonly string[]
  /** Origins that the user refused permanently, whatever the other choices; absent where there never was one. */
  readonly never?: readonly string[]
}

export const defaultSiteChoice: SiteChoice = { kind: 'all', listed: [] }

/** A site that may propose swaps until the user revokes it. */
export interface Grant {
  readonly origin: string
  readonly grantedMs: number
}

/** A site that may propose swaps in one document, until that document closes. */
export interface DocumentGrant extends Grant {
  readonly document: PageDocument
}

export interface SitePlace {
  readonly origin: string
  readonly document: Pick<PageDocument, 'tabId' | 'key'>
}

/** Whether Ferry supports an origin: https anywhere, http on this machine only. */
export function isSiteOrigin(origin: string): boolean {
  return (
    origin.length <= 300 && /^(https:\/\/[^/?#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?)$/.test(origin)
  )
}

export function isOffered({ kind, listed, never = [] }: SiteChoice, origin: string): boolean {
  if (!isSiteOrigin(origin) || never.includes(origin)) return false
  return kind === 'all' || listed.includes(origin)
}

/** The text may be an origin, an address or a bare host. Null for any other text or an unsupported origin. */
export function parseTypedOrigin(text: string): string | null {
  const typed = text.trim()
  if (typed === '' || /\s/.test(typed)) return null
  const isBare = !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  const isHere = /^(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/i.test(typed)
  const url = URL.parse(isBare ? `${isHere ? 'http' : 'https'}://${typed}` : typed)
  return url !== null && url.username === '' && isSiteOrigin(url.origin) ? url.origin : null
}

/** The six fields a page may set, checked. No other value of a page reaches a quote (M6). */
export interface ProposedSwap {
  readonly originChainId: number
  readonly destinationChainId: number
  /** Lower case; the native currency by its constant. */
  readonly inputToken: Address
  /** Lower case on EVM chains; another chain's address format elsewhere. */
  readonly outputToken: string
  /** Digit string in the input token's smallest unit, above zero. */
  readonly inputAmount: string
  /** Null: the user's own address. */
  readonly receiverAddress: string | null
}

/** `documentId` is the relay's fresh key where the browser gives none (Firefox before 153). */
export interface PageDocument {
  readonly tabId: number
  readonly documentId: string
  /** The relay's fresh key: a message to this document reaches no other document in its tab. */
  readonly key: string
}

export function isSameDocument(a: PageDocument, b: PageDocument): boolean {
  return a.tabId === b.tabId && a.documentId === b.documentId
}

/**
 * `proposed` waits for the user; `confirmed` is an order. The others are over: `declined` by the user, `cancelled` by the
 * page, `expired` with its document, its site's permission or its lifetime.
 */
export type ProposalState = 'proposed' | 'confirmed' | 'declined' | 'cancelled' | 'expired'

export interface Proposal {
  readonly schema: 1
  /** Fresh and unguessable; the page stores it. */
  readonly swapId: string
  /** From the browser's sender record at arrival, never read again (M3). */
  readonly origin: string
  readonly document: PageDocument
  readonly swap: ProposedSwap
  /** The page's own name for it; never leaves the browser. */
  readonly reference: string | null
  readonly state: ProposalState
  /** Expired because its document closed; waits again when the document returns. */
  readonly isDocumentGone: boolean
  /** Stored before the order: an order with this id belongs to this swap. */
  readonly orderId: string | null
  readonly createdMs: number
  readonly endedMs: number | null
}

/** The user forgets a proposal, and a page that waits this long was left open. */
export const proposalLifeMs = hourMs
