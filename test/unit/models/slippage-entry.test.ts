import { describe, expect, it } from 'vitest'
import { createSlippageEntry } from '../../../lib/models/slippage-entry.ts'
import { createStartModel } from '../../../lib/models/start-model.ts'
import { createFakePorts } from './fake-ports.ts'

async function entryOf(slippagePercent: string | null) {
  const fake = createFakePorts()
  const start = createStartModel(fake.ports)
  await start.load()
  await start.saveSettings({ slippagePercent })
  const entry = createSlippageEntry(start)
  const inForce = () => start.settings.value.slippagePercent
  async function type(text: string) {
    for (let end = 1; end <= text.length; end += 1) entry.type(text.slice(0, end))
    await fake.settle()
  }
  return { entry, inForce, type, settle: fake.settle, start }
}

describe('createSlippageEntry', () => {
  it.each([
    ['100', '0.5', true],
    ['2%', '2', false],
    ['0.', '0.5', false],
    ['3x', '0.5', true],
  ])('with 0.5 in effect, typing %j sets %s, wrong: %s', async (text, wanted, isWrong) => {
    const { entry, inForce, type } = await entryOf('0.5')
    await type(text)
    expect([inForce(), entry.isWrong.value]).toEqual([wanted, isWrong])
  })

  it('restores the earlier value when the text is erased', async () => {
    const { entry, inForce, type, settle } = await entryOf('0.5')
    await type('3')
    expect(inForce()).toBe('3')
    entry.type('')
    await settle()
    expect([inForce(), entry.isWrong.value]).toEqual(['0.5', false])
  })

  it('restores Auto after a refused text', async () => {
    const { inForce, type } = await entryOf(null)
    await type('100')
    expect(inForce()).toBe(null)
  })

  it('keeps a typed value after leaving the field, and starts with it the next time', async () => {
    const { entry, inForce, type } = await entryOf('0.5')
    await type('3')
    entry.leave()
    await type('100')
    expect(inForce()).toBe('3')
  })

  it('calls unfinished text wrong after leaving the field', async () => {
    const { entry, inForce, type } = await entryOf('0.5')
    await type('0.')
    entry.leave()
    expect([inForce(), entry.isWrong.value]).toEqual(['0.5', true])
  })

  it('restores a preset that was chosen between two entries', async () => {
    const { entry, inForce, type, settle, start } = await entryOf('0.5')
    await type('3')
    entry.choose('1')
    await settle()
    await type('100')
    expect(inForce()).toBe('1')
    entry.leave()
    await start.saveSettings({ slippagePercent: '2' })
    await type('100')
    expect(inForce()).toBe('2')
  })

  it('shows a value that is no preset', async () => {
    expect((await entryOf('3')).entry.text.value).toBe('3')
    expect((await entryOf('0.5')).entry.text.value).toBe('')
  })
})
