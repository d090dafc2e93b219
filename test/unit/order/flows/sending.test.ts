import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../../lib/base/hex.ts'
import type { FlowPorts } from '../../../../lib/order/flow-ports.ts'
import { taskAfterEnd } from '../../../../lib/order/flows/after-end.ts'
import { findTransaction } from '../../../../lib/order/flows/sending.ts'
import type { Order, OrderTransaction } from '../../../../lib/order/order.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import { createQuorum } from '../../../harness/proof-reads.ts'
import { user } from '../../checks/fixtures.ts'
import { requesting } from '../open-request.ts'
import { type OrderPart, ofKind, orderOf, requestOf, transactionOf, withPart } from '../order-fixture.ts'

const nowMs = 1_800_000_000_000
const context = { nowMs, freshId: 'fresh' }
const hash: Hex = `0x${'ab'.repeat(32)}`
const other: Hex = `0x${'cd'.repeat(32)}`

const sending = (
  fields: OrderPart = {},
  kind: Order['kind'] = 'native',
  state: Order['state'] = 'send_requested',
) => withPart(ofKind(requesting(state, 'send'), kind), fields)
const answered = (order: Order, result: unknown) =>
  reduce(order, { kind: 'walletAnswered', requestId: 'requested', result }, context).order
const found = (order: Order, fields: { hash: Hex | null; isTooLate?: true }) =>
  reduce(order, { kind: 'transactionFound', ...fields }, context).order
const sentOne = transactionOf('send', { hash, state: 'mined', sentMs: nowMs - 1_000, minedMs: nowMs })

test.each([
  ['native', { amountUnits: '1500000', nativeUnits: '1500000' }],
  ['manual', { amountUnits: '1500000', nativeUnits: undefined }],
] as const)('a %s send is requested with its amounts, and searched after half a minute', (kind, amounts) => {
  const prepared = {
    allowanceUnits: '0',
    neededUnits: '0',
    reservedUnits: '0',
    approveWorks: true,
    accountNonce: 7,
  }
  const { order, sendsRequest } = reduce(
    orderOf({ kind, state: 'approved' }),
    { kind: 'prepared', ...prepared },
    context,
  )
  expect([sendsRequest, order.state, order.dueMs]).toEqual([true, 'send_requested', nowMs + 30_000])
  expect(order.walletRequest).toMatchObject({
    purpose: 'send',
    accountNonce: 7,
    amountUnits: amounts.amountUnits,
  })
  expect(order.walletRequest?.nativeUnits).toBe(amounts.nativeUnits)
})

describe('the answer to a send', () => {
  test('is followed as the transaction of its request, which is over', () => {
    const before = { ...sentOne, hash: other }
    const order = sending({ callsId: 'calls', transactions: [before] })
    const record = order.walletRequest
    if (record === null) throw new Error('the request is open')
    const liveRequests = [{ record, terms: order.terms }]
    const sent = answered(withPart(order, { liveRequests }), hash.toUpperCase().replace('0X', '0x'))
    expect(sent).toMatchObject({
      state: 'sent',
      dueMs: nowMs,
      walletRequest: null,
      liveRequests: [],
      sourceTransactionHash: hash,
      transactions: [before, { hash, purpose: 'send', request: record, amountUnits: '1500000' }],
    })
    expect(sent.transactions[1]).not.toHaveProperty('callsId')
  })

  test('is an unknown outcome without a hash, and the request stays', () => {
    const order = sending()
    expect(answered(order, 'sent')).toMatchObject({
      state: 'unknown_outcome',
      problem: { code: 'walletSilent', money: 'unknown' },
      walletRequest: order.walletRequest,
    })
  })

  test('changes nothing with the hash of a known transaction', () => {
    const order = sending({ transactions: [{ ...sentOne, hash: other }, sentOne] })
    expect(answered(order, hash)).toBe(order)
  })
})

