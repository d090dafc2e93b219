import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { checkReceiver } from '../../../lib/quote/receiver.ts'
import { problemCodeOf } from '../base/problem-code.ts'
import { usdc, user } from '../checks/fixtures.ts'
import { serviceWith } from '../service/fake-service.ts'

const token = { chainId: 31_337, address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }
const taken = async (part: object) =>
  (await serviceWith({ 31337: [{ ...token, ...part }] }).client.tokens()).result

describe('L3: decimals of a list', () => {
  test.each([0, 6, 18, 36, 37, 77])('%j are accepted', async (decimals) => {
    expect(await taken({ decimals })).toMatchObject([{ decimals }])
  })

  test.each([78, 255, -1, 1.5, '6', '', null, true, [6], 1e3, 1e21, Number.MAX_SAFE_INTEGER])(
    '%j are refused: the token is left out',
    async (decimals) => {
      const good = { ...token, address: user }
      const sent = { 31337: [{ ...token, decimals }, good] }
      const { result } = await serviceWith(sent).client.tokens()
      expect(result.map(({ address }) => address)).toEqual([user])
    },
  )
})

describe('L5: addresses', () => {
  test.each<[string, string]>([
    ['0X in front', `0X${user.slice(2)}`],
    ['nothing in front', user.slice(2)],
    ['a digit too few', user.slice(0, -1)],
    ['a digit too many', `${user}0`],
    ['a letter that is no digit', user.replace('f', 'g')],
    ['a Cyrillic letter', user.replace('a', '\u0430')],
    ['a space in it', `${user.slice(0, 20)} ${user.slice(20)}`],
    ['a zero-width space in it', `${user.slice(0, 20)}\u200b${user.slice(20)}`],
    ['a chain in front', `eip155:1:${user}`],
    ['a link', `ethereum:${user}`],
    ['nothing', ''],
  ])('of a receiver with %s are refused', (_what, text) => {
    expect(problemCodeOf(() => checkReceiver('evm', text))).toMatch(/^addressInvalid/)
  })

  test.each([
    nativeAddress,
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    `0x${'E'.repeat(40)}`,
    `0x${'0'.repeat(40)}`,
    '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
  ])('of the native currency are one: %s', async (address) => {
    expect(await taken({ address, symbol: 'ETH', decimals: 18 })).toMatchObject([{ address: nativeAddress }])
  })

  test('of tokens are equal in any case', async () => {
    const upper = `0x${usdc.slice(2).toUpperCase()}`
    const { result } = await serviceWith({ 31337: [token, { ...token, address: upper }] }).client.tokens()
    expect(result.map(({ address }) => address)).toEqual([usdc])
  })
})
