import { expect, test } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import type { Balances } from '../../../lib/chain/chain-reader.ts'
import { tokenKey } from '../../../lib/service/token.ts'
import * as data from './fake-data.ts'
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

test('replaces it with a newer one, and requests it again with the next `want`', async () => {
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