describe('a transaction that the chain shows', () => {
  test('of a batch belongs to its calls', () => {
    const { walletRequest } = requesting('unknown_outcome', 'sendCalls')
    const order = sending({ walletRequest }, 'inbox', 'unknown_outcome')
    expect(found(withPart(order, { callsId: 'calls' }), { hash }).transactions).toMatchObject([
      { callsId: 'calls' },
    ])
    expect(found(order, { hash }).transactions[0]).not.toHaveProperty('callsId')
  })

  test('is followed without an open request', () => {
    const order = found(sending({ walletRequest: null }, 'native', 'unknown_outcome'), { hash })
    expect(order).toMatchObject({ state: 'sent', transactions: [{ hash }] })
    expect(order.transactions[0]).not.toHaveProperty('request')
  })

  test('never belongs to a signed order', () => {
    const order = sending({ walletRequest: null }, 'signed', 'unknown_outcome')
    expect(found(order, { hash })).toBe(order)
  })

  test.each<
    [string, { hash: Hex | null; isTooLate?: true }, Order['state'], readonly OrderTransaction[], object]
  >([
    [
      'if none is found, in turns',
      { hash: null },
      'send_requested',
      [],
      { state: 'send_requested', readCount: 5 },
    ],
    [
      'if it is known already',
      { hash },
      'send_requested',
      [sentOne],
      { state: 'send_requested', readCount: 5 },
    ],
    [
      'and the request is too late',
      { hash: null, isTooLate: true },
      'send_requested',
      [],
      { state: 'unknown_outcome', problem: { code: 'sendTooLate', money: 'unknown' } },
    ],
    [
      'and it is known that the request is too late',
      { hash: null, isTooLate: true },
      'unknown_outcome',
      [],
      { state: 'unknown_outcome', problem: null, readCount: 5 },
    ],
  ])('is searched further %s', (_name, event, state, transactions, expected) => {
    const order = sending({ transactions, readCount: 4 }, 'native', state)
    const next = found(order, event)
    expect(next).toMatchObject(expected)
    if (next.readCount === 5) expect(next.dueMs).toBeGreaterThan(nowMs)
  })

  test.each([
    ['answers the open request', 'requested', true],
    ['leaves another request open', 'earlier', false],
  ])('as the reviewed one after all %s', (_name, requestId, isOver) => {
    const order = sending({}, 'native', 'unknown_outcome')
    const request = {
      ...order.walletRequest,
      requestId,
      purpose: 'send' as const,
      requestedMs: 0,
      accountNonce: 3,
    }
    const differing = { ...sentOne, differs: true as const, request: { ...request, amountUnits: '5' } }
    const before = { ...sentOne, hash: other }
    const next = found(withPart(order, { transactions: [before, differing] }), { hash })
    expect(next.state).toBe('sent')
    expect(next.transactions.map(({ state, minedMs, differs }) => [state, minedMs, differs])).toEqual([
      ['mined', nowMs, undefined],
      ['sent', null, undefined],
    ])
    expect(next.walletRequest === null).toBe(isOver)
  })
})

