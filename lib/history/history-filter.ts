import { isRevokePending } from '../order/allowances.ts'
import { mayBeInInbox } from '../order/exits/exit-rules.ts'
import type { Order } from '../order/order.ts'
import { type OrderPhase, orderStateWords } from '../order/order-state.ts'
import { isSuccess } from '../service/status-codes.ts'
import type { HistoryEntry } from './entry-shape.ts'
import { firstKeyAt } from './history-entry.ts'
import type { HistoryFilter } from './history-filter-shape.ts'
import type { HistoryGroup } from './history-groups.ts'

export const noFilter: HistoryFilter = { text: '', chainId: null, group: null, fromMs: null, untilMs: null }

export interface TermQuery {
  readonly start: string
  readonly isExact: boolean
}

/** Ids are indexed by their first characters only: more would make the index larger without finding more. */
const idLength = 18
const minIdLength = 6
const maxWords = 6

const groups: { readonly [phase in OrderPhase]: HistoryGroup } = {
  wallet: 'open',
  needsUser: 'open',
  offer: 'open',
  unknown: 'open',
  stopping: 'open',
  running: 'open',
  done: 'done',
  failed: 'failed',
  refunded: 'refunded',
  cancelled: 'stopped',
  stopped: 'stopped',
  unused: 'stopped',
}

/**
 * Returns the index terms of an entry:
 * - `c:` chain, `g:` group, `t:` token symbol, `k:` token address, `a:` address, `i:` id
 * - `r:` route of an ended order, `b:` chain of a timed refund
 * - `p:` both symbols, once in each order
 */
export function termsOf(entry: HistoryEntry): readonly string[] {
  const { inputToken, outputToken, item } = entry
  const tokens = [inputToken, outputToken].filter((token) => token !== null)
  const ids = [
    entry.orderId,
    entry.requestHash,
    entry.quoteId,
    entry.sourceTransactionHash,
    entry.destinationTransactionHash,
    entry.refundTransactionHash,
    item?.requestHash,
    item?.sourceTransactionHash,
    item?.destinationTransactionHash,
  ]
  const terms = [
    `g:${groups[entry.phase]}`,
    ...tokens.map(({ chainId }) => `c:${chainId}`),
    ...tokens.flatMap(({ symbol, address }) => [`t:${normalizeTerm(symbol)}`, `k:${normalizeTerm(address)}`]),
    ...pairTerms(tokens.map(({ symbol }) => normalizeTerm(symbol))),
    ...[entry.sender, entry.receiver].filter((one) => one !== null).map((one) => `a:${normalizeTerm(one)}`),
    ...ids.filter((id) => typeof id === 'string' && id !== '').map((id) => idTerm(id as string)),
  ]
  const route = routeTerm(entry)
  const refundChainId =
    entry.refundSeconds === undefined ? null : (entry.refundChainId ?? inputToken?.chainId ?? null)
  const pastTerms = [
    ...(route === null ? [] : [route]),
    ...(refundChainId === null ? [] : [refundChainTerm(refundChainId)]),
  ]
  return [...new Set([...terms, ...pastTerms])]
}

function pairTerms([one, other]: readonly string[]): readonly string[] {
  if (one === undefined || other === undefined || one === other) return []
  return [pairTerm(one, other), pairTerm(other, one)]
}

/** Returns the term of two symbols in this order. If `second` is only the beginning of a symbol, so is the result. */
export function pairTerm(symbol: string, second: string): string {
  return `p:${symbol}\n${second}`
}

export function symbolOf(term: string): string | null {
  return term.startsWith('t:') ? term.slice(2) : null
}

export function idTerm(id: string): string {
  return `i:${normalizeTerm(id).slice(0, idLength)}`
}

function routeTerm({ routeKey, orderId, inputToken, outputToken, phase }: HistoryEntry): string | null {
  const hasEnded = ['done', 'failed', 'refunded'].includes(groups[phase])
  if (!hasEnded || orderId === null || routeKey === null || inputToken === null || outputToken === null) {
    return null
  }
  return endedRouteTerm(routeKey, inputToken.chainId, outputToken.chainId)
}

/** A numbered route (`…#2`) counts as the first route of its name. */
export function endedRouteTerm(routeKey: string, originChainId: number, destinationChainId: number): string {
  return `r:${originChainId}:${destinationChainId}:${normalizeTerm(routeKey.replace(/#\d+$/, ''))}`
}

export function choiceTermsOf(filter: HistoryFilter): readonly (readonly TermQuery[])[] {
  const exact = (term: string): TermQuery => ({ start: term, isExact: true })
  return [
    ...(filter.group === null ? [] : [[exact(`g:${filter.group}`)]]),
    ...(filter.chainId === null ? [] : [[exact(`c:${filter.chainId}`)]]),
  ]
}

export function textTermsOf(filter: HistoryFilter): readonly (readonly TermQuery[])[] {
  const words = normalizeTerm(filter.text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
  return words.map((word) => {
    const starts = [`t:${word}`, `k:${word}`, `a:${word}`]
    // Every hash begins with 0x, so a shorter beginning would match all of them.
    if (word.length >= minIdLength) starts.push(`i:${word.slice(0, idLength)}`)
    return starts.map((start) => ({ start, isExact: false }))
  })
}

/** Returns the range of keys that a filter's dates allow: `first` inclusive, `end` exclusive, null without a bound. */
export function keyBounds({ fromMs, untilMs }: Pick<HistoryFilter, 'fromMs' | 'untilMs'>): {
  readonly first: string
  readonly end: string | null
} {
  return {
    first: untilMs === null ? '' : firstKeyAt(untilMs - 1),
    end: fromMs === null || fromMs <= 0 ? null : firstKeyAt(fromMs - 1),
  }
}

/** Says whether an entry matches, without the index. A view uses it for entries that change after it read its page. */
export function matchesFilter(entry: HistoryEntry, filter: HistoryFilter): boolean {
  const { first, end } = keyBounds(filter)
  if (entry.key < first || (end !== null && entry.key >= end)) return false
  const terms = termsOf(entry)
  // An entry must match at least one term of each group.
  return [...choiceTermsOf(filter), ...textTermsOf(filter)].every((anyOf) =>
    anyOf.some(({ start, isExact }) =>
      terms.some((term) => (isExact ? term === start : term.startsWith(start))),
    ),
  )
}

export function refundChainTerm(chainId: number): string {
  return `b:${chainId}`
}

/** Replaces `/`, which ends a term in the index. */
function normalizeTerm(text: string): string {
  return text.toLowerCase().replaceAll('/', '\u2215')
}

/** Consent to delete orders whose money is not accounted for: the word that the user types, in English. */
export const wipeWord = 'delete'

/**
 * Says whether an order may be deleted without the typed word: it is over, all of its money is accounted for, and no wallet
 * request or revocation is open (R11). A settled delivery was taken from its inbox: two hosts showed a gateway's event. Of an
 * order that Ferry stopped following, only the inbox's own event shows that nothing is left there.
 */
export function canWipe(order: Order): boolean {
  const hasWalletRequest = order.walletRequest !== null || isRevokePending(order)
  const isUnread = order.problem?.code === 'stoppedUnread' && order.isInboxEmpty !== true
  const isAccountedFor =
    order.fundsSettled && !isUnread && (isSuccess(order.statusCode) || !mayBeInInbox(order))
  return isAccountedFor && !hasWalletRequest && orderStateWords(order).isOver
}
