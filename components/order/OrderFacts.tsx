import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { exactTimeText } from '../../lib/base/duration-text.ts'
import { keepOrder } from '../../lib/base/isolate.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { DirectRouteAnswer } from '../../lib/history/history-messages.ts'
import { createSingleAction } from '../../lib/models/user-actions.ts'
import { costTermsOf, measureOrderCost } from '../../lib/order/order-cost.ts'
import { countSteps, type TimelineStep } from '../../lib/order/order-timeline.ts'
import { statusNames } from '../../lib/service/status-codes.ts'
import { aboutMoneyOf } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { CostRows, Fact, IdFact, TransactionLink } from '../parts/IdFact.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { RequestId } from '../parts/RequestId.tsx'
import { t, writeText } from '../parts/text.ts'
import { ExitPanel } from './ExitPanel.tsx'
import type { OrderProps } from './order-props.ts'
import { ReceiptCard } from './Receipt.tsx'
import { SwapTimeline } from './SwapTimeline.tsx'

/** The amounts of the quote that was accepted, and the parts of the total cost. */
function QuotedAmounts({ order }: Pick<OrderProps, 'order'>) {
  const { reviewed } = order
  const { outputToken: token, minAmountOut, promisedAmount, intermediateSwap } = reviewed
  return (
    <>
      <Fact name={t('promised')}>
        {promisedAmount === '0' ? t('promisedUnknown') : aboutMoneyOf(promisedAmount, token)}
      </Fact>
      <Fact name={t('least')}>
        {minAmountOut === '0' ? t('leastUnknown') : formatExactMoney(minAmountOut, token)}
      </Fact>
      {intermediateSwap !== undefined && (
        <Fact name={t('leastIntermediateSwap')} testId="on-the-way">
          {formatExactMoney(intermediateSwap.minUnits, intermediateSwap.token)}
        </Fact>
      )}
      <CostRows list={costTermsOf(order)} cost={measureOrderCost(order)} />
    </>
  )
}

/**
 * What the card above does not show: the receipt, and the only fold of the screen. It has the steps, what can still be
 * done if a report is wrong, and all IDs for support.
 */
export function OrderFacts({
  app,
  model,
  order,
  description,
  steps,
}: OrderProps & { steps: readonly TimelineStep[] }) {
  const { reportedCode, problem } = order
  const { done, total } = countSteps(steps)
  return (
    <>
      {/* A swap that is complete has it in its only card. */}
      {description.phase !== 'done' && <ReceiptCard app={app} order={order} description={description} />}
      <details class="card more">
        <summary data-testid="order-details">
          {description.isOver || steps.length === 0 || order.state === 'unknown_outcome'
            ? t('stepsOver')
            : t('stepsDone', { done: String(done), total: String(total) })}
        </summary>
        {steps.length > 0 && <SwapTimeline app={app} order={order} steps={steps} />}
        {description.isCancelInDetails && (
          <section class="stack">
            <p class="faint">{t('cancelIfWrong')}</p>
            <ExitPanel kind="cancel" {...{ app, model, order, description }} />
          </section>
        )}
        {problem !== null && <ProblemFacts problem={problem} />}
        <dl class="facts">
          <QuotedAmounts order={order} />
          <Fact name={t('started')}>{exactTimeText(order.createdMs)}</Fact>
          <Fact name={t('serviceStatus')}>
            {reportedCode === null
              ? t('serviceStatusNone')
              : keepOrder(`${reportedCode} ${statusNames[reportedCode]}`)}
          </Fact>
          {description.proof?.source != null && (
            <Fact name={t('verifiedByName')}>{writeText(description.proof.source)}</Fact>
          )}
          {order.requestHash !== '' && <IdFact name={t('requestHash')} value={order.requestHash} />}
          <IdFact name={t('quoteId')} value={order.quoteId} />
          <IdFact name={t('sourceTransaction')} value={order.sourceTransactionHash} />
          <IdFact name={t('destinationTransaction')} value={order.destinationTransactionHash} />
          <IdFact name={t('refundTransaction')} value={order.refundTransactionHash} />
          <IdFact name={t('orderId')} value={order.id} />
          {order.proposedBy !== undefined && (
            <Fact name={t('proposedBy')}>
              <code>{order.proposedBy.origin}</code>
            </Fact>
          )}
          {order.transactions.map((one) => (
            <Fact key={one.hash} name={t(`transaction_${one.purpose}`)}>
              <TransactionLink app={app} chainId={one.chainId} hash={one.hash} /> ·{' '}
              {t(`transaction_${one.state}`)}
            </Fact>
          ))}
          {order.anomalies.map((anomaly) => (
            <Fact key={anomaly} name={t('anomaly')}>
              {anomaly}
            </Fact>
          ))}
        </dl>
        {order.serviceCalls.length > 0 && <h3 class="label">{t('requests')}</h3>}
        <ol class="faint numbers">
          {order.serviceCalls.map(({ atMs, endpoint, outcome, serverRequestId }) => (
            <li key={`${atMs} ${endpoint}`}>
              {exactTimeText(atMs)} {endpoint} {outcome}
              {serverRequestId !== null && <code> {serverRequestId}</code>}
            </li>
          ))}
        </ol>
        {order.quoteId !== '' && <ServiceAnswer onRequest={model.requestDirectRoute} />}
      </details>
    </>
  )
}

/** For support: the facts of a problem, and the ID of the request that failed. */
function ProblemFacts({ problem: { facts, serverRequestId } }: { problem: ProblemData }) {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value.slice(0, 200)}`)
  if (lines.length === 0 && serverRequestId === null) return null
  return (
    <div class="small" data-testid="problem-details">
      <RequestId id={serverRequestId} />
      <code>{lines.join('\n')}</code>
    </div>
  )
}

/** On click, requests the service's record of the quote and shows it unchanged (interface 4.9). */
function ServiceAnswer({ onRequest }: { onRequest: () => Promise<DirectRouteAnswer> }) {
  const answer = useSignal<DirectRouteAnswer | null>(null)
  const { act, busy, problem } = useMemo(() => createSingleAction<'request'>(), [])
  const isRequesting = busy.value !== null
  const request = () =>
    act('request', async () => {
      answer.value = await onRequest().catch((thrown) => {
        answer.value = null
        throw thrown
      })
    })
  const text = answer.value?.text ?? ''
  const serverRequestId = answer.value?.serverRequestId ?? null
  return (
    <div class="service-answer stack">
      <p class="faint">{t('askServiceWhy')}</p>
      <Button look="secondary" testId="ask-service" isBusy={isRequesting} onPress={request}>
        {t(isRequesting ? 'loading' : 'fetchRawStatus')}
      </Button>
      {problem.value !== null && <ProblemNotice problem={problem.value} isQuiet />}
      {answer.value !== null && (
        <div role="status">
          {text.trim() === '' ? (
            <p class="faint">{t('askServiceEmpty')}</p>
          ) : (
            <textarea
              class="field"
              rows={6}
              readOnly
              dir="ltr"
              spellcheck={false}
              aria-label={t('askServiceAnswer')}
              data-testid="service-answer"
              value={text}
            />
          )}
          <RequestId id={serverRequestId} />
        </div>
      )}
    </div>
  )
}
