import { expect, it } from 'vitest'
import { createOwnTokensModel } from '../../../lib/models/own-tokens-model.ts'
import type { PickerModel } from '../../../lib/models/picker-model.ts'
import { createPickerModel } from '../../../lib/models/picker-model.ts'
import { type Token, tokenKey } from '../../../lib/service/token.ts'
import type { Answers } from './fake-client.ts'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

const chainId = 31337

function tokenAt(index: number): Token {
  const address = `0x${index.toString(16).padStart(40, '0')}`
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
  const tokens: Answers['tokens'] = async ({ query }) => {
    if (world.isHeld) await new Promise<void>((done) => waiting.push(done))
    await world.ending()
    const matching = all.filter(({ name }) => name.toLowerCase().includes(query))
    return { tokens: matching.slice(0, 200), total: matching.length, readMs: 1 }
  }
  const start = { ...data.start, tokens: [data.usdcHarbour, data.usdcIsland] }
  const { app, ...fake } = await openApp({ start, answers: { tokens, ...answers } })
  const model = createPickerModel(app, 'output')
  await fake.pass(0)
  const requests = () => fake.sent('tokens')
  return {
    ...fake,
    app,
    model,
    all,
    requests,
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

/** The names of the rows at these indexes. */
const places = ({ rows }: PickerModel, indexes: readonly number[]) =>
  indexes.map((index) => rows.value[index]?.token.name ?? null)

it('lists at most 200 tokens and says that there are more', async () => {
  const { model, requests, settle } = await setup(10_000)
  expect(requests()).toEqual([{ chainId: null, query: '', side: 'output' }])
  const { held, rest, hasMore } = model.list.value
  expect([held.length + rest.length, hasMore]).toEqual([200, true])
  model.query.value = 'coin 999'
  await settle()
  expect(requests().slice(1)).toEqual([{ chainId: null, query: 'coin 999', side: 'output' }])
  expect([places(model, [0, 10]), model.rows.value.length]).toEqual([['Coin 999', 'Coin 9999'], 11])
  expect(model.list.value.hasMore).toBe(false)
})

it("adds the tokens of the service's search at the end, without those of another network", async () => {
  const found = [tokenAt(10), { ...tokenAt(700), name: 'Found' }, { ...tokenAt(701), chainId: 31338 }]
  const { model, pass } = await setup(300, { searchTokens: () => found })
  model.chainId.value = chainId
  model.query.value = 'coin 10'
  await pass(250)
  expect(places(model, [0, 10, 11, 12])).toEqual(['Coin 10', 'Coin 109', 'Found', null])
})

it('requests balances of the listed tokens, once typing has paused', async () => {
  const { model, client, settle, pass } = await setup(300)
  const requested = (index: number) =>
    client.sent.some(
      ({ name, input }) => name === 'balances' && JSON.stringify(input).includes(tokenAt(index).address),
    )
  expect([requested(150), requested(250)]).toEqual([true, false])
  model.query.value = 'coin 25'
  await settle()
  expect(requested(250)).toBe(false)
  await pass(250)
  expect(requested(250)).toBe(true)
})

it('reads each balance once for the form, the list below it and both pickers', async () => {
  const { app, client, settle, pass } = await setup(150, holding([]))
  createOwnTokensModel(app)
  await settle()
  createPickerModel(app, 'input')
  await pass(0)
  const read = client.sent.flatMap(({ name, input }) => {
    if (name !== 'balances') return []
    const { chainId, tokens } = input as Parameters<Answers['balances']>[0]
    return tokens.map((address) => `${chainId}:${address}`)
  })
  expect(read).toContain(tokenKey(data.usdcHarbour))
  expect(read).toHaveLength(new Set(read).size)
})

it('reads the list again when the catalogue is renewed, until the user has moved in the list', async () => {
  const { model, client, requests, settle } = await setup(300)
  client.push({ kind: 'catalogue' })
  await settle()
  expect(requests()).toHaveLength(2)
  model.touch()
  client.push({ kind: 'catalogue' })
  await settle()
  expect(requests()).toHaveLength(2)
})

it('moves held tokens to the top, until the user has moved in the list', async () => {
  const owned = [207, 208]
  const { model, settle, pass } = await setup(300, holding(owned))
  const held = () => model.list.value.held.map(({ name }) => name)
  model.query.value = 'coin 20'
  await settle()
  expect([model.rows.value.length, ...places(model, [0, 8, 9])]).toEqual([
    11,
    'Coin 20',
    'Coin 207',
    'Coin 208',
  ])
  await pass(250)
  expect(held()).toEqual(['Coin 207', 'Coin 208'])
  expect([model.rows.value.length, ...places(model, [0, 1, 2])]).toEqual([
    11,
    'Coin 207',
    'Coin 208',
    'Coin 20',
  ])

  owned.push(219)
  model.query.value = 'coin 21'
  await settle()
  model.touch()
  const seen = places(model, [0, 1, 2, 3, 10])
  await pass(250)
  expect(model.balances.value[tokenKey(tokenAt(219))]).toBe('5')
  expect(held()).toEqual([])
  expect(places(model, [0, 1, 2, 3, 10])).toEqual(seen)
})

it.each([
  ['comes', () => undefined],
  ['fails', () => Promise.reject(new Error('gone'))],
])('drops a renewed list that %s after the user has moved in the list', async (_, ending) => {
  const { model, settle, client, all, world, ...rest } = await setup(300)
  model.query.value = 'coin 10'
  await settle()
  const seen = places(model, [0, 1, 2])
  world.isHeld = true
  all.splice(100, 2)
  client.push({ kind: 'catalogue' })
  model.touch()
  world.isHeld = false
  world.ending = ending
  rest.answer()
  await settle()
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

it('shows the results of a new query that a renewed catalogue read again, after the user moved in the list', async () => {
  const { model, client, settle, world, ...rest } = await setup(300)
  world.isHeld = true
  model.query.value = 'coin 21'
  await settle()
  client.push({ kind: 'catalogue' })
  model.touch()
  world.isHeld = false
  rest.answer()
  await settle()
  expect([model.isCurrent.value, ...places(model, [0, 1])]).toEqual([true, 'Coin 21', 'Coin 210'])
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
  expect(model.rows.value[0]?.token.name).toBe('Coin 2')
})
