import { describe, expect, test } from 'vitest'
import { createStartModel } from '../../../lib/models/start-model.ts'
import { createWalletsModel } from '../../../lib/models/wallets-model.ts'
import type { WalletOffer } from '../../../lib/wallet/account.ts'
import { createFakeClient } from './fake-client.ts'
import { createFakePorts } from './fake-ports.ts'

const id = 'nkbihfbeogaeaoehlefnkodbefgpgknn'
const offer: WalletOffer = {
  ...{ way: 'extension', id, name: id, origin: 'ferry', iconUrl: null, state: 'there', isLast: false },
}

/** A background where a wallet answers under the id once it is named in the settings. */
async function setup(isThere: boolean) {
  const named: { ids: readonly string[] } = { ids: [] }
  const fake = createFakePorts((nowMs) =>
    createFakeClient({
      nowMs,
      answers: {
        saveSettings: ({ settings }) => {
          named.ids = settings.walletExtensionIds
          return settings
        },
        wallets: () => (isThere && named.ids.includes(id) ? [offer] : []),
      },
    }),
  )
  const start = createStartModel(fake.ports)
  await start.load()
  const model = createWalletsModel({ ...fake.ports, start, swapId: null })
  await fake.settle()
  return { model, start, named }
}

describe('a wallet extension that is named by its id', () => {
  test('is offered where it answers, and stays', async () => {
    const { model, start, named } = await setup(true)
    await model.addExtension(` ${id} `)
    expect(model.offers.value).toEqual([offer])
    expect(model.extensionProblem.value).toBeNull()
    expect([named.ids, start.settings.value.walletExtensionIds]).toEqual([[id], [id]])
  })

  test('is forgotten again where nobody answers', async () => {
    const { model, named } = await setup(false)
    await model.addExtension(id)
    expect(model.extensionProblem.value?.code).toBe('extensionSilent')
    expect(named.ids).toEqual([])
  })

  test('is not asked for where it is no id', async () => {
    const { model, named } = await setup(true)
    await model.addExtension('MetaMask')
    expect(model.extensionProblem.value?.code).toBe('extensionInvalid')
    expect(named.ids).toEqual([])
    await model.addExtension(id)
    expect(model.extensionProblem.value).toBeNull()
  })
})
