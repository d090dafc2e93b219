import * as v from 'valibot'
import {
  addressShape,
  chainIdShape,
  countShape,
  type Decoded,
  digitsShape,
  validEntriesShape,
} from '../base/shapes.ts'
import { hourMs } from '../base/time.ts'

const origins = v.fallback(validEntriesShape(v.string()), [])

export const siteChoiceShape = v.object({
  kind: v.fallback(v.picklist(['all', 'listed']), 'all'),
  /** Origins; stored also while `all` is chosen. */
  listed: v.optional(origins, []),
  /** Origins that the user refused permanently, whatever the other choices; absent where there never was one. */
  never: v.exactOptional(origins),
})
export type SiteChoice = Decoded<typeof siteChoiceShape>

export const defaultSiteChoice: SiteChoice = { kind: 'all', listed: [] }

const documentShape = v.object({
  tabId: v.number(),
  /** The relay's fresh key where the browser gives none (Firefox before 153). */
  documentId: v.string(),
  /** The relay's fresh key: a message to this document reaches no other document in its tab. */
  key: v.string(),
})
export type PageDocument = Decoded<typeof documentShape>

export function isSameDocument(a: PageDocument, b: PageDocument): boolean {
  return a.tabId === b.tabId && a.documentId === b.documentId
}

/** A site that may propose swaps until the user revokes it. */
export const grantShape = v.object({ origin: v.string(), grantedMs: v.number() })
export type Grant = Decoded<typeof grantShape>

/** A site that may propose swaps in one document, until that document closes. */
export const documentGrantShape = v.object({ ...grantShape.entries, document: documentShape })
export type DocumentGrant = Decoded<typeof documentGrantShape>

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
const proposedSwapShape = v.object({
  originChainId: chainIdShape,
  destinationChainId: chainIdShape,
  /** Lower case; the native currency by its constant. */
  inputToken: addressShape,
  /** Lower case on EVM chains; another chain's address format elsewhere. */
  outputToken: v.string(),
  /** Digit string in the input token's smallest unit, above zero. */
  inputAmount: digitsShape,
  /** Null: the user's own address. */
  receiverAddress: v.nullable(v.string()),
})
export type ProposedSwap = Decoded<typeof proposedSwapShape>

export const proposalShape = v.object({
  schema: v.literal(1),
  /** Fresh and unguessable; the page stores it. */
  swapId: v.string(),
  /** From the browser's sender record at arrival, never read again (M3). */
  origin: v.string(),
  document: documentShape,
  swap: proposedSwapShape,
  /** The page's own name for it; never leaves the browser. */
  reference: v.nullable(v.string()),
  /**
   * `proposed` waits for the user; `confirmed` is an order. The others are over: `declined` by the user, `cancelled` by the
   * page, `expired` with its document, its site's permission or its lifetime.
   */
  state: v.picklist(['proposed', 'confirmed', 'declined', 'cancelled', 'expired']),
  /** Expired because its document closed; waits again when the document returns. */
  isDocumentGone: v.boolean(),
  /** Stored before the order: an order with this id belongs to this swap. */
  orderId: v.nullable(v.string()),
  createdMs: countShape,
  endedMs: v.nullable(countShape),
})
export type Proposal = Decoded<typeof proposalShape>
export type ProposalState = Proposal['state']

/** The proposals that wait at a time, at most one of each site (M5). */
export const maxWaiting = 3

/** The user forgets a proposal, and a page that waits this long was left open. */
export const proposalLifeMs = hourMs
