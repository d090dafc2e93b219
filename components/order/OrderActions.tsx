import { transactionLink } from '../../lib/base/explorer-link.ts'
import { quoteRequestOfOrder } from '../../lib/history/past-quote-request.ts'
import { repeatSwap, sendInstead } from '../../lib/models/repeat-swap.ts'
import { accountToCheck, lastTransactionOf, placeActions } from '../../lib/order/describe-actions.ts'
import type { OrderAction, OrderDescription } from '../../lib/order/description.ts'
import { orderPhase } from '../../lib/order/order-state.ts'
import { Button } from '../parts/Button.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import type { MenuItem } from '../parts/ScreenHeader.tsx'
import { SupportLink } from '../parts/SupportLink.tsx'
import { t } from '../parts/text.ts'
import { ExitButton } from './ExitButton.tsx'
import type { OrderProps } from './order-props.ts'
import { descriptionContextOf } from './order-words.ts'

interface Shown extends Omit<OrderProps, 'description'> {
  readonly description: Pick<OrderDescription, 'actions' | 'mainAction'>
}

interface ActionButton {
  readonly testId: string
  readonly text: string
  readonly act: () => unknown
  readonly isDisabled?: boolean
}

/** The buttons of an order, always at the foot of its screen. The card and the menu have the other actions. */
export function OrderDock({ description, ...props }: Shown) {
  const { dock } = placeActions(description)
  if (dock.length === 0) return null
  return (
    <footer class="foot-bar">
      <div class="buttons">
        {dock.map((action) => (
          <DockButton
            {...props}
            key={action}
            action={action}
            look={action === description.mainAction ? 'primary' : 'secondary'}
          />
        ))}
      </div>
    </footer>
  )
}

/** These do nothing to the order, so they do not wait for it. */
const freeActions: readonly OrderAction[] = ['showWallet', 'done', 'repeat', 'newSwap']

function DockButton({
  action,
  look,
  ...props
}: Omit<Shown, 'description'> & { action: OrderAction; look: 'primary' | 'secondary' }) {
  const { app, model, order } = props
  if (action === 'cancel' || action === 'withdraw')
    return <ExitButton kind={action} model={model} order={order} look={look} />
  if (action === 'contactSupport') return <SupportLink app={app} look={look} read={model.supportText} />
  if (action === 'viewAccount') return <ViewAccount app={app} order={order} look={look} />
  const button = buttonOf(action, props)
  if (button === null) return null
  const { testId, text, act, isDisabled } = button
  return (
    <Button look={look} testId={testId} isDisabled={isDisabled} onPress={act}>
      {text}
    </Button>
  )
}

/** The actions that have no place in the dock. */
export function menuItemsOf({ description, ...props }: Shown): readonly MenuItem[] {
  return placeActions(description).menu.flatMap((action) => {
    const button = buttonOf(action, props)
    if (button === null) return []
    const { testId: id, text: label, act, isDisabled } = button
    return [{ id, label, act: () => void act(), isDisabled }]
  })
}

/** The actions that are plain buttons. Null for the others. */
function buttonOf(action: OrderAction, { app, model, order }: Omit<Shown, 'description'>) {
  const buttons: { readonly [action in OrderAction]?: ActionButton } = {
    accept: {
      testId: 'accept-offer',
      text: t('acceptOffer'),
      act: () => model.acceptOffer(order.offer?.offerId ?? ''),
      isDisabled: model.isCoolingDown.value,
    },
    retry: { testId: 'retry', text: t('askAgain'), act: () => model.retry(order) },
    sendInstead: {
      testId: 'send-instead',
      text: t('sendInstead'),
      act: () => sendInstead(app, order, model.stop),
    },
    showWallet: { testId: 'show-wallet', text: t('showWallet'), act: model.showWallet },
    stop: { testId: 'stop', text: t('stop'), act: model.stop },
    putAway: { testId: 'stop', text: t('putAway'), act: model.stop },
    showAgain: { testId: 'show-again', text: t('showAgain'), act: model.showAgain },
    stopWaiting: { testId: 'stop', text: t('stopWaiting'), act: model.stop },
    depositSent: { testId: 'deposit-sent', text: t('depositIsSent'), act: () => model.setDepositSent(true) },
    depositShow: { testId: 'deposit-sent', text: t('depositShow'), act: () => model.setDepositSent(false) },
    repeat: {
      testId: 'do-again',
      text: t('doAgain'),
      act: () => repeatSwap(app, quoteRequestOfOrder(order.reviewed)),
    },
    newSwap: {
      testId: 'new-swap',
      text: t(orderPhase(order) === 'running' ? 'anotherSwap' : 'newSwap'),
      act: () => app.go({ name: 'home' }),
    },
    done: { testId: 'done', text: t('finish'), act: app.back },
  }
  const button = buttons[action]
  if (button === undefined) return null
  const waits = model.busy.value !== null && !freeActions.includes(action)
  return { ...button, isDisabled: waits || button.isDisabled === true }
}

/** Below the words of a swap: what support never requests, and the ways to it that are no button of the dock. */
export function SupportNote({ app, model, order, description }: Shown) {
  const { actions, mainAction } = description
  return (
    <>
      {mainAction === 'contactSupport' && <p class="faint">{t('supportNever')}</p>}
      {actions.includes('viewTransaction') && <ViewTransaction app={app} order={order} />}
      {actions.includes('copySupport') && (
        <CopyButton
          label={t('copyDetails')}
          read={model.supportText}
          testid="support-copy"
          labelClass="plain"
        />
      )}
    </>
  )
}

/** The account where the money should be. Names an explorer that only the service reports. */
function ViewAccount({ app, order, look }: Pick<Shown, 'app' | 'order'> & { look: 'primary' | 'secondary' }) {
  const account = accountToCheck(order)
  const link = account && descriptionContextOf(app).accountLink(account)
  if (link === null) return null
  const { url, unverifiedHost: host } = link
  return (
    <a class={look} href={url} target="_blank" rel="noreferrer noopener" data-testid="view-account">
      {host === null ? t('viewAccount') : t('viewAccountAt', { host })}
    </a>
  )
}

/** The transaction that shows where the money is, at the explorer of the deployment file. */
function ViewTransaction({ app, order }: Pick<Shown, 'app' | 'order'>) {
  const transaction = lastTransactionOf(order)
  const link = transaction && transactionLink(app.start.chainOf(transaction.chainId), transaction.hash)
  if (link === null || link.unverifiedHost !== null) return null
  return (
    <a class="plain" href={link.url} target="_blank" rel="noreferrer noopener" data-testid="view-transaction">
      {t('viewOnExplorer')}
    </a>
  )
}

/** The browser or the system may block notifications. The page of the setting says so. */
export function TurnOnNotices({ app }: Pick<Shown, 'app'>) {
  const turnOn = () =>
    app.start.view.value?.areNoticesBlocked === true
      ? app.go({ name: 'settings', page: 'notifications' })
      : void app.start.saveSettings({ notifyDone: true })
  return (
    <Button look="plain" testId="notices-on" onPress={turnOn}>
      {t('turnOnNotices')}
    </Button>
  )
}
