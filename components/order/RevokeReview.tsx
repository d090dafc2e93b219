import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import type { RevokeTerms } from '../../lib/order/allowance-line.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { dollars, moneyOf, shortHex } from '../parts/format.ts'
import { t } from '../parts/text.ts'
import { SimulationNote } from '../review/SimulationNote.tsx'
import { allowanceText } from '../settings/allowance-text.ts'
import { spenderName } from '../settings/spender-name.ts'

/** Shows what the wallet will be asked to send, exactly as it was checked. */
export function RevokeReview({ app, model, order }: { app: AppModel; model: OrderModel; order: OrderView }) {
  const { review, busy, close, confirm } = model.revocation
  const terms = review.value
  if (terms === null) return null
  const { inputToken, ask } = order.reviewed
  const name = spenderName(order.kind)
  return (
    <section class="card" aria-labelledby="revoke-label" data-testid="revoke-review">
      <div role="status">
        <h2 id="revoke-label">{t('revokeTitle', { chain: app.start.chainName(ask.originChainId) })}</h2>
        <p>{t('revokeWhat', { name, symbol: inputToken.symbol })}</p>
      </div>
      <dl class="facts">
        <Address label={t('revokeTo')} text={ask.inputToken} />
        <Address label={name} text={terms.spender} />
        <div>
          <dt>{t('revokeNow')}</dt>
          <dd>{allowanceText(terms.leftUnits, inputToken)}</dd>
        </div>
        <div>
          <dt>{t('revokeCosts')}</dt>
          <dd>{gasText(app, terms, ask.originChainId)}</dd>
        </div>
      </dl>
      <SimulationNote
        app={app}
        simulation={terms.simulation}
        chainId={ask.originChainId}
        tokens={[inputToken]}
      />
      <div class="buttons">
        <button
          type="button"
          class="primary"
          data-testid="revoke-confirm"
          disabled={busy.value !== null}
          onClick={() => void confirm()}
        >
          {t('cancelAsk')}
        </button>
        <button type="button" class="secondary" data-testid="revoke-not" onClick={close}>
          {t('revokeNot')}
        </button>
      </div>
    </section>
  )
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code title={text}>{shortHex(text)}</code>
        <CopyButton label={t('copyNamed', { name: label })} read={() => text} />
      </dd>
    </div>
  )
}

/** In dollars as everywhere; in the chain's own currency where nobody values that. */
function gasText(app: AppModel, { gasInUsd, gasUnits }: RevokeTerms, chainId: number): string {
  const chain = app.start.chainOf(chainId)
  if (gasInUsd !== null) return t('gasAbout', { amount: dollars(gasInUsd) })
  return chain === undefined ? t('gasUnknown') : t('gasAtMost', { amount: moneyOf(gasUnits, chain.currency) })
}
