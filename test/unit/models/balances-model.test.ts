import { expect, test } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { minuteMs } from '../../../lib/base/time.ts'
import type { Balances } from '../../../lib/chain/chain-reader.ts'
import type { OrderView } from '../../../lib/order/order-view.ts'
import { tokenKey } from '../../../lib/service/token.ts'
import * as data from './fake-data.ts'
import { doneOrder, order } from './fake-orders.ts'
import { openApp } from './open-app.ts'

const key = tokenKey(data.usdcHarbour)
const readMs = data.bornMs - 3_600_000

async function openForm(balances: () => Balances) {
  const { app, ...fakes } = await openApp({ answers: { balances } })
  app.swap.draft.pick('input', data.usdcHarbour)
  await fakes.settle()
  return { ...fakes, app }
}

test('shows an hour-old balance with its age, and decides nothing by it', async () => {
  const { app, settle } = await openForm(() => ({ amounts: {}, old: { [key]: { units: '5', readMs } } }))
  expect(app.balances.shown.value).toEqual({ [key]: '5' })
  expect(app.balances.oldMs.value).toBe(readMs)
  expect(app.swap.balance.value).toBeNull()
  app.swap.draft.setAmount('100')
  await settle()
  expect(app.swap.step.value).not.toBe('notEnough')
})

test('replaces it with a newer one, and requests it again with the next `requestBalances`', async () => {
  let answer: Balances = { amounts: {}, old: { [key]: { units: '5', readMs } } }
  const { app, settle } = await openForm(() => answer)
  answer = { amounts: { [key]: '0' }, old: {} }
  app.balances.requestBalances([data.usdcHarbour])
  await settle()
  expect(app.balances.shown.value[key]).toBe('0')
  expect(app.balances.oldMs.value).toBeNull()
  app.swap.draft.setAmount('100')
  await settle()
  expect(app.swap.step.value).toBe('notEnough')
})

test('shows the reason where a first read failed, and the form still works', async () => {
  const { app } = await openForm(() => {
    throw new Problem('rpcUnreachable')
  })
  expect(app.balances.shown.value).toEqual({})
  expect(app.balances.oldMs.value).toBeNull()
  expect(app.balances.problem.value?.code).toBe('rpcUnreachable')
})

test('reads the balances of a visible view again each minute, and never while it is hidden or offline', async () => {
  let units = '5'
  const { app, pass, sent, isVisible, isOnline } = await openForm(() => ({
    amounts: { [key]: units },
    old: {},
  }))
  const readCount = () => sent('balances').length
  units = '3'
  await pass(minuteMs - 1)
  expect(app.balances.shown.value[key]).toBe('5')
  await pass(minuteMs)
  expect(app.balances.shown.value[key]).toBe('3')
  const before = readCount()
  await pass(60 * minuteMs)
  // One read for each of the two chains.
  expect(readCount() - before).toBe(2 * 60)
  for (const blocked of [isVisible, isOnline]) {
    blocked.value = false
    const count = readCount()
    await pass(60 * minuteMs)
    expect(readCount()).toBe(count)
    blocked.value = true
    await pass(2 * minuteMs)
    expect(readCount()).toBeGreaterThan(count)
  }
})

const running = order(data.bornMs)

test.each<[string, Partial<OrderView>, boolean]>([
  ['a poll found nothing new', { readCount: 4, dueMs: data.bornMs + 8000 }, false],
  ['its state changed', { state: 'verified_terminal' }, true],
  ['the service took the deposit', { statusCode: 3 }, true],
  ['its source transaction is known', { sourceTransactionHash: `0x${'7'.repeat(64)}` }, true],
  ['the chain shows a deposit', { depositObserved: { units: '5', atMs: 1 } }, true],
  ['the money is accounted for', { fundsSettled: true }, true],
  [
    'a transaction is mined',
    { transactions: running.transactions.map((one) => ({ ...one, state: 'sent' as const })) },
    true,
  ],
])('reads the balances of the form again after a step of an order: %s', async (_, part, isRead) => {
  const { app, client, settle } = await openApp({ start: { ...data.start, running: [running] } })
  app.swap.draft.pick('input', data.usdcHarbour)
  await settle()
  const readCount = () => client.sent.filter(({ name }) => name === 'balances').length
  const before = readCount()
  client.push({ kind: 'order', order: { ...running, ...part, rev: running.rev + 1 } })
  await settle()
  expect(readCount() > before).toBe(isRead)
})

test('reads the balances of the form again after the first push of an order that is over', async () => {
  let units = '5'
  const { app, client, settle } = await openForm(() => ({ amounts: { [key]: units }, old: {} }))
  units = '3'
  client.push({ kind: 'order', order: doneOrder(data.bornMs) })
  await settle()
  expect(app.balances.amounts.value[key]).toBe('3')
})

test('shows the balance of the newer of two reads, whichever is answered last', async () => {
  const reads: PromiseWithResolvers<Balances>[] = []
  const { app, settle } = await openApp({
    answers: {
      balances: ({ chainId }) => {
        if (chainId !== data.usdcHarbour.chainId) return { amounts: {}, old: {} }
        const read = Promise.withResolvers<Balances>()
        reads.push(read)
        return read.promise
      },
    },
  })
  app.balances.invalidate()
  await settle()
  expect(reads.length).toBeGreaterThan(1)
  reads.at(-1)?.resolve({ amounts: { [key]: '3' }, old: {} })
  await settle()
  for (const read of reads.slice(0, -1)) read.resolve({ amounts: { [key]: '5' }, old: {} })
  await settle()
  expect(app.balances.amounts.value[key]).toBe('3')
})

test('shows the age of a balance that was current before', async () => {
  let answer: Balances = { amounts: { [key]: '5' }, old: {} }
  const { app, settle } = await openForm(() => answer)
  answer = { amounts: {}, old: { [key]: { units: '5', readMs } } }
  app.balances.invalidate()
  await settle()
  expect([app.balances.shown.value[key], app.balances.oldMs.value]).toEqual(['5', readMs])
  expect(app.swap.balance.value).toBeNull()
})
