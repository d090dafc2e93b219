import { describe, expect, test } from 'vitest'
import type { Offer } from '../../../lib/order/order.ts'
import {
  canAcceptDirectly,
  isSameKind,
  listWorsenings,
  type Worsening,
} from '../../../lib/order/order-terms.ts'
import { withTerms as withKindsTerms } from '../../../lib/order/transition.ts'
import type { ReviewedTerms } from '../../../lib/quote/route-summary.ts'
import type { OrderKind, OrderTerms } from '../../../lib/quote/terms.ts'
import { noLoss, orderOf, termsOf, withTerms } from './order-fixture.ts'

const other = '0x00000000000000000000000000000000000000ee'
const base = orderOf()
const upper = '0x00000000000000000000000000000000000000EE'
const txData = { to: other, data: '0x12345678', value: '2000', chainId: null } as const
const sent = orderOf({
  kind: 'manual',
  terms: { txData },
  reviewed: { ...base.reviewed, nativeValueUnits: '2000', refuelUnits: '50' },
})
const next = (terms: Partial<OrderTerms> = {}, reviewed: Partial<ReviewedTerms> = {}) => ({
  terms: withTerms(sent, terms).terms,
  reviewed: { ...sent.reviewed, ...reviewed },
  loss: noLoss,
})

const between = { token: base.reviewed.inputToken, minUnits: '5' }

describe('worsenings of newer terms', () => {
  const { minAmountOut } = sent.reviewed
  const less = String(BigInt(minAmountOut) - 1n)
  const more = String(BigInt(minAmountOut) + 1n)

  test.each<[string, Omit<Offer, 'id'>, readonly Worsening[]]>([
    ['nothing', next(), []],
    ['more arrives', next({ minAmountOut: more }), []],
    ['less is sent', next({ txData: { ...txData, value: '1999' } }), []],
    ['the target in other letters', next({ txData: { ...txData, to: upper } }), []],
    ['less arrives', next({ minAmountOut: less }), ['minimum']],
    ['more is sent', next({ txData: { ...txData, value: '2001' } }), ['nativeValue']],
    [
      'another target',
      next({ txData: { ...txData, to: '0x00000000000000000000000000000000000000ef' } }),
      ['contract'],
    ],
    ['another contract is approved', next({ spender: other }), ['contract']],
    ['less comes along', next({}, { refuelUnits: '49' }), ['refuel']],
    ['nothing says that the call is in it', next({}, { isPayloadUnconfirmed: true }), ['payload']],
    ['nothing says where a refund goes', next({}, { isRefundUnconfirmed: true }), ['refund']],
    ['another account may cancel', next({}, { delegate: other }), ['delegate']],
    ['its loss needs a confirmation now', { ...next(), loss: { ...noLoss, level: 'confirm' } }, ['loss']],
    ['its loss is a little larger now', { ...next(), loss: { ...noLoss, level: 'warn' } }, []],
    ['it leads through another token', next({}, { intermediateSwap: between }), ['intermediateSwap']],
    ['nothing comes along', { ...next(), reviewed: { ...sent.reviewed, refuelUnits: '0' } }, ['refuel']],
  ])('%s', (_name, newer, worse) => {
    expect(listWorsenings(sent, newer)).toEqual(worse)
  })

  test.each([
    ['typed', ['loss']],
    ['confirm', []],
  ] as const)('compares a loss that needs %s with the accepted one', (level, worse) => {
    const newer = { ...next(), loss: { ...noLoss, level } }
    expect(listWorsenings({ ...sent, lossLevel: 'confirm' }, newer)).toEqual(worse)
  })

  test('compares spender and gateway of signed terms', () => {
    const typed = base.terms.signTypedData
    if (typed === null) throw new Error('no typed data')
    const withSpender = (spender: string) => ({ ...typed, values: { ...typed.values, spender } })
    const signed = (signTypedData: typeof typed) => ({
      terms: withTerms(base, { signTypedData }).terms,
      reviewed: base.reviewed,
      loss: noLoss,
    })
    expect(
      listWorsenings(
        base,
        signed(withSpender(String(typed.values.spender).toUpperCase().replace('0X', '0x'))),
      ),
    ).toEqual([])
    expect(listWorsenings(base, signed(withSpender(other)))).toEqual(['contract'])
    const domain = { ...typed.domain, verifyingContract: other }
    expect(listWorsenings(base, signed({ ...typed, domain }))).toEqual(['contract'])
  })

  test('counts a native amount that the review did not state as zero', () => {
    const { nativeValueUnits: _unsaid, ...reviewed } = sent.reviewed
    expect(listWorsenings({ ...sent, reviewed }, next({ txData: { ...txData, value: '2001' } }))).toEqual([
      'nativeValue',
    ])
  })
})

test('another swap method is another kind', () => {
  expect(isSameKind(sent, next().terms)).toBe(true)
  expect(isSameKind(sent, base.terms)).toBe(false)
  expect(isSameKind(base, sent.terms)).toBe(false)
  expect(isSameKind(sent, termsOf('deposit'))).toBe(false)
})

describe('an offer can be accepted where it is displayed', () => {
  const consents = [{ code: 'unprovenRoute', facts: {} }] as const
  const small = {
    level: 'warn',
    percent: '6.00',
    lostInUsd: '6',
    checkedBy: null,
    isAtMinimum: false,
  } as const
  const lower = { ...next({ minAmountOut: '1' }), id: 'offer-1', loss: small }
  const order = { ...sent, consents }

  test.each<[string, Offer, boolean]>([
    ['only less arrives', lower, true],
    ['a loss that wants a yes', { ...lower, loss: { ...small, level: 'confirm' } }, false],
    ['a loss that wants a word', { ...lower, loss: { ...small, level: 'typed' } }, false],
    ['more is sent too', withTerms(lower, { txData: { ...txData, value: '2001' } }), false],
    ['another kind', withTerms(lower, { signTypedData: base.terms.signTypedData }), false],
  ])('%s: %o', (_name, offer, isPlain) => {
    expect(canAcceptDirectly(order, offer)).toBe(isPlain)
  })

  test('only if everything that needs it has the person’s consent', () => {
    expect(canAcceptDirectly(sent, lower)).toBe(false)
    expect(canAcceptDirectly(order, { ...lower, reviewed: { ...lower.reviewed, minAmountOut: '0' } })).toBe(
      false,
    )
  })
})

test.each<[OrderKind, readonly OrderKind[]]>([
  ['signed', ['signed']],
  ['native', ['native', 'inbox']],
  ['inbox', ['native', 'inbox']],
  ['manual', ['manual']],
  ['deposit', ['deposit']],
])('accepts only terms of the same kind for an order that is %s', (kind, own) => {
  const order = orderOf({ kind })
  for (const other of ['signed', 'native', 'inbox', 'manual', 'deposit'] as const) {
    const { terms } = orderOf({ kind: other })
    expect(withKindsTerms(order, terms), other).toEqual(own.includes(other) ? { ...order, terms } : order)
  }
})
