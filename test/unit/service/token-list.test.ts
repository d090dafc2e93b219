import { describe, expect, it } from 'vitest'
import { type ChainAddressFormats, nativeAddress, shortenHex, zeroAddress } from '../../../lib/base/hex.ts'
import { decodeTokens as readTokens } from '../../../lib/service/token-list.ts'
import { noPause } from '../../harness/no-pause.ts'
import { withValue } from '../base/with-value.ts'
import { serviceWith } from './fake-service.ts'
import { problemOf } from './problem-of.ts'

const usdc = {
  chainId: 1,
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  logoURI: 'https://logos.example/usdc.png',
  icon: 'https://logos.example/usdc.png',
  isShortListed: true,
  isVerified: true,
  balance: '0',
  balanceInUsd: 0,
}
const decoded = {
  chainId: 1,
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  logoURI: 'https://logos.example/usdc.png',
  isVerified: true,
}
const tokensOf = (result: unknown) => readTokens(result, 'tokens', noPause)
/** The refusal of a list, as `refusal` returns it. */
const refused = (result: unknown) =>
  problemOf(tokensOf(result)).then(({ code, facts }) => `${code} ${facts.path}`)
const least = { chainId: 1, address: `0x${'22'.repeat(20)}`, decimals: 0 }

it('a search reads a native currency with the decimals of its chain record', async () => {
  const coin = { chainId: 5, address: nativeAddress, name: 'Toncoin', symbol: 'TON', decimals: 9 }
  const search = async (forms?: ChainAddressFormats) =>
    (await serviceWith([coin]).client.search('ton', forms)).result
  await expect(search()).rejects.toThrow('expected=18 decimals')
  expect(await search({ 5: 'unknown' })).toMatchObject([{ symbol: 'TON', decimals: 9 }])
})

