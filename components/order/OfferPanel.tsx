import type { OrderModel } from '../../lib/models/order-model.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { moneyOf } from '../parts/format.ts'
import { t } from '../parts/text.ts'
import { StopButton } from './StopButton.tsx'

/** Shows a newer quote that is worse than the reviewed one: old, new, and the choice. */
export function OfferPanel({ model, order }: { model: OrderModel; order: OrderView }) {
  const { offer, reviewed } = order
  if (offer === null) return null
  const token = reviewed.outputToken
  return (
    <section class="card" data-testid="offer">
      <div role="alert">
        <h2>{t('offerTitle')}</h2>
        <p>{t('offerWhy')}</p>
      </div>
      <table class="compare numbers">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('offerBefore')}</th>
            <th scope="col">{t('offerNow')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('offerAbout')}</th>
            <td>{moneyOf(reviewed.promisedAmount, token)}</td>
            <td>{moneyOf(offer.promisedAmount, token)}</td>
          </tr>
          <tr>
            <th scope="row">{t('offerLeast')}</th>
            <td>{moneyOf(reviewed.minAmountOut, token)}</td>
            <td>{moneyOf(offer.minAmountOut, token)}</td>
          </tr>
        </tbody>
      </table>
      {offer.needsReview !== null && (
        <p class="hint warning">{t(offer.needsReview === 'loss' ? 'offerTooLossy' : 'offerOtherTerms')}</p>
      )}
      <div class="buttons">
        {offer.needsReview === null && (
          <button
            type="button"
            class="primary"
            data-testid="accept-offer"
            disabled={model.busy.value !== null || model.isGuarded.value}
            onClick={() => void model.acceptOffer(offer.offerId)}
          >
            {t('acceptOffer')}
          </button>
        )}
        <StopButton model={model} />
      </div>
    </section>
  )
}
