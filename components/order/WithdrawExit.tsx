import type { ComponentChildren } from 'preact'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import { mayWithdraw } from '../../lib/order/describe-actions.ts'
import type { ExitView } from '../../lib/order/exits/exit-review.ts'
import { findPendingWithdrawal, isReportedInInbox } from '../../lib/order/exits/exit-rules.ts'
import { orderPhase } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { isSuccess, statusCodes } from '../../lib/service/status-codes.ts'
import { slot, TextWithSlot, TransactionLink } from '../parts/IdFact.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import type { ExitDescription, ExitProps, ReviewProps } from './exit-parts.tsx'

/** The inbox pays the funds out until a solver takes them (R11). */
export const withdrawExit: ExitDescription = {
  isRequested: (order) => mayWithdraw(order) && order.walletRequest?.purpose === 'withdraw',
  sentText({ app, order }) {
    const sent = mayWithdraw(order) ? findPendingWithdrawal(order, app.nowMs.value) : null
    return sent === null ? null : (
      <span>
        <TextWithSlot text={t('withdrawSent', { transaction: slot })}>
          <TransactionLink app={app} chainId={sent.chainId} hash={sent.hash} />
        </TextWithSlot>
      </span>
    )
  },
  Before: Reason,
  Card,
  openText: () => t('withdrawOpen'),
  title,
  Why: ReportedProblem,
  figures: ({ order: { reviewed }, review }) => [
    [t('withdrawPays'), formatExactMoney(review.amountUnits ?? '0', reviewed.inputToken)],
  ],
  Notes,
  request: ({ review }) => ({
    name: t('withdrawOpen'),
    contracts: [{ name: t('withdrawTo'), address: review.contract }],
  }),
  // The simulation has proved that the withdrawal succeeds, even if no token movements were measured.
  provedText: () => t('withdrawChecked'),
  simulatedTokens: ({ reviewed: { inputToken } }, { wrapped }) =>
    wrapped === null ? [inputToken] : [inputToken, { ...inputToken, ...wrapped }],
  closeText: () => t('withdrawNot'),
}

function title({ reviewed }: OrderView, review: ExitView | null): string {
  if (review === null) return t('withdrawOpen')
  const { amountUnits } = review
  return t('withdrawConfirm', { amount: formatExactMoney(amountUnits ?? '0', reviewed.inputToken) })
}

function Card({ order, children }: ExitProps & { children: ComponentChildren }) {
  const { request, inputToken } = order.reviewed
  const title = t(isReportedInInbox(order) ? 'withdrawTitle' : 'withdrawMaybeTitle', {
    amount: formatExactMoney(request.inputAmount, inputToken),
  })
  if (isSaidAbove(order)) {
    return (
      <section class="stack" aria-label={title} data-testid="withdraw-panel">
        {children}
      </section>
    )
  }
  return (
    <section class="exit stack" aria-labelledby="withdraw-label" data-testid="withdraw-panel">
      <h2 id="withdraw-label">{title}</h2>
      {children}
    </section>
  )
}

/** The words of the card say where the money is, and to withdraw it. */
function isSaidAbove(order: OrderView): boolean {
  return isReportedInInbox(order) && orderPhase(order) === 'failed'
}

/** For a reported success, no other part of the screen shows this problem. */
function ReportedProblem({ order: { statusCode, problem } }: ExitProps) {
  return isSuccess(statusCode) && problem !== null ? <ProblemNotice problem={problem} /> : null
}

function Reason({ button, ...props }: ExitProps & { button: ComponentChildren }) {
  const { app, order } = props
  const chain = app.start.chainName(order.reviewed.request.originChainId)
  return (
    <>
      <ReportedProblem {...props} />
      {!isSaidAbove(order) && <p class="faint">{t(whyKey(order), { chain })}</p>}
      {button}
    </>
  )
}

function whyKey(order: OrderView) {
  if (order.statusCode === statusCodes.extracted) return 'withdrawUnshown'
  // Funds that are only reported as gone may still be there. The review simulates the withdrawal at the inbox
  // itself.
  if (!isReportedInInbox(order)) {
    return order.statusCode === null || order.statusCode <= 1 ? 'withdrawUnanswered' : 'withdrawMaybe'
  }
  return 'withdrawEarly'
}

function Notes({ order, review: { amountUnits, wrapped } }: ReviewProps) {
  const { request, inputToken: token } = order.reviewed
  return (
    <>
      {amountUnits !== request.inputAmount && (
        <p class="hint" data-testid="withdraw-net">
          {t('withdrawNet', { amount: formatExactMoney(request.inputAmount, token) })}
        </p>
      )}
      {wrapped !== null && (
        <p class="hint" data-testid="withdraw-wrapped">
          {t('withdrawWrapped', { wrapped: wrapped.symbol, symbol: token.symbol })}
        </p>
      )}
    </>
  )
}
