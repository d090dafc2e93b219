import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { defaultSettings } from '../../../../lib/storage/settings.ts'
import * as data from '../../models/fake-data.ts'
import { inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

const silent = {
  ...defaultSettings,
  ...{ notifyDone: false, notifyFailed: false, notifyRefunded: false, notifyLate: false },
}
const promises = /notif(y|ies) you|get a notification/

test.each([
  ['the person has turned them off', { settings: silent }],
  ['the browser shows none', { areNoticesBlocked: true }],
] as const)('a running swap promises no notification when %s', async (_why, part) => {
  await shownOrder({}, { start: () => ({ ...data.start, ...part }) })
  expect(document.body.textContent).not.toMatch(promises)
})

test('a running swap turns notifications on where they are off', async () => {
  const { press, sent } = await shownOrder({}, { start: () => ({ ...data.start, settings: silent }) })
  await press(screen.getByTestId('notices-on'))
  expect(sent('saveSettings')).toMatchObject([{ settings: { notifyDone: true } }])
})

test('a running swap leads to the page that says how to allow notifications', async () => {
  const { app, press } = await shownOrder({}, { start: () => ({ ...data.start, areNoticesBlocked: true }) })
  await press(screen.getByTestId('notices-on'))
  expect(app.screen.value).toEqual({ name: 'settings', page: 'notifications' })
})
