import type { AllowanceEntry } from '../../lib/order/allowances.ts'
import * as data from '../unit/models/fake-data.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import { fail, never, problem } from './answers.ts'
import type { Scene } from './scene.ts'

const [token] = data.tokens
if (token === undefined) throw new Error('no token')
const owner = `0x${'11'.repeat(20)}` as const
const line = (spender: string, part: Partial<AllowanceEntry>): AllowanceEntry => ({
  orderId: 'order-1',
  kind: 'signed',
  token,
  owner,
  spender: `0x${spender.repeat(20)}`,
  left: { units: '5000000', sources: 2 },
  revokeBlockedBy: null,
  ...part,
})
const lines = [
  line('22', { owner: data.account.address }),
  line('33', {
    ...{ orderId: 'order-2', kind: 'inbox', owner: data.account.address },
    left: { units: null, sources: 1 },
  }),
  line('44', { orderId: 'order-3', kind: 'manual', left: null, revokeBlockedBy: 'unknownContract' }),
  line('55', { orderId: 'order-4', left: { units: '0', sources: 2 } }),
]
const stopped = (nowMs: number) => [
  fakeOrders.order(nowMs, { state: 'abandoned_unsigned', statusCode: null }),
]
const shown = { hash: '#/settings', orders: stopped }

export const allowanceScenes: readonly Scene[] = [
  { ...shown, name: 'allowances', answers: { allowances: () => lines }, act: ['open-allowances'] },
  { ...shown, name: 'allowances-none', act: ['open-allowances'] },
  { ...shown, name: 'allowances-reading', answers: { allowances: never }, act: ['open-allowances'] },
  {
    ...shown,
    name: 'allowances-failed',
    answers: { allowances: fail(problem('internal', { money: 'unknown' })) },
    act: ['open-allowances'],
  },
  {
    ...shown,
    name: 'allowances-review',
    answers: { allowances: () => lines.slice(0, 1) },
    act: ['open-allowances', 'allowance-revoke'],
  },
]
