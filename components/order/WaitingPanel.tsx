import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { hasExitRequest } from '../../lib/order/exits/exit-rules.ts'
import { canRetryApproval, walletOf } from '../../lib/order/order-facts.ts'
import type { WalletPurpose } from '../../lib/order/order-parts.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { computeNativeFeeUnits } from '../../lib/quote/route-summary.ts'
import { chainPromptOf } from '../../lib/wallet/wallet-capabilities.ts'
import { shortenHex } from '../parts/format.ts'
import { WalletMark } from '../parts/Picture.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { HiddenPromptHint } from '../wallet/WalletRow.tsx'
import { spenderName } from './order-words.ts'

const silentMs = 60_000

/** Shows an open wallet request: where to find it, what the wallet shows, and how to stop. */
export function WaitingPanel({ app, model, order }: { app: AppModel; model: OrderModel; order: OrderView }) {
  const { walletRequest } = order
  const wallet = walletOf(order) ?? { connector: 'page', id: '', name: '', origin: '', iconUrl: null }
  const purpose = walletRequest?.purpose ?? defaultPurpose(order)
  const openRequest = openRequestOf(app, order)
  // The request may have waited in Ferry for a sleeping wallet or an earlier prompt. Count from the moment it
  // was sent to the wallet.
  const sinceMs = openRequest?.requestedMs ?? walletRequest?.requestedMs
  const waitedMs = sinceMs === undefined ? 0 : app.nowMs.value - sinceMs
  const isChecking = openRequest?.isChecking === true
  const isWaking = walletRequest !== null && app.start.waking.value === walletRequest.requestId
  const isAtWallet = !isChecking && !isWaking
  const isSilent = isAtWallet && waitedMs > silentMs
  return (
    <section class="card waiting" data-testid="waiting-screen" data-waking={isWaking}>
      <span class="waiting-mark" aria-hidden="true">
        <WalletMark wallet={wallet} />
      </span>
      <div role="alert">
        <RequestText app={app} order={order} purpose={purpose} isWaking={isWaking} isChecking={isChecking} />
      </div>
      {isAtWallet && (
        <>
          <Preview app={app} order={order} purpose={purpose} />
          <p class="faint">{t('waitingOrigin', { origin: wallet.origin })}</p>
        </>
      )}
      {!isSilent && isAtWallet && <HiddenPromptHint app={app} openRequest={openRequest} wallet={wallet} />}
      {isSilent && (
        <div class="hint warning" role="status" data-testid="waiting-silent">
          {/* A hint lays its children out in a row. */}
          <div>
            <p>{t('waitingSilent')}</p>
            <p>{t(silenceKey(order))}</p>
          </div>
        </div>
      )}
      {!model.isWalletFound.value && <p class="hint warning">{t('waitingNotFound')}</p>}
      <div class="buttons">
        {wallet.connector === 'page' && (
          <button type="button" class="primary" data-testid="primary" onClick={() => void model.showWallet()}>
            {t('showWallet')}
          </button>
        )}
        {isSilent && (canRetryApproval(order) || order.state === 'sign_requested') && (
          <RetryButton model={model} isPrimary={wallet.connector !== 'page'} />
        )}
        {/* For an exit, or a transaction that may already be sent, only the waiting can be stopped. */}
        {hasExitRequest(order) || order.state === 'send_requested' ? (
          <StopButton model={model} label={t('stopWaiting')} />
        ) : (
          <StopButton model={model} />
        )}
      </div>
    </section>
  )
}

function silenceKey(order: OrderView) {
  if (hasExitRequest(order)) return 'silentExit'
  if (order.state === 'approve_requested') return 'silentApproval'
  return order.state === 'sign_requested' ? 'silentSignature' : 'silentSend'
}

