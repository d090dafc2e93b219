import { describe, expect, it } from 'vitest'
import type { PickerModel } from '../../../lib/models/picker-model.ts'
import { createPickerModel } from '../../../lib/models/picker-model.ts'
import type { PickerRow } from '../../../lib/models/picker-rows.ts'
import type { Token } from '../../../lib/service/token.ts'
import * as data from './fake-data.ts'
import { holdings } from './fake-holdings.ts'
import { openApp } from './open-app.ts'

const usdcCape = data.tokens.find(({ chainId, symbol }) => chainId === 31339 && symbol === 'USDC') as Token

/** The picker of the output token, with these known tokens. */
async function setup(tokens: readonly Token[] = data.tokens.slice(0, 9), held = holdings) {
  const { app, ...fakes } = await openApp({
    start: { ...data.start, tokens },
    answers: { holdings: () => held },
  })
  const picker = createPickerModel(app, 'output')
  await fakes.pass(0)
  return { ...fakes, app, picker }
}

const said = ({ kind, token }: PickerRow) => `${kind} ${token.symbol} ${token.chainId}`
const usdc = (picker: PickerModel) => picker.rows.value.filter(({ token }) => token.symbol === 'USDC')

function family(picker: PickerModel) {
  const found = picker.rows.value.find((row) => row.kind === 'family')
  if (found?.kind !== 'family') throw new Error('no token on several networks')
  return found
}

describe('the rows of the picker', () => {
  it('sum up its holdings and their value', async () => {
    const { picker, app, settle } = await setup()
    const { networks } = family(picker)
    expect(picker.sumNetworks(networks)).toEqual({ units: '1265500000', decimals: 6, worthInUsd: '1265.5' })
    // On another network the same token has more decimals.
    const fine = { ...data.usdcIsland, decimals: 8 }
    expect(picker.sumNetworks([data.usdcHarbour, fine]).units).toBe('124075000000')
    await app.start.saveSettings({ hiddenBalances: true })
    await settle()
    expect(picker.sumNetworks(networks)).toMatchObject({ units: '0', worthInUsd: null })
  })

  it('merge by name where it is typed, but not by address', async () => {
    const { picker, settle } = await setup()
    for (const typed of ['usd', 'USD Coin', 'usdc']) {
      picker.query.value = typed
      await settle()
      expect(usdc(picker).map(said)).toEqual(['family USDC 31337'])
    }
    picker.query.value = usdcCape.address
    await settle()
    expect(picker.rows.value.map(said)).toEqual(['token USDC 31339'])
  })

  it('are separate on one network', async () => {
    const { picker, settle } = await setup()
    picker.chainId.value = 31338
    await settle()
    expect(usdc(picker).map(said)).toEqual(['token USDC 31338'])
  })

  it('close open networks when the query changes', async () => {
    const { picker, settle } = await setup()
    picker.turn(family(picker))
    picker.query.value = 'usd'
    await settle()
    expect(family(picker).isOpen).toBe(false)
  })

  it.each([
    ['nobody vouches for', { isVerified: false }],
    ['has another name', { name: 'Bridged USD Coin' }],
  ])('keep a token apart that %s', async (_, part) => {
    const [one, two] = [data.usdcHarbour, { ...data.usdcIsland, ...part }]
    const { picker } = await setup([one, two])
    expect(picker.rows.value.some(({ kind }) => kind === 'family')).toBe(false)
  })

  it('keep tokens apart where two are on one network', async () => {
    const other = { ...data.usdcHarbour, address: `0x${'ab'.repeat(20)}` }
    const { picker } = await setup([data.usdcHarbour, other, data.usdcIsland])
    expect(picker.rows.value.some(({ kind }) => kind === 'family')).toBe(false)
  })

  it('mention only small balances that no row shows', async () => {
    const held = holdings.map((one) => (one.chainId === 31338 ? { ...one, balanceInUsd: '0.25' } : one))
    const { picker, settle } = await setup(undefined, held)
    // A quarter of a dollar on Island is in the row of the holding on Harbour.
    expect(picker.list.value.small).toEqual([data.usdcIsland])
    expect(picker.hasSmall.value).toBe(false)
    picker.chainId.value = 31338
    await settle()
    expect(picker.hasSmall.value).toBe(true)
  })
})
