import { describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { withValue } from '../base/with-value.ts'
import { serviceWith } from './fake-service.ts'
import { problemOf } from './problem-of.ts'
import { chain } from './wire-fixtures.ts'

const base = {
  ...chain,
  explorers: ['javascript:alert(1)', 'https://explorer.example/'],
  isManualEnabled: false,
  isDepositEnabled: false,
}
const { icon, ...kept } = base
const { icon: coinIcon, ...currency } = base.currency
const decoded = {
  ...kept,
  iconUrl: icon,
  explorers: ['https://explorer.example'],
  currency: { ...currency, address: nativeAddress, iconUrl: coinIcon },
}

const chains = async (result: unknown) => (await serviceWith(result).client.chains()).result

describe('supportedChains', () => {
  it('reads a chain with all fields that deployments send', async () => {
    const more = { isL1: false, refuel: { sendingEnabled: true }, rpcs: [] }
    const { client, sent } = serviceWith([{ ...base, ...more }])
    expect((await client.chains()).result).toEqual([decoded])
    expect(sent[0]?.url.href).toBe('https://swap.example/base/api/v1/supported-chains')
  })

  it('reads a chain with its id alone', async () => {
    expect(await chains([{ chainId: 8453 }])).toEqual([
      {
        chainId: 8453,
        name: 'Chain 8453',
        iconUrl: null,
        currency: {
          address: nativeAddress,
          name: '0xeeee…eeee',
          symbol: '0xeeee…eeee',
          decimals: 18,
          iconUrl: null,
          minNativeCurrencyForGas: '0',
        },
        explorers: [],
        sendingEnabled: true,
        receivingEnabled: true,
        isAutoEnabled: true,
        isManualEnabled: true,
        isDepositEnabled: false,
        dexes: [],
        bridges: [],
      },
    ])
    expect(await chains([])).toEqual([])
  })

  it.each<[string, readonly string[], unknown, object]>([
    ['name', ['name'], '\u200b', { name: 'Chain 8453' }],
    ['name', ['name'], 7, { name: 'Chain 8453' }],
    ['icon', ['icon'], { url: 'x' }, { iconUrl: null }],
    ['explorers', ['explorers'], 'https://explorer.example', { explorers: [] }],
    ['explorers', ['explorers'], [1, null, 'https://explorer.example'], {}],
    ['sendingEnabled', ['sendingEnabled'], 'true', {}],
    ['sendingEnabled', ['sendingEnabled'], false, { sendingEnabled: false }],
    ['receivingEnabled', ['receivingEnabled'], undefined, {}],
    ['isAutoEnabled', ['isAutoEnabled'], 1, {}],
    ['isManualEnabled', ['isManualEnabled'], null, { isManualEnabled: true }],
    ['isDepositEnabled', ['isDepositEnabled'], 'no', {}],
    ['dexes', ['dexes'], {}, { dexes: [] }],
    ['bridges', ['bridges'], ['across', 1, 'a,b', 'across', 'Circle CCTP'], { bridges: ['across'] }],
  ])('replaces an unreadable %s and reads the chain (%#)', async (_name, at, value, shown) => {
    expect(await chains([withValue(base, at, value)])).toEqual([{ ...decoded, ...shown }])
  })

  it.each<[readonly string[], unknown, object]>([
    [['currency', 'address'], '0x12', {}],
    [['currency', 'name'], null, { name: '0xeeee…eeee' }],
    [['currency', 'symbol'], 1, { symbol: '0xeeee…eeee' }],
    [['currency', 'decimals'], 40, {}],
    [['currency', 'icon'], 'javascript:alert(1)', { iconUrl: null }],
    [['currency', 'minNativeCurrencyForGas'], 5_000_000, { minNativeCurrencyForGas: '0' }],
    [['currency', 'minNativeCurrencyForGas'], '0.1', { minNativeCurrencyForGas: '0' }],
  ])('replaces an unreadable %j of the currency', async (at, value, shown) => {
    const [chain] = await chains([withValue(base, at, value)])
    expect(chain?.currency).toEqual({ ...decoded.currency, ...shown })
  })

  it.each<[string, readonly string[], unknown]>([
    ['.chainId', ['chainId'], '1'],
    ['', ['currency', 'decimals'], null],
    ['', ['currency'], null],
  ])('leaves out a malformed chain, and names it if there is no other (%#)', async (path, at, value) => {
    const solana = withValue(withValue(base, ['chainId'], 89999), ['currency', 'decimals'], 9)
    const { facts } = await problemOf(chains([withValue(solana, at, value)]))
    expect(facts.path).toBe(`$[0]${path}`)
    expect(await chains([withValue(solana, at, value), base])).toEqual([decoded])
  })

  it('refuses a result that is no list, and takes a chain only once', async () => {
    expect((await problemOf(chains({ 1: base }))).code).toBe('serviceAnswerInvalid')
    expect(await chains([base, { ...base, name: 'Other' }])).toEqual([decoded])
  })
})

it('the currency of a chain has 18 decimals on every EVM chain, even if others are reported', async () => {
  const [chain] = await chains([withValue(base, ['currency', 'decimals'], 6)])
  expect(chain?.currency.decimals).toBe(18)
  const solana = withValue(withValue(base, ['chainId'], 89999), ['currency', 'decimals'], 9)
  expect((await chains([solana]))[0]?.currency.decimals).toBe(9)
})

describe('the name of a chain', () => {
  it.each([
    ['Base', 'Base'],
    ['Harbour. Verified by Ferry, no review needed', 'Chain 8453'],
    ['Ba\u2800se\u200b', 'Base'],
    ['\u202eesaB', 'esaB'],
  ])('reported as %j is %j', async (said, shown) => {
    expect((await chains([{ ...base, name: said }]))[0]?.name).toBe(shown)
  })

  it('that looks like a currency is replaced', async () => {
    const said = withValue(base, ['currency', 'symbol'], '000 USDC')
    const [chain] = await chains([withValue(said, ['currency', 'name'], 'Ether, as good as dollars')])
    expect(chain?.currency).toMatchObject({ symbol: '0xeeee…eeee', name: '0xeeee…eeee' })
  })
})
