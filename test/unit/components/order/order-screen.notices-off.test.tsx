import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { defaultSettings } from '../../../../lib/storage/settings.ts'
import messages from '../../../../public/_locales/en/messages.json'
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

test('each text that promises a notification has a variant that says where to check instead', () => {
  const texts: { readonly [key: string]: { readonly message: string } } = messages
  const promising = Object.keys(texts).filter((key) => promises.test(texts[key]?.message ?? ''))
  expect(promising.length).toBeGreaterThan(3)
  for (const key of promising) expect(texts[`${key}_off`]?.message, key).toMatch(/open/i)
})

test('a running swap promises a notification when one will come', async () => {
  await shownOrder({}, { start: () => data.start })
  expect(document.body.textContent).toContain(
    'You can close Ferry. The swap continues, and you’ll get a notification.',
  )
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
