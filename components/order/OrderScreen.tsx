import { formatExactMoney } from '../../lib/base/money-text.ts'
import { quoteRequestOfOrder } from '../../lib/history/past-quote-request.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { canStopOrder } from '../../lib/order/order-facts.ts'
import { isInSet, isOverOrStopping, orderPhase, orderStateWords } from '../../lib/order/order-state.ts'
import { type TimelineStep, timelineOf } from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { Skeleton } from '../parts/Lazy.tsx'
import { WalletMark } from '../parts/Picture.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { MenuButton, type MenuItem, ScreenHeader } from '../parts/ScreenHeader.tsx'
import { t } from '../parts/text.ts'
import { DepositEnd, DepositPanel, depositStepTitle, isAddressShown } from './DepositPanel.tsx'
import { Done, tokenItems } from './Done.tsx'
import { ExitPanel } from './ExitPanel.tsx'
import {
  NeedsUserPanel,
  OfferPanel,
  OpenRequestHint,
  OrderActions,
  SlowApprovalHint,
  StalledSwapHint,
} from './NeedsUserPanel.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderResult, RemainingAllowance, Stopping, SupportLine } from './OrderResult.tsx'
import { isSettled, orderLabel, stepText } from './order-words.ts'
import { LeaveHint, Progress } from './Progress.tsx'
import { SwapSteps, WalletSteps } from './SwapTimeline.tsx'
import { WaitingPanel } from './WaitingPanel.tsx'

export function OrderScreen({ app, model }: { app: AppModel; model: OrderModel }) {
  const order = model.order.value
  if (order === null) return <MissingOrder app={app} model={model} />
  const { inputToken, outputToken, request } = order.reviewed
  const steps = timelineOf(order)
  const title = isAddressShown(app, order)
    ? depositStepTitle(3)
    : t('orderTitle', {
        amount: formatExactMoney(request.inputAmount, inputToken),
        chain: app.start.chainName(outputToken.chainId),
      })
  return (
    <div
      class="screen"
      data-testid="order-screen"
      data-order={order.id}
      data-state={order.state}
      data-status={order.statusCode ?? ''}
    >
      <ScreenHeader title={title} onBack={app.back} ignoresEscape={orderPhase(order) === 'wallet'}>
        <MenuButton label={t('orderMenu')} items={menuOf(app, model, order)} />
      </ScreenHeader>
      <main class="scroll">
        {model.problem.value !== null && <ProblemNotice problem={model.problem.value} omitsMoney />}
        {order.restored === true && order.state !== 'needs_user' && (
          <p class="hint warning" role="status" data-testid="restored">
            {t('restored')}
          </p>
        )}
        {isBeforeSending(order) && <WalletSteps app={app} order={order} steps={steps} />}
        <CurrentPhase app={app} model={model} order={order} steps={steps} />
        <OpenRequestHint app={app} order={order} />
        {order.doubt === 'oneSource' && !orderStateWords(order).isOver && (
          <p class="hint warning" role="status">
            {t('doubt_oneSource')}
          </p>
        )}
        <RemainingAllowance order={order} />
        {order.restored !== true && (
          <>
            <ExitPanel kind="revoke" app={app} model={model} order={order} />
            <ExitPanel kind="withdraw" app={app} model={model} order={order} />
            <ExitPanel kind="cancel" app={app} model={model} order={order} />
          </>
        )}
        <SupportLine model={model} order={order} />
        {!isBeforeSending(order) && <SwapSteps app={app} order={order} steps={steps} />}
        <OrderFacts
          app={app}
          order={order}
          areAmountsShown={isInProgress(order) || orderPhase(order) === 'done'}
          onRequest={model.requestDirectRoute}
        />
      </main>
      <FootBar app={app} order={order} />
    </div>
  )
}

function menuOf(app: AppModel, model: OrderModel, order: OrderView): readonly MenuItem[] {
  const { requestHash } = order
  const copy = async (text: string | Promise<string>) => {
    try {
      await navigator.clipboard.writeText(await text)
      return t('copied')
    } catch {
      // Show the failure. The person can still select the IDs in the details by hand.
      return t('copyFailed')
    }
  }
  const id = { id: 'copy-id', label: t('copyId'), act: () => copy(requestHash) }
  return [
    { id: 'copy-support', label: t('copySupport'), act: () => copy(model.supportText()) },
    ...(requestHash === '' ? [] : [id]),
    ...tokenItems(app, model, order),
    { id: 'new-swap', label: t('newSwap'), act: () => void app.newSwap() },
  ]
}

