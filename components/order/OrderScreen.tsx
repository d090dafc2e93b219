import { placeActions } from '../../lib/order/describe-actions.ts'
import { describeOrder } from '../../lib/order/describe-order.ts'
import { describePair, pairOf } from '../../lib/order/describe-pair.ts'
import { isInSet, orderPhase } from '../../lib/order/order-state.ts'
import { timelineOf } from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { Button } from '../parts/Button.tsx'
import { copyText, type ReadText } from '../parts/CopyButton.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { MenuButton, type MenuItem, ScreenHeader } from '../parts/ScreenHeader.tsx'
import { contactSupport } from '../parts/SupportLink.tsx'
import { t, writeFact } from '../parts/text.ts'
import { DepositSteps, depositStepTitle, isAddressShown } from './DepositBody.tsx'
import { ExitScreen, findOpenExit, useExitFocus } from './ExitPanel.tsx'
import { menuItemsOf, OrderDock } from './OrderActions.tsx'
import { OrderCard } from './OrderCard.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import type { OrderProps } from './order-props.ts'
import { descriptionContextOf } from './order-words.ts'
import { WalletSteps } from './SwapTimeline.tsx'

export function OrderScreen({ app, model }: Pick<OrderProps, 'app' | 'model'>) {
  const order = model.order.value
  return order === null ? (
    <MissingOrder app={app} model={model} />
  ) : (
    <FoundOrder app={app} model={model} order={order} />
  )
}

function FoundOrder({ app, model, order }: Omit<OrderProps, 'description'>) {
  const steps = timelineOf(order)
  const context = descriptionContextOf(app, {
    usualSeconds: model.usualSeconds.value,
    allowance: model.allowance.value,
    isDepositSent: model.isDepositSent.value,
  })
  const description = describeOrder(order, context)
  const exit = findOpenExit({ app, model, order, description })
  useExitFocus(exit)
  const shown = { app, model, order, description }
  return (
    <div
      class="screen"
      data-testid="order-screen"
      data-order={order.id}
      data-state={order.state}
      data-status={order.statusCode ?? ''}
    >
      {exit !== null ? (
        <ExitScreen kind={exit} {...shown} />
      ) : (
        <>
          <ScreenHeader
            title={
              isAddressShown(app, order)
                ? depositStepTitle(3)
                : writeFact(describePair(pairOf(order), app.start))
            }
            onBack={app.back}
            ignoresEscape={orderPhase(order) === 'wallet'}
          >
            <MenuButton label={t('orderMenu')} items={[...menuItemsOf(shown), ...menuOf(shown)]} />
          </ScreenHeader>
          <main class="scroll">
            {model.problem.value !== null && <ProblemNotice problem={model.problem.value} omitsMoney />}
            {isAddressShown(app, order) && <DepositSteps step={3} />}
            {isBeforeSending(order) && <WalletSteps app={app} order={order} steps={steps} />}
            <OrderCard {...shown} />
            <OrderFacts {...shown} steps={isBeforeSending(order) ? [] : steps} />
          </main>
          <OrderDock {...shown} />
        </>
      )}
    </div>
  )
}

function menuOf({ app, model, order: { requestHash }, description }: OrderProps): readonly MenuItem[] {
  const copy = async (read: ReadText) => t((await copyText(read)) ? 'copied' : 'copyFailed')
  const { dock } = placeActions(description)
  const supportUrl = app.start.view.value?.supportUrl ?? null
  const support: MenuItem = {
    id: 'contact-support',
    label: t('contactSupport'),
    act: () => void (supportUrl !== null && contactSupport(supportUrl, model.supportText)),
  }
  return [
    ...(supportUrl === null || dock.includes('contactSupport') ? [] : [support]),
    { id: 'copy-support', label: t('copySupport'), act: () => copy(model.supportText) },
    ...(requestHash === ''
      ? []
      : [{ id: 'copy-id', label: t('copyId'), act: () => copy(() => requestHash) }]),
    ...(dock.includes('newSwap')
      ? []
      : [{ id: 'new-swap', label: t('newSwap'), act: () => void app.go({ name: 'home' }) }]),
  ]
}

/** Returns whether nothing is signed or sent yet, and a wallet request is open or about to open. */
function isBeforeSending(order: OrderView): boolean {
  const phase = orderPhase(order)
  return phase === 'wallet' || (phase === 'running' && isInSet(order.state, 'unsigned'))
}

function MissingOrder({ app, model }: Pick<OrderProps, 'app' | 'model'>) {
  const isNotFound = model.problem.value?.code === 'orderNotFound'
  return (
    <div class="screen">
      <ScreenHeader title={t('swap')} onBack={app.back} />
      <main class="scroll">
        {model.problem.value !== null ? (
          <ProblemNotice problem={model.problem.value} omitsMoney />
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
      {model.problem.value !== null && (
        <footer class="foot-bar">
          <div class="buttons">
            <Button
              look="primary"
              testId={isNotFound ? 'history-open' : undefined}
              onPress={() => (isNotFound ? app.go({ name: 'history' }) : model.load())}
            >
              {t(isNotFound ? 'openHistory' : 'tryAgain')}
            </Button>
          </div>
        </footer>
      )}
    </div>
  )
}
