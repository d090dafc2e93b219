import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../../lib/base/hex.ts'
import { quorumOf } from '../../../../lib/chain/quorum.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { FlowEvent } from '../../../../lib/order/event.ts'
import type { FlowPorts } from '../../../../lib/order/flow-ports.ts'
import { watchTransaction } from '../../../../lib/order/flows/mining.ts'
import type { Order, OrderTransaction } from '../../../../lib/order/order.ts'
import { canPutAwaySend, canStopOrder } from '../../../../lib/order/order-facts.ts'
import { reduce, taskOf } from '../../../../lib/order/reduce.ts'
import { user } from '../../checks/fixtures.ts'
import { requesting } from '../open-request.ts'
import { type OrderPart, orderOf, requestOf, transactionOf, withPart } from '../order-fixture.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const by = `0x${'cd'.repeat(32)}` as const
const third = `0x${'ef'.repeat(32)}` as const
const nowMs = 1_800_000_000_000

function extra(purpose: OrderTransaction['purpose']): Order {
  const { request } = orderOf().reviewed
  const missing = { count: 2, atMs: nowMs - 100_000 }
  const part = { chainId: request.originChainId, amountUnits: null, isNonceSeen: true, missing } as const
  const transactions = [transactionOf(purpose, { hash, sentMs: nowMs, ...part })]
  return orderOf({ state: 'unknown_outcome', signature: hash, submitBody: '{"a":1}', transactions })
}

const events: readonly FlowEvent[] = [
  { kind: 'transactionObserved', hash, state: 'failed', differs: false },
  { kind: 'transactionObserved', hash, state: 'replaced', differs: false },
  { kind: 'transactionObserved', hash, state: 'mined', differs: false },
  { kind: 'transactionMissing', hash },
  { kind: 'transactionRepriced', hash, by },
]

test.each(['approve', 'resetApproval', 'cancel', 'withdraw', 'revoke'] as const)(
  'a transaction to %s never changes the state of a live signature',
  (purpose) => {
    const order = extra(purpose)
    for (const event of events) {
      expect(reduce(order, event, { nowMs, freshId: 'fresh' }), event.kind).toEqual({
        order,
        sendsRequest: false,
      })
    }
  },
)

test.each([
  ['a node showed its nonce', true, 'replaced'],
  ['no node ever showed its nonce', undefined, 'dropped'],
] as const)(
  'of two transactions with one nonce, the unmined one gives way to the other: %s',
  (_why, isNonceSeen, state) => {
    const [sent] = extra('send').transactions as [OrderTransaction]
    const { isNonceSeen: _seen, missing: _missing, ...plain } = sent
    const lost = isNonceSeen === undefined ? plain : { ...plain, isNonceSeen }
    const won = { ...sent, hash: by }
    const order = orderOf({ kind: 'native', state: 'sent', transactions: [won, lost], readCount: 4 })
    const { order: next } = reduce(
      order,
      { kind: 'transactionRepriced', hash, by },
      { nowMs, freshId: 'fresh' },
    )
    expect(next.transactions.map((one) => [one.hash, one.state, one.missing])).toEqual([
      [by, 'sent', undefined],
      [hash, state, undefined],
    ])
    expect(next).toMatchObject({ state: 'sent', sourceTransactionHash: by, dueMs: nowMs })
  },
)

test('reads a transaction that lost its nonce in turns with the service, without a loop', () => {
  const [sent] = extra('send').transactions as [OrderTransaction]
  const { isNonceSeen: _seen, missing: _missing, ...plain } = sent
  const transactions = [
    { ...sent, hash: by, state: 'failed' as const },
    { ...plain, state: 'dropped' as const },
  ]
  const order = orderOf({ kind: 'native', state: 'unknown_outcome', transactions, readCount: 4 })
  const { order: next } = reduce(
    order,
    { kind: 'transactionRepriced', hash, by },
    { nowMs, freshId: 'fresh' },
  )
  expect(next).toMatchObject({ state: 'unknown_outcome', transactions, readCount: 5 })
  expect(next.dueMs).toBeGreaterThan(nowMs)
})