describe('the search', () => {
  const order = sending({ readCount: 8 }, 'native', 'unknown_outcome')
  const { to, data, value } = order.terms.txData ?? { to: user, data: '0x', value: '0' }
  const ours = { kind: 'mined', from: user, to, data, value: BigInt(value), succeeded: true }
  const foreign = { ...ours, data: '0x34fcd5be' }

  /** `at`: the transactions by nonce. `views`: what the chain shows of them. */
  function search(
    part: OrderPart,
    at: Readonly<Record<number, Hex>>,
    views: Readonly<Record<Hex, object>>,
    { isTaken = false }: { isTaken?: boolean } = {},
  ) {
    const another = orderOf({ id: 'order-2', transactions: [{ ...sentOne, hash: other }, sentOne] })
    const ports = {
      deployment: { chains: [{ chainId: order.reviewed.request.originChainId }], types: {} },
      clock: { nowMs: () => nowMs },
      store: { page: async (before: number | null) => (isTaken && before === null ? [another] : []) },
      chain: {
        transactionOfNonce: async (_chainId: number, _owner: string, nonce: number) => at[nonce] ?? null,
        transaction: async (_chainId: number, one: Hex) => views[one] ?? { kind: 'unknown' },
        codeQuorum: async () => createQuorum(2, '0x'),
      },
    } as unknown as FlowPorts
    const manual = ofKind(order, 'manual')
    const terms = { ...manual.terms, txData: order.terms.txData }
    return findTransaction.run(Object.assign({}, manual, { terms }, part), ports)
  }

  test.each<
    [string, OrderPart, Readonly<Record<number, Hex>>, Readonly<Record<Hex, object>>, object, Hex | null]
  >([
    ['the one that the service names', { sourceTransactionHash: hash }, {}, { [hash]: ours }, {}, hash],
    [
      'the one of a retry, although the service still names the first one, which failed',
      { sourceTransactionHash: hash, transactions: [{ ...sentOne, hash, state: 'failed' }] },
      { 3: other },
      { [hash]: { ...ours, succeeded: false }, [other]: ours },
      {},
      other,
    ],
    ['not a named one of another call', { sourceTransactionHash: hash }, {}, { [hash]: foreign }, {}, null],
    ['the one with the nonce of the request', {}, { 3: hash }, { [hash]: ours }, {}, hash],
    ['not one of another order', {}, { 3: hash }, { [hash]: ours }, { isTaken: true }, null],
    ['not one that no node shows', {}, { 3: hash }, {}, {}, null],
    [
      'none without a nonce',
      { walletRequest: null },
      { 1: hash, 2: hash, 3: hash },
      { [hash]: ours },
      {},
      null,
    ],
    [
      'the next nonce but one after another transaction, by its turn',
      {},
      { 3: other, 5: hash },
      { [hash]: ours },
      {},
      hash,
    ],
    ['not another transaction with that nonce', {}, { 3: other, 5: other }, { [hash]: ours }, {}, null],
    ['nothing later while none has the nonce', {}, { 5: hash }, { [hash]: ours }, {}, null],
  ])('finds %s', async (_name, part, at, views, options, expected) => {
    expect(await search(part, at, views, options)).toEqual({ kind: 'transactionFound', hash: expected })
  })

  test('finds that of a later request though the order knows the transaction of an earlier nonce', async () => {
    const record = requestOf('send')
    const liveRequests = [3, 4].map((accountNonce) => ({
      record: { ...record, requestId: `sent-${accountNonce}`, accountNonce },
      terms: order.terms,
    }))
    const known = { ...sentOne, hash: other, state: 'failed' } as const
    const part = { walletRequest: null, liveRequests, transactions: [known] }
    const found = await search(part, { 3: other, 4: hash }, { [hash]: ours, [other]: ours })
    expect(found).toEqual({ kind: 'transactionFound', hash })
  })

  test.each([3, 4, 5])(
    'finds after the end the one with nonce %s of three requests without an answer',
    async (nonce) => {
      const record = requestOf('send')
      const ended = {
        state: 'reported_terminal',
        statusCode: 5,
        walletRequest: null,
        liveRequests: [3, 4, 5].map((accountNonce) => ({
          record: { ...record, requestId: `sent-${accountNonce}`, accountNonce },
          terms: order.terms,
        })),
      } as const
      const turns = Array.from({ length: 72 }, (_, readCount) => ({ ...ended, readCount })).filter(
        (part) => taskAfterEnd(withPart(ofKind(order, 'manual'), part)) === findTransaction,
      )
      const events = await Promise.all(turns.map((part) => search(part, { [nonce]: hash }, { [hash]: ours })))
      expect(events).toContainEqual({ kind: 'transactionFound', hash })
    },
  )
})
