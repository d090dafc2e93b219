import { transactionLink } from '../../lib/base/explorer-link.ts'
import { quoteRequestOfOrder } from '../../lib/history/past-quote-request.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { lastTransactionOf } from '../../lib/order/describe-actions.ts'
import type { OrderAction, OrderDescription } from '../../lib/order/description.ts'
import { orderPhase } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { SupportLink } from '../parts/SupportLink.tsx'
import { t } from '../parts/text.ts'
import { allowanceText, spenderName } from './order-words.ts'

interface Shown {
  readonly app: AppModel
  readonly model: OrderModel
  readonly order: OrderView
  readonly description: Pick<OrderDescription, 'actions' | 'mainAction'>
  readonly onDepositSent?: (isSent: boolean) => void
}

interface ActionButton {
  readonly testId: string
  readonly text: string
  readonly act: () => void
  readonly isDisabled?: boolean
}

/** The buttons of the card, in the order of the description. Exits and support have parts of their own. */
export function OrderActions({ description, ...props }: Shown) {
  const buttons = description.actions.flatMap((action) => {
    const button = buttonOf(action, props)
    return button === null ? [] : [{ ...button, action }]
  })
  if (buttons.length === 0) return null
  const { busy } = props.model
  return (
    <div class="buttons">
      {buttons.map(({ action, testId, text, act, isDisabled = false }) => (
        <button
          key={action}
          type="button"
          class={action === description.mainAction ? 'primary' : 'secondary'}
          data-testid={testId}
          disabled={isDisabled || (busy.value !== null && action !== 'showWallet')}
          onClick={act}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

function buttonOf(
  action: OrderAction,
  { app, model, order, onDepositSent }: Omit<Shown, 'description'>,
): ActionButton | null {
  switch (action) {
    case 'accept': {
      const { offerId = '' } = order.offer ?? {}
      const act = () => void model.acceptOffer(offerId)
      return { testId: 'accept-offer', text: t('acceptOffer'), act, isDisabled: model.isCoolingDown.value }
    }
    case 'retry':
      return { testId: 'retry', text: t('askAgain'), act: () => void model.retry(order) }
    case 'sendInstead':
      return {
        testId: 'send-instead',
        text: t('sendInstead'),
        act: () => void app.sendInstead(order, model.stop),
      }
    case 'showWallet':
      return { testId: 'show-wallet', text: t('showWallet'), act: () => void model.showWallet() }
    case 'newSwap':
      // A swap that is over has this button at the foot of the screen.
      return order.state === 'needs_user'
        ? { testId: 'start-anew', text: t('newSwap'), act: app.newSwap }
        : null
    case 'stop':
      return { testId: 'stop', text: t('stop'), act: () => void model.stop() }
    case 'putAway':
      return { testId: 'stop', text: t('putAway'), act: () => void model.stop() }
    case 'stopWaiting':
      return { testId: 'stop', text: t('stopWaiting'), act: () => void model.stop() }
    case 'depositSent':
      return { testId: 'deposit-sent', text: t('depositIsSent'), act: () => onDepositSent?.(true) }
    case 'depositShow':
      return { testId: 'deposit-sent', text: t('depositShow'), act: () => onDepositSent?.(false) }
    default:
      return null
  }
}

/** The actions of a swap that is over, at the foot of the screen. */
export function FootBar({ app, order, description }: Omit<Shown, 'model'>) {
  const { actions, mainAction } = description
  const buttons = actions.flatMap((action) => {
    const button = footButtonOf(action, app, order)
    return button === null ? [] : [{ ...button, action }]
  })
  if (buttons.length === 0) return null
  return (
    <footer class="foot-bar">
      <div class="buttons">
        {buttons.map(({ testId, text, act, action }) => (
          <button
            key={action}
            type="button"
            class={action === mainAction ? 'primary' : 'secondary'}
            data-testid={testId}
            onClick={act}
          >
            {text}
          </button>
        ))}
      </div>
    </footer>
  )
}

function footButtonOf(action: OrderAction, app: AppModel, order: OrderView): ActionButton | null {
  switch (action) {
    case 'repeat': {
      const act = () => app.repeatSwap(quoteRequestOfOrder(order.reviewed))
      return { testId: 'do-again', text: t('doAgain'), act }
    }
    case 'newSwap':
      if (order.state === 'needs_user') return null
      return {
        testId: 'new-swap',
        text: t(orderPhase(order) === 'running' ? 'anotherSwap' : 'newSwap'),
        act: app.newSwap,
      }
    case 'done':
      return { testId: 'done', text: t('finish'), act: app.back }
    default:
      return null
  }
}

/** The way to support for a swap that went wrong or takes too long, and what support never requests. */
export function SupportActions({ app, model, order, description: { actions, mainAction } }: Shown) {
  const isContact = actions.includes('contactSupport')
  if (!isContact && !actions.includes('copySupport')) return null
  return (
    <div class="stack">
      <div class="buttons">
        {isContact && (
          <SupportLink app={app} isMain={mainAction === 'contactSupport'} read={model.supportText} />
        )}
        {actions.includes('viewTransaction') && <ViewTransaction app={app} order={order} />}
        {actions.includes('copySupport') && (
          <CopyButton
            label={t('copyDetails')}
            read={model.supportText}
            testid="support-copy"
            labelClass={isContact ? 'plain' : 'secondary'}
          />
        )}
      </div>
      <p class="faint">{t('supportNever')}</p>
    </div>
  )
}

/** The transaction that shows where the money is, at the explorer of the deployment file. */
function ViewTransaction({ app, order }: Pick<Shown, 'app' | 'order'>) {
  const transaction = lastTransactionOf(order)
  const link = transaction && transactionLink(app.start.chainOf(transaction.chainId), transaction.hash)
  if (link === null || link.unverifiedHost !== null) return null
  return (
    <a
      class="secondary"
      href={link.url}
      target="_blank"
      rel="noreferrer noopener"
      data-testid="view-transaction"
    >
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
    <button type="button" class="plain" data-testid="notices-on" onClick={turnOn}>
      {t('turnOnNotices')}
    </button>
  )
}

/** Shows the allowance that the chain still shows for a swap that is over. */
export function RemainingAllowance({ app, model, order }: Omit<Shown, 'description'>) {
  const { reviewed, kind, revoking } = order
  const allowance = model.allowance.value
  if (allowance === null || allowance.left?.units === '0') return null
  // The revoke panel shows this amount together with the revocation.
  if (revoking?.state === 'over' && revoking.problem === null) return null
  const chain = app.start.chainName(reviewed.request.originChainId)
  return (
    <p class="hint warning" role="status" data-testid="left-allowance">
      {allowance.left === null
        ? t('allowanceUnread', { chain })
        : t('allowanceLeft', {
            amount: allowanceText(allowance.left.units, reviewed.inputToken),
            name: spenderName(kind),
          })}
    </p>
  )
}
