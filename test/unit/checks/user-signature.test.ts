import { parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../lib/base/hex.ts'
import { normalizeSignature, verifyEoaSignature } from '../../../lib/checks/typed-data.ts'
import { user } from './fixtures.ts'

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const digest: Hex = `0x${'ab'.repeat(32)}`
const other: Hex = `0x${'cd'.repeat(32)}`
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const signature = await account.sign({ hash: digest })
const rs = signature.slice(0, 130)
const v = signature.slice(130)
const flipped = v === '1b' ? '1c' : '1b'
const highS = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')

describe('forms of one good signature (rows 73 and 74)', () => {
  test.each<[string, string]>([
    ['as signed', signature],
    ['v 0 or 1', `${rs}${v === '1b' ? '00' : '01'}`],
    ['upper case', `0x${signature.slice(2).toUpperCase()}`],
    ['EIP-2098', serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))],
    ['high s', `${signature.slice(0, 66)}${highS}${flipped}`],
    ['high s with v 0 or 1', `${signature.slice(0, 66)}${highS}${flipped === '1b' ? '00' : '01'}`],
  ])('%s', async (_, form) => {
    expect(normalizeSignature(form)).toEqual({ ok: true, signature })
    expect(await verifyEoaSignature(digest, form, user)).toBe(true)
  })
})

test('the compact form carries its parity in the top bit, whatever it is', () => {
  const compact = (top: bigint): Hex => {
    const s = BigInt(`0x${signature.slice(66, 130)}`) | (top << 255n)
    return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}` as Hex
  }
  expect(normalizeSignature(compact(0n))).toEqual({ ok: true, signature: `${rs}1b` })
  expect(normalizeSignature(compact(1n))).toEqual({ ok: true, signature: `${rs}1c` })
})

test('the largest low s stays', () => {
  const half = ((order - 1n) / 2n).toString(16).padStart(64, '0')
  const largest = `${signature.slice(0, 66)}${half}1b`
  expect(normalizeSignature(largest)).toEqual({ ok: true, signature: largest })
})

describe('anything else is refused', () => {
  test.each<[string, unknown, string]>([
    ['nothing', '0x', 'S-1'],
    ['63 bytes', rs.slice(0, -2), 'S-1'],
    ['66 bytes', `${signature}00`, 'S-1'],
    ['half a byte', `${signature}0`, 'S-1'],
    ['a blob', `0x${'00'.repeat(200)}`, 'S-1'],
    ['no text', { r: 1 }, 'S-1'],
    ['v 29', `${rs}1d`, 'S-2'],
    ['v 2', `${rs}02`, 'S-2'],
    ['r zero', `0x${'0'.repeat(64)}${signature.slice(66)}`, 'S-3'],
    ['s zero', `${signature.slice(0, 66)}${'0'.repeat(64)}${v}`, 'S-3'],
    ['r too large', `0x${'f'.repeat(64)}${signature.slice(66)}`, 'S-3'],
    ['r as large as the order', `0x${order.toString(16)}${signature.slice(66)}`, 'S-3'],
    ['s as large as the order', `${signature.slice(0, 66)}${order.toString(16)}${v}`, 'S-3'],
    ['s too large', `${signature.slice(0, 66)}${'f'.repeat(64)}${v}`, 'S-3'],
  ])('%s', async (_, form, code) => {
    expect(normalizeSignature(form)).toEqual({ ok: false, code })
    expect(await verifyEoaSignature(digest, form, user)).toBe(false)
  })

  test('of another digest, account or parity', async () => {
    expect(await verifyEoaSignature(other, signature, user)).toBe(false)
    expect(await verifyEoaSignature(digest, signature, `0x${'11'.repeat(20)}`)).toBe(false)
    expect(await verifyEoaSignature(digest, `${rs}${flipped}`, user)).toBe(false)
  })

  test('numbers that are on no curve', async () => {
    // 5 is the x of no point of secp256k1.
    const nobody = `0x${'5'.padStart(64, '0')}${signature.slice(66)}`
    expect(await verifyEoaSignature(digest, nobody, user)).toBe(false)
  })
})
