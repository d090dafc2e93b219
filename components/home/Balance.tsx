import { relativeTimeText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { type Token, tokenKey } from '../../lib/service/token.ts'
import { balanceOf } from '../parts/amount-text.ts'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { t } from '../parts/text.ts'

/** The account's balance of a token. One that is not current has its time. */
export function Balance({ app, token }: { app: AppModel; token: Token }) {
  const { balance, step } = app.swap
  const held = balance.value
  const old = app.balances.old.value[tokenKey(token)]
  const shown = held ?? old?.units ?? null
  if (shown === null && !app.balances.missing.value.has(tokenKey(token))) return <Skeleton width={12} />
  const isHidden = app.start.settings.value.hiddenBalances
  const amount = isHidden ? t('balanceHidden') : shown === null ? '–' : balanceOf(shown, token)
  return (
    <>
      {step.value === 'notEnough' && (
        <>
          <Icon name="warning" />
          {t('notEnough')} ·{' '}
        </>
      )}
      {held === null && old !== undefined
        ? t('balanceAt', { amount, time: relativeTimeText(old.readMs, app.nowMs.value) })
        : t('balanceOf', { amount })}
    </>
  )
}
