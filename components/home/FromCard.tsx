import { type Signal, useSignal } from '@preact/signals'
import { formatUnits } from '../../lib/base/decimal.ts'
import { withSymbol } from '../../lib/base/isolate.ts'
import { grouped } from '../../lib/base/money-text.ts'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import { relativeTimeText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { tokenKey } from '../../lib/service/token.ts'
import { FormIcon } from '../parts/FormIcon.tsx'
import { aboutCostOf, balanceOf, formatDollars } from '../parts/format.ts'
import { KeyTip } from '../parts/KeyTip.tsx'
import { LazyProblem, Skeleton } from '../parts/Lazy.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'
import { amountClass } from './amount-size.ts'

const shares = [25, 50, 75, 100] as const

export function FromCard({ app }: { app: AppModel }) {
  const { draft, balance, origin, step, keptForGas } = app.swap
  const shareProblem = useSignal<ProblemData | null>(null)
  const token = draft.input.value
  const held = balance.value
  const old = token === null ? undefined : app.balances.old.value[tokenKey(token)]
  const shown = held ?? old?.units ?? null
  const isHidden = app.start.settings.value.hiddenBalances
  const isShort = step.value === 'notEnough'
  const isWrong = isShort || step.value === 'fixAmount'
  return (
    <section class={isWrong ? 'card wrong' : 'card'} aria-labelledby="from-label">
      <div class="card-row">
        <label id="from-label" for="amount">
          {t('from')}
        </label>
        <span id="balance" class={`field-text numbers ${isShort ? 'tone-danger' : 'faint'}`}>
          {isShort && (
            <>
              <FormIcon name="warning" />
              {t('notEnough')} ·{' '}
            </>
          )}
          {app.start.account.value !== null &&
            token !== null &&
            origin.value?.isConfigured &&
            (shown === null && !app.balances.missing.value.has(tokenKey(token)) ? (
              <Skeleton width={12} />
            ) : (
              balanceText(
                app,
                isHidden ? t('balanceHidden') : shown === null ? '–' : balanceOf(shown, token),
                held === null ? old : undefined,
              )
            ))}
        </span>
      </div>
      <AmountRow app={app} isWrong={isWrong} />
      <div class="card-row foot">
        <AmountInOtherUnit app={app} />
        <ShareButtons app={app} problem={shareProblem} />
      </div>
      {token !== null && keptForGas.value !== null && (
        <p class="faint numbers" role="status" data-testid="kept-for-gas">
          {t('keptForGas', { amount: aboutCostOf(String(keptForGas.value), token) })}
        </p>
      )}
      {shareProblem.value !== null && <LazyProblem problem={shareProblem.value} />}
    </section>
  )
}

/** The amount field and the token button. The quote area shows any problem with the amount, except a short balance. */
export function AmountRow({ app, isWrong }: { app: AppModel; isWrong: boolean }) {
  const { draft } = app.swap
  const isFiat = draft.entry.value === 'fiat'
  return (
    <div class="card-row">
      <span class="amount-field">
        {isFiat && <span class="amount-sign">$</span>}
        <input
          id="amount"
          class={amountClass(draft.amountText.value)}
          data-testid="amount"
          inputMode="decimal"
          autocomplete="off"
          placeholder="0"
          maxLength={100}
          aria-label={isFiat ? t('amountInDollars') : t('amountToSend')}
          aria-invalid={isWrong}
          aria-describedby={
            !isWrong ? undefined : app.swap.step.value === 'notEnough' ? 'balance' : 'quote-slot'
          }
          value={draft.amountText.value}
          onInput={(event) => draft.setAmount(event.currentTarget.value)}
        />
      </span>
      <TokenButton app={app} side="input" />
    </div>
  )
}

function balanceText(
  { nowMs }: AppModel,
  amount: string,
  old: { readonly readMs: number } | undefined,
): string {
  return old === undefined
    ? t('balanceOf', { amount })
    : t('balanceAt', { amount, time: relativeTimeText(old.readMs, nowMs.value) })
}

/** Fills in a percentage of the balance. If that fails, the reason goes into `problem`. */
function ShareButtons({ app, problem }: { app: AppModel; problem: Signal<ProblemData | null> }) {
  const held = app.swap.balance.value
  const amount = app.swap.draft.amount.value
  const isTyped = (share: number) =>
    held !== null &&
    amount.kind === 'units' &&
    (amount.units === (BigInt(held) * BigInt(share)) / 100n ||
      (share === 100 && app.swap.keptForGas.value !== null))
  return (
    <span class="shares">
      {shares.map((share) => (
        <button
          key={share}
          type="button"
          class="chip"
          data-testid={`share-${share}`}
          data-typed={isTyped(share)}
          disabled={held === null || held === '0'}
          aria-label={share === 100 ? t('shareAll') : t('shareOf', { percent: String(share) })}
          aria-keyshortcuts={share === 100 ? 'M' : undefined}
          onClick={async () => {
            problem.value = await app.swap.fillShare(share)
          }}
        >
          {share === 100 ? t('max') : `${share}%`}
          {share === 100 && <KeyTip name={t('max')} shortcut="M" />}
        </button>
      ))}
    </span>
  )
}

/** Shows the same amount in the other unit (tokens or dollars). A click switches the unit of the field. */
export function AmountInOtherUnit({ app }: { app: AppModel }) {
  const { draft, shownValueInUsd } = app.swap
  const token = draft.input.value
  const amount = draft.amount.value
  const value = shownValueInUsd.value
  // Only a quote's price converts amounts.
  if (draft.price.value === null || token === null) {
    return (
      <span class="faint numbers" data-testid="paid-value">
        {value !== null && formatDollars(value)}
      </span>
    )
  }
  const worth = amount.kind === 'problem' ? t('unknown') : formatDollars(value ?? '0')
  const units = amount.kind === 'units' ? grouped(formatUnits(amount.units, token.decimals)) : '0'
  const other = draft.entry.value === 'token' ? worth : withSymbol(units, token.symbol)
  return (
    <button type="button" class="worth numbers" data-testid="entry-toggle" onClick={draft.toggleEntry}>
      <span>{other}</span> <FormIcon name="flip" />
      <span class="unseen">{draft.entry.value === 'token' ? t('typeDollars') : t('typeTokens')}</span>
    </button>
  )
}

export function TokenButton({ app, side }: { app: AppModel; side: 'input' | 'output' }) {
  const token = app.swap.draft[side].value
  const chain = (side === 'input' ? app.swap.origin : app.swap.destination).value
  return (
    <button
      type="button"
      class="token-button"
      data-testid={side === 'input' ? 'from-token' : 'to-token'}
      aria-haspopup="dialog"
      aria-keyshortcuts={side === 'input' ? '/' : undefined}
      onClick={() => app.openSheet({ name: 'tokens', side })}
    >
      <span class="unseen">{side === 'input' ? t('tokenToSend') : t('tokenToReceive')} </span>
      {token === null ? (
        <span class="row-words breaks">
          {(app.start.view.value ?? app.start.problem.value) === null ? (
            <Skeleton width={7} />
          ) : (
            t('pickToken')
          )}
        </span>
      ) : (
        <>
          <TokenIcon token={token} />
          <span class="row-words breaks">
            <b>
              <bdi>{token.symbol}</bdi>
            </b>{' '}
            <span class="faint">
              <bdi>{chain?.name ?? ''}</bdi>
            </span>
          </span>
        </>
      )}
      <FormIcon name="down" />
      {side === 'input' && <KeyTip name={t('tokenToSend')} shortcut="/" />}
    </button>
  )
}
