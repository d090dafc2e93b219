import { encode } from 'uqr'
import { formatUnits } from '../../lib/base/decimal.ts'
import { isolateDirection } from '../../lib/base/isolate.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { depositPhaseOf, wrongDepositText } from '../../lib/order/describe-deposit.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { DepositView } from '../../lib/quote/route-view.ts'
import { isPlainMemo } from '../../lib/service/quote-request.ts'
import { CopyButton, CopyRow } from '../parts/CopyButton.tsx'
import { CountdownRing } from '../parts/CountdownRing.tsx'
import { ChunkedAddress, Fact } from '../parts/IdFact.tsx'
import { t } from '../parts/text.ts'
import type { OrderProps } from './order-props.ts'

const legs = ['depositStep_1', 'depositStep_2', 'depositStep_3'] as const

export function depositStepTitle(step: 1 | 2 | 3): string {
  return t('depositStep', { step: String(step), title: t(`depositStep_${step}`) })
}

/** The title of the screen names the step. Screen readers get all names. */
export function DepositSteps({ step }: { step: 1 | 2 | 3 }) {
  return (
    <ol class="step-bars" aria-label={t('exchangeTitle')} data-testid="deposit-steps">
      {legs.map((name, at) => (
        <li
          key={name}
          class={at + 1 < step ? 'done' : at + 1 === step ? 'now' : 'next'}
          aria-current={at + 1 === step ? 'step' : undefined}
        >
          <span class="unseen">{t(name)}</span>
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

/** The time left, and the amount, the memo and the address of a deposit; the refund address of a wrong one. */
export function DepositBody({ app, order, description }: Omit<OrderProps, 'model'>) {
  const { deposit } = order
  if (deposit === null) return null
  const { refundAddress } = deposit
  if (wrongDepositText(order, app.nowMs.value) !== null)
    return refundAddress && <AddressRow name={t('depositRefund')} address={refundAddress} />
  if (!description.actions.includes('depositSent')) return null
  const leftMs = Math.max(0, deposit.expiresMs - app.nowMs.value)
  return (
    <>
      <p class="deposit-time line tight numbers">
        <CountdownRing share={Math.min(1, leftMs / Math.max(1, deposit.expiresMs - order.createdMs))} />
        <span class="unseen">{t('depositLeft')} </span>
        <b data-testid="deposit-left">{countdown(leftMs)}</b>
      </p>
      <Payment deposit={deposit} />
      <Destination app={app} deposit={deposit} />
    </>
  )
}

/** The memo before the address, because funds without it are lost. */
function Payment({ deposit: { address, amount, memo, token } }: { deposit: DepositView }) {
  const text = formatUnits(amount, token.decimals)
  return (
    <div class="stack">
      <CopyRow name={t('depositAmount')} read={() => text}>
        <span class="copy-value">
          <span data-testid="deposit-amount">{text}</span> <bdi>{token.symbol}</bdi>
        </span>
      </CopyRow>
      {memo !== null && (
        <CopyRow name={t('depositMemo')} label={t('depositMemoWhy')} read={() => memo} isWarning>
          <bdi class="copy-value" data-testid="deposit-memo">
            {memo}
          </bdi>
          {!isPlainMemo(memo) && (
            <span class="faint" data-testid="memo-unusual">
              {t('depositMemoUnusual')}
            </span>
          )}
        </CopyRow>
      )}
      <AddressRow name={t('depositAddress')} address={address} testId="deposit-address" />
    </div>
  )
}

/** Most people pay in the same browser and copy. So the QR code and the facts to compare are folded. */
function Destination({ app, deposit }: { app: AppModel; deposit: DepositView }) {
  const { address, token, refundAddress } = deposit
  return (
    <details class="small">
      <summary data-testid="deposit-qr">{t('depositQrShow')}</summary>
      <div class="stack center">
        <div class="qr-tile">
          <QrCode text={address} label={t('depositQr')} />
        </div>
        <dl class="facts">
          <CopyFact name={t('depositToken')} value={token.address} shown={isolateDirection(token.symbol)} />
          <Fact name={t('chain')}>{app.start.chainName(deposit.chainId)}</Fact>
          {refundAddress !== null && <CopyFact name={t('depositRefund')} value={refundAddress} />}
        </dl>
      </div>
    </details>
  )
}

function AddressRow({ name, address, testId }: { name: string; address: string; testId?: string }) {
  return (
    <CopyRow name={name} read={() => address}>
      <span class="copy-value" data-testid={testId}>
        <ChunkedAddress text={address} />
      </span>
    </CopyRow>
  )
}

function CopyFact({ name, value, shown }: { name: string; value: string; shown?: string }) {
  return (
    <Fact name={name}>
      <bdi class="long-hex">{shown ?? <ChunkedAddress text={value} />}</bdi>
      <CopyButton label={t('copyNamed', { name })} read={() => value} />
    </Fact>
  )
}

/** Returns `4:05`, from an hour on `1:04:05`. */
function countdown(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000)
  const minutes = Math.floor(seconds / 60)
  const two = (count: number) => String(count % 60).padStart(2, '0')
  return minutes < 60
    ? `${minutes}:${two(seconds)}`
    : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`
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