describe('tokensOf', () => {
  it.each([
    ['by chain', { 1: [usdc], 42161: [] }],
    ['by chain in tokens', { tokens: { 1: [usdc] } }],
    ['flat', [usdc]],
    ['flat in tokens', { tokens: [usdc] }],
    ['flat in data, next to its count', { data: [usdc], total: 1, nextPage: null, filter: { q: 'usdc' } }],
    ['by chain, next to what is no list', { 1: [usdc], 10: null, 42161: 'soon', version: 3, updated: {} }],
  ])('reads a list %s', async (_, result) => {
    await expect(tokensOf(result)).resolves.toEqual([decoded])
  })

  it.each([[{ tokens: null }], [{ tokens: {} }], [{ 1: null }], [[]]])(
    'reads %j as no tokens',
    async (result) => {
      await expect(tokensOf(result)).resolves.toEqual([])
    },
  )

  it('reads a token with the required fields only', async () => {
    expect(await tokensOf([least])).toEqual([
      { ...least, name: '0x2222…2222', symbol: '0x2222…2222', logoURI: null, isVerified: false },
    ])
    expect(await tokensOf({})).toEqual([])
  })

  it.each([
    ['$[0].chainId', ['chainId'], '1'],
    ['$[0].chainId', ['chainId'], undefined],
    ['$[0].address', ['address'], null],
    ['$[0].address', ['address'], []],
    ['$[0].address', ['address'], '0x1234'],
    ['$[0].address', ['address'], '0Xa0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ['$[0].address', ['address'], ' 0xa0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ])('names %s when a list has no other entry (%#)', async (path, at, value) => {
    expect(await refused([withValue(usdc, at, value)])).toBe(`serviceAnswerInvalid ${path}`)
  })

  it('replaces a name or symbol that is no text', async () => {
    const [found] = await tokensOf([{ ...usdc, name: 1, symbol: {} }])
    expect(found).toMatchObject({ symbol: '0xa0b8…eb48', decimals: 6 })
  })

  it('leaves a malformed entry out of a list', async () => {
    expect(await tokensOf([withValue(usdc, ['decimals'], 255), usdc, null])).toEqual([decoded])
    expect(await tokensOf({ 1: [usdc], 10: [usdc] })).toEqual([decoded])
  })

  it('leaves out a token under the key of another chain', async () => {
    const elsewhere = { ...usdc, address: least.address }
    expect(await tokensOf({ 1: [usdc], 10: [elsewhere] })).toEqual([decoded])
  })

  it.each([[null], ['x'], [{ tokens: 1 }], [{ total: 5, next: 'x' }]])('refuses %j', async (result) => {
    expect(await refused(result)).toMatch(/^serviceAnswerInvalid/)
  })

  it('drops a logo that is no web address', async () => {
    for (const logoURI of [
      ...['javascript:alert(1)', 'data:image/svg+xml,x', '', null, 1, `https://${'x'.repeat(600)}`],
    ])
      expect((await tokensOf([{ ...usdc, logoURI, icon: null }]))[0]?.logoURI).toBeNull()
    expect((await tokensOf([{ ...usdc, logoURI: '' }]))[0]?.logoURI).toBe(usdc.icon)
    // Fetched from the operator's gateway, if there is one.
    expect((await tokensOf([{ ...usdc, logoURI: 'ipfs://x' }]))[0]?.logoURI).toBe('ipfs://x')
  })

  it('shows the address for a symbol with hidden characters, and cuts a long name', async () => {
    const evil = { ...usdc, name: `\u202e${'x'.repeat(5_000)}`, symbol: 'U\u200bSDC' }
    const [token] = await tokensOf([evil])
    expect(token?.symbol).toBe(shortenHex(usdc.address.toLowerCase()))
    expect(token?.name).toBe(`${'x'.repeat(64)}…`)
  })

  it('leaves out a native currency of an EVM chain without 18 decimals', async () => {
    const coin = { chainId: 10, address: zeroAddress, name: 'Ether', symbol: 'ETH', decimals: 15 }
    await expect(tokensOf([coin])).rejects.toThrow('expected=18 decimals')
    expect(await tokensOf([coin, { ...coin, decimals: 18 }])).toHaveLength(1)
    expect(await tokensOf([{ ...coin, chainId: 89999, decimals: 9 }])).toHaveLength(1)
    // The chain record decides, not the chain's id.
    expect(await readTokens([coin], 'tokens', noPause, { 10: 'unknown' })).toMatchObject([{ decimals: 15 }])
    const solana = { ...coin, chainId: 89999, decimals: 9 }
    await expect(readTokens([solana], 'tokens', noPause, { 89999: 'evm' })).rejects.toThrow('18 decimals')
  })

  it('merges the addresses of the native asset into one', async () => {
    const native = { chainId: 10, name: 'Ether', symbol: 'ETH', decimals: 18, logoURI: '' }
    const tokens = await tokensOf([
      { ...native, address: zeroAddress },
      {
        ...native,
        address: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
        logoURI: 'https://a.example/e.png',
      },
      { ...native, address: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000', isVerified: true },
      { ...native, chainId: 1, address: zeroAddress },
    ])
    const found = tokens.map(({ chainId, address }) => [chainId, address])
    expect(found).toEqual([10, 1].map((chainId) => [chainId, nativeAddress]))
    expect(tokens[0]).toMatchObject({ logoURI: 'https://a.example/e.png', isVerified: true })
  })

  it('retains addresses of other chains unchanged', async () => {
    const solana = { ...usdc, chainId: 89999, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }
    const sui = { ...usdc, chainId: 1110006, address: `0x${'ab'.repeat(32)}::usdc::USDC` }
    const addresses = (await tokensOf([solana, sui])).map(({ address }) => address)
    expect(addresses).toEqual([solana.address, sui.address])
  })

  it('reads a long list in slices, and pauses between them', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => ({
      ...least,
      address: `0x22${n.toString(16).padStart(38, '0')}`,
    }))
    let pauses = 0
    const tokens = await readTokens(many, 'tokens', async () => {
      pauses += 1
    })
    expect(tokens.map(({ address }) => address)).toEqual(many.map(({ address }) => address))
    expect(pauses).toBe(3)
  })
})

it('tokens and search send the set parameters, an address in lower case', async () => {
  const { client, sent } = serviceWith({ 1: [usdc] })
  expect((await client.tokens()).result).toEqual([decoded])
  await client.tokens({ chainIds: [1, 42161], isFull: true })
  await client.search(' 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 ')
  expect(sent.map(({ url }) => url.pathname + url.search)).toEqual([
    '/base/api/v1/tokens/list',
    '/base/api/v1/tokens/list?chainIds=1%2C42161&list=full',
    '/base/api/v1/tokens/search?q=0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  ])
})

const address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const row = { chainId: 1, address, decimals: 6, balance: '2500000', balanceInUsd: 2.5 }

it('requests one address on some chains and returns its holdings with values', async () => {
  const { client, sent } = serviceWith({ 1: [row], 10: [] })
  const params = { chainIds: [1, 10], userAddress: `0x${'AB'.repeat(20)}` }
  const { result } = await client.holdings(params)
  expect(result).toEqual([{ chainId: 1, address, balance: '2500000', balanceInUsd: '2.5' }])
  expect(String(sent[0]?.url)).toContain(`chainIds=1%2C10&userAddress=0x${'ab'.repeat(20)}`)
})

it.each([
  ['no balance', { balance: '0' }],
  ['no worth', { balanceInUsd: 0 }],
  ['a balance that is a number', { balance: 2500000 }],
  ['a negative worth', { balanceInUsd: -1 }],
  ['a worth without end', { balanceInUsd: 'NaN' }],
  ['no address', { address: '0x12' }],
])('leaves out a row with %s', async (_, part) => {
  const { client } = serviceWith([{ ...row, ...part }, row])
  expect((await client.holdings({ chainIds: [1], userAddress: address })).result).toHaveLength(1)
})
