import { expect, test } from 'vitest'
import { createProblemData } from '../../../lib/order/change.ts'
import { isOrder } from '../../../lib/order/order.ts'
import { orderOf, termsOf } from './order-fixture.ts'

const whole = JSON.parse(JSON.stringify(orderOf())) as { readonly [member: string]: unknown }
const { terms, reviewed } = orderOf()

test.each(Object.keys(whole))('rejects an order without its %s', (name) => {
  const { [name]: _gone, ...rest } = whole
  expect(isOrder(rest)).toBe(false)
})

test.each<[string, object]>([
  ['no known schema', { schema: 0 }],
  ['a later schema', { schema: 2 }],
  ['a state that is none', { state: 'proven' }],
  ['a state of every object', { state: 'constructor' }],
  ['a kind that is none', { kind: 'gift' }],
  ['a status that is none', { statusCode: 8 }],
  ['a date that is none', { createdMs: null }],
  ['no terms', { terms: 'x' }],
  ['a minimum that is no amount', { terms: { ...terms, minAmountOut: '1e18' } }],
  ['a hash that is none', { terms: { ...terms, requestHash: '0x12' } }],
  ['a list in the place of terms', { terms: [] }],
  ['a way through no token', { reviewed: { ...reviewed, intermediateSwap: { minUnits: '5' } } }],
  [
    'a way through half a unit',
    { reviewed: { ...reviewed, intermediateSwap: { token: reviewed.inputToken, minUnits: '0.5' } } },
  ],
  [
    'an ask without an amount',
    { reviewed: { ...reviewed, request: { ...reviewed.request, inputAmount: 5 } } },
  ],
  [
    'a token of any decimals',
    { reviewed: { ...reviewed, inputToken: { ...reviewed.inputToken, decimals: 999 } } },
  ],
  ['transactions that are none', { transactions: [{ purpose: 'send' }] }],
  ['a problem that has no text', { problem: { ...createProblemData('internal'), code: 'x' } }],
  ['an offer that is none', { offer: { terms, reviewed: 'x' } }],
  ['a notice that is none', { notification: { kind: 'done', state: 'shown' } }],
  ['evidence that is none', { evidence: { kind: 'delivery' } }],
  ['a step that is none', { timeline: [{ step: 'lost', atMs: 1 }] }],
  ['heads that are none', { heads: [{ chainId: 1, blockNumber: 5, blockSeconds: 1 }] }],
])('rejects an order with %s', (_what, change) => {
  expect(isOrder({ ...whole, ...change })).toBe(false)
})

const kinds = ['signed', 'native', 'inbox', 'manual', 'deposit'] as const

test.each(kinds.flatMap((kind) => kinds.map((other) => [kind, other] as const)))(
  'accepts %s with the terms of %s only if both are the same kind',
  (kind, other) => {
    const isSent = (one: string) => one === 'native' || one === 'inbox'
    const isSame = kind === other || (isSent(kind) && isSent(other))
    expect(isOrder({ ...orderOf({ kind }), terms: termsOf(other) })).toBe(isSame)
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
] as const)('rejects %s with %o, so that none of it reaches a wallet', (kind, terms) => {
  expect(isOrder(orderOf({ kind, terms }))).toBe(false)
})
