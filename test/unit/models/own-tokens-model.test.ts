import { expect, test } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { dayMs, minuteMs } from '../../../lib/base/time.ts'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { createOrderModel } from '../../../lib/models/order-model.ts'
import { createOwnTokensModel } from '../../../lib/models/own-tokens-model.ts'
import { createPickerModel } from '../../../lib/models/picker-model.ts'
import { createWipeModel } from '../../../lib/models/settings-models.ts'
import { tokenKey } from '../../../lib/service/token.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { holdings } from './fake-holdings.ts'
import { order } from './fake-orders.ts'
import { createFakePorts } from './fake-ports.ts'
import { openApp } from './open-app.ts'

const { usdcHarbour, usdcIsland, ethHarbour } = data

async function openList(options: Parameters<typeof createFakeClient>[0] = {}) {
  const { app, ...fakes } = await openApp(options)
  const list = createOwnTokensModel(app)
  await fakes.pass(0)
  const shown = () => list.tokens.value.map(({ token }) => tokenKey(token))
  const sent = (name: string) => fakes.client.sent.filter((one) => one.name === name)
  return { ...fakes, app, list, shown, sent }
}

test('lists held tokens by name, and requests no values from the service', async () => {
  const { list, shown, sent } = await openList()
  expect(shown()).toEqual([ethHarbour, usdcHarbour, usdcIsland].map(tokenKey))
  expect(list.tokens.value[1]).toMatchObject({ units: 1_240_500_000n, worthInUsd: null })
  expect(list.state.value).toBe('ready')
  expect(sent('holdings')).toEqual([])
})

test('renews the list each minute without a sign of loading', async () => {
  const amounts = { now: {} }
  const { list, pass, settle, shown } = await openList({
    answers: { balances: () => ({ amounts: amounts.now, old: {} }) },
  })
  expect([list.state.value, shown()]).toEqual(['ready', []])
  const seen: string[] = []
  const stop = list.state.subscribe((state) => seen.push(state))
  amounts.now = { [tokenKey(usdcHarbour)]: '5' }
  await pass(minuteMs)
  await settle()
  expect([seen, shown()]).toEqual([['ready'], [tokenKey(usdcHarbour)]])
  stop()
})

test('sorts by the values that the picker reads', async () => {
  const { app, pass, list, shown, sent } = await openList({ answers: { holdings: () => holdings } })
  createPickerModel(app, 'input')
  await pass(0)
  expect(list.tokens.value.map(({ worthInUsd }) => worthInUsd)).toEqual(['14997185.185183', '1240.5', '25'])
  expect(shown()).toEqual([ethHarbour, usdcHarbour, usdcIsland].map(tokenKey))
  expect(sent('holdings')).toHaveLength(1)
})

test.each([
  ['of the same account', {}, ['14997185.185183', '1240.5', '25']],
  ['not of another account', { owner: '0x1' }, [null, null, null]],
  ['not older than a day', { readMs: data.bornMs - dayMs }, [null, null, null]],
])('has the stored values of the last view: %s', async (_, part, values) => {
  const fakes = createFakePorts()
  const stored = { owner: data.account.address, readMs: data.bornMs - dayMs + 1, holdings, ...part }
  fakes.ports.storage.write('ferry.values.1', JSON.stringify(stored))
  const app = createAppModel({ ...fakes.ports, hash: '' })
  await fakes.settle()
  const list = createOwnTokensModel(app)
  await fakes.pass(0)
  expect(list.tokens.value.map(({ worthInUsd }) => worthInUsd)).toEqual(values)
})

test.each<[string, (opened: Awaited<ReturnType<typeof openList>>) => unknown]>([
  [
    'the account is disconnected',
    ({ client }) => client.push({ kind: 'account', account: null, problem: null }),
  ],
  ['the history is deleted', async ({ app }) => createWipeModel(app).wipe()],
])('stores no values any more once %s', async (_, end) => {
  const opened = await openList({ answers: { holdings: () => holdings } })
  createPickerModel(opened.app, 'input')
  await opened.pass(0)
  expect(opened.ports.storage.read('ferry.values.1')).toContain(data.account.address)
  await end(opened)
  await opened.pass(0)
  expect(opened.ports.storage.read('ferry.values.1')).not.toContain(data.account.address)
})

test('stores no values of an account that was disconnected while no view was open', async () => {
  const fakes = createFakePorts((nowMs) =>
    createFakeClient({ nowMs, start: { ...data.start, account: null } }),
  )
  const stored = { owner: data.account.address, readMs: data.bornMs, holdings }
  fakes.ports.storage.write('ferry.values.1', JSON.stringify(stored))
  createAppModel({ ...fakes.ports, hash: '' })
  await fakes.settle()
  expect(fakes.ports.storage.read('ferry.values.1')).not.toContain(data.account.address)
})

test('leaves out tokens that are not verified, and more than five', async () => {
  const tokens = Array.from({ length: 8 }, (_, index) => ({
    ...usdcHarbour,
    address: `0x${String(index).repeat(40)}`,
    name: `Token ${index}`,
    isVerified: index > 0,
  }))
  const { shown } = await openList({
    start: { ...data.start, tokens },
    answers: {
      balances: ({ chainId, tokens: wanted }) => ({
        amounts: Object.fromEntries(wanted.map((address) => [`${chainId}:${address}`, '5'])),
        old: {},
      }),
    },
  })
  expect(shown()).toEqual(tokens.slice(1, 6).map(tokenKey))
})

test('is loading until all chains have answered, then empty or failed, and can be retried', async () => {
  let refuses = true
  const { app, client, list, pass, shown } = await openList({
    answers: {
      balances: ({ chainId, tokens }) => {
        if (refuses) throw new Problem('rpcUnreachable', { facts: { chain: 'Harbour' } })
        return {
          amounts: Object.fromEntries(tokens.map((address) => [`${chainId}:${address}`, '0'])),
          old: {},
        }
      },
    },
  })
  expect(list.state.value).toBe('failed')
  refuses = false
  list.retry()
  expect(list.state.value).toBe('loading')
  await pass(0)
  expect(list.state.value).toBe('ready')
  expect(shown()).toEqual([])
  refuses = true
  client.push({
    kind: 'account',
    account: { ...data.account, address: `0x${'7'.repeat(40)}` },
    problem: null,
  })
  await pass(0)
  expect(app.start.account.value?.address).toBe(`0x${'7'.repeat(40)}`)
  expect(list.state.value).toBe('failed')
})

test('reads nothing for a view that is not visible', async () => {
  const { app, isVisible, pass, sent } = await openList()
  isVisible.value = false
  const before = sent('balances').length
  app.balances.invalidate()
  await pass(0)
  expect(sent('balances')).toHaveLength(before)
  isVisible.value = true
  await pass(0)
  expect(sent('balances').length).toBeGreaterThan(before)
})

test.each([
  [0, '[]'],
  [1, '["order-1"]'],
])('with the history, deletes which deposits the person sent where %i swaps stay', async (left, stored) => {
  const { app, ports } = await openApp({
    orders: [order(data.bornMs)],
    answers: { wipeHistory: () => ({ left }) },
  })
  createOrderModel(app, 'order-1').setDepositSent(true)
  await createWipeModel(app).wipe()
  expect(ports.storage.read('ferry.deposits.1')).toBe(stored)
})
