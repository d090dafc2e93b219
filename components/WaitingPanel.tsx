import type { OrderView } from '../lib/message/view-map.ts'
import type { AppModel } from '../lib/model/app-model.ts'
import type { OrderModel } from '../lib/model/order-model.ts'
import { moneyOf } from './format.ts'
import { Icon } from './Icon.tsx'
import { StopButton } from './StopButton.tsx'
import { t } from './text.ts'

const silentMs = 60_000

/** The wallet is asked: where to look, what it shows, and the way out (A8). */
export function WaitingPanel({ app, model, order }: { app: AppModel; model: OrderModel; order: OrderView }) {
  const { walletRequest, reviewed } = order
  const wallet = order.wallet ?? { way: 'page', name: '', origin: '' }
  const purpose = walletRequest?.purpose ?? fallback(order)
  const isSilent = walletRequest !== null && app.nowMs.value - walletRequest.askedMs > silentMs
  const amount = moneyOf(walletRequest?.amountUnits ?? reviewed.ask.inputAmount, reviewed.inputToken)
  return (
    <section class="card waiting" data-testid="waiting-screen">
      <span class="waiting-mark" aria-hidden="true">
        <Icon name="wallet" />
      </span>
      <div role="alert">
        <h2>{t('waitingTitle', { wallet: wallet.name })}</h2>
        <p>{t(`waiting_${purpose}`, { amount, wallet: wallet.name })}</p>
      </div>
      <p class="faint">{t('waitingOrigin', { origin: wallet.origin })}</p>
      {isSilent && <p class="hint warning">{t('waitingSilent')}</p>}
      {!model.isWalletFound.value && <p class="hint warning">{t('waitingNotFound')}</p>}
      <div class="buttons">
        {wallet.way === 'page' && (
          <button type="button" class="primary" data-testid="primary" onClick={() => void model.showWallet()}>
            {t('showWallet')}
          </button>
        )}
        {purpose === 'withdraw' || purpose === 'cancel' ? (
          <StopButton model={model} label={t('stopWaiting')} />
        ) : (
          <StopButton model={model} />
        )}
      </div>
    </section>
  )
}

/** What a state asks for where the request itself is not there yet. */
function fallback(order: OrderView) {
  if (order.state === 'approve_requested') return 'approve'
  return order.state === 'send_requested' ? 'send' : 'sign'
}
