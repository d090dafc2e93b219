import { t } from '../../components/parts/text.ts'
import { displayUnits } from '../../lib/base/amount.ts'
import { isolated } from '../../lib/base/isolate.ts'
import { chainConfig, type Deployment } from '../../lib/deployment/deployment.ts'
import type { NoticeKind, Order } from '../../lib/order/order.ts'
import { broughtBy, isRefundThere, refundChainOf } from '../../lib/order/order-facts.ts'
import { isProven, orderPhase, orderStateWords } from '../../lib/order/order-state.ts'
import type { Proposal } from '../../lib/sites/proposal.ts'
import { siteName } from '../../lib/sites/sites.ts'

export interface NoticeText {
  readonly title: string
  readonly message: string
}

/** Returns what a notification says of an order: never more than is known (R5), and whose word it is (API6). */
export function noticeText(kind: NoticeKind, order: Order, deployment: Deployment): NoticeText {
  const { inputToken, outputToken, ask } = order.reviewed
  const least = broughtBy(order).minAmountOut
  // Of what was promised nothing before it came, there is no least either.
  const isLeast = kind === 'done' && order.fulfilledAmount === null && least !== '0'
  const units = order.fulfilledAmount ?? (least === '0' ? null : least)
  const chainId = kind === 'refunded' ? refundChainOf(order) : placeOf(kind, ask)
  const chain = chainConfig(deployment, chainId)?.name
  const [given, received] = [isolated(inputToken.symbol), isolated(outputToken.symbol)]
  const facts = {
    ...(units === null ? {} : { amount: `${displayUnits(units, outputToken.decimals)} ${received}` }),
    pair: `${displayUnits(ask.inputAmount, inputToken.decimals)} ${given} → ${received}`,
    ...(chain === undefined ? {} : { chain }),
  }
  // What only the service says is said as its word.
  if ((kind === 'done' || kind === 'refunded') && !isProven(order)) {
    const words = isLeast
      ? 'notice_told_done_least_text'
      : (`notice_told_${kind === 'refunded' ? refundKind(order) : kind}_text` as const)
    const reported = t(words, facts)
    return {
      title: noticeTitle(t(`notice_told_${kind}`), deployment),
      message: reported + proof(kind, order),
    }
  }
  const shown = kind === 'refunded' ? refundKind(order) : kind
  const text = isLeast ? 'notice_done_least_text' : (`notice_${shown}_text` as const)
  return {
    title: noticeTitle(t(`notice_${kind}`), deployment),
    message: t(text, facts) + proof(kind, order),
  }
}

/** Returns the title of a notification, which says so where no money is real. */
function noticeTitle(title: string, { service }: Pick<Deployment, 'service'>): string {
  return service.kind === 'sandbox' ? `${title} · ${t('sandbox')}` : title
}

/** On the destination a refund is the receiver's, and did not come back. */
function refundKind(order: Order): 'refunded' | 'refundedThere' {
  return isRefundThere(order) ? 'refundedThere' : 'refunded'
}

function placeOf(kind: NoticeKind, { originChainId, destinationChainId }: Order['reviewed']['ask']): number {
  return kind === 'cancelled' ? originChainId : destinationChainId
}

function proof(kind: NoticeKind, order: Order): string {
  if (kind === 'late') return ''
  return ` ${t(isProven(order) ? 'verified' : 'reported')}.`
}

/** One notification for all proposals: a newer one takes the older one's place (M5). */
export const proposalNotice = 'proposal'

/** The bits of `browser.notifications` and of our files that are used. */
export interface NoticeApi {
  readonly create: (
    id: string,
    options: { type: 'basic'; iconUrl: string; title: string; message: string },
  ) => Promise<unknown>
  readonly clear: (id: string) => Promise<unknown>
  readonly iconUrl: string
}

/** Says quietly that a site proposes a swap; a click opens it. */
export async function showProposalNotice(
  api: NoticeApi,
  { origin }: Proposal,
  deployment: Pick<Deployment, 'service'>,
): Promise<void> {
  const { unicode } = siteName(origin)
  const site = unicode === null ? origin : `${unicode} (${origin})`
  await api.create(proposalNotice, {
    type: 'basic',
    iconUrl: api.iconUrl,
    title: noticeTitle(t('notice_proposal'), deployment),
    message: t('notice_proposal_text', { site }),
  })
}

/** What a badge is about: swaps that run, a failure nobody has seen, or something only the person can do. */
export type BadgeTone = 'running' | 'failed' | 'needsUser'

/**
 * Returns what the badge says: whether something waits for the person, whether a failure among the newest has not been
 * seen, else how many of the open orders run. A failure and what waits show a mark of their own, not a colour alone.
 */
export function badgeText(
  open: readonly Order[],
  newest: readonly Order[],
  isBlocked: boolean,
  proposedCount: number,
): { readonly text: string; readonly tone: BadgeTone } {
  // Swaps that wait for the user's leave are theirs to notice.
  if (isBlocked) return { text: '!', tone: 'needsUser' }
  const failed = [...open, ...newest].some(
    (order) => !order.seen && ['failed', 'refunded'].includes(order.notice?.kind ?? ''),
  )
  if (proposedCount > 0) return { text: '?', tone: failed ? 'failed' : 'needsUser' }
  if (open.some((order) => ['needsUser', 'offer'].includes(orderPhase(order)))) {
    return { text: '!', tone: 'needsUser' }
  }
  if (failed) return { text: '!', tone: 'failed' }
  const running = open.filter((order) => orderStateWords(order).isRunning).length
  return { text: running > 0 ? String(running) : '', tone: 'running' }
}
