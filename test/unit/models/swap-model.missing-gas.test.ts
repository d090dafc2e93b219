import { describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { findMissingGas } from '../../../lib/models/missing-gas.ts'
import { tokenKey } from '../../../lib/service/token.ts'
import * as data from './fake-data.ts'
import { openApp } from './open-app.ts'

const islandCoin = { ...data.usdcIsland, symbol: 'ISL', decimals: 18, address: nativeAddress }
const coinKey = tokenKey(islandCoin)

/** 100 USDC from Harbour to Island. `coin` is the account's balance of Island's coin; undefined if it cannot be read. */
async function openForm(coin: string | undefined) {
  const { app, ...fake } = await openApp({
    answers: {
      balances: ({ chainId, tokens }) => ({
        amounts: Object.fromEntries(
          tokens
            .map((address) => `${chainId}:${address}`)
            .flatMap((key) => (key !== coinKey ? [[key, '5']] : coin === undefined ? [] : [[key, coin]])),
        ),
        old: coin === undefined ? { [coinKey]: { units: '0', readMs: 0 } } : {},
      }),
    },
  })
  app.swap.draft.pick('input', data.usdcHarbour)
  app.swap.draft.pick('output', data.usdcIsland)
  app.swap.draft.setAmount('100')
  await fake.pass(300)
  return { ...fake, app, draft: app.swap.draft }
}

type Form = Awaited<ReturnType<typeof openForm>>

describe('The coin that pays gas on the destination', () => {
  it.each<[string, string | undefined, (form: Form) => void | Promise<void>, string | null]>([
    ['is missing if the account holds none of it and receives a token', '0', () => undefined, 'ISL'],
    ['is not missing if the account holds some of it', '1', () => undefined, null],
    [
      'is not known to be missing if its balance was not read, whatever it was',
      undefined,
      () => undefined,
      null,
    ],
    ['is not missing if the swap delivers it', '0', ({ draft }) => draft.pick('output', islandCoin), null],
    [
      'is not missing within one network: its gas is paid before the swap',
      '0',
      async ({ draft, pass }) => {
        draft.pick('input', islandCoin)
        await pass(300)
        draft.pick('output', data.usdcIsland)
        await pass(300)
      },
      null,
    ],
    [
      'is not known to be missing for another recipient',
      '0',
      async ({ draft, pass }) => {
        draft.openReceiver()
        draft.setReceiver('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
        await pass(500)
      },
      null,
    ],
    ['is not mentioned before an amount is typed', '0', ({ draft }) => draft.setAmount(''), null],
    [
      'is not mentioned once gas is requested',
      '0',
      ({ app }) => app.swap.draft.setOption('refuel', true),
      null,
    ],
  ])('%s', async (_what, coin, change, missing) => {
    const form = await openForm(coin)
    await change(form)
    expect(findMissingGas(form.app)).toBe(missing)
  })
})
