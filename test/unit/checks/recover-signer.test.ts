import fc from 'fast-check'
import { type Hex, keccak256, numberToHex, parseSignature, recoverAddress, serializeSignature } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { curveOrder, recoverSigner } from '../../../lib/checks/recover-signer.ts'

const numbers = fc.bigInt({ min: 1n, max: curveOrder - 1n })
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const parities = fc.constantFrom<0 | 1>(0, 1)

/** The account that viem recovers; null if it finds none. */
const byViem = (hash: Hex, r: bigint, s: bigint, yParity: 0 | 1): Promise<string | null> =>
  recoverAddress({ hash, signature: serializeSignature({ r: word(r), s: word(s), yParity }) }).then(
    (found) => found.toLowerCase(),
    () => null,
  )

test('recovers the account that signed, for any key and digest', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), async (key, value) => {
      const digest = word(value)
      const { r, s, yParity } = parseSignature(await sign({ hash: digest, privateKey: word(key), to: 'hex' }))
      const parity = yParity === 0 ? 0 : 1
      const signer = recoverSigner(digest, { r: BigInt(r), s: BigInt(s), parity })
      expect(signer).toBe(privateKeyToAccount(word(key)).address.toLowerCase())
    }),
    { numRuns: 40 },
  )
})

test('recovers the account that viem recovers from any numbers, or none', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, numbers, numbers, parities, async (value, r, s, parity) => {
      const digest = keccak256(word(value))
      expect(recoverSigner(digest, { r, s, parity })).toBe(await byViem(digest, r, s, parity))
    }),
    { numRuns: 60 },
  )
})

test.each<[string, bigint, bigint, bigint]>([
  ['the smallest numbers', 0n, 1n, 1n],
  ['the largest numbers', curveOrder - 1n, curveOrder - 1n, curveOrder - 1n],
  ['a digest of the order', curveOrder, 1n, 2n],
  ['a digest above the order', 2n ** 256n - 1n, 2n, 3n],
])('agrees with viem on %s', async (_, value, r, s) => {
  for (const parity of [0, 1] as const) {
    expect(recoverSigner(word(value), { r, s, parity })).toBe(await byViem(word(value), r, s, parity))
  }
})

test('recovers no account if the key would be infinity', async () => {
  // R is the generator and s the digest: s·R - digest·G is infinity.
  const r = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n
  const digest = word(12345n)
  expect(recoverSigner(digest, { r, s: 12345n, parity: 0 })).toBeNull()
  expect(await byViem(digest, r, 12345n, 0)).toBeNull()
})

test('recovers no account from an r that is the x of no point', () => {
  expect(recoverSigner(word(1n), { r: 5n, s: 1n, parity: 0 })).toBeNull()
})
