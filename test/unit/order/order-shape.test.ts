import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOrder, storedOrder } from '../../../lib/order/order-shape.ts'
import type { OrderRow } from '../../../lib/storage/database.ts'
import { orderOf, termsOf } from './order-fixture.ts'

const folder = new URL('../../fixtures/schema-1/', import.meta.url)
const rows = readdirSync(folder).flatMap((file) => {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as OrderRow[]
})

test.each(rows.map(({ id, order }) => [id, order]))('%s, as it was stored, is an order', (_id, order) => {
  expect(isOrder(order)).toBe(true)
})

const whole = JSON.parse(JSON.stringify(orderOf())) as { readonly [member: string]: unknown }
const { deal, reviewed } = orderOf()

test.each(Object.keys(whole))('without its %s it is none', (name) => {
  const { [name]: _gone, ...rest } = whole
  expect(isOrder(rest)).toBe(false)
})

test.each<[string, object]>([
  ['another schema', { schema: 2 }],
  ['a state that is none', { state: 'proven' }],
  ['a state of every object', { state: 'constructor' }],
  ['a kind that is none', { kind: 'gift' }],
  ['a status that is none', { statusCode: 8 }],
  ['a date that is none', { createdMs: null }],
  ['no deal', { deal: 'x' }],
  ['a minimum that is no amount', { deal: { ...deal, minAmountOut: '1e18' } }],
  ['a hash that is none', { deal: { ...deal, requestHash: '0x12' } }],
  ['a list in the place of a deal', { deal: [] }],
  ['a way through no token', { reviewed: { ...reviewed, onTheWay: { minUnits: '5' } } }],
  [
    'a way through half a unit',
    { reviewed: { ...reviewed, onTheWay: { token: reviewed.inputToken, minUnits: '0.5' } } },
  ],
  ['an ask without an amount', { reviewed: { ...reviewed, ask: { ...reviewed.ask, inputAmount: 5 } } }],
  [
    'a token of any decimals',
    { reviewed: { ...reviewed, inputToken: { ...reviewed.inputToken, decimals: 999 } } },
  ],
  ['transactions that are none', { transactions: [{ purpose: 'send' }] }],
  [
    'a problem that has no text',
    { problem: { code: 'x', money: 'atOrigin', facts: {}, serverRequestId: null, retryAfterMs: null } },
  ],
  ['an offer that is none', { offer: { deal, reviewed: 'x' } }],
  ['a notice that is none', { notice: { kind: 'done', state: 'shown' } }],
  ['evidence that is none', { evidence: { kind: 'delivery' } }],
  ['a step that is none', { timeline: [{ step: 'lost', atMs: 1 }] }],
  ['heads that are none', { heads: [{ chainId: 1, blockNumber: 5, blockSeconds: 1 }] }],
])('with %s it is none', (_what, change) => {
  expect(isOrder({ ...whole, ...change })).toBe(false)
})

const kinds = ['signed', 'native', 'inbox', 'manual', 'deposit'] as const

test.each(kinds.flatMap((kind) => kinds.map((other) => [kind, other] as const)))(
  '%s with what %s carries out is an order only where they are the same',
  (kind, other) => {
    const isSent = (one: string) => one === 'native' || one === 'inbox'
    const isSame = kind === other || (isSent(kind) && isSent(other))
    expect(isOrder({ ...orderOf({ kind }), deal: termsOf(other) })).toBe(isSame)
  },
)

test.each([
  ['signed', { permitNonce: null }],
  ['signed', { signTypedData: null }],
  ['native', { txData: null }],
  ['manual', { txData: null }],
  ['manual', { requestHash: `0x${'ab'.repeat(32)}` }],
  ['deposit', { deposit: undefined }],
  ['deposit', { requestHash: null }],
] as const)('%s with %o is no order: nothing of it reaches a wallet', (kind, terms) => {
  expect(isOrder(orderOf({ kind, terms }))).toBe(false)
})

test.each(kinds.filter((kind) => kind !== 'deposit'))(
  '%s that made room in an earlier Ferry is read, with nothing of what it carried out',
  (kind) => {
    const closed = { state: 'verified_terminal', statusCode: 4, moneyAccounted: true } as const
    const { deal: whole, ...order } = orderOf({ kind, ...closed })
    const emptied = { ...order, deal: { ...whole, signTypedData: null, txData: null } }
    expect(isOrder(emptied)).toBe(false)
    expect(storedOrder(emptied)).toMatchObject({ ...order, deal: { requestHash: whole.requestHash } })
    expect(JSON.stringify(storedOrder(emptied))).not.toContain('12345678')
    expect(storedOrder({ ...emptied, timeline: 'x' })).toBeNull()
    // What is still followed is never made up from less than it was.
    for (const open of [{ dueMs: 1 }, { moneyAccounted: false }]) {
      expect(storedOrder({ ...emptied, ...open })).toBeNull()
    }
  },
)
