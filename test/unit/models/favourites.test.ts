import { expect, test } from 'vitest'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { tokenKey } from '../../../lib/service/token.ts'
import { createFakeClient, readRows } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

test('favourites come first, in every picker from then on, each token once', async () => {
  const { ports, settle, pass } = createFakePorts((nowMs) => createFakeClient({ nowMs }))
  const app = createAppModel({ ...ports, hash: '' })
  await settle()
  const picker = await app.create.picker('output')
  await pass(0)
  const keys = () => picker.groups.value.favourites.map(tokenKey)
  expect(keys()).toEqual([])
  picker.remember(data.usdcIsland)
  picker.mark(data.usdcIsland)
  picker.mark(data.usdcHarbour)
  await settle()
  expect(keys()).toEqual([data.usdcHarbour, data.usdcIsland].map(tokenKey))
  expect(picker.isFavourite(data.usdcIsland)).toBe(true)
  const { recent, held, rest } = picker.groups.value
  const others = [...recent, ...held, ...readRows(rest)].map(tokenKey)
  expect(others).not.toContain(tokenKey(data.usdcIsland))
  expect(others).not.toContain(tokenKey(data.usdcHarbour))

  const later = await app.create.picker('input')
  await pass(0)
  expect(later.groups.value.favourites.map(tokenKey)).toEqual(
    [data.usdcHarbour, data.usdcIsland].map(tokenKey),
  )
  later.chainId.value = data.usdcIsland.chainId
  await settle()
  expect(later.groups.value.favourites.map(tokenKey)).toEqual([tokenKey(data.usdcIsland)])
  later.mark(data.usdcIsland)
  await settle()
  expect(later.groups.value.favourites).toEqual([])
  later.query.value = 'nothing like it'
  later.chainId.value = null
  await settle()
  expect(later.groups.value.favourites).toEqual([])
})
