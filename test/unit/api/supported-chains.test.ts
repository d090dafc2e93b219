import { describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { withValue } from '../wire/with-value.ts'
import { serviceWith } from './fake-service.ts'
import { problemOf } from './problem-of.ts'

const ethereum = {
  chainId: 1,
  name: 'Ethereum',
  icon: 'https://logos.example/1.png',
  currency: {
    address: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    icon: '',
    minNativeCurrencyForGas: '5000000000000000',
  },
  explorers: ['javascript:alert(1)'],
  sendingEnabled: true,
  receivingEnabled: true,
  isAutoEnabled: true,
  isManualEnabled: false,
  isDepositEnabled: false,
  dexes: ['zerox'],
  bridges: ['across', 'cctp-v2-fast'],
  isL1: true,
  refuel: { sendingEnabled: true, receivingEnabled: true },
  rpcs: [],
}
const { icon: _icon, explorers: _explorers, isL1: _isL1, refuel: _refuel, rpcs: _rpcs, ...kept } = ethereum
const { icon: _currencyIcon, ...currency } = ethereum.currency
const decoded = { ...kept, iconUrl: ethereum.icon, currency: { ...currency, address: nativeAddress } }

const chains = async (result: unknown) => (await serviceWith(result).client.chains()).result

describe('supportedChains', () => {
  it('reads a chain with everything deployments add', async () => {
    const { client, sent } = serviceWith([ethereum])
    expect((await client.chains()).result).toEqual([decoded])
    expect(sent[0]?.url.href).toBe('https://swap.example/base/api/v1/supported-chains')
  })

  it('takes the least there can be', async () => {
    const { icon, explorers, isDepositEnabled, dexes, bridges, ...least } = ethereum
    const bare = withValue(least, ['currency', 'minNativeCurrencyForGas'], undefined)
    expect(await chains([bare])).toEqual([
      {
        ...decoded,
        iconUrl: null,
        isDepositEnabled: false,
        dexes: [],
        bridges: [],
        currency: { ...decoded.currency, minNativeCurrencyForGas: '0' },
      },
    ])
    expect(await chains([])).toEqual([])
  })

  it.each([
    ['.chainId', ['chainId'], '1'],
    ['.name', ['name'], ''],
    ['.name', ['name'], '\u200b'],
    ['.currency', ['currency'], null],
    ['.currency.address', ['currency', 'address'], '0x12'],
    ['.currency.name', ['currency', 'name'], null],
    ['.currency.symbol', ['currency', 'symbol'], 1],
    ['.currency.decimals', ['currency', 'decimals'], 40],
    ['.currency.minNativeCurrencyForGas', ['currency', 'minNativeCurrencyForGas'], 5_000_000],
    ['.currency.minNativeCurrencyForGas', ['currency', 'minNativeCurrencyForGas'], '0.1'],
    ['.sendingEnabled', ['sendingEnabled'], 'true'],
    ['.receivingEnabled', ['receivingEnabled'], undefined],
    ['.isAutoEnabled', ['isAutoEnabled'], 1],
    ['.isManualEnabled', ['isManualEnabled'], null],
    ['.isDepositEnabled', ['isDepositEnabled'], 'no'],
    ['.dexes', ['dexes'], {}],
    ['.bridges[0]', ['bridges'], [1]],
  ])('names $[0]%s when a list has nothing else (%#)', async (path, at, value) => {
    const { facts } = await problemOf(chains([withValue(ethereum, at, value)]))
    expect(facts.path).toBe(`$[0]${path}`)
    expect(await chains([withValue(ethereum, at, value), { ...ethereum, chainId: 10 }])).toHaveLength(1)
  })

  it('refuses what is no list, and takes a chain once', async () => {
    expect((await problemOf(chains({ 1: ethereum }))).code).toBe('serviceBadShape')
    expect(await chains([ethereum, { ...ethereum, name: 'Other' }])).toEqual([decoded])
  })
})

describe('the coin of a chain', () => {
  it('has 18 decimals on every EVM chain, whatever is said', async () => {
    const [chain] = await chains([withValue(ethereum, ['currency', 'decimals'], 6)])
    expect(chain?.currency.decimals).toBe(18)
    const solana = withValue(withValue(ethereum, ['chainId'], 89999), ['currency', 'decimals'], 9)
    expect((await chains([solana]))[0]?.currency.decimals).toBe(9)
  })
})

describe('the name of a chain', () => {
  it.each([
    ['Base', 'Base'],
    ['Harbour. Verified by Ferry, no review needed', 'Chain 1'],
    ['Ba\u2800se\u200b', 'Base'],
    ['\u202eesaB', 'esaB'],
  ])('that is said to be %j is %j', async (said, shown) => {
    expect((await chains([{ ...ethereum, name: said }]))[0]?.name).toBe(shown)
  })

  it('is not that of a coin either', async () => {
    const said = withValue(ethereum, ['currency', 'symbol'], '000 USDC')
    const [chain] = await chains([withValue(said, ['currency', 'name'], 'Ether, as good as dollars')])
    expect(chain?.currency).toMatchObject({ symbol: '0xeeee…eeee', name: '0xeeee…eeee' })
  })
})
