import { effect, useComputed, useSignal } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { exactFigure, formatExactMoney } from '../../lib/base/money-text.ts'
import { createText } from '../../lib/base/text.ts'
import { clockText, momentText } from '../../lib/base/time-text.ts'
import type { HistoryEntry } from '../../lib/history/entry-shape.ts'
import { createOrderEntry, findContradiction } from '../../lib/history/history-entry.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import {
  describeNetworks,
  describePaid,
  describePair,
  describeTokens,
  pairOf,
} from '../../lib/order/describe-pair.ts'
import { describeState } from '../../lib/order/describe-state.ts'
import { legOf } from '../../lib/order/order-state.ts'
import { isDepositReminderDue } from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { isSuccess, isTerminal, statusCodes, statusNames } from '../../lib/service/status-codes.ts'
import type { Token } from '../../lib/service/token.ts'
import { Shield } from '../order/OrderProof.tsx'
import { aboutMoneyOf, formatCompactDollars, roundedMoneyOf } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { dayText } from '../parts/day-text.ts'
import { Skeleton } from '../parts/Lazy.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t, writeFact, writeText } from '../parts/text.ts'
import { HiddenPromptHint } from '../wallet/WalletRow.tsx'

export function HistoryList({ app, entries }: { app: AppModel; entries: readonly HistoryEntry[] }) {
  // Draws the list again at midnight, not each second.
  const today = useComputed(() => new Date(app.nowMs.value).setHours(0, 0, 0, 0))
  return (
    <>
      {groupByDay(entries, today.value).map(({ day, entries }) => (
        <section key={day} aria-label={day}>
          <h2 class="label">{day}</h2>
          <ul class="rows">
            {entries.map((entry) => (
              <li key={entry.key}>
                <HistoryRow app={app} entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

export function LoadingRows() {
  return (
    <div class="rows" role="status" aria-label={t('loading')}>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} class="row order-row">
          <span class="pair">
            <span class="skeleton round" />
            <span class="skeleton round" />
          </span>
          <span class="stack tight">
            <Skeleton width={18} />
            <Skeleton width={10} />
          </span>
        </div>
      ))}
    </div>
  )
}

function HistoryRow({ app, entry }: { app: AppModel; entry: HistoryEntry }) {
  const { inputToken, outputToken, receivedValueInUsd: value, orderId, key } = entry
  const described = describeState({ ...entry, offer: entry.phase === 'offer' ? {} : null })
  const { phase, attention, tone, isProvenOnChain } = described
  const isDone = phase === 'done'
  const isEnd = isDone || phase === 'failed' || phase === 'refunded'
  const label = writeText(described.label)
  const pill = isEnd ? endText(entry, phase) : phase === 'unknown' ? checkingText(entry) : label
  const contradiction = contradictionText(entry, isProvenOnChain)
  return (
    <SwapRow
      testId={orderId === null ? `past-row-${entry.requestHash}` : `order-row-${orderId}`}
      state={entry.state}
      tokens={[inputToken, outputToken].filter((token) => token !== null)}
      money={moneyText(entry)}
      end={
        isDone
          ? value !== null && (
              <span class="faint" title={t('valueThen')}>
                {formatCompactDollars(value)}
              </span>
            )
          : pill !== null && (
              // The mark has the whole label of an end.
              <StatePill tone={attention === null ? tone : 'needs'} isHidden={isEnd}>
                {pill}
              </StatePill>
            )
      }
      place={contradiction ?? writeFact(describeNetworks(entry, app.start))}
      isPlaceWarning={contradiction !== null}
      time={orderId === null ? t('fromService') : entry.atMs === 0 ? '' : clockText(entry.atMs)}
      // A shield: filled if the network has shown the end, an outline if it is only reported.
      mark={
        isEnd && (
          <span class={isDone && isProvenOnChain ? 'row-mark tone-good' : 'row-mark'} title={label}>
            <Shield isFilled={isProvenOnChain} />
            <span class="unseen">{label}</span>
          </span>
        )
      }
      onOpen={() => app.go(orderId === null ? { name: 'past', key } : { name: 'order', orderId })}
    />
  )
}

/** Two lines: the amounts with their value or their state, and below them the networks and the time. */
function SwapRow({
  testId,
  state,
  tokens,
  money,
  end,
  place,
  isPlaceWarning = false,
  time,
  mark,
  onOpen,
}: {
  testId: string
  state: string
  tokens: readonly Token[]
  money: string
  end: ComponentChildren
  place: string
  isPlaceWarning?: boolean
  time: string
  mark?: ComponentChildren
  onOpen: () => void
}) {
  return (
    <Button look="row order-row" testId={testId} data-state={state} onPress={onOpen}>
      <span class="pair">
        {tokens.map((token, index) => (
          <TokenIcon key={index} token={token} size={24} />
        ))}
      </span>
      <span class="order-row-words numbers">
        <span class="line between order-row-line">
          <span title={money}>{money}</span>
          {end}
        </span>
        <span class="line between order-row-line faint">
          <span class={isPlaceWarning ? 'tone-warning' : ''} title={place}>
            {place}
          </span>
          <span class="line tight">
            {time}
            {mark}
          </span>
        </span>
      </span>
    </Button>
  )
}

function StatePill({
  tone,
  isHidden = false,
  children,
}: {
  tone: string
  isHidden?: boolean
  children: string
}) {
  return (
    <span class={`state ${tone}`} aria-hidden={isHidden}>
      {children}
    </span>
  )
}

/** Returns an end in a word or two. A swap that expired or was canceled did not just fail. */
function endText({ statusCode }: HistoryEntry, phase: 'done' | 'failed' | 'refunded'): string {
  const isNamed = statusCode === statusCodes.expired || statusCode === statusCodes.cancelled
  return t(phase === 'failed' && isNamed ? `status_${statusCode}` : `group_${phase}`)
}

/** Returns the state of a swap without a known outcome. Ferry checks only its own. Null if the amounts say it all. */
function checkingText(entry: HistoryEntry): string | null {
  if (entry.orderId !== null) return t('state_checking')
  return entry.minAmountOut === null ? null : t('unknown')
}

/** Says when the service reports another end than Ferry knows. */
function contradictionText(entry: HistoryEntry, isProvenOnChain: boolean): string | null {
  const code = findContradiction(entry)
  if (code === null) return null
  if (isSuccess(code)) return t('contradicts_arrived')
  if (isProvenOnChain && isTerminal(code)) return t(`contradicts_${code}`)
  return t('serviceContradicts', { status: statusNames[code] })
}

/**
 * Returns the paid amount and the one that arrives, or how much of it is back. Money that has not left, or does not
 * arrive, leads nowhere.
 */
function moneyText(entry: HistoryEntry): string {
  const { inputToken, inputAmount, outputToken, phase, fulfilledAmount, promisedAmount, minAmountOut } = entry
  const { refunded } = entry
  const isMoving = phase === 'running' && legOf(entry) !== 'sent'
  if (isMoving || phase === 'done' || phase === 'unknown') {
    // A symbol that both amounts have stands once, after the second.
    const paid =
      inputToken !== null && inputAmount !== null && inputToken.symbol === outputToken?.symbol
        ? exactFigure(inputAmount, inputToken)
        : describePaid(entry)
    const to =
      outputToken === null
        ? null
        : arrivingText(outputToken, fulfilledAmount, isMoving ? promisedAmount : null)
    if (to !== null) return writeText(createText('fromTo', { from: paid, to }))
    if (outputToken !== null && minAmountOut !== null)
      return writeText(
        createText('fromToLeast', { from: paid, to: roundedMoneyOf(minAmountOut, outputToken) }),
      )
    if (phase === 'unknown') return writeText(createText('fromToUnknown', { from: describePaid(entry) }))
  }
  return phase === 'refunded' && refunded !== undefined
    ? refundText(entry, refunded)
    : writeFact(describeTokens(entry))
}

/** Money that came back in another token has no common amount with the paid one. */
function refundText(entry: HistoryEntry, refunded: NonNullable<HistoryEntry['refunded']>): string {
  const paid = describePaid(entry)
  if (refunded.symbol !== entry.inputToken?.symbol)
    return writeText(createText('fromTo', { from: paid, to: formatExactMoney(refunded.units, refunded) }))
  const amount = exactFigure(refunded.units, refunded)
  return writeText(createText('refundedOf', { amount, paid }))
}

/** Returns the exact amount that arrived, else the estimate. */
function arrivingText(token: Token, exact: string | null, estimate: string | null): string | null {
  if (exact !== null) return formatExactMoney(exact, token)
  return estimate === null ? null : aboutMoneyOf(estimate, token)
}

function groupByDay(all: readonly HistoryEntry[], nowMs: number) {
  const days: { day: string; entries: HistoryEntry[] }[] = []
  for (const entry of all) {
    const day = entry.atMs === 0 ? t('timeNotKnown') : dayText(entry.atMs, nowMs)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

const maxShown = 2

/** Shows unfinished swaps on the form, newest first. While a wallet connects, says where its prompt may be. */
export function RunningStrip({ app }: { app: AppModel }) {
  const running = app.orders.running.value
  const openRequests = app.start.openRequests.value.find(({ method }) => method === 'eth_requestAccounts')
  const hint = app.start.isConnecting.value && <HiddenPromptHint app={app} openRequest={openRequests} />
  if (running.length === 0) return <>{hint}</>
  return (
    <section class="running inset" aria-labelledby="running-label">
      {hint}
      <h2 id="running-label" class="label inset">
        {t('inProgress')}
      </h2>
      <ul class="rows">
        {running.slice(0, maxShown).map((order) => (
          <li key={order.id}>
            <OrderRow app={app} order={order} />
          </li>
        ))}
      </ul>
      {running.length > maxShown && (
        <Button look="plain" onPress={() => app.go({ name: 'history' })}>
          {t('showAll', { count: String(running.length) })}
        </Button>
      )}
    </section>
  )
}

const noAnnouncement = { text: '', isUrgent: false, turn: 0 }

/**
 * Announces each state change of the swap on screen. Also announces changes of other swaps that need the person
 * or have ended. All screens share this one live region, because screen readers may ignore a newly added
 * element. Text that a screen already announces as an alert is not repeated.
 */
export function OrderAnnouncements({ app }: { app: AppModel }) {
  const announcement = useSignal(noAnnouncement)
  useLayoutEffect(() => {
    const lastTexts = new Map<string, string>()
    let last = app.screen.peek()
    let turn = 0
    return effect(() => {
      const screen = app.screen.value
      if (screen !== last) announcement.value = noAnnouncement
      last = screen
      for (const order of app.orders.byId.value.values()) {
        const text = writeText(describeState(order).label)
        const before = lastTexts.get(order.id)
        lastTexts.set(order.id, text)
        if (before === undefined || before === text) continue
        turn += 1
        const isShown = screen.name === 'order' && screen.orderId === order.id
        if (isShown) announcement.value = isAlert(order) ? noAnnouncement : { text, isUrgent: false, turn }
        else if (isUrgent(order) || describeState(order).isOver)
          announcement.value = { text: announcementText(app, order, text), isUrgent: isUrgent(order), turn }
      }
    })
  }, [])
  const { text, isUrgent: isNow, turn } = announcement.value
  return (
    <p class="unseen" role="status" aria-live={isNow ? 'assertive' : 'polite'} data-testid="phase">
      {/* Two swaps may have the same text: a new key makes screen readers announce it again. */}
      <Fragment key={turn}>{text}</Fragment>
    </p>
  )
}

function isUrgent(order: OrderView): boolean {
  const { attention, phase } = describeState(order)
  return attention !== null || phase === 'unknown'
}

/** The order screen announces it as an alert: the swap waits for the person, or it ended with a problem. */
const isAlert = (order: OrderView) =>
  isUrgent(order) || (describeState(order).isOver && order.problem !== null)

function announcementText({ start }: AppModel, order: OrderView, phase: string): string {
  return writeText(createText('orderNews', { swap: describePair(pairOf(order), start), phase }))
}

function OrderRow({ app, order }: { app: AppModel; order: OrderView }) {
  const { inputToken, outputToken } = order.reviewed
  const entry = createOrderEntry(order, null)
  const { tone, label, attention } = describeState(order)
  const endsMs = order.deposit?.expiresMs ?? 0
  const isDue = isDepositReminderDue(order, endsMs, app.nowMs.value)
  return (
    <SwapRow
      testId={`order-row-${order.id}`}
      state={order.state}
      tokens={[inputToken, outputToken]}
      money={moneyText(entry)}
      end={
        <StatePill tone={isDue || attention !== null ? 'needs' : tone}>
          {isDue ? t('state_depositDue', { time: momentText(endsMs, app.nowMs.value) }) : writeText(label)}
        </StatePill>
      }
      place={writeFact(describeNetworks(entry, app.start))}
      // One time per row: that of the deadline counts more.
      time={isDue ? '' : momentText(order.createdMs, app.nowMs.value)}
      onOpen={() => app.go({ name: 'order', orderId: order.id })}
    />
  )
}
