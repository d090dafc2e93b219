import { expect, test } from 'vitest'
import { defaultSettings } from '../../../../lib/storage/settings.ts'
import messages from '../../../../public/_locales/en/messages.json'
import * as data from '../../models/fake-data.ts'
import { inBrowser } from '../shown-app.tsx'
import { allStates, reached } from './reached-orders.ts'
import { shownOrder } from './shown-order.tsx'

inBrowser()

const silent = {
  ...defaultSettings,
  ...{ notifyDone: false, notifyFailed: false, notifyRefunded: false, notifyLate: false },
}
const promises = /notif(y|ies) you/

test.each([
  ['by the person', { ...data.start, settings: silent }],
  ['by the browser', { ...data.start, areNoticesBlocked: true as const }],
])('where notices are turned off %s no state of a swap promises one', async (_who, start) => {
  const promising = new Set<string>()
  for (const state of allStates) {
    for (const order of reached.get(state) ?? []) {
      const { pass } = await shownOrder({ ...order, id: 'order-1' }, { start: () => start })
      await pass(0)
      const said = document.body.textContent?.match(promises)
      if (said) promising.add(`${state} ${order.statusCode ?? ''}: ${said[0]}`)
    }
  }
  expect([...promising]).toEqual([])
})

test('each text that promises a notice has one that says where to look instead', () => {
  const texts: { readonly [key: string]: { readonly message: string } } = messages
  const promising = Object.keys(texts).filter((key) => promises.test(texts[key]?.message ?? ''))
  expect(promising.length).toBeGreaterThan(3)
  for (const key of promising) expect(texts[`${key}_off`]?.message, key).toMatch(/open/i)
})

test('a swap on its way promises a notice where one will come', async () => {
  await shownOrder({}, { start: () => data.start })
  expect(document.body.textContent).toContain('You can close Ferry. We’ll notify you when it’s done.')
})
