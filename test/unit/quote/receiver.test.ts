import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeAddress } from '../../../lib/base/address-format.ts'
import type { AddressFormat } from '../../../lib/base/hex.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { checkReceiver } from '../../../lib/quote/receiver.ts'

const [solana, tron, stellar, sui] = ['solana', 'tron', 'stellar', 'sui'] as const
const suiAddress = `0x${'5a'.repeat(31)}5B`

const ton = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
/** Addresses in formats that no chain id suggests. They must be sent letter by letter. */
const others = [
  ton,
  `0:${'3B'.repeat(32)}`,
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'cosmos1zt50azupanqlfam5afhv3hexwyutnukeh4c573',
  'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv',
  'alice.near',
  '0.0.1234',
  `0x${'Ab'.repeat(32)}`,
  `0x${'Ab'.repeat(31)}c`,
  'addr1q9d34spgg2kdy47n82e7x9pdd6vql6d2engxmpj20jmhuc2047yqd4xnh7u6u5jp4t0q3fkxzckph4tgnzvamlu7k5psuahzcp',
]

function reasonOf(form: AddressFormat, text: string, tokens?: readonly string[]): string | undefined {
  try {
    checkReceiver(form, text, tokens)
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.data.code === 'addressInvalid') return thrown.data.facts.reason
    throw thrown
  }
  return undefined
}

const unchanged: readonly (readonly [AddressFormat, string])[] = [
  [solana, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  [tron, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  [stellar, 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  [sui, suiAddress],
  ...others.map((text) => ['unknown', text] as const),
]

const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test.each<[AddressFormat, string, string]>([
  ['evm', vitalik, vitalik.toLowerCase()],
  ['evm', vitalik.toLowerCase(), vitalik.toLowerCase()],
  ['evm', `0x${vitalik.slice(2).toUpperCase()}`, vitalik.toLowerCase()],
  ['evm', ` ${vitalik}\n`, vitalik.toLowerCase()],
  ...unchanged.map(([form, text]): [AddressFormat, string, string] => [form, text, text]),
  ['unknown', ` ${ton}\n`, ton],
  ['unknown', vitalik, vitalik],
])('accepts receivers on %s: %s', (form, text, address) => {
  expect(checkReceiver(form, text)).toBe(address)
})

describe('refuses receivers', () => {
  test.each<[AddressFormat, string, string]>([
    ['evm', 'vitalik.eth', 'form'],
    ['evm', vitalik.replace('d8dA', 'd8da'), 'checksum'],
    ['evm', `0x${'0'.repeat(40)}`, 'zero'],
    ['evm', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'token'],
    ['evm', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'form'],
    [solana, vitalik, 'form'],
    [solana, '11111111111111111111111111111111', 'zero'],
    [solana, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D', 'form'],
    [solana, '0OIl', 'form'],
    [solana, '1'.repeat(65), 'form'],
    [tron, vitalik, 'form'],
    [tron, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'zero'],
    [tron, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum'],
    [tron, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'form'],
    [stellar, 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA', 'form'],
    [stellar, 'SA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', 'form'],
    [stellar, 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF', 'zero'],
    [sui, vitalik, 'form'],
    [sui, `0x${'0'.repeat(64)}`, 'zero'],
    ['evm', suiAddress, 'form'],
    ['unknown', '', 'form'],
    ['unknown', 'two words', 'form'],
    ['unknown', 'wo\u200brd', 'form'],
    ['unknown', '<b>account</b>', 'form'],
    ['unknown', '0x1234', 'form'],
    ['unknown', 'a'.repeat(161), 'form'],
    ['unknown', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'token'],
  ])('on %s: %s', (form, text, reason) => {
    expect(reasonOf(form, text)).toBe(reason)
  })
})

test('decodes the bytes of an address', () => {
  expect(decodeAddress('evm', `0x${'01'.repeat(20)}`)).toEqual(Uint8Array.from(Array(20).fill(1)))
  expect(decodeAddress(solana, '11111111111111111111111111111112')?.at(-1)).toBe(1)
  // Leading zero bytes are retained.
  const key = fc.uint8Array({ minLength: 30, maxLength: 30 }).map((rest) => Uint8Array.from([0, 0, ...rest]))
  const readBack = fc.property(key, (bytes) => {
    expect(decodeAddress(solana, base58.encode(bytes))).toEqual(bytes)
  })
  fc.assert(readBack)
})

test('refuses a token of the destination in any letter case', () => {
  const [usdt, spl] = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA']
  expect(reasonOf('evm', vitalik.toLowerCase(), [vitalik])).toBe('token')
  expect(reasonOf('evm', vitalik, [vitalik.toLowerCase()])).toBe('token')
  expect(reasonOf(tron, usdt, [usdt])).toBe('token')
  expect(reasonOf(solana, spl, [spl])).toBe('token')
  expect(reasonOf(solana, spl, [spl.toLowerCase(), usdt])).toBeUndefined()
  expect(reasonOf('unknown', ton, [ton])).toBe('token')
  expect(reasonOf('unknown', ton, [ton.toLowerCase()])).toBeUndefined()
})