test('restarts the count of missing reads after a finished transfer was sped up', () => {
  const { transactions } = extra('send')
  const order = orderOf({ kind: 'deposit', state: 'reported_terminal', statusCode: 5, transactions })
  const repriced = { kind: 'transactionRepriced', hash, by } as const
  const { order: next } = reduce(order, repriced, { nowMs, freshId: 'fresh' })
  expect(next.transactions.map((one) => [one.hash, one.state, one.missing?.count])).toEqual([
    [hash, 'replaced', 2],
    [by, 'sent', undefined],
  ])
})

const [sentOne] = extra('send').transactions as [OrderTransaction]
const plain = without(sentOne)

function without({ isNonceSeen: _seen, missing: _missing, ...one }: OrderTransaction): OrderTransaction {
  return one
}

describe('the transaction of a send', () => {
  const native = orderOf({ kind: 'native', state: 'sent', transactions: [sentOne] })
  const { to, data, value } = native.terms.txData ?? { to: user, data: '0x', value: '0' }
  const call = { from: user, to, data, value: BigInt(value), nonce: 3 }
  const ours = { ...call, kind: 'mined', succeeded: true, confirmations: 1 }
  const waits = { ...ours, kind: 'waiting' }
  const foreign = { ...ours, data: '0x34fcd5be' }
  const failed = { ...ours, succeeded: false }
  const seen = { kind: 'transactionObserved', hash, differs: false, accountNonce: 3 }
  const unsure = { ...seen, state: 'sent', isUncertain: true }

  interface Shown {
    /** What the first host shows, and the second one, if it shows something else. */
    readonly views?: Readonly<Record<Hex, object>>
    readonly second?: Readonly<Record<Hex, object>>
    readonly by?: Hex | null
    readonly isLost?: boolean
    readonly code?: Hex
    /** Another order that sent the replacement. */
    readonly isTaken?: boolean
    readonly rpcUrls?: readonly string[]
  }

  const twoUrls = ['https://first.example', 'https://second.example']

  function read(
    order: Order,
    { views = {}, second = views, by = null, isLost = true, code = '0x', isTaken, rpcUrls = twoUrls }: Shown,
  ) {
    const { originChainId: chainId } = order.reviewed.request
    const another = orderOf({ id: 'order-2', transactions: [{ ...sentOne, hash: by ?? hash }] })
    const hosts = (values: readonly unknown[]) =>
      quorumOf(rpcUrls.map((url, at) => ({ host: new URL(url).host, value: values[at] })))
    const ports = {
      deployment: { chains: [{ chainId, confirmations: 1, rpcUrls }], types: {} },
      clock: { nowMs: () => nowMs },
      store: { page: async (before: number | null) => (isTaken && before === null ? [another] : []) },
      chain: {
        hostCount: () => rpcUrls.length,
        transactionQuorum: async (_chainId: number, one: Hex) =>
          hosts([views[one] ?? { kind: 'unknown' }, second[one] ?? { kind: 'unknown' }]),
        codeQuorum: async () => hosts([code, code]),
        payment: async () => hosts([null, null]),
        accountNonce: async () => (by === null ? 3 : 4),
        transactionOfNonce: async () => by,
        isTransactionLost: async () => isLost,
      },
    } as unknown as FlowPorts
    return watchTransaction.run(order, ports)
  }

  const { accountNonce: _nonce, ...unshown } = seen
  const alone = { ...unshown, state: 'sent', isUncertain: true }

  test.each<[string, object, object, object]>([
    ['waits', waits, waits, { ...seen, state: 'sent' }],
    ['waits with another nonce', waits, { ...waits, nonce: 4 }, { ...unshown, state: 'sent' }],
    ['waits with another call', waits, { ...waits, data: '0x12' }, { ...unshown, state: 'sent' }],
    ['one host alone shows', waits, {}, { ...unshown, state: 'sent' }],
    ['one host shows mined', ours, waits, { ...seen, state: 'mined' }],
    ['one host alone shows mined', ours, {}, { ...unshown, state: 'mined' }],
    ['is mined too high', { ...ours, confirmations: 0 }, ours, { ...seen, state: 'mined' }],
    ['is mined deep enough', ours, ours, { ...seen, state: 'mined', isDeep: true }],
    ['is mined, and failed by the other', ours, failed, { ...seen, state: 'mined' }],
    ['failed', failed, failed, { ...seen, state: 'failed' }],
    ['failed by one host', failed, waits, unsure],
    ['failed by one host alone', failed, {}, alone],
    ['failed by one host, mined by the other', failed, ours, unsure],
    ['differs', foreign, foreign, { ...seen, state: 'mined', differs: true }],
    ['differs by one host', foreign, ours, alone],
    ['differs, and waits', { ...foreign, kind: 'waiting' }, { ...foreign, kind: 'waiting' }, unsure],
  ])('that %s', async (_name, view, other, event) => {
    const second = 'kind' in other ? { [hash]: other } : {}
    expect(await read(native, { views: { [hash]: view }, second })).toEqual(event)
  })

  const onOneChain = orderOf({ kind: 'manual', state: 'sent' })
  const { request } = onOneChain.reviewed
  const sameChain = {
    ...onOneChain.reviewed,
    request: { ...request, destinationChainId: request.originChainId },
  }

  test.each<[string, Order, readonly OrderTransaction[], Hex]>([
    ['the waiting one', native, [sentOne, { ...sentOne, hash: by, state: 'replaced' }], hash],
    [
      'one that may return before a failed one',
      native,
      [
        { ...plain, state: 'dropped' },
        { ...sentOne, hash: by, state: 'failed' },
      ],
      hash,
    ],
    [
      'the last one, if none can be mined',
      native,
      [
        { ...sentOne, hash: by, state: 'failed' },
        { ...sentOne, state: 'failed' },
      ],
      hash,
    ],
    ['the waiting one before a mined one', native, [sentOne, { ...sentOne, hash: by, state: 'mined' }], hash],
    [
      'the mined one while the swap is in progress',
      orderOf({ kind: 'native', state: 'pending' }),
      [
        { ...sentOne, state: 'mined' },
        { ...sentOne, hash: by },
      ],
      hash,
    ],
    [
      'the mined one of a swap on one chain',
      withPart(onOneChain, { reviewed: sameChain }),
      [
        { ...sentOne, state: 'mined' },
        { ...sentOne, hash: by },
      ],
      hash,
    ],
    ['no approval', native, [sentOne, { ...sentOne, hash: by, purpose: 'approve' }], hash],
  ])('that is read is %s', async (_name, order, transactions, expected) => {
    const views = { [hash]: waits, [by]: waits }
    expect(await read(withPart(order, { transactions }), { views })).toMatchObject({ hash: expected })
  })

  test('is searched while only an approval is known', async () => {
    const transactions = [{ ...sentOne, purpose: 'approve' as const }]
    expect(await read(withPart(native, { transactions }), {})).toEqual({
      kind: 'transactionFound',
      hash: null,
    })
  })

  const stays = { kind: 'transactionObserved', hash, differs: false, state: 'sent' }
  const missed = { kind: 'transactionMissing', hash }
  const shown = { ...plain, isNonceSeen: true as const }
  const doubtful = { ...stays, isUncertain: true }
  const mine = { kind: 'transactionRepriced', hash, by }

  test.each<[string, OrderTransaction, Shown, object]>([
    ['is missing without its nonce', { ...shown, accountNonce: null }, {}, stays],
    ['is missing', shown, {}, missed],
    ['is known elsewhere, or has its nonce free', shown, { isLost: false }, stays],
    ['was replaced by ours', plain, { by, views: { [by]: ours } }, mine],
    ['was replaced by that of another order', plain, { by, views: { [by]: ours }, isTaken: true }, missed],
    ['was replaced by ours, by one host', plain, { by, views: { [by]: ours }, second: {} }, missed],
    [
      'was replaced by ours, by the only host',
      plain,
      { by, views: { [by]: ours }, rpcUrls: ['https://a'] },
      mine,
    ],
    ['was replaced by another one', shown, { by, views: { [by]: foreign } }, { ...stays, state: 'replaced' }],
    [
      'was replaced by another one, by one host',
      shown,
      { by, views: { [by]: foreign }, second: {} },
      doubtful,
    ],
    [
      'was replaced by a call that one host shows as another one',
      shown,
      { by, views: { [by]: foreign }, second: { [by]: ours } },
      doubtful,
    ],
    [
      'was replaced by one with another nonce',
      shown,
      { by, views: { [by]: { ...foreign, nonce: 4 } } },
      doubtful,
    ],
    [
      'was replaced, by the only host',
      shown,
      { by, views: { [by]: foreign }, rpcUrls: ['https://a'] },
      doubtful,
    ],
    ['may have another nonce than the used one', plain, { by, views: { [by]: foreign } }, missed],
    ['was replaced by one that no node shows', shown, { by }, doubtful],
    [
      'was replaced, of a contract account',
      shown,
      { by, views: { [by]: { ...foreign, succeeded: false } }, code: '0x60' },
      stays,
    ],
    [
      'was replaced by unread effects, of a contract account',
      shown,
      { by, views: { [by]: foreign }, code: '0x60' },
      doubtful,
    ],
    ['is missing, of a contract account', shown, { code: '0x60' }, stays],
  ])('that %s', async (_name, one, views, event) => {
    expect(await read(withPart(native, { transactions: [one] }), views)).toEqual(event)
  })

  test.each<[string, Order, number, string]>([
    ['a swap between chains', native, 4, 'watchTransaction'],
    ['a swap between chains', native, 5, 'poll'],
    [
      'a swap on one chain',
      withPart(onOneChain, { reviewed: sameChain, transactions: [sentOne] }),
      5,
      'watchTransaction',
    ],
    ['calls', orderOf({ kind: 'inbox', state: 'sent', callsId: 'calls' }), 4, 'watchCalls'],
    ['calls', orderOf({ kind: 'inbox', state: 'sent', callsId: 'calls' }), 5, 'poll'],
    ['calls without a key', orderOf({ kind: 'manual', state: 'sent', callsId: 'calls' }), 5, 'watchCalls'],
  ])('of %s takes turns with the service', (_name, order, readCount, task) => {
    expect(taskOf(withPart(order, { readCount }), nowMs)?.name).toBe(task)
  })

  const fails = { kind: 'transactionObserved', hash, state: 'failed', differs: false } as const
  const next = (order: Order, event: FlowEvent) => reduce(order, event, { nowMs, freshId: 'fresh' }).order

  test.each<[string, readonly OrderTransaction[], object, object]>([
    ['is not deep', [sentOne], {}, { state: 'sent' }],
    ['is deep', [sentOne], { isDeep: true }, { state: 'reported_terminal', statusCode: 4 }],
    [
      'was seen for three minutes',
      [{ ...sentOne, minedMs: nowMs - 180_000 }],
      {},
      { state: 'reported_terminal', destinationTransactionHash: hash },
    ],
    ['is new, next to an old one', [{ ...sentOne, hash: by, minedMs: 0 }, sentOne], {}, { state: 'sent' }],
    [
      'is old, next to a new one',
      [
        { ...sentOne, minedMs: 0 },
        { ...sentOne, hash: by },
      ],
      {},
      { state: 'reported_terminal' },
    ],
  ])('ends a swap on one chain only when the block %s', (_name, transactions, fields, expected) => {
    const order = withPart(onOneChain, { reviewed: sameChain, transactions })
    expect(next(order, { ...fails, state: 'mined', ...fields })).toMatchObject(expected)
  })

  const attempt = { endpoint: 'build-tx', atMs: 0, outcome: 'ok', serverRequestId: 'built' } as const

  test.each<[string, OrderPart, object, object]>([
    [
      'asks the person, with the answer that built it',
      {},
      {},
      { state: 'needs_user', problem: { serverRequestId: 'built' } },
    ],
    [
      'asks without an answer if it was replaced',
      {},
      { state: 'replaced' },
      { problem: { code: 'transactionDropped', serverRequestId: null } },
    ],
    ['follows calls that may still come', { callsId: 'calls' }, {}, { state: 'unknown_outcome' }],
    ['waits for another one', { transactions: [sentOne, { ...sentOne, hash: by }] }, {}, { state: 'sent' }],
    [
      'searches one that may return',
      {
        transactions: [
          sentOne,
          { ...plain, hash: by, state: 'dropped' },
          { ...sentOne, hash: third, purpose: 'approve' },
        ],
      },
      {},
      { state: 'unknown_outcome' },
    ],
  ])('that is used up %s', (_name, part, fields, expected) => {
    const order = withPart(orderOf({ kind: 'inbox', state: 'sent', transactions: [sentOne] }), {
      serviceCalls: [attempt],
      ...part,
    })
    expect(next(order, { ...fails, ...fields })).toMatchObject(expected)
  })

  const { walletRequest } = requesting('send_requested', 'send')
  if (walletRequest === null) throw new Error('the request is open')

  test.each<[string, object, object]>([
    ['stays when mined', { state: 'mined' }, { request: walletRequest, differs: undefined }],
    [
      'is over when its block is deep',
      { state: 'mined', isDeep: true },
      { request: undefined, differs: undefined },
    ],
    ['stays when it failed', { state: 'failed' }, { request: walletRequest, differs: undefined }],
    [
      'stays when mined as another',
      { state: 'mined', differs: true },
      { request: walletRequest, differs: true },
    ],
  ])('of a request, which %s', (_name, fields, expected) => {
    const transactions = [{ ...sentOne, request: walletRequest }]
    const order = withPart(native, { transactions })
    const [one] = next(order, { ...fails, ...fields }).transactions
    expect({ request: one?.request, differs: one?.differs }).toEqual(expected)
    expect(next(native, { ...fails, ...fields }).transactions[0]).not.toHaveProperty('request')
  })

  const dropped = createProblemData('transactionDropped', 'unknown')

  test.each<[string, OrderPart, object, string]>([
    ['with the nonce of a dropped one', { problem: dropped }, { accountNonce: 3 }, 'sent'],
    ['without a nonce', { problem: dropped }, {}, 'unknown_outcome'],
    ['of another trouble', {}, { accountNonce: 3 }, 'unknown_outcome'],
  ])('that is back %s', (_name, part, fields, state) => {
    const order = withPart(native, { state: 'unknown_outcome', ...part })
    expect(next(order, { ...fails, state: 'sent', ...fields }).state).toBe(state)
  })

  test.each<[string, OrderPart]>([
    ['with the shown nonce', {}],
    [
      'and may be followed by another',
      {
        transactions: [
          { ...shown, state: 'dropped' },
          { ...sentOne, hash: by },
        ],
      },
    ],
    ['and was never shown', { transactions: [{ ...plain, state: 'dropped' }] }],
    ['and waits', { transactions: [shown] }],
  ])('that stays missing after it was dropped stays unknown: %s', (_name, part) => {
    const transactions = [{ ...shown, state: 'dropped' as const }]
    const order = withPart(native, { state: 'unknown_outcome', problem: dropped, transactions, ...part })
    expect(next(order, { kind: 'transactionMissing', hash })).toMatchObject({
      state: 'unknown_outcome',
      problem: { money: 'unknown' },
    })
  })

  test('that was sped up has the nonce that a node showed', () => {
    const order = withPart(native, { transactions: [plain] })
    expect(next(order, { kind: 'transactionRepriced', hash, by }).transactions[1]).toMatchObject({
      hash: by,
      isNonceSeen: true,
    })
  })
})

