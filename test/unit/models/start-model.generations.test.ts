import { expect, it } from 'vitest'
import { createStartModel } from '../../../lib/models/start-model.ts'
import type { Settings } from '../../../lib/storage/settings-shape.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

it('keeps an account that was pushed while an older read was running', async () => {
  const reading = Promise.withResolvers<typeof data.start>()
  const client = createFakeClient({ answers: { start: () => reading.promise } })
  const start = createStartModel({ ...createFakePorts(() => client).ports, client })
  client.subscribe(start.onPush, () => undefined)
  const loaded = start.load()
  client.push({ kind: 'account', account: null, problem: null })
  reading.resolve(data.start)
  await loaded
  expect([start.account.value, start.isFresh.value]).toEqual([null, true])
})

it('shows the newest setting while older answers arrive, and the stored one where it fails', async () => {
  const saves: PromiseWithResolvers<Settings>[] = []
  const client = createFakeClient({
    answers: {
      saveSettings: () => {
        const save = Promise.withResolvers<Settings>()
        saves.push(save)
        return save.promise
      },
    },
  })
  const start = createStartModel({ ...createFakePorts(() => client).ports, client })
  await start.load()
  const first = start.saveSettings({ slippagePercent: '1' })
  const second = start.saveSettings({ slippagePercent: '2' })
  const one = { ...data.start.settings, slippagePercent: '1' }
  saves[0]?.resolve(one)
  await first
  start.onPush({ kind: 'settings', settings: one })
  expect(start.settings.value.slippagePercent).toBe('2')
  saves[1]?.reject(new Error('full'))
  await second
  expect([start.settings.value.slippagePercent, start.problem.value?.code]).toEqual(['1', 'internal'])
})
