import { formatUnits } from '../../lib/base/decimal.ts'
import { withSymbol } from '../../lib/base/isolate.ts'
import { grouped } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { FormIcon } from '../parts/FormIcon.tsx'
import { formatDollars } from '../parts/format.ts'
import { KeyTip, keyOf } from '../parts/KeyTip.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'
import { amountClass } from './amount-size.ts'

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
      aria-keyshortcuts={side === 'input' ? keyOf('/') : undefined}
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
