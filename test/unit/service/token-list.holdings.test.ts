import { expect, it } from 'vitest'
import { serviceWith } from './fake-service.ts'

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
