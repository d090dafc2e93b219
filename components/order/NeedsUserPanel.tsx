import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { hasExitRequest } from '../../lib/order/exits/exit-rules.ts'
import {
  canPutAway,
  canPutAwaySend,
  canRetryApproval,
  canStopOrder,
  isUnansweredRecent,
  mayWalletShowRequest,
} from '../../lib/order/order-facts.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { aboutMoneyOf, momentText } from '../parts/format.ts'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import { nextStep } from './order-words.ts'
import { RetryButton, StopButton } from './WaitingPanel.tsx'

/** Problems for which sending a transaction is the alternative to signing. */
const codesWithoutSignature: readonly string[] = ['signatureRefused', 'walletUnsupported']

export function NeedsUserPanel({
  app,
  model,
  order,
}: {
  app: AppModel
  model: OrderModel
  order: OrderView
}) {
  const isUnknown = order.state === 'unknown_outcome'
  return (
    <section class="needs-user">
      {order.problem !== null ? (
        <ProblemNotice
          problem={order.problem}
          tone="warning"
          whatToDo={unansweredNextStep(order, app.nowMs.value) ?? nextStep(app, order, order.problem)}
        />
      ) : (
        <p class="hint warning" role="alert">
          {t(isUnknown ? 'unknownOutcome' : 'needsUser')}
        </p>
      )}
      {!model.isWalletFound.value && <p class="hint warning">{t('waitingNotFound')}</p>}
      {isUnknown && order.wallet?.connector === 'page' && (
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
      <UnansweredHint app={app} order={order} />
      {!isUnknown && order.restored === true && (
        <div class="buttons">
          <button type="button" class="primary" data-testid="start-anew" onClick={app.newSwap}>
            {t('newSwap')}
          </button>
          <StopButton model={model} />
        </div>
      )}
      {(order.restored !== true || isUnknown) && <OrderActions app={app} model={model} order={order} />}
    </section>
  )
}

export function OrderActions({ app, model, order }: { app: AppModel; model: OrderModel; order: OrderView }) {
  const cannotSign = order.kind === 'signed' && codesWithoutSignature.includes(order.problem?.code ?? '')
  return (
    <div class="buttons">
      {cannotSign && (
        <button
          type="button"
          class="primary"
          data-testid="send-instead"
          disabled={model.busy.value !== null}
          onClick={() => void app.sendInstead(order, model.stop)}
        >
          {t('sendInstead')}
        </button>
      )}
      {(order.state === 'needs_user' || canOfferApproval(app, order)) && (
        <RetryButton model={model} isPrimary={!cannotSign} />
      )}
      {canStopOrder(order, app.nowMs.value) && (
        <StopButton model={model} label={isFollowed(order, app) ? t('putAway') : t('stop')} />
      )}
    </div>
  )
}

/** Returns whether the funds may have left. Such a swap can be put away, but not stopped. */
function isFollowed(order: OrderView, app: AppModel): boolean {
  const { state, restored } = order
  if (state === 'unknown_outcome') return restored === true || !canPutAwaySend(order, app.nowMs.value)
  return state === 'pending' || state === 'deposit_awaited'
}

/** Says that a running swap may never continue, what putting it away means, and that it was put away. */
export function StalledSwapHint({ app, order }: { app: AppModel; order: OrderView }) {
  const { state, putAwayMs } = order
  if (putAwayMs !== undefined) return <p class="hint">{t('wasPutAway')}</p>
  if (state !== 'sent' && !isFollowed(order, app)) return null
  if (!canStopOrder(order, app.nowMs.value)) return null
  return (
    <p class="hint warning" role="status" data-testid="no-news">
      {t(state === 'sent' ? 'noNewsSent' : 'noNewsPending')}
    </p>
  )
}

/** Explains a wallet request that was never answered, and how long nothing can be done. */
function UnansweredHint({ app, order }: { app: AppModel; order: OrderView }) {
  const textKey = silenceTextKey(order, app.nowMs.value)
  if (textKey === null) return null
  const { deposit } = order
  return (
    <p class="hint" role="status" data-testid="silence">
      {textKey === 'unheardDeposit' && deposit !== null
        ? t(textKey, { time: momentText(deposit.expiresMs) })
        : t(textKey === 'unheardDeposit' ? 'unansweredSend' : textKey)}
    </p>
  )
}

/**
 * Returns the text about an unanswered wallet request. Null if there is none, or if Ferry still waits for the
 * answer.
 */
function silenceTextKey(order: OrderView, nowMs: number) {
  const { state, walletRequest, restored, deposit } = order
  if (walletRequest === null || hasExitRequest(order)) return null
  if (state === 'approve_requested' && walletRequest.connectionLostMs !== undefined) return 'lostApproval'
  if (state !== 'unknown_outcome') return null
  if (deposit !== null) return 'unheardDeposit'
  return canPutAway(order, nowMs) && restored !== true ? 'unheardSendStop' : 'unansweredSend'
}

/** On most networks a block includes the transaction within this time. */
const slowApprovalMs = 60_000

/** Returns whether the approval was sent over a minute ago, and the network does not show it. */
function isApprovalSlow(app: AppModel, { transactions, createdMs }: OrderView): boolean {
  return app.nowMs.value - (transactions.at(-1)?.sentMs ?? createdMs) >= slowApprovalMs
}

/** True if its request was lost, or the network does not show its transaction. */
function canOfferApproval(app: AppModel, order: OrderView): boolean {
  return canRetryApproval(order) && (order.state === 'approve_requested' || isApprovalSlow(app, order))
}

export function SlowApprovalHint({ app, order }: { app: AppModel; order: OrderView }) {
  if (!isApprovalSlow(app, order)) return null
  return (
    <p class="hint" role="status" data-testid="silence">
      {t(canRetryApproval(order) ? 'sentApprovalAgain' : 'sentApproval')}
    </p>
  )
}

/** Wallet errors after which the transaction may still have been sent. */
const sendErrorCodes: readonly string[] = [
  'walletFailed',
  'walletNoGas',
  'walletBlindSigning',
  'walletUnknownChain',
  'walletOffline',
]
/** Codes whose text says to check the wallet's activity. */
const checkActivityCodes: readonly string[] = [
  'walletSilent',
  'transactionReplaced',
  'transactionDropped',
  ...sendErrorCodes,
]
/** Texts about an unanswered request that also say to check the wallet's activity. */
const checkActivityTexts: readonly string[] = ['unansweredSend', 'unheardSendStop', 'unheardDeposit']

/**
 * Returns the next step when a transaction may have been sent: check the wallet's activity before any retry.
 * Says this once, because the text about the unanswered request may say it too.
 */
function unansweredNextStep(order: OrderView, nowMs: number): string | undefined {
  const code = order.problem?.code ?? ''
  if (checkActivityCodes.includes(code) && checkActivityTexts.includes(silenceTextKey(order, nowMs) ?? ''))
    return t('next_ifSent')
  const isSaidAtSend = order.state === 'unknown_outcome' && sendErrorCodes.includes(code)
  return isSaidAtSend ? t('problem_walletSilent_next') : undefined
}

/**
 * Warns about a request that the wallet may still show, when Ferry no longer waits for its answer. Hidden if
 * another text on the screen says so.
 */
export function OpenRequestHint({ app, order }: { app: AppModel; order: OrderView }) {
  const isSaid = silenceTextKey(order, app.nowMs.value) !== null
  const isEarlier =
    !mayWalletShowRequest(order) && isUnansweredRecent(order.lastUnansweredMs, app.nowMs.value)
  if (isSaid || !(mayWalletShowRequest(order) || isEarlier)) return null
  return (
    <p class="hint warning" role="status" data-testid="still-asked">
      {t(isEarlier ? 'stillAskedEarlier' : 'stillAsked')}
    </p>
  )
}

/** Shows a newer quote that is worse than the reviewed one: old figures, new figures, and the choice. */
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
            <td>{aboutMoneyOf(reviewed.promisedAmount, token)}</td>
            <td>{aboutMoneyOf(offer.promisedAmount, token)}</td>
          </tr>
          <tr>
            <th scope="row">{t('offerLeast')}</th>
            <td>{formatExactMoney(reviewed.minAmountOut, token)}</td>
            <td>{formatExactMoney(offer.minAmountOut, token)}</td>
          </tr>
        </tbody>
      </table>
      {offer.needsReview !== null && (
        <p class="hint warning">{t(offer.needsReview === 'loss' ? 'offerTooLossy' : 'offerOtherTerms')}</p>
      )}
      <div class="buttons">
        {/* If this offer needs a review, a retry may bring a better one. */}
        {offer.needsReview !== null && <RetryButton model={model} />}
        {offer.needsReview === null && (
          <button
            type="button"
            class="primary"
            data-testid="accept-offer"
            disabled={model.busy.value !== null || model.isCoolingDown.value}
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
