import { watchesRevoke } from '../order/allowances.ts'
import type { Order } from '../order/order.ts'
import { type OrderPhase, orderStateWords } from '../order/order-state.ts'
import { type HistoryEntry, keyFrom } from './history-entry.ts'

/** What a history can be narrowed to by state: the user's words, not the engine's. */
export const historyGroups = ['open', 'done', 'failed', 'refunded', 'stopped'] as const

type HistoryGroup = (typeof historyGroups)[number]

/** Which lines of the history are wanted; what is null or empty narrows nothing. */
export interface HistoryFilter {
  /** Words of a token's symbol, an address or an id, by their beginnings; all of them have to fit. */
  readonly text: string
  readonly chainId: number | null
  readonly group: HistoryGroup | null
  /** From this moment on. */
  readonly fromMs: number | null
  /** Before this moment. */
  readonly untilMs: number | null
}

export const noFilter: HistoryFilter = { text: '', chainId: null, group: null, fromMs: null, untilMs: null }

/** A beginning of terms that fits, or exactly one term. */
export interface TermQuery {
  readonly start: string
  readonly isExact: boolean
}

/** Ids are told apart by so many characters; the rest would only make the index heavy. */
const idLength = 18
const shortestId = 6
const mostWords = 6

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

/** The group an entry belongs to. */
function groupOf({ phase }: Pick<HistoryEntry, 'phase'>): HistoryGroup {
  return groups[phase]
}

/**
 * Returns what an entry is found by: `c:` chain, `g:` group, `t:` token symbol, `k:` token address, `a:` address, `i:`
 * id, `r:` route of an ended order, `b:` chain where a timed refund came back, `p:` both symbols, in either order.
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
    `g:${groupOf(entry)}`,
    ...tokens.map(({ chainId }) => `c:${chainId}`),
    ...tokens.flatMap(({ symbol, address }) => [`t:${plain(symbol)}`, `k:${plain(address)}`]),
    ...pairTerms(tokens.map(({ symbol }) => plain(symbol))),
    ...[entry.sender, entry.receiver].filter((one) => one !== null).map((one) => `a:${plain(one)}`),
    ...ids.filter((id) => typeof id === 'string' && id !== '').map((id) => idTerm(id as string)),
  ]
  const route = routeTerm(entry)
  const back = entry.refundSeconds === undefined ? null : (entry.refundChainId ?? inputToken?.chainId ?? null)
  const past = [...(route === null ? [] : [route]), ...(back === null ? [] : [refundedOn(back)])]
  return [...new Set([...terms, ...past])]
}

function pairTerms([one, other]: readonly string[]): readonly string[] {
  if (one === undefined || other === undefined || one === other) return []
  return [pairStart(one, other), pairStart(other, one)]
}

/** Returns the term of two symbols in this order, or its beginning where the second one is a beginning. */
export function pairStart(symbol: string, second: string): string {
  return `p:${symbol}\n${second}`
}

/** Returns the symbol in a symbol's term; null for any other term. */
export function symbolOf(term: string): string | null {
  return term.startsWith('t:') ? term.slice(2) : null
}

/** Returns the term of an id. */
export function idTerm(id: string): string {
  return `i:${plain(id).slice(0, idLength)}`
}

/** The term of the orders that ended on a route between two chains; null where an entry is none of them. */
function routeTerm({ routeKey, orderId, inputToken, outputToken, ...entry }: HistoryEntry): string | null {
  const hasEnded = ['done', 'failed', 'refunded'].includes(groupOf(entry))
  if (!hasEnded || orderId === null || routeKey === null || inputToken === null || outputToken === null) {
    return null
  }
  return endedOnRoute(routeKey, inputToken.chainId, outputToken.chainId)
}

/** Returns the term of orders that ended on a route of this key; a second one of the same name counts as the first. */
export function endedOnRoute(routeKey: string, originChainId: number, destinationChainId: number): string {
  return `r:${originChainId}:${destinationChainId}:${plain(routeKey.replace(/#\d+$/, ''))}`
}

/** What has to be there for a filter: of each group at least one. Empty where only the time narrows, or nothing. */
function queriesOf(filter: HistoryFilter): readonly (readonly TermQuery[])[] {
  return [...choicesOf(filter), ...wordsOf(filter)]
}

/** Returns the state and the chain of a filter. */
export function choicesOf(filter: HistoryFilter): readonly (readonly TermQuery[])[] {
  const exact = (term: string): TermQuery => ({ start: term, isExact: true })
  return [
    ...(filter.group === null ? [] : [[exact(`g:${filter.group}`)]]),
    ...(filter.chainId === null ? [] : [[exact(`c:${filter.chainId}`)]]),
  ]
}

/** Returns what each word of a filter's text may begin. */
export function wordsOf(filter: HistoryFilter): readonly (readonly TermQuery[])[] {
  const words = plain(filter.text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)
  return words.map((word) => {
    const starts = [`t:${word}`, `k:${word}`, `a:${word}`]
    // Every hash begins with 0x: a shorter beginning would be any of them.
    if (word.length >= shortestId) starts.push(`i:${word.slice(0, idLength)}`)
    return starts.map((start) => ({ start, isExact: false }))
  })
}

/** Returns the keys a filter's dates allow: from the first one on, and before the last one; null is no bound. */
export function keyBounds({ fromMs, untilMs }: Pick<HistoryFilter, 'fromMs' | 'untilMs'>): {
  readonly first: string
  readonly end: string | null
} {
  return {
    first: untilMs === null ? '' : keyFrom(untilMs - 1),
    end: fromMs === null || fromMs <= 0 ? null : keyFrom(fromMs - 1),
  }
}

/** Tells whether an entry fits, decided without the index: for what a view hears after it read its page. */
export function fits(entry: HistoryEntry, filter: HistoryFilter): boolean {
  const { first, end } = keyBounds(filter)
  if (entry.key < first || (end !== null && entry.key >= end)) return false
  const terms = termsOf(entry)
  return queriesOf(filter).every((anyOf) =>
    anyOf.some(({ start, isExact }) =>
      terms.some((term) => (isExact ? term === start : term.startsWith(start))),
    ),
  )
}

/** Returns the term of refunds on a chain that are timed. */
export function refundedOn(chainId: number): string {
  return `b:${chainId}`
}

/** `/` ends a term in the index, so no term has one. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll('/', '\u2215')
}

/** What the user types to delete orders whose money is not accounted for. */
export const wipeWord = 'delete'

/**
 * Tells whether an order may go without another word: over, every coin of it known, and no wallet asked for it (R11).
 */
export function mayWipe(
  order: Pick<Order, 'state' | 'statusCode' | 'fundsSettled' | 'walletRequest' | 'revoking'>,
): boolean {
  const isAsked = order.walletRequest !== null || watchesRevoke(order)
  return order.fundsSettled && !isAsked && orderStateWords(order).isOver
}
