import { unlimitedUnits } from '../../lib/order/allowances.ts'
import type { Token } from '../../lib/service/token.ts'
import { moneyOf } from '../parts/format.ts'
import { t } from '../parts/text.ts'

/**
 * Returns what may still be taken, in words where there is no limit; `units` in the smallest unit, null for no limit.
 */
export function allowanceText(units: string | null, token: Pick<Token, 'symbol' | 'decimals'>): string {
  const isUnlimited = units === null || BigInt(units) >= unlimitedUnits
  return isUnlimited ? t('allowanceUnlimited', { symbol: token.symbol }) : moneyOf(units, token)
}
