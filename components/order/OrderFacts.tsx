import { addressLink } from '../../lib/base/explorer-link.ts'
import type { DirectRouteAnswer } from '../../lib/history/history-messages.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { broughtBy } from '../../lib/order/leeway.ts'
import { isVerified, orderStateWords } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { statusNames } from '../../lib/service/status-codes.ts'
import { FeeRows } from '../parts/FeeRows.tsx'
import { clockText, moneyOf } from '../parts/format.ts'
import { IdFact } from '../parts/IdFact.tsx'
import { t } from '../parts/text.ts'
import { ServiceAnswer } from './ServiceAnswer.tsx'
import { TransactionLink } from './TransactionLink.tsx'

/** Shows promised against received, fees, every id, and each request to the service. */
export function OrderFacts({
  app,
  order,
  ask,
}: {
  app: AppModel
  order: OrderView
  /** Asks the service about the order's quote. */
  ask: () => Promise<DirectRouteAnswer>
}) {
  const { reviewed, statusCode } = order
  const token = reviewed.outputToken
  const { minAmountOut, promisedAmount } = broughtBy(order)
  return (
    <>
      <dl class="facts card">
        <div>
          <dt>{t('promised')}</dt>
          <dd>{promisedAmount === '0' ? t('promisedUnknown') : moneyOf(promisedAmount, token)}</dd>
        </div>
        <div>
          <dt>{t('least')}</dt>
          <dd>{minAmountOut === '0' ? t('leastUnknown') : moneyOf(minAmountOut, token)}</dd>
        </div>
        {reviewed.onTheWay !== undefined && (
          <div data-testid="on-the-way">
            <dt>{t('leastOnTheWay')}</dt>
            <dd>{moneyOf(reviewed.onTheWay.minUnits, reviewed.onTheWay.token)}</dd>
          </div>
        )}
        {(order.fulfilledAmount !== null || !orderStateWords(order).isOver) && (
          <div>
            <dt>{t(orderStateWords(order).isOver && !isVerified(order) ? 'receivedTold' : 'received')}</dt>
            <dd>{order.fulfilledAmount === null ? t('notYet') : moneyOf(order.fulfilledAmount, token)}</dd>
          </div>
        )}
        <FeeRows fees={reviewed.fees} unknownFees={reviewed.unknownFees ?? []} />
        {reviewed.ask.receiverAddress !== reviewed.ask.userAddress && (
          <IdFact
            name={t('receivedBy')}
            value={reviewed.ask.receiverAddress}
            link={addressLink(app.start.chainOf(token.chainId), reviewed.ask.receiverAddress)}
          />
        )}
      </dl>
      <details class="card more">
        <summary data-testid="order-details">{t('allDetails')}</summary>
        <dl class="facts">
          <div>
            <dt>{t('started')}</dt>
            <dd>{new Date(order.createdMs).toLocaleString()}</dd>
          </div>
          <div>
            <dt>{t('serviceStatus')}</dt>
            <dd>{statusCode === null ? t('notYet') : `${statusCode} ${statusNames[statusCode]}`}</dd>
          </div>
          {order.requestHash !== '' && <IdFact name={t('requestHash')} value={order.requestHash} />}
          <IdFact name={t('quoteId')} value={order.quoteId} />
          <IdFact name={t('sourceTransaction')} value={order.sourceTransactionHash} />
          <IdFact name={t('destinationTransaction')} value={order.destinationTransactionHash} />
          <IdFact name={t('refundTransaction')} value={order.refundTransactionHash} />
          <IdFact name={t('orderId')} value={order.id} />
          {order.proposedBy !== undefined && (
            <div>
              <dt>{t('proposedBy')}</dt>
              <dd>
                <bdi>{order.proposedBy.origin}</bdi>
              </dd>
            </div>
          )}
          {order.transactions.map((one) => (
            <div key={one.hash}>
              <dt>{t(`transaction_${one.purpose}`)}</dt>
              <dd>
                <TransactionLink app={app} chainId={one.chainId} hash={one.hash} /> ·{' '}
                {t(`transaction_${one.state}`)}
              </dd>
            </div>
          ))}
          {order.anomalies.map((anomaly) => (
            <div key={anomaly}>
              <dt>{t('anomaly')}</dt>
              <dd>{anomaly}</dd>
            </div>
          ))}
        </dl>
        {order.attempts.length > 0 && <h3 class="label">{t('requests')}</h3>}
        <ol class="attempts numbers">
          {order.attempts.map((attempt) => (
            <li key={`${attempt.atMs} ${attempt.endpoint}`}>
              {clockText(attempt.atMs)} {attempt.endpoint} {attempt.outcome}
              {attempt.serverRequestId !== null && <code> {attempt.serverRequestId}</code>}
            </li>
          ))}
        </ol>
        {order.quoteId !== '' && <ServiceAnswer ask={ask} />}
      </details>
    </>
  )
}
