import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { Order } from '../../../lib/order/order.ts'
import {
  depositPhase,
  hasPaidIn,
  paymentTokenOf,
  statusKeyOf,
  surplusOf,
} from '../../../lib/order/order-facts.ts'
import { timelineOf } from '../../../lib/order/order-timeline.ts'
import { isTrackedByReceipt, spenderOf, spendsAllowance } from '../../../lib/quote/order-kind.ts'
import type { OrderKind } from '../../../lib/quote/terms.ts'
import { harbour, inbox, permit2 } from '../checks/fixtures.ts'
import { manualTarget, orderOf } from './order-fixture.ts'

const config = { ...harbour, manualTargets: [manualTarget] } as const
const base = orderOf()
const hash = `0x${'ab'.repeat(32)}` as const

function wayOf(
  kind: OrderKind,
  to: `0x${string}` | null,
  inputToken = base.reviewed.request.inputToken,
): Order {
  const terms = to === null ? {} : { txData: { to, data: '0x', value: '0', chainId: null } as const }
  const reviewed = { ...base.reviewed, request: { ...base.reviewed.request, inputToken } }
  return orderOf({ kind, terms, reviewed, state: 'approved' })
}

test('returns the surplus only for a verified end with a promised amount', () => {
  const proven = { state: 'verified_terminal', fulfilledAmount: '120' } as const
  const promising = (promisedAmount: string) => ({ ...base.reviewed, promisedAmount })
  const surplus = (part: Partial<Order>) =>
    surplusOf(orderOf({ ...proven, reviewed: promising('100'), ...part }))
  expect(surplus({})).toBe(20n)
  expect(surplus({ fulfilledAmount: '90' })).toBe(-10n)
  expect(surplus({ state: 'reported_terminal' })).toBeNull()
  expect(surplus({ fulfilledAmount: null })).toBeNull()
  expect(surplus({ reviewed: promising('0') })).toBeNull()
})

test('returns the reviewed token of a payment, otherwise the one that the chain names, otherwise null', () => {
  const { inputToken, outputToken } = base.reviewed
  const paid = (token: string, chainId: number, paidIn?: { symbol: string; decimals: number }) =>
    paymentTokenOf(
      { token, chainId, ...(paidIn === undefined ? {} : { paidIn }) },
      { inputToken, outputToken },
    )
  const intermediateSwap = { symbol: 'DAI', decimals: 18 }
  expect(paid(inputToken.address.toUpperCase().replace('0X', '0x'), inputToken.chainId)).toBe(inputToken)
  expect(paid(outputToken.address, outputToken.chainId, intermediateSwap)).toBe(outputToken)
  expect(paid(manualTarget, inputToken.chainId, intermediateSwap)).toBe(intermediateSwap)
  expect(paid(manualTarget, inputToken.chainId)).toBeNull()
})

describe('returns the spender of the input', () => {
  test.each<[OrderKind, `0x${string}` | null, string | null]>([
    ['signed', null, permit2],
    ['inbox', inbox, inbox],
    ['manual', manualTarget, manualTarget],
    ['manual', inbox, null],
    ['inbox', manualTarget, null],
    ['native', inbox, null],
    ['deposit', manualTarget, null],
  ])('%s to %s: %s', (kind, to, spender) => {
    expect(spenderOf(wayOf(kind, to), config)).toBe(spender)
  })

  test('needs no approval for the native currency', () => {
    expect(spendsAllowance(wayOf('manual', manualTarget, nativeAddress))).toBe(false)
    expect(spendsAllowance(wayOf('manual', manualTarget))).toBe(true)
  })
})

describe('returns what the status of an order is read by', () => {
  test('its request hash, or its transaction', () => {
    expect(statusKeyOf(base)).toEqual({ requestHash: base.terms.requestHash })
    expect(statusKeyOf(wayOf('manual', manualTarget))).toBeNull()
    expect(statusKeyOf({ ...wayOf('manual', manualTarget), sourceTransactionHash: hash })).toEqual({
      txHash: hash,
    })
  })

  test('its receipt, for a call on one chain', () => {
    const manual = wayOf('manual', manualTarget)
    expect(isTrackedByReceipt(manual)).toBe(false)
    const quoteRequest = {
      ...manual.reviewed.request,
      destinationChainId: manual.reviewed.request.originChainId,
    }
    const same = { ...manual, reviewed: { ...manual.reviewed, request: quoteRequest } }
    expect(isTrackedByReceipt(same)).toBe(true)
    expect(isTrackedByReceipt({ ...same, kind: 'signed' })).toBe(false)
  })
})

test.each<[OrderKind, Partial<Order>, boolean]>([
  ['signed', { statusCode: 1 }, false],
  ['signed', { statusCode: 2 }, true],
  ['signed', { statusCode: 5 }, false],
  ['native', { statusCode: null }, false],
  ['inbox', { statusCode: 5 }, false],
  ['deposit', { statusCode: 0 }, false],
  ['deposit', { depositObserved: { units: '1', atMs: 1 } }, true],
])('the funds of a %s order with %j have left: %s', (kind, part, left) => {
  expect(hasPaidIn({ ...orderOf({ kind }), ...part })).toBe(left)
})

test.each<[string, number, Order['depositObserved'] | null, string]>([
  ['100', 99, null, 'awaited'],
  ['100', 101, null, 'notSeen'],
  ['100', 101, { units: '100', atMs: 99 }, 'seen'],
  ['100', 101, { units: '100', atMs: 101 }, 'late'],
  ['100', 99, { units: '99', atMs: 50 }, 'wrongAmount'],
  ['100', 150, { units: '101', atMs: 140 }, 'wrongAmount'],
  ['100', 99, { units: '100', atMs: 50, token: '0x00000000000000000000000000000000000000a1' }, 'wrongToken'],
])('a deposit of %s at %s ms with %j is %s', (amount, nowMs, seen, phase) => {
  expect(depositPhase(amount, 100, seen, nowMs)).toBe(phase)
})

describe('timelines', () => {
  const names = (order: Order) => timelineOf(order).map(({ name }) => name)
  const tail = ['accepted', 'assigned', 'extracted', 'fulfilled', 'settled']

  test('of a manual and an inbox swap include approval and payment', () => {
    const approving = { ...wayOf('manual', manualTarget), state: 'approve_sent' } as const
    expect(names(approving)).toEqual(['approved', 'sent', 'mined', ...tail])
    expect(names({ ...wayOf('inbox', inbox), state: 'sent' })).toEqual(['sent', 'mined', ...tail])
  })

  test('of a deposit start with its payment', () => {
    const order = { ...wayOf('deposit', null), state: 'deposit_awaited' } as const
    expect(names(order)).toEqual(['deposited', ...tail])
    expect(names({ ...order, state: 'send_requested' })).toEqual(['sent', 'mined', ...tail])
  })
})
