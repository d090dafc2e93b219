import type { RefObject } from 'preact'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { canWithdraw, findPendingWithdrawal, isReportedInInbox } from '../../lib/order/flows/exit-rules.ts'
import { isVerified, orderStateWords } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { isSuccess } from '../../lib/service/status-codes.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { shortenHex } from '../parts/format.ts'
import { slot, TextWithSlot, TransactionLink } from '../parts/IdFact.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { usePanelFocus } from '../parts/ScreenHeader.tsx'
import { t } from '../parts/text.ts'
import { SimulationNote } from '../review/SimulationNote.tsx'
import { exitNextStep } from './order-words.ts'
import { WaitingPanel } from './WaitingPanel.tsx'

interface Shown {
  readonly app: AppModel
  readonly model: OrderModel
  readonly order: OrderView
}

/** The inbox pays the funds out until a solver takes them (R11). */
export function WithdrawPanel({ app, model, order }: Shown) {
  const { withdrawFromMs } = order
  // The funds may be in the inbox even if the service reports the order as over. Only a verified end hides
  // the panel.
  if (withdrawFromMs === null || isVerified(order) || order.isInboxEmpty) return null
  if (order.walletRequest?.purpose === 'withdraw') {
    return <WaitingPanel app={app} model={model} order={order} />
  }
  const sent = findPendingWithdrawal(order, app.nowMs.value)
  if (sent !== null) {
    return (
      <p class="hint" role="status" data-testid="withdraw-sent">
        <span>
          <TextWithSlot text={t('withdrawSent', { transaction: slot })}>
            <TransactionLink app={app} chainId={sent.chainId} hash={sent.hash} />
          </TextWithSlot>
        </span>
      </p>
    )
  }
  // A wallet gets one request at a time.
  const isOffered = order.walletRequest === null && canWithdraw(order, app.nowMs.value, withdrawFromMs)
  return isOffered ? <Offer app={app} model={model} order={order} /> : null
}

function Offer({ app, model, order }: Shown) {
  const { reviewed } = order
  const { review, problem, busy, open } = model.withdrawal
  const focus = usePanelFocus(review.value !== null)
  const chainId = reviewed.request.originChainId
  const chain = app.start.chainName(chainId)
  const { statusCode } = order
  const isGone = !isReportedInInbox(order)
  const isRunning = !isGone && !orderStateWords(order).isOver
  return (
    <section class="card withdraw" aria-labelledby="withdraw-label" data-testid="withdraw-panel">
      <h2 id="withdraw-label">
        {t(isGone ? 'withdrawMaybeTitle' : 'withdrawTitle', {
          amount: formatExactMoney(reviewed.request.inputAmount, reviewed.inputToken),
        })}
      </h2>
      {/* For a reported success, no other part of the screen shows this problem. */}
      {isSuccess(statusCode) && order.problem !== null && (
        <ProblemNotice problem={order.problem} tone="warning" />
      )}
      {problem.value !== null && (
        <ProblemNotice
          problem={problem.value}
          tone="warning"
          omitsMoney
          whatToDo={exitNextStep(problem.value)}
        />
      )}
      {review.value === null ? (
        <>
          <p class="faint">{t(whyKey(order), { chain })}</p>
          <button
            ref={focus.opener}
            type="button"
            class={isRunning ? 'secondary' : 'primary'}
            data-testid="withdraw-open"
            disabled={busy.value !== null}
            aria-busy={busy.value !== null}
            onClick={() => void open()}
          >
            {busy.value === null ? t('withdrawOpen') : t('checking')}
          </button>
        </>
      ) : (
        <Review app={app} model={model} order={order} title={focus.title} />
      )}
    </section>
  )
}

function whyKey(order: OrderView) {
  if (order.statusCode === 2) return 'withdrawUnshown'
  // Funds that are only reported as gone may still be there. The review simulates the withdrawal at the inbox
  // itself.
  if (!isReportedInInbox(order)) {
    return order.statusCode === null || order.statusCode <= 1 ? 'withdrawUnanswered' : 'withdrawMaybe'
  }
  return orderStateWords(order).isOver ? 'withdrawWhy' : 'withdrawEarly'
}

/** Shows the withdrawal exactly as it was checked, before the wallet request. */
function Review({ app, model, order, title }: Shown & { title: RefObject<HTMLHeadingElement | null> }) {
  const chainId = order.reviewed.request.originChainId
  const chain = app.start.chainName(chainId)
  const { review, busy, close, confirm } = model.withdrawal
  if (review.value === null) return null
  const { contract, amountUnits, token, wrapped, simulation } = review.value
  const wrappedTokens = wrapped === null ? [] : [{ ...token, ...wrapped }]
  const amount = formatExactMoney(amountUnits, token)
  const paidIn = order.reviewed.request.inputAmount
  return (
    <>
      <h3 class="label" ref={title} tabIndex={-1}>
        {t('withdrawReview')}
      </h3>
      <dl class="facts">
        <div>
          <dt>{t('withdrawTo')}</dt>
          <dd>
            <code title={contract}>{shortenHex(contract)}</code>
            <CopyButton label={t('copyNamed', { name: t('withdrawTo') })} read={() => contract} />
          </dd>
        </div>
        <div>
          <dt>{t('withdrawPays')}</dt>
          <dd>{amount}</dd>
        </div>
        <div>
          <dt>{t('withdrawCosts')}</dt>
          <dd>{t('withdrawGasOnly')}</dd>
        </div>
      </dl>
      {amountUnits !== paidIn && (
        <p class="hint" data-testid="withdraw-net">
          {t('withdrawNet', { amount: formatExactMoney(paidIn, token) })}
        </p>
      )}
      {wrapped !== null && (
        <p class="hint" data-testid="withdraw-wrapped">
          {t('withdrawWrapped', { wrapped: wrapped.symbol, symbol: token.symbol })}
        </p>
      )}
      <p class="hint good" role="status">
        {t('withdrawChecked', { chain })}
      </p>
      {/* The simulation has proved that the withdrawal succeeds. Only the token movements are not measured. */}
      {simulation.kind !== 'unmeasured' && (
        <SimulationNote
          app={app}
          of="withdraw"
          simulation={simulation}
          chainId={chainId}
          tokens={[token, ...wrappedTokens]}
        />
      )}
      <div class="buttons">
        <button
          type="button"
          class="primary"
          data-testid="withdraw-confirm"
          disabled={busy.value !== null}
          onClick={() => void confirm()}
        >
          {t('withdrawConfirm', { amount })}
        </button>
        <button type="button" class="secondary" data-testid="withdraw-not" onClick={close}>
          {t('withdrawNot')}
        </button>
      </div>
    </>
  )
}
