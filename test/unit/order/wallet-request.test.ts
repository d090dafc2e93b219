import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../lib/base/hex.ts'
import { dayMs } from '../../../lib/base/time.ts'
import type { Deployment } from '../../../lib/deployment/schema.ts'
import { createProblemData } from '../../../lib/order/change.ts'
import type { FlowPorts } from '../../../lib/order/flow-ports.ts'
import type { Order, WalletPurpose } from '../../../lib/order/order.ts'
import { rememberRefusedCalls } from '../../../lib/order/refused-calls.ts'
import {
  addChainParameter,
  canBatch,
  isListed,
  isPromptTooLate,
  isReviewedCall,
  isSendTooLate,
  listedInboxOf,
  walletRequestOf,
} from '../../../lib/order/wallet-request.ts'
import type { OrderKind } from '../../../lib/quote/terms.ts'
import { expiringStoreInMemory } from '../../harness/in-memory.ts'
import { harbour, inbox, nowSeconds, permit2, usdc, user } from '../checks/fixtures.ts'
import { pinnedTypes } from '../checks/pinned-types.ts'
import { requesting } from './open-request.ts'
import {
  bank,
  type OrderFields,
  ofKind,
  orderOf,
  pageWallet,
  requestOf,
  transactionOf,
  withPart,
  withTerms,
} from './order-fixture.ts'

const deployment = { chains: [harbour], types: pinnedTypes } as unknown as Deployment
const nowMs = nowSeconds * 1_000

function requested(kind: OrderKind, purpose: WalletPurpose): Order {
  return ofKind(requesting('send_requested', purpose), kind)
}

describe('the request that a wallet gets', () => {
  const approval = (spender: Hex) => `0x095ea7b3${spender.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`

  test.each<[OrderKind, WalletPurpose, object]>([
    ['native', 'send', { to: inbox, data: '0x12345678', value: '0x16e360' }],
    ['inbox', 'send', { to: inbox, data: '0x12345678', value: '0x0' }],
    ['signed', 'cancel', { to: permit2, value: '0x0' }],
    ['signed', 'approve', { to: usdc, data: approval(permit2), value: '0x0' }],
    ['inbox', 'resetApproval', { to: usdc, data: approval(inbox), value: '0x0' }],
    ['inbox', 'revoke', { to: usdc, data: approval(inbox), value: '0x0' }],
  ])('of a %s order to %s', (kind, purpose, call) => {
    const order = requested(kind, purpose)
    if (order.walletRequest === null) throw new Error('the request is open')
    const request = walletRequestOf(deployment, order, order.walletRequest)
    expect(request.method).toBe('eth_sendTransaction')
    expect(request.params).toMatchObject([{ from: user, chainId: '0x7a69', ...call }])
  })

  test.each<[OrderKind, WalletPurpose]>([
    ['manual', 'withdraw'],
    ['inbox', 'cancel'],
    ['signed', 'withdraw'],
    ['signed', 'send'],
    ['inbox', 'sign'],
  ])('of a %s order is never to %s', (kind, purpose) => {
    const order = requested(kind, purpose)
    if (order.walletRequest === null) throw new Error('the request is open')
    const { walletRequest } = order
    expect(() => walletRequestOf(deployment, order, walletRequest)).toThrow('T-1')
  })

  test('for a signature or for calls has the method of each', () => {
    const sign = requested('signed', 'sign')
    const calls = requested('inbox', 'sendCalls')
    if (sign.walletRequest === null || calls.walletRequest === null) throw new Error('the request is open')
    expect(walletRequestOf(deployment, sign, sign.walletRequest).method).toBe('eth_signTypedData_v4')
    const { method, params } = walletRequestOf(deployment, calls, calls.walletRequest)
    expect(method).toBe('wallet_sendCalls')
    expect(params).toMatchObject([
      {
        calls: [
          { to: usdc, data: approval(inbox) },
          { to: inbox, data: '0x12345678' },
        ],
      },
    ])
  })
})

test.each<[string, object, boolean]>([
  ['the reviewed one', {}, true],
  ['that of another account', { from: bank }, false],
  ['one to another target', { to: bank }, false],
  ['one with other data', { data: '0x12345679' }, false],
  ['one with another value', { value: 1n }, false],
])('knows a call as reviewed: %s', (_name, fields, isOurs) => {
  const order = orderOf({ kind: 'inbox' })
  const view = { kind: 'waiting', from: user, to: inbox, data: '0x12345678', value: 0n, ...fields }
  expect(isReviewedCall(order, view as unknown as Parameters<typeof isReviewedCall>[1])).toBe(isOurs)
})

describe('the contract of an exit', () => {
  test('is listed by its kind, and only the inbox of an inbox order is its inbox', () => {
    const [signed, native, manual] = [orderOf(), orderOf({ kind: 'native' }), orderOf({ kind: 'manual' })]
    expect([signed, native, manual].map((one) => isListed(one, harbour))).toEqual([true, true, false])
    expect([signed, native, manual].map((one) => listedInboxOf(one, deployment))).toEqual([null, inbox, null])
    expect(listedInboxOf(native, { ...deployment, chains: [] })).toBeNull()
    const moved = { ...deployment, chains: [{ ...harbour, inboxes: [bank] as const }] }
    expect(listedInboxOf(native, moved)).toBeNull()
    const none = withTerms(manual, { txData: null })
    expect(isListed(none, { ...harbour, inboxes: [] })).toBe(false)
  })
})

