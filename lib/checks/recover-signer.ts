import { keccak256, numberToHex } from 'viem'
import type { Address, Hex } from '../base/hex.ts'

/** The curve secp256k1 (SEC 2, 2.4.1): y² = x³ + 7 over the integers modulo `prime`. */
const prime = 2n ** 256n - 2n ** 32n - 977n
export const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const generator: Point = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  1n,
]
const infinity: Point = [0n, 1n, 0n]

/** x, y and z of a point: the point (x/z, y/z), or infinity if z is 0. */
type Point = readonly [x: bigint, y: bigint, z: bigint]

/**
 * Returns the account whose key made an ECDSA signature of a digest (SEC 1, 4.1.6); null if no key can have made it.
 * `r` and `s` are from 1 to the curve's order. An `r` of the order or more before its reduction is not supported: no wallet
 * makes one, and Ethereum accepts no such signature.
 *
 * All values are public, so the time that this takes may depend on them. viem's own function would bring a library for keys
 * and signing, three times the size of the rest of viem here.
 */
export function recoverSigner(
  digest: Hex,
  { r, s, parity }: { readonly r: bigint; readonly s: bigint; readonly parity: 0 | 1 },
): Address | null {
  const squareY = modulo(r ** 3n + 7n, prime)
  const root = power(squareY, (prime + 1n) / 4n, prime)
  // Not every `r` is the x of a point.
  if (modulo(root * root, prime) !== squareY) return null
  const y = root % 2n === BigInt(parity) ? root : prime - root
  const inverse = power(r, curveOrder - 2n, curveOrder)
  const key = add(
    multiply(generator, modulo(-BigInt(digest) * inverse, curveOrder)),
    multiply([r, y, 1n], modulo(s * inverse, curveOrder)),
  )
  const [keyX, keyY, keyZ] = key
  if (keyZ === 0n) return null
  const scale = power(keyZ, prime - 2n, prime)
  const word = (value: bigint) => numberToHex(modulo(value * scale, prime), { size: 32 }).slice(2)
  return `0x${keccak256(`0x${word(keyX)}${word(keyY)}`).slice(-40)}`
}

/** Complete addition: right for equal points, opposite points and infinity too (Renes, Costello, Batina 2015, algorithm 7). */
function add([x1, y1, z1]: Point, [x2, y2, z2]: Point): Point {
  const xx = x1 * x2
  const yy = y1 * y2
  const zz = z1 * z2 * 21n
  const xy = modulo((x1 + y1) * (x2 + y2) - xx - yy, prime)
  const yz = modulo(y1 * z2 + y2 * z1, prime)
  const xz = modulo((x1 * z2 + x2 * z1) * 21n, prime)
  const sum = modulo(yy + zz, prime)
  const difference = modulo(yy - zz, prime)
  const triple = modulo(3n * xx, prime)
  return [
    modulo(xy * difference - yz * xz, prime),
    modulo(xz * triple + difference * sum, prime),
    modulo(sum * yz + triple * xy, prime),
  ]
}

function multiply(point: Point, factor: bigint): Point {
  let result = infinity
  let doubled = point
  for (let left = factor; left > 0n; left >>= 1n) {
    if (left & 1n) result = add(result, doubled)
    doubled = add(doubled, doubled)
  }
  return result
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let squared = base
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * squared) % modulus
    squared = (squared * squared) % modulus
  }
  return result
}

/** From 0, also for a negative value. */
function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus
  return rest < 0n ? rest + modulus : rest
}
