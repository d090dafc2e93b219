import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { asksExit } from '../../lib/order/flows/exit-rules.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { nativeFeeUnits } from '../../lib/quote/route-summary.ts'
import { moneyOf } from '../parts/format.ts'
import { t, told } from '../parts/text.ts'
import { spenderName } from '../settings/spender-name.ts'
import { CalledByWallet } from '../wallet/CalledByWallet.tsx'
import { WalletMark } from '../wallet/WalletMark.tsx'
import { StopButton } from './StopButton.tsx'

const silentMs = 60_000
/** A window that was to come is there by now, or hides. */
const hiddenMs = 8_000

/** Shows that the wallet is asked: where to look, what it shows, and the way out. */
export function WaitingPanel({ app, model, order }: { app: AppModel; model: OrderModel; order: OrderView }) {
  const { walletRequest, reviewed } = order
  const wallet = order.wallet ?? { way: 'page', name: '', origin: '', iconUrl: null }
  const purpose = walletRequest?.purpose ?? fallback(order)
  const waitedMs = walletRequest === null ? 0 : app.nowMs.value - walletRequest.askedMs
  const isSilent = waitedMs > silentMs
  const isWaking = walletRequest !== null && app.start.waking.value === walletRequest.requestId
  const isHidden = wallet.way === 'extension' && waitedMs > hiddenMs && !isSilent && !isWaking
  const isAllowing = purpose === 'approve' || purpose === 'sendCalls'
  const units = isAllowing ? walletRequest?.amountUnits : null
  const amount = moneyOf(units ?? reviewed.ask.inputAmount, reviewed.inputToken)
  const onTop = onTopOf(app, order)
  const { symbol } = reviewed.inputToken
  const spender = spenderName(order.kind)
  const named = wallet.name || undefined
  return (
    <section class="card waiting" data-testid="waiting-screen" data-waking={isWaking}>
      <span class="waiting-mark" aria-hidden="true">
        <WalletMark wallet={wallet} />
      </span>
      <div role="alert">
        {isWaking ? (
          <>
            <h2>{t('wakingTitle')}</h2>
            <p>{told('wakingText', { wallet: named })}</p>
          </>
        ) : (
          <>
            <h2>{told('waitingTitle', { wallet: named })}</h2>
            <p>{t(`waiting_${purpose}`, { amount, symbol, spender })}</p>
            <p>
              <CalledByWallet wallet={order.wallet} purpose={purpose} />
            </p>
            {onTop !== null && <p data-testid="waiting-on-top">{t('waitingOnTop', { amount: onTop })}</p>}
          </>
        )}
      </div>
      <p class="faint">{t('waitingOrigin', { origin: wallet.origin })}</p>
      {isHidden && (
        <p class="hint" data-testid="waiting-hidden">
          {told('waitingIcon', { wallet: named })}
        </p>
      )}
      {isSilent && <p class="hint warning">{t('waitingSilent')}</p>}
      {!model.isWalletFound.value && <p class="hint warning">{t('waitingNotFound')}</p>}
      <div class="buttons">
        {wallet.way === 'page' && (
          <button type="button" class="primary" data-testid="primary" onClick={() => void model.showWallet()}>
            {t('showWallet')}
          </button>
        )}
        {/* Beside the swap only the waiting can be stopped. */}
        {asksExit(order) ? (
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

/** What the transaction sends of the chain's own currency beside the input; null where that is nothing. */
function onTopOf(app: AppModel, { walletRequest, reviewed: { ask } }: OrderView): string | null {
  const symbol = app.start.chainOf(ask.originChainId)?.currency.symbol ?? ''
  const value = walletRequest?.nativeUnits ?? '0'
  const units = nativeFeeUnits(ask, { value })
  return units > 0n ? moneyOf(units.toString(), { symbol, decimals: 18 }) : null
}
