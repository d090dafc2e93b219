import { exactMoneyOf } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { asksExit } from '../../lib/order/flows/exit-rules.ts'
import { isEarlierAsked, isStillAsked, mayAskAgain, mayPutAway } from '../../lib/order/order-facts.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { aboutMoneyOf, momentText } from '../parts/format.ts'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import { nextStep } from './order-words.ts'
import { RetryButton, StopButton } from './WaitingPanel.tsx'

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
  const isUnknown = order.state === 'unknown_outcome'
  return (
    <section class="needs-user">
      {order.problem !== null ? (
        <ProblemNotice
          problem={order.problem}
          tone="warning"
          next={silentNextStep(order) ?? nextStep(app, order, order.problem)}
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
      <Silence order={order} />
      {!isUnknown && order.restored === true && (
        <div class="buttons">
          <button type="button" class="primary" data-testid="start-anew" onClick={app.newSwap}>
            {t('newSwap')}
          </button>
          <StopButton model={model} />
        </div>
      )}
      {order.restored !== true && <WaysOn app={app} model={model} order={order} />}
    </section>
  )
}

/** Shows what can be done about a swap that was begun here: request it in another way, try again, and stop. */
export function WaysOn({ app, model, order }: { app: AppModel; model: OrderModel; order: OrderView }) {
  const isUnknown = order.state === 'unknown_outcome'
  const cannotSign = order.kind === 'signed' && unsigned.includes(order.problem?.code ?? '')
  return (
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
      {(order.state === 'needs_user' || mayApproveAgain(app, order)) && (
        <RetryButton model={model} isPrimary={!cannotSign} />
      )}
      {(!isUnknown || mayPutAway(order)) && <StopButton model={model} />}
    </div>
  )
}

/** Says what is known of a question that the wallet never answered, and until when nothing can be done. */
function Silence({ order }: { order: OrderView }) {
  const said = silenceOf(order)
  if (said === null) return null
  const { deposit } = order
  return (
    <p class="hint" role="status" data-testid="silence">
      {said === 'unheardDeposit' && deposit !== null
        ? t(said, { time: momentText(deposit.expiresMs) })
        : t(said === 'unheardDeposit' ? 'unheardSend' : said)}
    </p>
  )
}

/** Returns the text about a wallet request without an answer; null where there is none, or Ferry still waits for it. */
function silenceOf(order: OrderView) {
  const { state, walletRequest, restored, deposit } = order
  if (walletRequest === null || asksExit(order)) return null
  if (state === 'approve_requested' && walletRequest.lostMs !== undefined && restored !== true)
    return 'lostApproval'
  if (state !== 'unknown_outcome') return null
  if (deposit !== null) return 'unheardDeposit'
  return mayPutAway(order) && restored !== true ? 'unheardSendStop' : 'unheardSend'
}

/** A block is there by then, on most networks. */
const unminedMs = 60_000

/** Returns whether the network has not shown the approval of an order for a while. */
function isApprovalSlow(app: AppModel, { transactions, createdMs }: OrderView): boolean {
  return app.nowMs.value - (transactions.at(-1)?.sentMs ?? createdMs) >= unminedMs
}

/** Returns whether to offer the approval again: its request was lost, or the network does not show its transaction. */
function mayApproveAgain(app: AppModel, order: OrderView): boolean {
  return mayAskAgain(order) && (order.state === 'approve_requested' || isApprovalSlow(app, order))
}

/** Says of an approval that the network is slow to show it. */
export function SentApproval({ app, order }: { app: AppModel; order: OrderView }) {
  if (!isApprovalSlow(app, order)) return null
  return (
    <p class="hint" role="status" data-testid="silence">
      {t(mayAskAgain(order) ? 'sentApprovalAgain' : 'sentApproval')}
    </p>
  )
}

/** What a wallet said of a transaction that it may have sent all the same. */
const saidAtSend: readonly string[] = [
  'walletFailed',
  'walletNoGas',
  'walletBlindSigning',
  'walletUnknownChain',
  'walletOffline',
]
/** Codes whose words say to check the wallet's activity. */
const checking: readonly string[] = [
  'walletSilent',
  'transactionReplaced',
  'transactionDropped',
  ...saidAtSend,
]
/** What is said of a silence whose words say so too. */
const checked: readonly string[] = ['unheardSend', 'unheardSendStop', 'unheardDeposit']

/**
 * Returns what to do where something may have been sent: nothing again before the wallet's activity was looked at. What is
 * said of its silence tells so too.
 */
function silentNextStep(order: OrderView): string | undefined {
  const code = order.problem?.code ?? ''
  if (checking.includes(code) && checked.includes(silenceOf(order) ?? '')) return t('next_ifSent')
  const isSaidAtSend = order.state === 'unknown_outcome' && saidAtSend.includes(code)
  return isSaidAtSend ? t('problem_walletSilent_next') : undefined
}

/** Says what the wallet may still show, where nobody waits for an answer to that and nothing else on the screen says it. */
export function StillAsked({ app, order }: { app: AppModel; order: OrderView }) {
  const isSaid = silenceOf(order) !== null
  const isEarlier = !isStillAsked(order) && isEarlierAsked(order.earlierAskedMs, app.nowMs.value)
  if (isSaid || !(isStillAsked(order) || isEarlier)) return null
  return (
    <p class="hint warning" role="status" data-testid="still-asked">
      {t(isEarlier ? 'stillAskedEarlier' : 'stillAsked')}
    </p>
  )
}

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
            <td>{aboutMoneyOf(reviewed.promisedAmount, token)}</td>
            <td>{aboutMoneyOf(offer.promisedAmount, token)}</td>
          </tr>
          <tr>
            <th scope="row">{t('offerLeast')}</th>
            <td>{exactMoneyOf(reviewed.minAmountOut, token)}</td>
            <td>{exactMoneyOf(offer.minAmountOut, token)}</td>
          </tr>
        </tbody>
      </table>
      {offer.needsReview !== null && (
        <p class="hint warning">{t(offer.needsReview === 'loss' ? 'offerTooLossy' : 'offerOtherTerms')}</p>
      )}
      <div class="buttons">
        {/* What may not be taken here may be better in a moment. */}
        {offer.needsReview !== null && <RetryButton model={model} />}
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