function RequestText({
  app,
  order,
  purpose,
  isWaking,
  isChecking,
}: {
  app: AppModel
  order: OrderView
  purpose: WalletPurpose
  isWaking: boolean
  isChecking: boolean
}) {
  const { walletRequest, reviewed } = order
  const openRequest = openRequestOf(app, order)
  const wallet = walletOf(order)
  const named = wallet?.name || undefined
  const chainPrompt = chainPromptOf(openRequest?.method)
  const chain = app.start.chainName(reviewed.request.originChainId)
  const isAllowing = purpose === 'approve' || purpose === 'sendCalls'
  const units = isAllowing ? walletRequest?.amountUnits : null
  const amount = formatExactMoney(units ?? reviewed.request.inputAmount, reviewed.inputToken)
  const extraNative = extraNativeText(app, order)
  const { symbol } = reviewed.inputToken
  const spender = spenderName(order.kind)
  if (isChecking) {
    return (
      <>
        <h2>{tWithFacts('checkingTitle', { wallet: named })}</h2>
        <p>{tWithFacts('checkingText', { wallet: named })}</p>
      </>
    )
  }
  if (isWaking) {
    return (
      <>
        <h2>{t('wakingTitle')}</h2>
        <p>{tWithFacts('wakingText', { wallet: named })}</p>
      </>
    )
  }
  return (
    <>
      <h2>{tWithFacts('waitingTitle', { wallet: named })}</h2>
      <p>
        {chainPrompt === null
          ? t(`waiting_${purpose}`, { amount, symbol, spender })
          : t(`waiting_${chainPrompt}`, { chain })}
      </p>
      {chainPrompt === null && extraNative !== null && (
        <p data-testid="waiting-on-top">{t('waitingOnTop', { amount: extraNative })}</p>
      )}
    </>
  )
}

/** A chain prompt shows only the network. No amount is listed when none moves. */
function Preview({ app, order, purpose }: { app: AppModel; order: OrderView; purpose: WalletPurpose }) {
  const { contract, spender, gateway, kind, walletRequest, reviewed } = order
  const { inputToken, request } = reviewed
  const isQuestion = chainPromptOf(openRequestOf(app, order)?.method) !== null
  const isRevoking = purpose === 'resetApproval' || purpose === 'revoke'
  const units = isRevoking ? '0' : walletRequest?.amountUnits
  const isApproving = isRevoking || purpose === 'approve' || purpose === 'sendCalls'
  return (
    <dl class="facts wallet-preview" data-testid="wallet-preview">
      {!isQuestion && purpose !== 'cancel' && (
        <div>
          <dt>{t('previewAmount')}</dt>
          <dd>{formatExactMoney(units ?? request.inputAmount, inputToken)}</dd>
        </div>
      )}
      {!isQuestion && isApproving && (
        <Named term={t('previewSpender')} name={spenderName(kind)} address={spender} />
      )}
      {!isQuestion && purpose === 'sign' && (
        <Named term={t('previewSpender')} name={t('contract_swapGateway')} address={gateway} />
      )}
      {!isQuestion && !isApproving && (
        <Named
          term={kind === 'deposit' ? t('depositAddress') : t('previewContract')}
          name={kind === 'deposit' ? null : spenderName(kind)}
          address={contract}
        />
      )}
      <div>
        <dt>{t('chain')}</dt>
        <dd>{app.start.chainName(request.originChainId)}</dd>
      </div>
    </dl>
  )
}

function Named({ term, name, address }: { term: string; name: string | null; address: string | null }) {
  if (address === null) return null
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {name !== null && (
          <>
            {name} <span aria-hidden="true">· </span>
          </>
        )}
        <code title={address}>{shortenHex(address)}</code>
      </dd>
    </div>
  )
}

/** Returns the request that the wallet currently has for this order. Undefined before it is sent. */
export function openRequestOf({ start }: AppModel, { walletRequest }: OrderView) {
  return start.openRequests.value.find(({ requestId }) => requestId === walletRequest?.requestId)
}

/** Returns the purpose that a state implies before its request exists. */
function defaultPurpose(order: OrderView) {
  if (order.state === 'approve_requested') return 'approve'
  return order.state === 'send_requested' ? 'send' : 'sign'
}

/** The native amount that the transaction sends in addition to the input. Null if zero. */
function extraNativeText(app: AppModel, { walletRequest, reviewed: { request } }: OrderView): string | null {
  const symbol = app.start.chainOf(request.originChainId)?.currency.symbol ?? ''
  const value = walletRequest?.nativeUnits ?? '0'
  const units = computeNativeFeeUnits(request, { value })
  return units > 0n ? formatExactMoney(units.toString(), { symbol, decimals: 18 }) : null
}

export function RetryButton({ model, isPrimary = true }: { model: OrderModel; isPrimary?: boolean }) {
  return (
    <button
      type="button"
      class={isPrimary ? 'primary' : 'secondary'}
      data-testid="retry"
      disabled={model.busy.value !== null}
      onClick={() => void model.retry()}
    >
      {t('askAgain')}
    </button>
  )
}

/** Stops a swap before anything is signed or sent. Afterwards only stops waiting for the wallet. */
export function StopButton({ model, label = t('stop') }: { model: OrderModel; label?: string }) {
  return (
    <button
      type="button"
      class="secondary"
      data-testid="stop"
      disabled={model.busy.value !== null}
      onClick={() => void model.stop()}
    >
      {label}
    </button>
  )
}
