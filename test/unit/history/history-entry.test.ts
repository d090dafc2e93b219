import { describe, expect, test } from 'vitest'
import {
  createServiceEntry,
  findContradiction,
  firstKeyAt,
  isSameRequest,
} from '../../../lib/history/history-entry.ts'
import { createProblemData } from '../../../lib/order/change.ts'
import type { Order } from '../../../lib/order/order.ts'
import type { StatusCode } from '../../../lib/service/status-codes.ts'
import { ofKind, orderOf, withPart } from '../order/order-fixture.ts'
import { entryFor, entryWith, hashOf, pastOf } from './entry-fixture.ts'

test('keys sort newest first at any time', () => {
  const times = [0, 1, 1_764_583_200_000, 1_764_583_200_001, 9_999_999_999_999]
  expect(times.map(firstKeyAt).toSorted()).toEqual(times.toReversed().map(firstKeyAt))
  expect(firstKeyAt(Number.MAX_SAFE_INTEGER)).toBe(firstKeyAt(9_999_999_999_999))
  expect(firstKeyAt(-5)).toBe(firstKeyAt(0))
  expect(firstKeyAt(1.7)).toBe(firstKeyAt(1))
})

describe('the entry of an order', () => {
  test('has the reviewed and the observed figures', () => {
    const at = (step: 'accepted' | 'fulfilled', atMs: number) => ({ step, atMs })
    const fee = { kind: 'route', token: orderOf().reviewed.inputToken, amount: '1' } as const
    const fees = ['0.40', '0.05', null].map((feeInUsd) => ({ ...fee, feeInUsd }))
    const entry = entryWith({
      statusCode: 3,
      state: 'verified_terminal',
      fulfilledAmount: '1492000',
      reviewed: { ...orderOf().reviewed, fees, routeKey: 'auto:sign:Automatic' },
      timeline: [at('accepted', 1_000), at('fulfilled', 15_400)],
    })
    expect(entry).toMatchObject({
      phase: 'done',
      receivedValueInUsd: '1.48962',
      costInUsd: '0.01038',
      deliverySeconds: 14,
      fulfilledAmount: '1492000',
      routeKey: 'auto:sign:Automatic',
    })
  })

  test('of a deposit has the amount that the chain shows, and its value and cost', () => {
    const deposit = ofKind(orderOf(), 'deposit')
    const { request } = deposit.reviewed
    const done = { state: 'verified_terminal', statusCode: 4, fulfilledAmount: '4476000' } as const
    const part = (seen: object) =>
      entryFor(withPart(deposit, { ...done, depositObserved: { units: '4500000', atMs: 1, ...seen } }))
    expect(request.inputAmount).toBe('1500000')
    expect(part({})).toMatchObject({
      inputAmount: '4500000',
      inputValueInUsd: '4.5',
      receivedValueInUsd: '4.468861',
    })
    expect(part({})).toMatchObject({ costInUsd: '0.031139' })
    // One endpoint may be wrong, and a smaller balance may be dust that the service left.
    const others = [
      { isReported: true },
      { token: request.outputToken },
      { isOneSource: true },
      { units: '5' },
    ]
    for (const seen of others)
      expect(part(seen)).toMatchObject({ inputAmount: '1500000', inputValueInUsd: '1.5' })
  })

  test('of a deposit that paid less has the paid amount, unless that is dust', () => {
    const deposit = withPart(ofKind(orderOf(), 'deposit'), {
      state: 'verified_terminal',
      statusCode: 7,
      fulfilledAmount: null,
      transactions: [],
      depositObserved: { units: '600000', atMs: 1 },
    })
    expect(entryFor(deposit)).toMatchObject({ inputAmount: '600000', inputValueInUsd: '0.6' })
    const { request } = deposit.reviewed
    const payment = { hash: hashOf('7'), chainId: request.originChainId }
    const block = { logIndexes: [1], blockNumber: '9', blockSeconds: 9, sources: 2 }
    const evidence = (units: string) => ({
      evidence: { kind: 'refund' as const, ...payment, ...block, token: request.inputToken, units },
    })
    const sent = { purpose: 'send', state: 'mined', accountNonce: 1, sentMs: 1, minedMs: 2 } as const
    expect(entryFor(withPart(deposit, evidence('590000'))).inputAmount).toBe('600000')
    const own = { transactions: [{ ...payment, ...sent, amountUnits: request.inputAmount }] }
    const dust = [
      evidence('1490000'),
      own,
      { depositObserved: { units: '5', atMs: 1, isOneSource: true as const } },
    ]
    for (const part of dust) expect(entryFor(withPart(deposit, part)).inputAmount).toBe(request.inputAmount)
  })

  test('has unaccounted money when Ferry stopped following a send that no chain showed', () => {
    const over = { state: 'reported_terminal', statusCode: 4, fundsSettled: true } as const
    expect(entryWith(over).fundsSettled).toBe(true)
    expect(entryWith({ ...over, problem: createProblemData('stoppedUnread', 'unknown') }).fundsSettled).toBe(
      false,
    )
  })

  test('says whether the cost of a delivered swap is complete, and has none for another', () => {
    const done = { statusCode: 3, state: 'verified_terminal' } as const
    const entryOf = (part: object) => entryWith({ ...done, reviewed: { ...orderOf().reviewed, ...part } })
    expect(entryOf({})).not.toHaveProperty('isCostLowerBound')
    expect(entryOf({ unknownFees: ['gas'] })).toMatchObject({ costInUsd: '0.01', isCostLowerBound: true })
    expect(entryOf({ inputValueInUsd: null })).toMatchObject({ costInUsd: null })
    expect(entryWith({})).toMatchObject({ costInUsd: null, receivedValueInUsd: null })
  })

  test('has null value, time and promise when they are unknown', () => {
    const reviewed = { ...orderOf().reviewed, promisedAmount: '0', minAmountOut: '0' }
    const figures = ['receivedValueInUsd', 'deliverySeconds', 'promisedAmount', 'minAmountOut'] as const
    const entry = entryWith({ reviewed })
    expect(figures.map((name) => entry[name])).toEqual([null, null, null, null])
  })
})

