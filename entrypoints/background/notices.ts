import { t, writeFact, writeText } from '../../components/parts/text.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import { createText } from '../../lib/base/text.ts'
import { momentText } from '../../lib/base/time-text.ts'
import { getSiteNames } from '../../lib/base/url.ts'
import { chainConfig } from '../../lib/deployment/deployment.ts'
import type { Deployment } from '../../lib/deployment/schema.ts'
import { describeOrder } from '../../lib/order/describe-order.ts'
import { describePair, pairOf } from '../../lib/order/describe-pair.ts'
import { describeState } from '../../lib/order/describe-state.ts'
import type { DescriptionContext } from '../../lib/order/description.ts'
import type { Notifier } from '../../lib/order/flow-ports.ts'
import type { NotificationKind, Order } from '../../lib/order/order.ts'
import { isEndVerified, isOverOrPutAway } from '../../lib/order/order-state.ts'
import { depositExpiryOf, isDepositReminderDue } from '../../lib/order/order-timeline.ts'
import { orderView } from '../../lib/order/order-view.ts'
import type { Proposal } from '../../lib/sites/sites.ts'
import type { Settings } from '../../lib/storage/settings-shape.ts'

export interface NoticeApi {
  readonly create: (
    id: string,
    options: { type: 'basic'; iconUrl: string; title: string; message: string },
  ) => Promise<unknown>
  readonly clear: (id: string) => Promise<unknown>
  readonly iconUrl: string
}

interface NoticeText {
  readonly title: string
  readonly message: string
}

/** Returns the text of an order's notification: only known facts (R5), and who reported them (API6). */
function noticeText(kind: NotificationKind, order: Order, deployment: Deployment): NoticeText {
  const context = surroundings(deployment, order.updatedMs)
  const pair = describePair(pairOf(order), context)
  if (kind === 'late') {
    const message = writeText(createText('notice_late_text', { pair }))
    return { title: noticeTitle(t('notice_late'), deployment), message }
  }
  if (kind === 'depositDue') {
    const { inputToken, request } = order.reviewed
    const message = t('notice_depositDue_text', {
      amount: formatExactMoney(request.inputAmount, inputToken),
      chain: chainName(deployment, request.originChainId),
      time: momentText(depositExpiryOf(order), order.updatedMs),
    })
    return { title: noticeTitle(t('notice_depositDue'), deployment), message }
  }
  // The screen says the same. A notification is shown after a write, so its time is that of the write.
  const { title, money, next, proof } = describeOrder(orderView(order, null), context)
  // Where to look for a refund that is not verified.
  const step = kind === 'refunded' && !isEndVerified(order) ? next : null
  const lines = [money.text, step, proof?.text].flatMap((text) => (text == null ? [] : [writeText(text)]))
  return {
    title: noticeTitle(writeText(title), deployment),
    message: (kind === 'done' ? lines : [writeFact(pair), ...lines]).join('\n'),
  }
}

function surroundings(deployment: Deployment, nowMs: number): DescriptionContext {
  return {
    nowMs,
    chainName: (chainId) => chainName(deployment, chainId ?? 0),
    coinSymbol: (chainId) => chainConfig(deployment, chainId)?.currency?.symbol ?? '',
    isChainRead: (chainId) => chainConfig(deployment, chainId) !== null,
    willNotify: () => false,
    hasSupportPage: false,
    accountLink: () => null,
    openRequests: [],
    wakingRequestId: null,
    usualSeconds: null,
    allowance: null,
    isDepositSent: false,
  }
}

function chainName(deployment: Deployment, chainId: number): string {
  return chainConfig(deployment, chainId)?.name ?? t('factChainUnknown', { id: String(chainId) })
}

function noticeTitle(title: string, { service }: Pick<Deployment, 'service'>): string {
  return service.kind === 'sandbox' ? `${title} · ${t('sandbox')}` : title
}

/** Notifies each end of a swap once. A changed end is due again, and replaces the order's earlier notification (R9). */
export function createNotifier(
  api: NoticeApi,
  settings: () => Promise<Settings>,
  deployment: Deployment,
): Notifier {
  return {
    async show(order) {
      const kind = order.notification?.kind
      if (kind === undefined) return
      const id = `${prefix}${order.id}`
      // The earlier one is out of date.
      if (isEnabled(kind, await settings())) await show(api, id, noticeText(kind, order, deployment))
      else await api.clear(id)
    },
  }
}

function isEnabled(kind: NotificationKind, settings: Settings): boolean {
  const switches = {
    done: settings.notifyDone,
    failed: settings.notifyFailed,
    refunded: settings.notifyRefunded,
    late: settings.notifyLate,
    depositDue: settings.notifyLate,
    cancelled: settings.notifyFailed,
  }
  return switches[kind]
}

const prefix = 'order:'

export function readOrderId(notificationId: string): string | null {
  return notificationId.startsWith(prefix) ? notificationId.slice(prefix.length) : null
}

/** One notification for all proposals: a newer one replaces the older one (M5). */
export const proposalNotice = 'proposal'

/** Shows a silent notification that a site proposes a swap. A click opens the proposal. */
export async function showProposalNotice(
  api: NoticeApi,
  { origin }: Proposal,
  deployment: Pick<Deployment, 'service'>,
): Promise<void> {
  const { unicode } = getSiteNames(origin)
  const site = unicode === null ? origin : `${unicode} (${origin})`
  const title = noticeTitle(t('notice_proposal'), deployment)
  await show(api, proposalNotice, { title, message: t('notice_proposal_text', { site }) })
}

export async function showTestNotice(
  api: Pick<NoticeApi, 'create' | 'iconUrl'>,
  deployment: Pick<Deployment, 'service'>,
): Promise<void> {
  await show(api, 'test', {
    title: noticeTitle(t('notice_test'), deployment),
    message: t('notice_test_text'),
  })
}

async function show(
  { create, iconUrl }: Pick<NoticeApi, 'create' | 'iconUrl'>,
  id: string,
  text: NoticeText,
): Promise<void> {
  await create(id, { type: 'basic', iconUrl, ...text })
}

export type BadgeTone = 'running' | 'failed' | 'needsUser'

/**
 * Returns the badge. Priority: hosts that Ferry may not reach, a proposal of a page, an order that waits for the person, a
 * recent failure that is unseen, the number of running orders. All but the number are symbols, not only a color.
 */
export function badgeText(
  open: readonly Order[],
  newest: readonly Order[],
  isBlocked: boolean,
  proposedCount: number,
): { readonly text: string; readonly tone: BadgeTone } {
  // Swaps that wait for host access: the person must act.
  if (isBlocked) return { text: '!', tone: 'needsUser' }
  const failed = [...open, ...newest].some(
    (order) => !order.viewed && ['failed', 'refunded'].includes(order.notification?.kind ?? ''),
  )
  if (proposedCount > 0) return { text: '?', tone: failed ? 'failed' : 'needsUser' }
  // The badge is drawn at each write, so use the write's time.
  const isDue = open.some((order) => isDepositReminderDue(order, depositExpiryOf(order), order.updatedMs))
  if (isDue || open.some((order) => describeState(order).attention === 'person')) {
    return { text: '!', tone: 'needsUser' }
  }
  if (failed) return { text: '!', tone: 'failed' }
  const running = open.filter((order) => !isOverOrPutAway(order)).length
  return { text: running > 0 ? String(running) : '', tone: 'running' }
}
