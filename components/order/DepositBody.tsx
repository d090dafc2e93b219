import { encode } from 'uqr'
import { formatUnits } from '../../lib/base/decimal.ts'
import { isolateDirection } from '../../lib/base/isolate.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { depositPhaseOf } from '../../lib/order/describe-notes.ts'
import type { OrderDescription } from '../../lib/order/description.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { DepositView } from '../../lib/quote/route-view.ts'
import { isPlainMemo } from '../../lib/service/quote-request.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { ChunkedAddress, slot, TextWithSlot } from '../parts/IdFact.tsx'
import { t } from '../parts/text.ts'

const legs = ['depositStep_1', 'depositStep_2', 'depositStep_3'] as const

export function depositStepTitle(step: 1 | 2 | 3): string {
  return t('depositStep', { step: String(step), title: t(`depositStep_${step}`) })
}

/** In step 3 only screen readers get the names, to leave room for the address. */
export function DepositSteps({ step }: { step: 1 | 2 | 3 }) {
  const isEnd = step === 3
  return (
    <ol class={isEnd ? 'legs bare' : 'legs'} aria-label={t('exchangeTitle')} data-testid="deposit-steps">
      {legs.map((name, at) => (
        <li
          key={name}
          class={at + 1 < step ? 'done' : at + 1 === step ? 'now' : 'next'}
          aria-current={at + 1 === step ? 'step' : undefined}
        >
          <span class={isEnd ? 'unseen' : ''}>{t(name)}</span>
        </li>
      ))}
    </ol>
  )
}

/** Returns whether the person should still pay to the deposit address (step 3). */
export function isAddressShown(app: AppModel, order: OrderView): boolean {
  if (order.state !== 'deposit_awaited' || order.restored === true) return false
  return depositPhaseOf(order, app.nowMs.value) === 'awaited'
}

/** The amount, the time left and the address of a deposit. */
export function DepositBody({
  app,
  order,
  description,
}: {
  app: AppModel
  order: OrderView
  description: Pick<OrderDescription, 'actions'>
}) {
  const { deposit } = order
  if (deposit === null || !description.actions.includes('depositSent')) return null
  return (
    <>
      <DepositSteps step={3} />
      <Payment app={app} deposit={deposit} />
      <Destination app={app} deposit={deposit} />
    </>
  )
}

function Payment({ app, deposit: { token, amount, expiresMs } }: { app: AppModel; deposit: DepositView }) {
  const text = formatUnits(amount, token.decimals)
  return (
    <div class="deposit-payment">
      <p class="numbers">
        <b data-testid="deposit-amount">{text}</b> <bdi>{token.symbol}</bdi>
        <CopyButton label={t('copyNamed', { name: t('depositAmount') })} read={() => text} />
      </p>
      <p class="numbers">
        <span class="faint">{t('depositLeft')}</span>{' '}
        <b data-testid="deposit-left">{countdown(expiresMs - app.nowMs.value)}</b>
      </p>
    </div>
  )
}

/** The memo first, because funds without it are lost. */
function Destination({ app, deposit }: { app: AppModel; deposit: DepositView }) {
  const { address, token, memo, refundAddress } = deposit
  const chain = app.start.chainName(deposit.chainId)
  return (
    <>
      {memo !== null && (
        <div class="hint warning deposit-memo">
          <p>{t('depositMemoWhy')}</p>
          <p>
            <TextWithSlot text={t('depositMemoIs', { memo: slot })}>
              <bdi class="long-hex" data-testid="deposit-memo">
                {memo}
              </bdi>
            </TextWithSlot>{' '}
            {!isPlainMemo(memo) && <span data-testid="memo-unusual"> {t('depositMemoUnusual')} </span>}
            <CopyButton label={t('copyNamed', { name: t('depositMemo') })} read={() => memo} />
          </p>
        </div>
      )}
      <div class="qr-tile">
        <QrCode text={address} label={t('depositQr')} />
      </div>
      <p class="long-hex" data-testid="deposit-address">
        <ChunkedAddress text={address} />
      </p>
      <CopyButton label={t('copyAddress')} read={() => address} isWide />
      <dl class="facts">
        <Fact name={t('depositToken')} value={token.address} shown={isolateDirection(token.symbol)} />
        <div>
          <dt>{t('chain')}</dt>
          <dd>{chain}</dd>
        </div>
        {refundAddress !== null && <Fact name={t('depositRefund')} value={refundAddress} />}
      </dl>
    </>
  )
}

function Fact({ name, value, shown }: { name: string; value: string; shown?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi class="long-hex">{shown ?? <ChunkedAddress text={value} />}</bdi>
        <CopyButton label={t('copyNamed', { name })} read={() => value} />
      </dd>
    </div>
  )
}

function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Shows a text as a QR code, dark on light in every theme, because some cameras read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