describe('a prompt', () => {
  test.each<[number, number, boolean]>([
    [0, 0, false],
    [0, 1, true],
    [2_000, -2_000, false],
    [2_000, -1_999, true],
  ])(
    'to pay a deposit is too late after its end, with the offset %s of the clock, by %s ms: %s',
    (offset, ms, isLate) => {
      const order = withTerms(requested('deposit', 'send'), { clockOffsetMs: offset })
      const endMs = (nowSeconds + 3_600) * 1_000
      expect(isSendTooLate(order, deployment, endMs + ms)).toBe(isLate)
      expect(isSendTooLate(withPart(order, { walletRequest: null }), deployment, endMs + ms)).toBe(false)
    },
  )

  test('is too late only where there is an end', () => {
    expect(isSendTooLate(requested('manual', 'send'), deployment, 1e15)).toBe(false)
  })

  test.each<[OrderKind, WalletPurpose, number | null]>([
    ['signed', 'sign', 15],
    ['manual', 'send', 15],
    ['manual', 'approve', null],
    ['deposit', 'send', 60],
  ])('of a %s order to %s needs a quote with %s s left', (kind, purpose, seconds) => {
    const order = requested(kind, purpose)
    const endMs = order.terms.quoteExpirySeconds * 1_000
    const latestMs = endMs - (seconds ?? 0) * 1_000
    expect(isPromptTooLate(order, deployment, latestMs - 1)).toBe(false)
    expect(isPromptTooLate(order, deployment, latestMs)).toBe(seconds !== null)
  })

  test('is too late after the end of a deposit, whatever its quote', () => {
    expect(isPromptTooLate(requested('deposit', 'send'), deployment, nowMs + 3_600_001)).toBe(true)
  })
})

test.each<[string, Order, boolean]>([
  ['with a transaction', orderOf({ kind: 'inbox' }), true],
  ['without a wallet', orderOf({ kind: 'inbox', wallet: null }), false],
  ['without a transaction', orderOf(), false],
  ['that the wallet refused as a batch', orderOf({ kind: 'inbox', oneByOne: true }), false],
])('batches the calls of an order %s: %s', async (_name, order, isBatched) => {
  const expiringStore = expiringStoreInMemory({ nowMs: () => nowMs })
  expect(await canBatch(order, { readWallet, expiringStore } as unknown as FlowPorts)).toBe(isBatched)
})

const readWallet = async () => ({ '0x7a69': { atomic: { status: 'supported' } } })

interface Refusal {
  readonly fields?: OrderFields
  readonly purpose?: WalletPurpose
  readonly code?: string
  readonly days?: number
}

test.each<[string, Refusal, boolean]>([
  ['of the same wallet, 29 days before', {}, false],
  ['of the same wallet, 31 days before', { days: 31 }, true],
  ['of an order that was deleted', { fields: { id: 'deleted' } }, false],
  ['and its transaction was found', { fields: { transactions: [transactionOf('send')] } }, true],
  ['and the service named its transaction', { fields: { sourceTransactionHash: '0xab' } }, true],
  ['of another wallet', { fields: { wallet: { ...pageWallet, id: 'another' } } }, true],
  ['for another request than calls', { purpose: 'send' }, true],
  ['with another code', { code: '-32603' }, true],
])('batches calls after an answer of -32602 %s: %j %s', async (_which, refusal, isBatched) => {
  const { fields = {}, purpose = 'sendCalls', code = '-32602', days = 29 } = refusal
  const walletRequest = requestOf(purpose)
  const other = orderOf({ kind: 'inbox', id: 'before', wallet: pageWallet, walletRequest, ...fields })
  let atMs = nowMs - days * dayMs
  const expiringStore = expiringStoreInMemory({ nowMs: () => atMs })
  const store = { read: async (id: string) => (id === 'before' ? other : null) }
  const ports = { readWallet, expiringStore, store } as unknown as FlowPorts
  const problem = createProblemData('walletFailed', 'unknown', { code })
  await rememberRefusedCalls(
    other,
    { kind: 'walletLost', requestId: walletRequest.requestId, problem },
    ports,
  )
  atMs = nowMs
  const order = orderOf({ kind: 'inbox', id: 'next', wallet: pageWallet })
  expect(await canBatch(order, ports)).toBe(isBatched)
})

test('a chain is offered to a wallet only with a native currency, as the wallet stores it for good', () => {
  const explorerUrl = 'https://explorer.example/#/'
  const currency = { name: 'Ether', symbol: 'ETH' }
  const { currency: _currency, ...unnamed } = harbour
  expect(addChainParameter({ ...harbour, currency, explorerUrl })).toMatchObject({
    chainId: '0x7a69',
    nativeCurrency: { ...currency, decimals: 18 },
    blockExplorerUrls: ['https://explorer.example'],
  })
  expect(addChainParameter({ ...harbour, currency, explorerUrl: null })).not.toHaveProperty(
    'blockExplorerUrls',
  )
  expect(addChainParameter(unnamed)).toBeNull()
})
