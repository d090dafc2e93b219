import type { RefObject } from 'preact'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import type { CancelView } from '../../lib/order/flows/exit-reviews.ts'
import { canCancel, cancelPhase } from '../../lib/order/flows/exit-rules.ts'
import { isOverOrStopping } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { aboutCostOf, formatCostInDollars, shortenHex } from '../parts/format.ts'
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

/** Cancels a signed swap that no solver has taken. */
export function CancelPanel({ app, model, order }: Shown) {
  const { shown, problem, open } = model.cancel
  const phase = cancelPhase(order)
  const isOffered = canCancel(order)
  const isOpen = shown.value !== null && isOffered
  const focus = usePanelFocus(isOpen)
  if (phase === 'requested') return <WaitingPanel app={app} model={model} order={order} />
  if (phase === 'sent') {
    return (
      <p class="hint" role="status" data-testid="cancel-sent">
        {t(isOverOrStopping(order) ? 'invalidateSent' : 'cancelSent', {
          chain: chainOf(app, order)?.name ?? '',
        })}
      </p>
    )
  }
  if (isOpen) return <Review app={app} model={model} order={order} title={focus.title} />
  return (
    <>
      {problem.value !== null && (
        <ProblemNotice
          problem={problem.value}
          tone="warning"
          omitsMoney
          whatToDo={exitNextStep(problem.value)}
        />
      )}
      {isOffered && (
        <button
          ref={focus.opener}
          type="button"
          class="secondary"
          data-testid="cancel-order"
          onClick={() => void open()}
        >
          {t(isInvalidated(order) ? 'invalidateOrder' : 'cancelOrder')}
        </button>
      )}
    </>
  )
}

/** The swap is then over, stopped, or waits for the person. */
function isInvalidated(order: OrderView): boolean {
  return isOverOrStopping(order) || order.state === 'needs_user'
}

function whyKey(order: OrderView) {
  if (order.state === 'needs_user') return 'invalidateWaiting'
  if (order.state === 'stopping') return 'invalidateStopped'
  return isOverOrStopping(order) ? 'invalidateWhy' : 'cancelWhy'
}

function Review({ app, model, order, title }: Shown & { title: RefObject<HTMLHeadingElement | null> }) {
  const { shown, busy, confirm, close } = model.cancel
  const review = shown.value
  const chain = chainOf(app, order)
  return (
    <section class="card waiting" aria-labelledby="cancel-label" data-testid="cancel-review">
      <div role="status">
        <h2 id="cancel-label" ref={title} tabIndex={-1}>
          {t(isInvalidated(order) ? 'invalidateTitle' : 'cancelTitle', { chain: chain?.name ?? '' })}
        </h2>
        <p>{t(whyKey(order))}</p>
      </div>
      {review === 'checking' || review === null ? (
        <p class="faint" role="status">
          {t('checking')}
        </p>
      ) : (
        <ol class="steps">
          <li>
            <span>{t('cancelStep', { amount: amountOf(order) })}</span>
            <span class="faint numbers">
              {t('review_approve_to', { name: t('contract_Permit2') })} · {shortenHex(review.contract)}
              <CopyButton
                label={t('copyNamed', { name: t('contract_Permit2') })}
                read={() => review.contract}
              />{' '}
              · <Gas review={review} chain={chain} />
            </span>
          </li>
        </ol>
      )}
      {review !== 'checking' && review !== null && (
        <SimulationNote
          app={app}
          of="cancel"
          simulation={review.simulation}
          chainId={order.reviewed.request.originChainId}
          tokens={[]}
        />
      )}
      <div class="buttons">
        <button
          type="button"
          class="primary"
          data-testid="cancel-confirm"
          disabled={review === 'checking' || busy.value}
          onClick={() => void confirm()}
        >
          {t('cancelAsk')}
        </button>
        <button type="button" class="secondary" data-testid="cancel-keep" onClick={close}>
          {t(isInvalidated(order) ? 'withdrawNot' : 'cancelKeep')}
        </button>
      </div>
    </section>
  )
}

/** The gas cost in dollars, or in the chain's own currency when no price is known. */
function Gas({ review, chain }: { review: CancelView; chain: ReturnType<typeof chainOf> }) {
  if (review.gasInUsd !== null) return t('gasAbout', { amount: formatCostInDollars(review.gasInUsd) })
  if (chain === undefined) return t('gasUnknown')
  return t('gasAtMost', { amount: aboutCostOf(review.gasUnits, chain.currency) })
}

const amountOf = ({ reviewed }: OrderView) =>
  formatExactMoney(reviewed.request.inputAmount, reviewed.inputToken)

function chainOf(app: AppModel, order: OrderView) {
  return app.start.chainOf(order.reviewed.request.originChainId)
}
