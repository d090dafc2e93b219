import { unlimitedUnits } from '../lib/swap/allowances.ts'
import type { Token } from '../lib/swap/token.ts'
import { moneyOf } from './format.ts'
import { t } from './text.ts'

/** What may still be taken, in words where there is no limit; `units` in the smallest unit, null for no limit. */
export function allowanceText(units: string | null, token: Pick<Token, 'symbol' | 'decimals'>): string {
  const isUnlimited = units === null || BigInt(units) >= unlimitedUnits
  return isUnlimited ? t('allowanceUnlimited', { symbol: token.symbol }) : moneyOf(units, token)
}
