import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'
import { StopButton } from './StopButton.tsx'

/** What an account without a signature that counts, or a wallet that signs nothing, ends in. */
const unsigned: readonly string[] = ['signatureRefused', 'walletUnsupported']

/** Shows that the swap stands still: why, where the money is, and the ways on. */
export function NeedsUserPanel({
  app,
  model,
  order,
}: {
  app: AppModel
  model: OrderModel
  order: OrderView
}) {
  const cannotSign = order.kind === 'signed' && unsigned.includes(order.problem?.code ?? '')
  const isUnknown = order.state === 'unknown_outcome'
  return (
    <section class="needs-user">
      {order.problem !== null ? (
        <Problem problem={order.problem} tone="warning" />
      ) : (
        <p class="hint warning" role="alert">
          {t(isUnknown ? 'unknownOutcome' : 'needsUser')}
        </p>
      )}
      {!model.isWalletFound.value && <p class="hint warning">{t('waitingNotFound')}</p>}
      {isUnknown && order.wallet?.way === 'page' && (
        <div class="buttons">
          <button
            type="button"
            class="secondary"
            data-testid="show-wallet"
            onClick={() => void model.showWallet()}
          >
            {t('showWallet')}
          </button>
        </div>
      )}
      {!isUnknown && order.restored === true && (
        <div class="buttons">
          <button type="button" class="primary" data-testid="start-anew" onClick={app.newSwap}>
            {t('newSwap')}
          </button>
          <StopButton model={model} />
        </div>
      )}
      {!isUnknown && order.restored !== true && (
        <div class="buttons">
          {cannotSign && (
            <button
              type="button"
              class="primary"
              data-testid="send-instead"
              disabled={model.busy.value !== null}
              onClick={() => void app.sendInstead(order, model.abandon)}
            >
              {t('sendInstead')}
            </button>
          )}
          <button
            type="button"
            class={cannotSign ? 'secondary' : 'primary'}
            data-testid="retry"
            disabled={model.busy.value !== null}
            onClick={() => void model.retry()}
          >
            {t('askAgain')}
          </button>
          <StopButton model={model} />
        </div>
      )}
    </section>
  )
}