describe('a swap in sent whose transactions all lost their nonce', () => {
  const one = transactionOf('send', { hash, state: 'replaced', sentMs: nowMs - 60_000, amountUnits: null })
  const sent = (transactions: readonly OrderTransaction[]) =>
    orderOf({ kind: 'native', state: 'sent', transactions })
  const next = (order: Order, event: FlowEvent) => reduce(order, event, { nowMs, freshId: 'fresh' }).order

  test('follows the replaced one again also if the other one was mined before the reorganisation', () => {
    const order = sent([
      { ...one, state: 'replaced' },
      { ...one, hash: by, state: 'mined', minedMs: nowMs - 60_000, isNonceSeen: true },
    ])
    const after = next(order, { kind: 'transactionRepriced', hash: by, by: hash })
    expect(after).toMatchObject({
      state: 'sent',
      dueMs: nowMs,
      transactions: [
        { hash, state: 'sent' },
        { hash: by, state: 'replaced', minedMs: null },
      ],
    })
  })

  test.each(['replaced', 'dropped'] as const)(
    'follows the %s one again that has the nonce after a reorganisation',
    (state) => {
      const order = sent([
        { ...one, state },
        { ...one, hash: by },
      ])
      const after = next(order, { kind: 'transactionRepriced', hash: by, by: hash })
      expect(after).toMatchObject({
        state: 'sent',
        dueMs: nowMs,
        sourceTransactionHash: hash,
        transactions: [
          { hash, state: 'sent' },
          { hash: by, state: 'replaced' },
        ],
      })
    },
  )

  test('leaves sent when the restored record says that no endpoint knew one', () => {
    const after = next(sent([{ ...one, state: 'dropped' }]), { kind: 'transactionMissing', hash })
    expect(after).toMatchObject({
      state: 'unknown_outcome',
      problem: { code: 'transactionDropped', money: 'unknown' },
    })
  })
})

