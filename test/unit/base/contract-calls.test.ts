import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allowanceData,
  approveData,
  balanceData,
  decimalsData,
  invalidateNonceData,
  isValidSignatureData,
  nonceBitmapData,
  symbolData,
  transferData,
} from '../../../lib/base/ethereum.ts'
import type { Address, Hex } from '../../../lib/base/hex.ts'

const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
/** In any case: what it is spelled like says nothing here. */
const addresses = fc
  .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 40, maxLength: 40 })
  .map((digits): Address => `0x${digits.join('')}`)
const bytes = (least: number, most: number) =>
  fc
    .uint8Array({ minLength: least, maxLength: most })
    .map((all): Hex => `0x${Buffer.from(all).toString('hex')}`)

/** What the ABI says of static arguments: the selector, then a word each. */
function words(selector: string, ...args: readonly (bigint | Hex)[]): string {
  return selector + args.map((one) => BigInt(one).toString(16).padStart(64, '0')).join('')
}

test('calls of a token are its selector and a word for each argument', () => {
  const calls = fc.property(addresses, addresses, units, (one, other, amountUnits) => {
    expect(approveData(one, amountUnits)).toBe(words('0x095ea7b3', one, amountUnits))
    expect(transferData(one, amountUnits)).toBe(words('0xa9059cbb', one, amountUnits))
    expect(allowanceData(one, other)).toBe(words('0xdd62ed3e', one, other))
    expect(balanceData(one)).toBe(words('0x70a08231', one))
  })
  fc.assert(calls)
  expect([decimalsData(), symbolData()]).toEqual(['0x313ce567', '0x95d89b41'])
})

test("calls of Permit2 name the word and the bit of a nonce's", () => {
  const calls = fc.property(addresses, units, (owner, nonce) => {
    expect(nonceBitmapData(owner, nonce)).toBe(words('0x4fe02b44', owner, nonce / 256n))
    expect(invalidateNonceData(nonce)).toBe(words('0x3ff9dcb1', nonce / 256n, 2n ** (nonce % 256n)))
  })
  fc.assert(calls)
})

test('a contract account is asked with the digest and the signature, filled up to whole words', () => {
  const calls = fc.property(bytes(32, 32), bytes(0, 200), (digest, signature) => {
    const digits = signature.slice(2)
    const filled = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
    const expected = words('0x1626ba7e', digest, 64n, BigInt(digits.length / 2)) + filled
    expect(isValidSignatureData(digest, signature)).toBe(expected)
  })
  fc.assert(calls)
})

test('no amount is cut off or goes over its word', () => {
  expect(() => approveData(`0x${'1'.repeat(40)}`, 2n ** 256n)).toThrow()
  expect(() => transferData(`0x${'1'.repeat(40)}`, -1n)).toThrow()
})
