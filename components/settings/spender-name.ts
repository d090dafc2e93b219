import { unlimitedUnits } from '../../lib/order/allowances.ts'
import type { OrderKind } from '../../lib/order/order.ts'
import type { Token } from '../../lib/service/token.ts'
import { moneyOf } from '../parts/format.ts'
import { t } from '../parts/text.ts'

const keys = {
  signed: 'contract_Permit2',
  native: 'contract_inbox',
  inbox: 'contract_inbox',
  manual: 'contract_gateway',
  deposit: 'contract_deposit',
} as const satisfies { readonly [kind in OrderKind]: string }

/** Returns what the contract is called that an order of this kind lets take its input. */
export function spenderName(kind: OrderKind): string {
  return t(keys[kind])
}

/**
 * Returns what may still be taken, in words where there is no limit; `units` in the smallest unit, null for no limit.
 */
export function allowanceText(units: string | null, token: Pick<Token, 'symbol' | 'decimals'>): string {
  const isUnlimited = units === null || BigInt(units) >= unlimitedUnits
  return isUnlimited ? t('allowanceUnlimited', { symbol: token.symbol }) : moneyOf(units, token)
}
