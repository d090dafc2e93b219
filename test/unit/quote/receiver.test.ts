import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { receiverBytes } from '../../../lib/base/receiver-bytes.ts'
import { checkReceiver } from '../../../lib/quote/receiver.ts'

const solana = 89999
const tron = 728126428
const stellar = 1110002
const sui = 1110006
const suiAddress = `0x${'5a'.repeat(31)}5B`

function reasonOf(chainId: number, text: string, tokens?: readonly string[]): string | undefined {
  try {
    checkReceiver(chainId, text, tokens)
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.data.facts.reason
    throw thrown
  }
  return undefined
}

const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

describe('receivers that are taken', () => {
  test.each<[number, string, string]>([
    [1, vitalik, vitalik.toLowerCase()],
    [1, vitalik.toLowerCase(), vitalik.toLowerCase()],
    [1, `0x${vitalik.slice(2).toUpperCase()}`, vitalik.toLowerCase()],
    [1, ` ${vitalik}\n`, vitalik.toLowerCase()],
    [solana, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    [tron, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    [
      stellar,
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    ],
    [sui, suiAddress, suiAddress.toLowerCase()],
  ])('on %s: %s', (chainId, text, address) => {
    expect(checkReceiver(chainId, text)).toBe(address)
  })
})

describe('receivers that are refused', () => {
  test.each<[number, string, string]>([
    [1, '', 'form'],
    [1, 'vitalik.eth', 'form'],
    [1, vitalik.replace('0x', '0X'), 'form'],
    [1, vitalik.slice(0, -1), 'form'],
    [1, `${vitalik}0`, 'form'],
    [1, vitalik.replace('d8dA', 'd8da'), 'checksum'],
    [1, `0x${'0'.repeat(40)}`, 'zero'],
    [1, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'token'],
    [1, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'form'],
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
    [1, suiAddress, 'form'],
  ])('on %s: %s', (chainId, text, reason) => {
    expect(reasonOf(chainId, text)).toBe(reason)
  })

  test('a token of the swap', () => {
    expect(reasonOf(1, vitalik, [vitalik.toLowerCase()])).toBe('token')
    const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    expect(reasonOf(tron, usdt, [usdt])).toBe('token')
    expect(reasonOf(1, vitalik, [usdt])).toBe(undefined)
  })
})

test('the bytes of an address are those of its letters', () => {
  expect(receiverBytes(1, `0x${'01'.repeat(20)}`)).toEqual(Uint8Array.from(Array(20).fill(1)))
  expect(receiverBytes(solana, '11111111111111111111111111111112')?.at(-1)).toBe(1)
  // Keys that begin with zero bytes keep them.
  const key = fc.uint8Array({ minLength: 30, maxLength: 30 }).map((rest) => Uint8Array.from([0, 0, ...rest]))
  const readBack = fc.property(key, (bytes) => {
    expect(receiverBytes(solana, base58.encode(bytes))).toEqual(bytes)
  })
  fc.assert(readBack)
})

test('a token of the destination is no receiver, in whatever case its list writes it', () => {
  const [usdt, spl] = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA']
  expect(reasonOf(1, vitalik.toLowerCase(), [vitalik])).toBe('token')
  expect(reasonOf(1, vitalik, [vitalik.toLowerCase()])).toBe('token')
  expect(reasonOf(tron, usdt, [usdt])).toBe('token')
  expect(reasonOf(solana, spl, [spl])).toBe('token')
  expect(reasonOf(solana, spl, [spl.toLowerCase(), usdt])).toBeUndefined()
})
