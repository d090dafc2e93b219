import { describe, expect, test } from 'vitest'
import { createWalletsModel } from '../../../lib/models/wallets-model.ts'
import { defaultSettings } from '../../../lib/storage/settings.ts'
import type { DetectedWallet } from '../../../lib/wallet/port.ts'
import type { Answers } from './fake-client.ts'
import { openApp } from './open-app.ts'

const id = 'nkbihfbeogaeaoehlefnkodbefgpgknn'
const offer: DetectedWallet = {
  ...{
    connector: 'extension',
    id,
    name: id,
    origin: 'ferry',
    iconUrl: null,
    state: 'there',
    isLastUsed: false,
  },
}

async function openList(answers: Partial<Answers>) {
  const fake = await openApp({ answers })
  const model = createWalletsModel(fake.app)
  await fake.settle()
  return { ...fake, model, start: fake.app.start }
}

/** A background where a wallet answers under the id once the settings name it. */
async function setup(isThere: boolean) {
  const named: { ids: readonly string[] } = { ids: [] }
  const opened = await openList({
    saveSettings: ({ settings }) => {
      named.ids = settings.walletExtensionIds ?? named.ids
      return { ...defaultSettings, ...settings }
    },
    wallets: () => (isThere && named.ids.includes(id) ? [offer] : []),
  })
  return { ...opened, named }
}

describe('a wallet extension added by its id', () => {
  test('is offered and stays where it answers', async () => {
    const { model, start, named } = await setup(true)
    await model.addExtension(` ${id} `)
    expect(model.offers.value).toEqual([offer])
    expect(model.extensionProblem.value).toBeNull()
    expect([named.ids, start.settings.value.walletExtensionIds]).toEqual([[id], [id]])
  })

  test('is removed again where no wallet answers', async () => {
    const { model, named, pass } = await setup(false)
    const added = model.addExtension(id)
    await pass(15_000)
    await added
    expect(model.extensionProblem.value?.code).toBe('extensionNotFound')
    expect(named.ids).toEqual([])
  })

  test('stays where its search was not finished: the list was closed, or another one was added', async () => {
    const closed = await setup(false)
    const added = closed.model.addExtension(id)
    await closed.settle()
    closed.model.dispose()
    await closed.pass(15_000)
    await added
    expect([closed.named.ids, closed.model.extensionProblem.value]).toEqual([[id], null])

    const second = await setup(false)
    const next = 'b'.repeat(32)
    const both = [second.model.addExtension(id), second.settle().then(() => second.model.addExtension(next))]
    await second.pass(20_000)
    await Promise.all(both)
    expect(second.named.ids).toEqual([id])
    expect(second.model.extensionProblem.value?.code).toBe('extensionNotFound')
  })

  test('stays though it is silent, if it was added before', async () => {
    const { model, named, pass, start } = await setup(false)
    await start.saveSettings({ walletExtensionIds: [id] })
    const again = model.addExtension(id)
    await pass(15_000)
    await again
    expect([named.ids, model.extensionProblem.value?.code]).toEqual([[id], 'extensionNotFound'])
  })

  test('removes no id that was added meanwhile', async () => {
    const { model, named, pass, settle, start } = await setup(false)
    const added = model.addExtension(id)
    await settle()
    await start.saveSettings({ walletExtensionIds: [id, 'c'.repeat(32)] })
    await pass(15_000)
    await added
    expect(named.ids).toEqual(['c'.repeat(32)])
  })

  test('sends no request for text that is no id', async () => {
    const { model, named } = await setup(true)
    await model.addExtension('MetaMask')
    expect(model.extensionProblem.value?.code).toBe('extensionNotFound')
    expect(named.ids).toEqual([])
    await model.addExtension(id)
    expect(model.extensionProblem.value).toBeNull()
  })
})

