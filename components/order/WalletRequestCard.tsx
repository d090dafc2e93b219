import type { ComponentChildren } from 'preact'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { describeWalletRequest, openRequestOf } from '../../lib/order/describe-wallet-request.ts'
import { walletOf } from '../../lib/order/order-facts.ts'
import type { WalletPurpose } from '../../lib/order/order-parts.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { chainPromptOf } from '../../lib/wallet/wallet-capabilities.ts'
import { shortenHex } from '../parts/format.ts'
import { WalletMark } from '../parts/Picture.tsx'
import { t, writeText } from '../parts/text.ts'
import { HiddenPromptHint } from '../wallet/WalletRow.tsx'
import { Notes } from './Notes.tsx'
import { OrderActions } from './OrderActions.tsx'
import { descriptionContextOf, spenderName } from './order-words.ts'

/** Shows an open wallet request: where to find it, what the wallet shows, and how to stop. */
export function WalletRequestCard({
  app,
  model,
  order,
  children,
}: {
  app: AppModel
  model: OrderModel
  order: OrderView
  children?: ComponentChildren
}) {
  const context = descriptionContextOf(app)
  const { title, body, notes, actions, purpose, stage } = describeWalletRequest(
    order,
    app.nowMs.value,
    context,
  )
  const wallet = walletOf(order) ?? { connector: 'page', id: '', name: '', origin: '', iconUrl: null }
  const isAtWallet = stage === 'open' || stage === 'silent'
  const mainAction = actions.find((one) => one === 'showWallet' || one === 'retry') ?? null
  return (
    <section
      class="card stack center order-card waiting"
      data-testid="waiting-screen"
      data-waking={stage === 'starting'}
    >
      <span class="waiting-mark" aria-hidden="true">
        <WalletMark wallet={wallet} />
      </span>
      <div role="alert">
        <h2>{writeText(title)}</h2>
        {body.map((text) => (
          <p key={text.key} data-testid={text.key === 'waitingOnTop' ? 'waiting-on-top' : undefined}>
            {writeText(text)}
          </p>
        ))}
      </div>
      {isAtWallet && (
        <>
          <Preview app={app} order={order} purpose={purpose} />
          <p class="faint">{t('waitingOrigin', { origin: wallet.origin })}</p>
        </>
      )}
      {stage === 'open' && (
        <HiddenPromptHint app={app} openRequest={openRequestOf(order, context)} wallet={wallet} />
      )}
      <Notes notes={notes} />
      {children}
      {!model.isWalletFound.value && <p class="hint warning">{t('waitingNotFound')}</p>}
      <OrderActions app={app} model={model} order={order} description={{ actions, mainAction }} />
    </section>
  )
}

/** A chain prompt shows only the network. No amount is listed when none moves. */
function Preview({ app, order, purpose }: { app: AppModel; order: OrderView; purpose: WalletPurpose }) {
  const { contract, spender, gateway, kind, walletRequest, reviewed } = order
  const { inputToken, request } = reviewed
  const isQuestion = chainPromptOf(openRequestOf(order, descriptionContextOf(app))?.method) !== null
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
