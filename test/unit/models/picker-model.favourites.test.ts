import { expect, test } from 'vitest'
import { createPickerModel } from '../../../lib/models/picker-model.ts'
import { tokenKey } from '../../../lib/service/token.ts'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

async function openPicker() {
  const { app, settle, pass } = await openApp()
  const picker = createPickerModel(app, 'output')
  await pass(0)
  return { app, picker, settle, pass }
}

test('favourites are above the list in every picker from then on, and in the list, without duplicates', async () => {
  const { app, picker, settle, pass } = await openPicker()
  const keys = () => picker.shortcuts.value.favourites.map(tokenKey)
  expect(keys()).toEqual([])
  picker.remember(data.usdcIsland)
  picker.mark(data.usdcIsland)
  picker.mark(data.usdcHarbour)
  await settle()
  expect(keys()).toEqual([data.usdcHarbour, data.usdcIsland].map(tokenKey))
  expect(picker.isFavourite(data.usdcIsland)).toBe(true)
  const { held, rest } = picker.list.value
  const listed = [...held, ...rest].map(tokenKey)
  expect(listed.filter((key) => key === tokenKey(data.usdcIsland))).toHaveLength(1)
  expect(listed.filter((key) => key === tokenKey(data.usdcHarbour))).toHaveLength(1)

  const later = createPickerModel(app, 'input')
  await pass(0)
  expect(later.shortcuts.value.favourites.map(tokenKey)).toEqual(
    [data.usdcHarbour, data.usdcIsland].map(tokenKey),
  )
  later.chainId.value = data.usdcIsland.chainId
  await settle()
  expect(later.shortcuts.value.favourites.map(tokenKey)).toEqual([tokenKey(data.usdcIsland)])
  later.mark(data.usdcIsland)
  await settle()
  expect(later.shortcuts.value.favourites).toEqual([])
  later.query.value = 'nothing like it'
  later.chainId.value = null
  await settle()
  expect(later.shortcuts.value.favourites).toEqual([])
})

test('recently chosen tokens are above the list too, until text is typed, and without favourites', async () => {
  const { picker, settle } = await openPicker()
  picker.remember(data.usdcHarbour)
  picker.remember(data.ethHarbour)
  picker.mark(data.usdcHarbour)
  await settle()
  const recent = () => picker.shortcuts.value.recent.map(tokenKey)
  expect(recent()).toEqual([tokenKey(data.ethHarbour)])
  picker.query.value = 'e'
  await settle()
  expect(recent()).toEqual([])
})

test('a favourite is marked even while the rows of the list must keep their places', async () => {
  const { picker, settle } = await openPicker()
  picker.touch()
  picker.mark(data.usdcIsland)
  await settle()
  expect(picker.shortcuts.value.favourites).toEqual([data.usdcIsland])
})
