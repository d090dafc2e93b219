import { describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { tokenKey } from '../../../lib/service/token.ts'
import type { Answers } from './fake-client.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

const islandCoin = { ...data.usdcIsland, symbol: 'ISL', decimals: 18, address: nativeAddress }
const coinKey = tokenKey(islandCoin)

/** 100 USDC from Harbour to Island. `coin` is the account's balance of Island's coin; undefined if it cannot be read. */
async function openForm(coin: string | undefined, answers: Partial<Answers> = {}) {
  const fake = createFakePorts((nowMs) =>
    createFakeClient({
      nowMs,
      answers: {
        balances: ({ chainId, tokens }) => ({
          amounts: Object.fromEntries(
            tokens
              .map((address) => `${chainId}:${address}`)
              .flatMap((key) => (key !== coinKey ? [[key, '5']] : coin === undefined ? [] : [[key, coin]])),
          ),
          old: coin === undefined ? { [coinKey]: { units: '0', readMs: 0 } } : {},
        }),
        ...answers,
      },
    }),
  )
  const app = createAppModel(fake.ports)
  await fake.settle()
  app.swap.draft.pick('input', data.usdcHarbour)
  app.swap.draft.pick('output', data.usdcIsland)
  app.swap.draft.setAmount('100')
  await fake.pass(300)
  return { ...fake, app, draft: app.swap.draft }
}

describe('The coin that pays gas on the destination', () => {
  it('is missing if the account holds none of it and receives a token', async () => {
    const { app } = await openForm('0')
    expect(app.swap.missingGas.value).toBe('ISL')
  })

  it('is not missing if the account holds some of it', async () => {
    const { app } = await openForm('1')
    expect(app.swap.missingGas.value).toBe(null)
  })

  it('is not known to be missing if its balance could not be read, whatever it was before', async () => {
    const { app } = await openForm(undefined)
    expect(app.swap.missingGas.value).toBe(null)
  })

  it('is not missing if the swap delivers it', async () => {
    const { app, draft } = await openForm('0')
    draft.pick('output', islandCoin)
    expect(app.swap.missingGas.value).toBe(null)
  })

  it('is not missing within one network: its gas is paid before the swap', async () => {
    const { app, draft, pass } = await openForm('0')
    draft.pick('input', islandCoin)
    await pass(300)
    draft.pick('output', data.usdcIsland)
    await pass(300)
    expect(app.swap.missingGas.value).toBe(null)
  })

  it('is not known to be missing for another recipient', async () => {
    const { app, draft, pass } = await openForm('0')
    draft.openReceiver()
    draft.setReceiver('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
    await pass(500)
    expect(app.swap.missingGas.value).toBe(null)
  })

  it('is not mentioned before an amount is typed, nor once gas is requested', async () => {
    const { app, draft } = await openForm('0')
    draft.setAmount('')
    expect(app.swap.missingGas.value).toBe(null)
    draft.setAmount('100')
    expect(app.swap.missingGas.value).toBe('ISL')
    app.swap.requestGas()
    expect(app.swap.missingGas.value).toBe(null)
  })
})