describe('the entry of a request that only the service knows', () => {
  test.each<[StatusCode | null, string, string]>([
    [0, 'pending', 'running'],
    [2, 'pending', 'running'],
    [3, 'reported_terminal', 'done'],
    [4, 'reported_terminal', 'done'],
    [5, 'reported_terminal', 'failed'],
    [6, 'reported_terminal', 'failed'],
    [7, 'reported_terminal', 'refunded'],
    [null, 'unknown_outcome', 'unknown'],
  ])('with code %s has state %s', (statusCode, state, phase) => {
    expect(createServiceEntry(pastOf({ statusCode }))).toMatchObject({ state, phase, orderId: null })
  })

  test.each<[StatusCode | null, boolean]>([
    [null, false],
    [0, false],
    [2, false],
    [3, true],
    [4, true],
    [5, false],
    [6, false],
    [7, true],
  ])('with code %s has accounted money: %s', (statusCode, fundsSettled) => {
    expect(createServiceEntry(pastOf({ statusCode }))).toMatchObject({ fundsSettled })
  })

  test.each<[string, Parameters<typeof pastOf>[0], number]>([
    ['its own time', {}, 1_764_583_200_000],
    ['the source', { orderMs: null }, 1_764_583_210_000],
    ['the destination', { orderMs: null, sourceSeconds: null }, 1_764_583_224_000],
    ['nobody', { orderMs: null, sourceSeconds: null, destinationSeconds: null }, 0],
    ['the future', { orderMs: 1_900_000_000_001 }, 1_900_000_000_000],
  ])('takes its time from %s', (_, fields, atMs) => {
    expect(createServiceEntry(pastOf(fields)).atMs).toBe(atMs)
  })

  test('exists without any legs', () => {
    const names = ['inputToken', 'outputToken', 'inputAmount', 'fulfilledAmount'] as const
    const entry = createServiceEntry(pastOf({ input: [], output: [] }))
    expect(names.map((name) => entry[name])).toEqual([null, null, null, null])
  })

  test('has a received amount only after the delivery', () => {
    const [leg] = pastOf().output
    if (leg === undefined) throw new Error('no leg')
    expect(createServiceEntry(pastOf({ statusCode: 2 })).fulfilledAmount).toBeNull()
    expect(createServiceEntry(pastOf({ output: [{ ...leg, amount: '0' }] })).fulfilledAmount).toBeNull()
    expect(createServiceEntry(pastOf()).fulfilledAmount).toBe('9955638')
  })
})

describe('an order and a request of the service', () => {
  const byHash = { requestHash: hashOf('5'), sourceTransactionHash: null }
  const manual = { requestHash: null, sourceTransactionHash: hashOf('6') }
  test.each<[string, Parameters<typeof isSameRequest>[0], boolean]>([
    ['the request hash', byHash, true],
    ['the request hash of another case', { ...byHash, requestHash: `0x${'5'.repeat(64)}` }, true],
    ['the transaction of a manual route', manual, true],
    ['one transaction with another request in it', { ...manual, requestHash: hashOf('9') }, false],
    ['nothing', { requestHash: null, sourceTransactionHash: null }, false],
    ['another transaction', { requestHash: null, sourceTransactionHash: hashOf('9') }, false],
  ])('match or not by %s', (_, entry, isSame) => {
    expect(isSameRequest(entry, pastOf())).toBe(isSame)
  })

  test.each<[string, Partial<Order>, StatusCode | null, StatusCode | null]>([
    ['done and done', { state: 'verified_terminal', statusCode: 4 }, 3, null],
    ['done and refunded', { state: 'verified_terminal', statusCode: 4 }, 7, 7],
    ['stopped and done', { state: 'abandoned_unsigned' }, 4, 4],
    ['never used and expired', { state: 'expired_unused' }, 5, null],
    ['refunded and expired', { state: 'reported_terminal', statusCode: 7 }, 5, null],
    ['failed and done', { state: 'reported_terminal', statusCode: 5 }, 3, 3],
    ['on its way and done', { state: 'pending', statusCode: 1 }, 4, null],
    ['done and pending', { state: 'verified_terminal', statusCode: 4 }, 1, null],
    ['done and no information', { state: 'verified_terminal', statusCode: 4 }, null, null],
  ])('contradict each other or not: %s', (_, fields, statusCode, said) => {
    expect(findContradiction(entryFor(orderOf(fields), pastOf({ statusCode })))).toBe(said)
  })
})