describe('the request of a mined transaction', () => {
  const request = requestOf('send', { requestId: 'r', amountUnits: null })
  const mined = (isDeep?: true) => {
    const [transaction] = extra('send').transactions
    const transactions = transaction === undefined ? [] : [{ ...transaction, request }]
    const order = orderOf({ kind: 'native', state: 'sent', transactions })
    const event = { kind: 'transactionObserved', hash, state: 'mined', differs: false } as const
    return reduce(order, isDeep ? { ...event, isDeep } : event, { nowMs, freshId: 'fresh' }).order
  }

  test('stays known until the block is deep, so that a reorganised swap can be stopped', () => {
    const { transactions } = mined()
    expect(transactions[0]?.request).toEqual(request)
    const back = withPart(mined(), {
      state: 'sent',
      transactions: transactions.map((one) => ({ ...one, state: 'sent', minedMs: null })),
    })
    expect(canPutAwaySend(back, nowMs + 3_600_000)).toBe(true)
    expect(mined(true).transactions[0]).not.toHaveProperty('request')
  })
})

test('a restored swap whose transaction is in no block for an hour can be put away once', () => {
  const [transaction] = extra('send').transactions
  const order = orderOf({
    kind: 'native',
    state: 'sent',
    restored: true,
    transactions: transaction ? [transaction] : [],
  })
  expect([0, 3_599_999, 3_600_000].map((ms) => canStopOrder(order, nowMs + ms))).toEqual([false, false, true])
  const { order: away } = reduce(order, { kind: 'stop' }, { nowMs: nowMs + 3_600_000, freshId: 'fresh' })
  expect(away).toMatchObject({ state: 'sent', putAwayMs: nowMs + 3_600_000 })
  expect(canStopOrder(away, nowMs + 3_600_000)).toBe(false)
})
