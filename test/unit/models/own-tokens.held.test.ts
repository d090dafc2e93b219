import { expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { createPickerModel } from '../../../lib/models/picker-model.ts'
import { type Holding, type Token, tokenKey } from '../../../lib/service/token.ts'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

const { usdcHarbour, ethHarbour, usdcIsland } = data
const valued = (token: Token, balance: string, balanceInUsd: string): Holding => ({
  chainId: token.chainId,
  address: token.address,
  balance,
  balanceInUsd,
})

async function openPicker(holdings: () => readonly Holding[]) {
  const { app, ...fakes } = await openApp({ answers: { holdings } })
  const picker = createPickerModel(app, 'input')
  await fakes.pass(0)
  return { ...fakes, app, picker, held: () => picker.list.value.held.map(tokenKey) }
}

test('sorts holdings by value, with a price per whole token, not per listed balance', async () => {
  // The list has half of the USDC on Harbour.
  const { picker, held } = await openPicker(() => [
    valued(usdcHarbour, '620250000', '620.25'),
    valued(ethHarbour, '9998123456789012345678', '19996246.91'),
    valued(usdcIsland, '25000000', '25'),
  ])
  expect(held()).toEqual([ethHarbour, usdcHarbour, usdcIsland].map(tokenKey))
  expect(picker.valueInUsdOf(usdcHarbour)).toBe('1240.5')
  expect(picker.valueInUsdOf({ ...usdcHarbour, address: nativeAddress, chainId: 999 })).toBeNull()
})

test('sorts by name when prices do not arrive', async () => {
  const { held, picker } = await openPicker(() => {
    throw new Problem('internal')
  })
  expect(held()).toHaveLength(3)
  expect(picker.list.value.small).toEqual([])
  expect(picker.problem.value).toBeNull()
})

test('lists small holdings with the other tokens until the user shows them, then everywhere', async () => {
  const holdings = () => [valued(usdcHarbour, '1240500000', '1240.5'), valued(usdcIsland, '25000000', '0.99')]
  const { app, picker, held, pass, settle } = await openPicker(holdings)
  const key = tokenKey(usdcIsland)
  expect(held()).not.toContain(key)
  expect(picker.list.value.rest.map(tokenKey).filter((one) => one === key)).toHaveLength(1)
  expect(picker.list.value.small.map(tokenKey)).toEqual([key])
  picker.showSmall(true)
  await settle()
  expect(held()).toContain(key)
  expect(picker.list.value.rest.map(tokenKey)).not.toContain(key)
  const later = createPickerModel(app, 'output')
  await pass(0)
  expect(later.list.value.held.map(tokenKey)).toContain(key)
  later.showSmall(false)
  await settle()
  expect(later.list.value.held.map(tokenKey)).not.toContain(key)
})

test('finds a searched token whatever its value', async () => {
  const { picker, held, pass } = await openPicker(() => [valued(usdcIsland, '25000000', '0.01')])
  picker.query.value = 'usdc'
  await pass(300)
  expect(held()).toContain(tokenKey(usdcIsland))
})

test('drops the values of another account', async () => {
  const answers: ((holdings: readonly Holding[]) => void)[] = []
  const { app, pass, settle, client } = await openApp({
    answers: { holdings: () => new Promise((done) => answers.push(done)) },
  })
  const picker = createPickerModel(app, 'input')
  await pass(0)
  client.push({
    kind: 'account',
    account: { ...data.account, address: `0x${'5'.repeat(40)}` },
    problem: null,
  })
  await settle()
  answers[0]?.([valued(usdcIsland, '25000000', '25')])
  await pass(0)
  expect(answers).toHaveLength(1)
  expect(picker.valueInUsdOf(usdcIsland)).toBeNull()
})
