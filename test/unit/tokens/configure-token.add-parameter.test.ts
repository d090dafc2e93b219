import { expect, test } from 'vitest'
import { addTokenParameter } from '../../../lib/tokens/configure-token.ts'
import { deployment, island, tokenOf } from '../../harness/chains.ts'

const listed = tokenOf(island, 'USDC')
const unlisted = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

function said(decimals: number, symbol: string | null) {
  const requested: string[] = []
  return {
    requested: requested,
    chain: {
      decimals: async () => decimals,
      symbol: async (_chainId: number, token: string) => {
        requested.push(token)
        return symbol
      },
    },
  }
}

test('returns the symbol of the deployment file, not of the contract, for a token of the file', async () => {
  const { requested, chain } = said(listed.decimals, 'EVIL')
  const given = { chainId: island.chainId, address: listed.address }
  expect(await addTokenParameter(deployment, chain, given)).toEqual({
    type: 'ERC20',
    options: { address: listed.address, symbol: 'USDC', decimals: listed.decimals },
  })
  expect(requested).toEqual([])
})

test('rejects when the chain contradicts the file', async () => {
  const given = { chainId: island.chainId, address: listed.address }
  const adding = addTokenParameter(deployment, said(listed.decimals + 12, null).chain, given)
  await expect(adding).rejects.toMatchObject({ data: { code: 'checkFailed' } })
})

test.each([
  ['its own', 'WIDE', { symbol: 'WIDE' }],
  ['none', null, {}],
  ['one that is too long for a wallet', 'A-VERY-LONG-ONE', {}],
  ['one that belongs to a token of the file', 'USDC', {}],
  ['one that is drawn like that of a token of the file', 'U5DC', {}],
  ['the full name of a token of the file', 'USDCoin', {}],
  ['one with signs that read another way', 'US\u200bDC', {}],
])("returns the contract's symbol for another token: %s", async (_what, symbol, named) => {
  const given = { chainId: island.chainId, address: unlisted } as const
  expect(await addTokenParameter(deployment, said(18, symbol).chain, given)).toEqual({
    type: 'ERC20',
    options: { address: unlisted, ...named, decimals: 18 },
  })
})
