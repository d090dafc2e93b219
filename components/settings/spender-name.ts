import type { OrderKind } from '../../lib/order/order.ts'
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