/** The main action when the swap is over. It is secondary while the person still waits for funds. */
function FootBar({ app, order }: { app: AppModel; order: OrderView }) {
  if (!isOverOrStopping(order)) return null
  const again = {
    id: 'do-again',
    text: t('doAgain'),
    act: () => app.repeatSwap(quoteRequestOfOrder(order.reviewed)),
  }
  // A swap restored from a backup ran on another machine. It cannot be repeated from here.
  const { id, text, act } =
    order.restored === true ? { id: 'new-swap', text: t('newSwap'), act: app.newSwap } : again
  return (
    <footer class="foot-bar">
      <button
        type="button"
        class={isSettled(order, app.nowMs.value) ? 'primary' : 'secondary'}
        data-testid={id}
        onClick={act}
      >
        {text}
      </button>
    </footer>
  )
}

interface Shown {
  readonly app: AppModel
  readonly model: OrderModel
  readonly order: OrderView
  readonly steps: readonly TimelineStep[]
}

/** Returns whether nothing is signed or sent yet, and a wallet request is open or about to open. */
function isBeforeSending(order: OrderView): boolean {
  const phase = orderPhase(order)
  return phase === 'wallet' || (phase === 'running' && isInSet(order.state, 'unsigned'))
}

/** Returns whether Ferry follows a swap that needs nothing from the person. */
function isInProgress(order: OrderView): boolean {
  return orderPhase(order) === 'running' && !isBeforeSending(order) && order.state !== 'deposit_awaited'
}

/** The most important part of the screen for the current phase. */
function CurrentPhase({ app, model, order, steps }: Shown) {
  switch (orderPhase(order)) {
    case 'wallet':
      // The connection to the wallet was lost during the approval request, so no answer will arrive.
      if (order.state === 'approve_requested' && order.walletRequest?.connectionLostMs !== undefined)
        return <NeedsUserPanel app={app} model={model} order={order} />
      return <WaitingPanel app={app} model={model} order={order} />
    case 'offer':
      return <OfferPanel model={model} order={order} />
    case 'needsUser':
    case 'unknown':
      return <NeedsUserPanel app={app} model={model} order={order} />
    case 'stopping':
      return <Stopping order={order} />
    case 'running':
      return <Running app={app} model={model} order={order} steps={steps} />
    case 'done':
      return <Done app={app} order={order} />
    default:
      return (
        <>
          <OrderResult app={app} order={order} refunds={model.refundExperience.value} />
          <DepositEnd app={app} order={order} />
        </>
      )
  }
}

/** Shows a phase that needs no answer from the person: between two wallet requests, or after sending. */
function Running({ app, model, order, steps }: Shown) {
  return (
    <>
      {order.state === 'deposit_awaited' && order.restored !== true && (
        <DepositPanel app={app} order={order} />
      )}
      {isBeforeSending(order) && <BetweenPrompts app={app} order={order} steps={steps} />}
      {isInProgress(order) && (
        <Progress app={app} order={order} steps={steps} usualSeconds={model.usualSeconds.value} />
      )}
      {order.problem !== null && <ProblemNotice problem={order.problem} tone="warning" />}
      {order.state === 'approve_sent' && <SlowApprovalHint app={app} order={order} />}
      <StalledSwapHint app={app} order={order} />
      {canStopOrder(order, app.nowMs.value) && <OrderActions app={app} model={model} order={order} />}
      {!isBeforeSending(order) && <LeaveHint app={app} model={model} order={order} />}
    </>
  )
}

/** Says that another wallet prompt follows, so the person should not leave. */
function nextPrompt({ state, problem }: OrderView): string {
  if (problem !== null) return t('promptTries')
  return t(state === 'approve_sent' ? 'promptAfterBlock' : 'promptComes')
}

function BetweenPrompts({ app, order, steps }: Pick<Shown, 'app' | 'order' | 'steps'>) {
  const now = steps.find(({ state }) => state === 'now')
  return (
    <section class="card waiting" data-testid="between">
      <span class="result-mark" aria-hidden="true">
        <WalletMark wallet={order.wallet ?? { name: '', iconUrl: null }} />
      </span>
      <h2>{now === undefined ? orderLabel(order).text : stepText(app, order, now.name, 'now')}</h2>
      <p class="faint">{nextPrompt(order)}</p>
    </section>
  )
}

function MissingOrder({ app, model }: { app: AppModel; model: OrderModel }) {
  return (
    <div class="screen">
      <ScreenHeader title={t('swap')} onBack={app.back} />
      <main class="scroll">
        {model.problem.value !== null ? (
          <>
            <ProblemNotice problem={model.problem.value} omitsMoney />
            <button type="button" class="secondary" onClick={() => void model.load()}>
              {t('tryAgain')}
            </button>
          </>
        ) : (
          <div class="card" role="status" aria-label={t('loading')}>
            {[12, 16, 10, 14].map((width) => (
              <p key={width}>
                <Skeleton width={width} />
              </p>
            ))}
          </div>
        )}
      </main>
    </div>
  )
}
