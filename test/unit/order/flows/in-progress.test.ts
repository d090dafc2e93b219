import { describe, expect, test } from 'vitest'
import { minuteMs } from '../../../../lib/base/time.ts'
import type { FlowEvent } from '../../../../lib/order/event.ts'
import { taskInProgress } from '../../../../lib/order/flows/in-progress.ts'
import type { Order } from '../../../../lib/order/order.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import { transactionHash as hash, orderOf, transactionOf } from '../order-fixture.ts'

test('a mined withdrawal is proved in turns with a transaction that may never get a block', () => {
  const transactions = [transactionOf('send'), transactionOf('withdraw', { state: 'mined', minedMs: 1 })]
  const order = orderOf({ kind: 'inbox', state: 'pending', statusCode: 1, transactions })
  const names = [0, 1, 2, 3, 4].map((readCount) => taskInProgress({ ...order, readCount }, 0).name)
  expect(names).toEqual(['watchTransaction', 'poll', 'verify', 'poll', 'watchTransaction'])
})

describe('a transaction that no endpoint knows, of a swap that the service reports as assigned', () => {
  const dropped = transactionOf('send', { state: 'dropped', missing: { count: 3, atMs: 1 } })
  const order = orderOf({
    ...{ kind: 'native', state: 'pending', statusCode: 1, transactions: [dropped] },
    timeline: [{ step: 'accepted', atMs: 1 }],
  })
  const nowMs = 10 * minuteMs
  const next = (event: FlowEvent) => reduce(order, event, { nowMs, freshId: 'fresh' }).order
  const names = (one: Order) =>
    [0, 1, 2, 3, 4].map((readCount) => taskInProgress({ ...one, readCount }, 0).name)

  test('is read half as often as one that an endpoint knows', () => {
    expect(names(order)).toEqual(['watchTransaction', 'poll', 'poll', 'poll', 'watchTransaction'])
    const sent = { ...order, transactions: [transactionOf('send')] }
    expect(names(sent)).toEqual(['watchTransaction', 'poll', 'watchTransaction', 'poll', 'watchTransaction'])
  })

  test('stays dropped and in progress while no endpoint knows it', () => {
    const after = next({ kind: 'transactionMissing', hash })
    expect(after).toMatchObject({ state: 'pending', statusCode: 1, transactions: [dropped], readCount: 1 })
  })

  test('is followed again once an endpoint knows it', () => {
    const after = next({ kind: 'transactionObserved', hash, state: 'sent', differs: false })
    expect(after).toMatchObject({ state: 'pending', transactions: [{ hash, state: 'sent' }] })
  })

  test('counts once it is mined after all', () => {
    const after = next({ kind: 'transactionObserved', hash, state: 'mined', differs: false })
    expect(after).toMatchObject({ state: 'pending', sourceTransactionHash: hash })
    expect(after.transactions).toMatchObject([{ state: 'mined', minedMs: nowMs }])
  })

  test('is followed under its new hash once that one has its nonce', () => {
    const by = `0x${'cd'.repeat(32)}` as const
    const after = next({ kind: 'transactionRepriced', hash, by })
    expect(after.transactions).toMatchObject([{ state: 'replaced' }, { hash: by, state: 'sent' }])
  })

  test('is over once another transaction has its nonce', () => {
    const after = next({ kind: 'transactionObserved', hash, state: 'replaced', differs: false })
    expect(after).toMatchObject({ state: 'needs_user', problem: { code: 'transactionDropped' } })
  })
})
