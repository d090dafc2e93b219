import { formatUnits } from '../../lib/base/decimal.ts'
import { isolated } from '../../lib/base/isolate.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { depositPhase } from '../../lib/order/order-facts.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { moneyOf } from '../parts/format.ts'
import { QrCode } from '../parts/QrCode.tsx'
import { t } from '../parts/text.ts'

/** Shows where a deposit goes and until when, with everything to copy; wrong, late and unseen ones are told apart. */
export function DepositPanel({ app, order }: { app: AppModel; order: OrderView }) {
  const { deposit, depositSeen } = order
  if (deposit === null) return null
  const { address, token, amount, memo, expiresMs, refundAddress } = deposit
  const nowMs = app.nowMs.value
  const phase = depositPhase(amount, expiresMs, depositSeen ?? null, nowMs)
  const chain = app.start.chainOf(deposit.chainId)
  const amountText = formatUnits(amount, token.decimals)
  const named = `${amountText} ${isolated(token.symbol)}`
  const seen = depositSeen === undefined ? '' : moneyOf(depositSeen.units, token)
  return (
    <section class="card deposit" data-testid="deposit-panel" data-phase={phase}>
      <h2>
        {phase === 'awaited'
          ? t('depositTitle', { amount: named, chain: chain?.name ?? '' })
          : t(`depositTitle_${phase}`)}
      </h2>
      <p class={phase === 'awaited' || phase === 'seen' ? 'hint' : 'hint warning'} role="status">
        {t(`deposit_${phase}`, { seen, amount: named })}
      </p>
      {phase === 'awaited' && (
        <>
          <QrCode text={address} label={t('depositQr')} />
          <dl class="facts">
            <Fact name={t('depositAddress')} value={address} testid="deposit-address" />
            {memo !== null && <Fact name={t('depositMemo')} value={memo} testid="deposit-memo" />}
            <Fact name={t('depositAmount')} value={amountText} testid="deposit-amount" />
            <Fact name={t('depositToken')} value={token.address} shown={isolated(token.symbol)} />
            <Fact name={t('chain')} value={chain?.name ?? String(deposit.chainId)} />
            {refundAddress !== null && <Fact name={t('depositRefund')} value={refundAddress} />}
            <div>
              <dt>{t('depositLeft')}</dt>
              <dd data-testid="deposit-left">{countdown(expiresMs - nowMs)}</dd>
            </div>
          </dl>
          {memo !== null && <p class="hint warning">{t('depositMemoWhy')}</p>}
          <p class="faint">{t('depositCloses')}</p>
        </>
      )}
    </section>
  )
}

function Fact({
  name,
  value,
  shown = value,
  testid,
}: {
  name: string
  value: string
  shown?: string
  testid?: string
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi class="long-hex" data-testid={testid}>
          {shown}
        </bdi>
        <CopyButton label={t('copyNamed', { name })} read={() => value} />
      </dd>
    </div>
  )
}

/** `9:05`. */
function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Shows why a deposit came to nothing: of the wrong amount or token, too late, or never seen. */
export function DepositEnd({ app, order }: { app: AppModel; order: OrderView }) {
  const { deposit, depositSeen, statusCode } = order
  if (deposit === null || statusCode === null || statusCode < 5) return null
  const { amount, expiresMs, token } = deposit
  const phase = depositPhase(amount, expiresMs, depositSeen ?? null, app.nowMs.value)
  if (phase === 'seen') return null
  // The service's clock says when it is over.
  const outcome = phase === 'awaited' ? 'notSeen' : phase
  const seen = depositSeen === undefined ? '' : moneyOf(depositSeen.units, token)
  return (
    <p class="hint warning" data-testid="deposit-end" data-phase={outcome} role="status">
      {t(`deposit_${outcome}`, {
        seen,
        amount: `${formatUnits(amount, token.decimals)} ${isolated(token.symbol)}`,
      })}
    </p>
  )
}