describe('searching for wallets', () => {
  const other = { ...offer, id: 'b'.repeat(32), name: 'Other' }

  /** A background whose search rounds find these wallets one after the other; the last result repeats. */
  async function looking(...found: readonly (readonly DetectedWallet[])[]) {
    const looks: number[] = []
    const opened = await openList({
      wallets({ waitMs }) {
        looks.push(waitMs)
        return found[looks.length - 1] ?? found.at(-1) ?? []
      },
    })
    const ids = () => opened.model.offers.value?.map(({ id, state }) => [id, state])
    return { ...opened, looks, ids }
  }

  test('shows awake wallets immediately, and searches for sleeping ones for 15 s', async () => {
    const { model, looks, pass } = await looking([])
    expect([model.offers.value, model.isLooking.value, looks]).toEqual([[], true, [500]])
    await pass(14_999)
    expect(model.isLooking.value).toBe(true)
    await pass(1)
    expect(model.isLooking.value).toBe(false)
    const done = looks.length
    await pass(60_000)
    expect([looks.length, looks.reduce((sum, ms) => sum + ms)]).toEqual([done, 15_000])
  })

  test('lists a wallet that wakes below the displayed ones, whatever the order of results', async () => {
    const { ids, pass } = await looking([offer], [other, offer])
    await pass(1_000)
    expect(ids()).toEqual([
      [id, 'there'],
      [other.id, 'there'],
    ])
  })

  test('keeps a wallet that wakes in its place, and one that does not, to say so', async () => {
    const asleep = { ...offer, state: 'waking' as const }
    const woken = await looking([asleep, other], [other, offer])
    await woken.pass(1_000)
    expect(woken.ids()).toEqual([
      [id, 'there'],
      [other.id, 'there'],
    ])
    const silent = await looking([asleep], [])
    await silent.pass(15_000)
    expect([silent.ids(), silent.model.isLooking.value]).toEqual([[[id, 'waking']], false])
  })

  test('keeps a displayed wallet during a new search, and removes it after all rounds missed it', async () => {
    const { model, ids, pass } = await looking([offer, other], [other])
    await pass(15_000)
    expect(ids()).toEqual([[other.id, 'there']])
    const again = await looking([offer, other], [offer, other], [])
    await again.pass(1_000)
    void again.model.load()
    await again.settle()
    expect(again.ids()).toHaveLength(2)
    await again.pass(11_000)
    expect(again.ids()).toHaveLength(2)
    await again.pass(4_000)
    expect(again.ids()).toEqual([])
    model.dispose()
  })

  test('for a proposal gives the first round time for the wallet of its page', async () => {
    const looks: number[] = []
    const answers = {
      proposalWallets: ({ waitMs }: { waitMs: number }) => {
        looks.push(waitMs)
        return []
      },
    }
    const { app, pass } = await openApp({ answers }, '#/proposal')
    app.proposals.proposedId.value = 's'
    createWalletsModel(app)
    await pass(60_000)
    expect([looks[0], looks.reduce((sum, ms) => sum + ms)]).toEqual([1_000, 15_000])
  })

  test('ends with the list, and starts again on request', async () => {
    const { model, looks, pass } = await looking([])
    model.dispose()
    await pass(60_000)
    expect(looks).toEqual([500])
    void model.load()
    await pass(15_000)
    expect([looks.length, model.isLooking.value]).toEqual([9, false])
  })
})

test('a replaced search does not end the newer one', async () => {
  const { model, settle, pass } = await setup(true)
  const added = model.addExtension(id)
  await settle()
  await added
  await pass(5_000)
  expect([model.isLooking.value, model.offers.value?.length]).toEqual([true, 1])
})

test('keeps two wallets with the same identity as two rows, round after round', async () => {
  const twins = [null, 'data:image/png;base64,AA'].map((iconUrl) => ({
    ...offer,
    iconUrl,
    state: 'double' as const,
  }))
  const { model, pass } = await openList({ wallets: () => twins })
  expect(model.offers.value).toEqual(twins)
  await pass(15_000)
  expect(model.offers.value).toEqual(twins)
})
