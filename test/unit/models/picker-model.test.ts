import { expect, it } from 'vitest'
import { createAppModel } from '../../../lib/models/app-model.ts'
import type { PickerModel } from '../../../lib/models/picker-model.ts'
import { type Token, tokenKey } from '../../../lib/service/token.ts'
import { type Answers, createFakeClient, readRows } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

const chainId = 31337

function tokenAt(index: number): Token {
  const address = `0x${index.toString(16).padStart(40, 'c')}`
  return {
    chainId,
    address,
    name: `Coin ${index}`,
    symbol: `C${index}`,
    decimals: 6,
    logoURI: null,
    isVerified: true,
  }
}

/** A background with a list of `size` tokens, which answers when the test lets it. */
async function setup(size: number, answers: Partial<Answers> = {}) {
  const waiting: (() => void)[] = []
  const world: { isHeld: boolean; ending: () => unknown } = { isHeld: false, ending: () => undefined }
  const all = Array.from({ length: size }, (_, index) => tokenAt(index))
  const tokens: Answers['tokens'] = async ({ query, offset, limit, except }) => {
    if (world.isHeld) await new Promise<void>((done) => waiting.push(done))
    await world.ending()
    const fitting = all.filter(
      (token) => token.name.toLowerCase().includes(query) && !except.includes(tokenKey(token)),
    )
    return { tokens: fitting.slice(offset, offset + limit), total: fitting.length, readMs: 1 }
  }
  const start = { ...data.start, tokens: [data.usdcHarbour, data.usdcIsland] }
  const fake = createFakePorts((nowMs) => createFakeClient({ nowMs, start, answers: { tokens, ...answers } }))
  const app = createAppModel({ ...fake.ports, hash: '' })
  await fake.settle()
  const model = await app.create.picker('output')
  await fake.pass(0)
  const asked = () => fake.client.sent.filter(({ name }) => name === 'tokens').map(({ input }) => input)
  return {
    ...fake,
    model,
    all,
    asked,
    world,
    answer: () => {
      for (const done of waiting.splice(0)) done()
    },
  }
}

/** Balances of five units of each of these tokens, and of no others. */
const holding = (coins: readonly number[]): Partial<Answers> => ({
  balances: ({ chainId, tokens }) => {
    const owned = coins.map((coin) => tokenKey(tokenAt(coin)))
    const keys = tokens.map((address) => `${chainId}:${address}`)
    return { amounts: Object.fromEntries(keys.map((key) => [key, owned.includes(key) ? '5' : '0'])), old: {} }
  },
})

/** The readable rows among these indexes. */
const places = (model: Pick<PickerModel, 'at'>, indexes: readonly number[]) =>
  indexes.map((index) => model.at(index)?.token.name ?? null)

it('knows the length of the list and reads only the pages in view', async () => {
  const { model, asked, pass, all } = await setup(10_000)
  const above = model.count.value - all.length
  expect(asked()).toHaveLength(1)
  expect(places(model, [above, above + 29, above + 30, above + 9_999])).toEqual([
    'Coin 0',
    'Coin 29',
    null,
    null,
  ])
  const before = model.count.value - model.groups.value.rest.length
  model.look(above + 9_980 - before, above + 10_000 - before)
  await pass(0)
  expect(places(model, [above + 9_980, above + 9_999])).toEqual(['Coin 9980', 'Coin 9999'])
  // Two pages are in view, and none between is read.
  expect(asked().slice(1)).toMatchObject([{ offset: 9_960 }, { offset: 9_990 }])
  expect(readRows(model.groups.value.rest).length).toBeLessThan(100)
})

it('skips pages that a fast scroll has passed', async () => {
  const { model, asked, pass, world, ...rest } = await setup(10_000)
  world.isHeld = true
  for (const from of [300, 3_000, 6_000, 9_000]) model.look(from, from + 10)
  world.isHeld = false
  rest.answer()
  await pass(0)
  expect(asked().slice(1)).toMatchObject([{ offset: 270 + 30 }, { offset: 8_970 + 30 }])
})

it('keeps a limited number of pages', async () => {
  const { model, settle } = await setup(1_500)
  for (let from = 0; from < 1_500; from += 30) {
    model.look(from, from + 30)
    await settle()
  }
  expect(readRows(model.groups.value.rest).length).toBeLessThanOrEqual(40 * 30 + 10)
  expect(model.at(1_490)).not.toBeNull()
  expect(model.at(100)).toBeNull()
})

it('moves held tokens to the top, until the user has moved in the list', async () => {
  const owned = [107, 108]
  const { model, settle, pass } = await setup(300, holding(owned))
  const held = () => model.groups.value.held.map(({ name }) => name)
  model.query.value = 'coin 10'
  await settle()
  expect([model.count.value, ...places(model, [0, 8, 9])]).toEqual([11, 'Coin 10', 'Coin 107', 'Coin 108'])
  await pass(250)
  expect(held()).toEqual(['Coin 107', 'Coin 108'])
  expect([model.count.value, ...places(model, [0, 1, 2])]).toEqual([11, 'Coin 107', 'Coin 108', 'Coin 10'])

  owned.push(209)
  model.query.value = 'coin 20'
  await settle()
  model.touch()
  const seen = places(model, [0, 1, 2, 3, 10])
  await pass(250)
  expect(model.balances.value[tokenKey(tokenAt(209))]).toBe('5')
  expect(held()).toEqual([])
  expect(places(model, [0, 1, 2, 3, 10])).toEqual(seen)
})

it.each([
  ['comes', () => undefined],
  ['fails', () => Promise.reject(new Error('gone'))],
])('drops a better order that %s after the user has moved in the list', async (_, ending) => {
  const { model, settle, pass, world, ...rest } = await setup(300, holding([107, 108]))
  model.query.value = 'coin 10'
  await settle()
  const seen = places(model, [0, 1, 2])
  world.isHeld = true
  await pass(250)
  model.touch()
  world.isHeld = false
  world.ending = ending
  rest.answer()
  await settle()
  expect(model.balances.value[tokenKey(tokenAt(107))]).toBe('5')
  expect([model.state.value, ...places(model, [0, 1, 2])]).toEqual(['ready', ...seen])
})

it("shows new results of the user's query, even after they moved in the list", async () => {
  const { model, settle, world, ...rest } = await setup(300)
  model.touch()
  world.isHeld = true
  model.retry()
  model.touch()
  world.isHeld = false
  world.ending = () => Promise.reject(new Error('gone'))
  rest.answer()
  await settle()
  expect(model.state.value).toBe('failed')
})

it('leaves the list on screen until the next answer arrives', async () => {
  const { model, settle, world, ...rest } = await setup(300)
  const before = places(model, [0, 5, 20])
  world.isHeld = true
  model.query.value = 'coin 2'
  await settle()
  expect(model.isCurrent.value).toBe(false)
  expect(places(model, [0, 5, 20])).toEqual(before)
  world.isHeld = false
  rest.answer()
  await settle()
  expect(model.isCurrent.value).toBe(true)
  expect(model.at(0)?.token.name).toBe('Coin 2')
})

it('starts again with a list whose length has changed', async () => {
  const { model, all, pass } = await setup(300)
  all.splice(0, 100)
  const before = model.count.value
  model.look(150, 160)
  await pass(0)
  expect(model.count.value).toBe(before - 100)
  expect(places(model, [before - 101])).toEqual([null])
})
