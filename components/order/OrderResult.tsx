import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { ProblemData } from '../../lib/base/problem.ts'
import { secondMs } from '../../lib/base/time.ts'
import type { RefundExperience } from '../../lib/history/history-statistics.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { findApprovalAfterRevoke, remainingAllowance } from '../../lib/order/allowances.ts'
import {
  hasSentApproval,
  isRefundOnDestination,
  paymentTokenOf,
  refundChainOf,
} from '../../lib/order/order-facts.ts'
import { isVerified, orderPhase } from '../../lib/order/order-state.ts'
import { failedMs, isClearlyLonger } from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { clockText, momentText } from '../parts/format.ts'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { OrderEvidence } from './Done.tsx'
import {
  allowanceText,
  isAwaitingRefund,
  isDepositChainUnread,
  nextStep,
  spenderName,
  timeSpanText,
} from './order-words.ts'

/** Texts for ends where no funds moved: where the money is, the title, and the explanation. */
const unmovedTexts = {
  stopped: { money: 'stoppedMoney', title: 'stoppedTitle', why: 'stoppedWhy' },
  unused: { money: 'unusedMoney', title: 'unusedTitle', why: null },
  cancelled: { money: 'cancelledMoney', title: 'cancelledTitle', why: 'cancelledWhy' },
} as const

export function OrderResult({
  app,
  order,
  refunds,
}: {
  app: AppModel
  order: OrderView
  /** How long refunds on that chain took for this person. Null if too little is known. */
  refunds: RefundExperience | null
}) {
  const phase = orderPhase(order)
  const { problem } = order
  const evidence = <OrderEvidence order={order} />
  const next = problem === null ? undefined : nextStep(app, order, problem)
  if (phase === 'stopped' || phase === 'unused' || phase === 'cancelled') {
    const { money, title, why } = unmovedTexts[phase]
    const place = phase === 'stopped' ? stoppedPlaceKey(order) : money
    return (
      <>
        <section class="result quiet">
          <h2>{t(place)}</h2>
          <p>{t(title)}</p>
          {why !== null && <p>{t(why)}</p>}
        </section>
        {problem !== null && <ProblemNotice problem={problem} tone="warning" omitsMoney whatToDo={next} />}
        {phase === 'cancelled' && evidence}
      </>
    )
  }
  return (
    <>
      {problem !== null && (
        <ProblemNotice
          problem={problem}
          tone={phase === 'refunded' ? 'warning' : 'danger'}
          moneyText={placeText(app, order, problem)}
          whatToDo={next}
        />
      )}
      {isAwaitingRefund(app, order) && <RefundTime app={app} order={order} refunds={refunds} />}
      {evidence}
    </>
  )
}

/**
 * Returns where the money of a stopped swap is. The wallet may have sent an approval, or a transaction that
 * Ferry never requested.
 */
function stoppedPlaceKey(order: OrderView) {
  if (order.problem?.code === 'stoppedUnread') return 'stoppedUnknown'
  if (order.transactions.some(({ differs }) => differs === true)) return 'stoppedOther'
  return hasSentApproval(order) ? 'money_approvedOnly' : 'stoppedMoney'
}

/** Shows a stopped swap while its wallet request may still take effect. */
export function Stopping({ order: { unclosedUntilMs, wallet, transactions } }: { order: OrderView }) {
  const isNamed = transactions.some(({ purpose, differs }) => purpose === 'send' && differs !== true)
  const why = wallet?.connector === 'page' ? 'stoppingWhy' : 'stoppingUnheard'
  return (
    <section class="result quiet" role="status" data-testid="stopping">
      <h2>{t('stoppedTitle')}</h2>
      <p>{t(isNamed ? 'stoppingUnmined' : why)}</p>
      <p>
        {unclosedUntilMs === null
          ? t('stoppingSend')
          : t('stoppingSignature', { time: clockText(unclosedUntilMs) })}
      </p>
    </section>
  )
}

function RefundTime({ app, order, refunds }: Parameters<typeof OrderResult>[0]) {
  const sinceMs = failedMs(order)
  const waited = sinceMs === undefined ? 0 : (app.nowMs.value - sinceMs) / secondMs
  const facts = refunds !== null && {
    time: timeSpanText(refunds.usualSeconds),
    count: refunds.count,
    chain: app.start.chainName(refundChainOf(order)),
    waited: timeSpanText(waited),
  }
  const isLate = refunds !== null && isClearlyLonger(refunds.usualSeconds, waited)
  return (
    <p class="hint numbers" data-testid="refund-time" data-late={isLate}>
      {facts ? t(isLate ? 'refundLate' : 'refundUsually', facts) : t('refundTimeUnknown')}
    </p>
  )
}

/** Returns where the money is. A verified refund shows its exact amount; anything else shows the place. */
function placeText(app: AppModel, order: OrderView, { money, facts }: ProblemData): string {
  const { evidence } = order
  const isBack = orderPhase(order) === 'refunded'
  const token = evidence === undefined ? null : paymentTokenOf(evidence, order.reviewed)
  if (isBack && isVerified(order) && evidence !== undefined && token !== null) {
    const amount = formatExactMoney(evidence.units, token)
    const chain = app.start.chainName(evidence.chainId)
    return t(isRefundOnDestination(order) ? 'refundedThereTitle' : 'refundedTitle', { amount, chain })
  }
  // Ferry cannot read the chain of this deposit, so it does not watch for it.
  if (money === 'unknown' && isDepositChainUnread(app, order))
    return t('depositUnreadPlace', { chain: app.start.chainName(order.deposit?.chainId) })
  const { untilMs, failedCallsWaitMs } = facts
  return tWithFacts(`money_${money}`, {
    ...facts,
    ...(isBack ? { chain: app.start.chainName(refundChainOf(order)) } : {}),
    ...(untilMs === undefined ? {} : { time: clockText(Number(untilMs)) }),
    ...(failedCallsWaitMs === undefined ? {} : { time: momentText(Number(failedCallsWaitMs)) }),
  })
}

/** Shows the text to copy for support, and what support never requests, for a swap that went wrong. */
export function SupportLine({ model, order }: { model: Pick<OrderModel, 'supportText'>; order: OrderView }) {
  if (!['failed', 'refunded', 'unknown'].includes(orderPhase(order))) return null
  return (
    <p class="hint support-line">
      <span>{t('supportNever')}</span>
      <CopyButton label={t('copySupport')} read={model.supportText} testid="support-copy" showsLabel />
    </p>
  )
}

/** Shows the allowance that is left when a swap ended after its approval and took nothing. */
export function RemainingAllowance({ order }: { order: OrderView }) {
  const units = remainingAllowance(order)
  // The revoke panel shows this amount together with the revocation.
  if (units === null || findApprovalAfterRevoke(order) !== null) return null
  const amount = allowanceText(units, order.reviewed.inputToken)
  return (
    <p class="hint warning" role="status" data-testid="left-allowance">
      {t('allowanceLeft', { amount, name: spenderName(order.kind) })}
    </p>
  )
}
