import type { Token } from '../../lib/service/token.ts'
import { balanceOf, formatCompactDollars } from '../parts/amount-text.ts'
import { formatDollars } from '../parts/format.ts'
import { t } from '../parts/text.ts'

/** An amount that the account holds, with its value below. */
export function TokenAmount({ text, valueInUsd }: { text: string; valueInUsd: string | null }) {
  return (
    <span class="token-amount numbers" title={text}>
      <span>{text}</span>
      {valueInUsd !== null && (
        <span class="faint" title={formatDollars(valueInUsd)}>
          {formatCompactDollars(valueInUsd)}
        </span>
      )}
    </span>
  )
}

export const HiddenAmount = () => <span class="token-amount">{t('balanceHidden')}</span>

export const heldText = (token: Pick<Token, 'decimals' | 'symbol'>, units: string) =>
  units === '0' ? '' : balanceOf(units, token)
