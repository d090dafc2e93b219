import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../../lib/base/typed-address.ts'
import { problemCodeOf } from './problem-code.ts'

describe('parseAddress', () => {
  const address = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const mainnet = { chainId: 1, form: 'evm' } as const
  const baseChain = { chainId: 8453, form: 'evm' } as const

  it.each([
    [address, mainnet],
    [` \u200b${address}\n`, mainnet],
    [`eth:${address}`, mainnet],
    [`ETH:${address}`, mainnet],
    [`ethereum:${address}@1`, mainnet],
    [`ethereum:pay-${address}@8453`, baseChain],
    [`ethereum:${address}`, baseChain],
    [`base:${address}`, baseChain],
    [`pol:${address}`, { chainId: 137, form: 'evm' } as const],
    [`matic:${address}`, { chainId: 137, form: 'evm' } as const],
  ])('accepts %j for its chain', (text, chain) => {
    expect(parseAddress(text, chain)).toBe(address)
  })

  it.each([
    [`eth:${address}`, baseChain],
    [`base:${address}`, mainnet],
    [`ethereum:${address}@8453`, mainnet],
    [`some-chain:${address}`, mainnet],
    [`blast:${address}`, { chainId: 81457, form: 'evm' } as const],
    [`eth:${address}`, { chainId: 89999, form: 'solana' } as const],
    [`eth:${address}`, { chainId: 1, form: 'unknown' } as const],
  ])('refuses %j for another chain', (text, chain) => {
    expect(problemCodeOf(() => parseAddress(text, chain))).toBe('addressInvalid')
  })

  it.each([
    `ethereum:${address}@1/transfer?address=${address}`,
    `ethereum:${address}@1?value=1e18`,
    `eth:${address}@1`,
    'eth:0x12',
    'not an address',
  ])('returns %j unchanged for the address check, which refuses it', (text) => {
    expect(parseAddress(text, mainnet)).toBe(text)
  })
})
