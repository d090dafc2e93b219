import type { AppModel } from '../../lib/models/app-model.ts'
import { WithCode } from '../LazyScreen.tsx'
import { KeyTip, keyOf } from '../parts/KeyTip.tsx'
import { LazyProblem, Skeleton } from '../parts/Lazy.tsx'
import { t } from '../parts/text.ts'
import { AmountInOtherUnit, AmountRow } from './AmountRow.tsx'

const percentages = [25, 50, 75, 100] as const

export function FromCard({ app }: { app: AppModel }) {
  const { draft, origin, shares, step } = app.swap
  const shareProblem = shares.value?.shareProblem.value ?? null
  const token = draft.input.value
  const isShort = step.value === 'notEnough'
  const isWrong = isShort || step.value === 'fixAmount'
  return (
    <section class={isWrong ? 'card wrong' : 'card'} aria-labelledby="from-label">
      <div class="card-row">
        <label id="from-label" class="label" for="amount">
          {t('from')}
        </label>
        <span id="balance" class={`field-text numbers ${isShort ? 'tone-danger' : 'faint'}`}>
          {app.start.account.value !== null && token !== null && origin.value?.isConfigured && (
            <WithCode placeholder={<Skeleton width={12} />}>
              {({ Balance }) => <Balance app={app} token={token} />}
            </WithCode>
          )}
        </span>
      </div>
      <AmountRow app={app} isWrong={isWrong} />
      <div class="card-row foot">
        <AmountInOtherUnit app={app} />
        <ShareButtons app={app} />
      </div>
      <WithCode>{({ KeptForGas }) => <KeptForGas app={app} />}</WithCode>
      {shareProblem !== null && <LazyProblem problem={shareProblem} />}
    </section>
  )
}

/** Fills in a percentage of the balance. */
function ShareButtons({ app }: { app: AppModel }) {
  const shares = app.swap.shares.value
  const held = app.swap.balance.value
  const amount = app.swap.draft.amount.value
  const isTyped = (share: number) =>
    held !== null &&
    amount.kind === 'units' &&
    (amount.units === (BigInt(held) * BigInt(share)) / 100n ||
      (share === 100 && shares?.keptForGas.value != null))
  return (
    <span class="shares">
      {percentages.map((share) => (
        <button
          key={share}
          type="button"
          class="chip"
          data-testid={`share-${share}`}
          data-typed={isTyped(share)}
          disabled={shares === null || held === null || held === '0'}
          aria-label={share === 100 ? t('shareAll') : t('shareOf', { percent: String(share) })}
          aria-keyshortcuts={share === 100 ? keyOf('M') : undefined}
          onClick={() => shares?.fillShare(share)}
        >
          {share === 100 ? t('max') : `${share}%`}
          {share === 100 && <KeyTip name={t('max')} shortcut="M" />}
        </button>
      ))}
    </span>
  )
}
