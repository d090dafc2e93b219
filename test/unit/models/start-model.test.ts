import { describe, expect, it } from 'vitest'
import { createStartModel } from '../../../lib/models/start-model.ts'
import * as data from './fake-data.ts'
import { createFakeLine } from './fake-line.ts'
import { createFakePorts } from './fake-ports.ts'

describe('whether no money is real', () => {
  const startOf = (answer: object) =>
    createFakePorts((nowMs) =>
      createFakeLine({ nowMs, answers: { start: () => ({ ...data.start, ...answer }) } }),
    )

  it.each([
    ['sandbox', true],
    ['frontend', false],
    ['relay', false],
  ] as const)(
    'is known of a %s, from the first picture of the next view on',
    async (serviceKind, isSandbox) => {
      const { ports } = startOf({ serviceKind })
      const start = createStartModel(ports)
      expect(start.isSandbox.value).toBe(false)
      await start.load()
      expect(start.isSandbox.value).toBe(isSandbox)
      expect(createStartModel(ports).isSandbox.value).toBe(isSandbox)
    },
  )

  it('is not said where nobody said it, as in what an older version kept', async () => {
    const { ports } = startOf({ serviceKind: undefined })
    const start = createStartModel(ports)
    await start.load()
    expect(start.isSandbox.value).toBe(false)
  })
})
