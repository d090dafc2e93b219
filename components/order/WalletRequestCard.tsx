import type { ComponentChildren } from 'preact'
import { shortenHex } from '../../lib/base/hex.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import { describeWalletRequest, openRequestOf } from '../../lib/order/describe-wallet-request.ts'
import type { WalletPurpose } from '../../lib/order/order.ts'
import { walletOf } from '../../lib/order/order-facts.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { OrderKind } from '../../lib/quote/terms.ts'
import { chainPromptOf } from '../../lib/wallet/wallet-capabilities.ts'
import { Fact } from '../parts/IdFact.tsx'
import { t, writeText } from '../parts/text.ts'
import { WalletMark } from '../parts/WalletMark.tsx'
import { HiddenPromptHint } from '../wallet/WalletRow.tsx'
import { Notes, WalletNotFound } from './Notes.tsx'
import type { OrderProps } from './order-props.ts'
import { descriptionContextOf } from './order-words.ts'

/** Shows an open wallet request: where to find it, and what the wallet shows. */
export function WalletRequestCard({
  app,
  model,
  order,
  children,
}: Omit<OrderProps, 'description'> & { children?: ComponentChildren }) {
  const context = descriptionContextOf(app)
  const { title, body, notes, purpose, stage } = describeWalletRequest(order, context)
  const wallet = walletOf(order) ?? { connector: 'page', id: '', name: '', origin: '', iconUrl: null }
  const isAtWallet = stage === 'open' || stage === 'silent'
  return (
    <section
      class="card stack center breaks order-card waiting"
      data-testid="waiting-screen"
      data-waking={stage === 'starting'}
      data-needs={isAtWallet}
    >
      <span class="waiting-mark" aria-hidden="true">
        <WalletMark wallet={wallet} />
      </span>
      <div role="alert">
        <h2 class="big">{writeText(title)}</h2>
        {body.map((text) => (
          <p key={text.key} data-testid={text.key === 'waitingOnTop' ? 'waiting-on-top' : undefined}>
            {writeText(text)}
          </p>
        ))}
      </div>
      {isAtWallet && <Preview app={app} order={order} purpose={purpose} wallet={wallet} />}
      {stage === 'open' && (
        <HiddenPromptHint app={app} openRequest={openRequestOf(order, context)} wallet={wallet} />
      )}
      <Notes notes={notes} />
      {children}
      {!model.isWalletFound.value && <WalletNotFound />}
    </section>
  )
}

/** The contracts on their own, not within a sentence. */
const contractNames = {
  signed: 'contract_Permit2',
  native: 'contractName_inbox',
  inbox: 'contractName_inbox',
  manual: 'contractName_gateway',
  deposit: 'contract_deposit',
} as const satisfies { readonly [kind in OrderKind]: string }

/** These pay for the swap. */
const payments: ReadonlySet<WalletPurpose> = new Set(['sign', 'send', 'sendCalls'])

/** What the person gets, and then what the wallet shows. A chain prompt shows only the network. */
function Preview({
  app,
  order,
  purpose,
  wallet,
}: Pick<OrderProps, 'app' | 'order'> & {
  purpose: WalletPurpose
  wallet: NonNullable<OrderView['wallet']>
}) {
  const { contract, spender, gateway, kind, reviewed } = order
  const isQuestion = chainPromptOf(openRequestOf(order, descriptionContextOf(app))?.method) !== null
  const isRevoking = purpose === 'resetApproval' || purpose === 'revoke'
  const isApproving = isRevoking || purpose === 'approve' || purpose === 'sendCalls'
  return (
    <dl class="facts wallet-preview" data-testid="wallet-preview">
      {!isQuestion && payments.has(purpose) && <Receives app={app} order={order} />}
      {!isQuestion && isApproving && (
        <Named term={t('previewSpender')} name={t(contractNames[kind])} address={spender} />
      )}
      {!isQuestion && purpose === 'sign' && (
        <Named term={t('previewSpender')} name={t('contractName_swapGateway')} address={gateway} />
      )}
      {!isQuestion && !isApproving && (
        <Named
          term={kind === 'deposit' ? t('depositAddress') : t('previewContract')}
          name={kind === 'deposit' ? null : t(contractNames[kind])}
          address={contract}
        />
      )}
      <Fact name={t('chain')}>{app.start.chainName(reviewed.request.originChainId)}</Fact>
      <Fact name={t('previewRequester')}>
        <bdi title={wallet.origin}>{requesterText(wallet)}</bdi>
      </Fact>
    </dl>
  )
}

/** The minimum and the recipient of the terms that the wallet shows. */
function Receives({ app, order: { minAmountOut, reviewed } }: Pick<OrderProps, 'app' | 'order'>) {
  const { outputToken, request } = reviewed
  const amount = formatExactMoney(minAmountOut, outputToken)
  const chain = app.start.chainName(outputToken.chainId)
  const isSelf = request.receiverAddress === request.userAddress
  return (
    <>
      <Fact name={t('reviewLeast')}>
        {minAmountOut === '0' ? (
          t('leastUnknown')
        ) : (
          <span class="tone-strong">{t('amountOnChain', { amount, chain })}</span>
        )}
      </Fact>
      {isSelf ? (
        <Fact name={t('receivedBy')}>{t('receiverSelf')}</Fact>
      ) : (
        <Named term={t('receivedBy')} name={null} address={request.receiverAddress} />
      )}
    </>
  )
}

/** A wallet page is named by its address. A wallet that Ferry reaches itself names Ferry by its ID. */
function requesterText({ connector, origin }: NonNullable<OrderView['wallet']>): string {
  if (connector === 'page') return origin
  return t('previewFerry', { id: shortenHex(origin.slice(origin.lastIndexOf('/') + 1)) })
}

function Named({ term, name, address }: { term: string; name: string | null; address: string | null }) {
  if (address === null) return null
  return (
    <Fact name={term}>
      {name !== null && (
        <>
          {name} <span aria-hidden="true">· </span>
        </>
      )}
      <code title={address}>{shortenHex(address)}</code>
    </Fact>
  )
}
