import { recoverAddress } from 'viem'
import { type Address, type Hex, isHex, sameHex } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import type { RequestType } from '../deployment/deployment.ts'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Why a signature is none: S-1 its length or form, S-2 its `v`, S-3 numbers from which nobody can be recovered. */
type NormalizedSignature =
  | { readonly ok: true; readonly signature: Hex }
  | { readonly ok: false; readonly code: 'S-1' | 'S-2' | 'S-3' }

/**
 * Returns the one form of an account's ECDSA signature that Permit2 and every gateway takes: 65 bytes, `v` 27 or 28,
 * low `s`.
 *
 * Taken in: 65 bytes with `v` 0, 1, 27 or 28, and 64 bytes of EIP-2098. A high `s` is turned into its low twin with the
 * other `v`: the same key made both, Permit2 would take either, some contracts only the low one.
 *
 * @example normalizeSignature('0x12') // { ok: false, code: 'S-1' }
 */
export function normalizeSignature(value: unknown): NormalizedSignature {
  const parts = partsOf(value)
  if (typeof parts === 'string') return { ok: false, code: parts }
  const { r, s, parity } = parts
  if (r === 0n || r >= curveOrder || s === 0n || s >= curveOrder) return { ok: false, code: 'S-3' }
  const isHigh = s > curveOrder / 2n
  const lowS = isHigh ? curveOrder - s : s
  const isOdd = isHigh ? parity === 0 : parity === 1
  return { ok: true, signature: `0x${hexWord(r)}${hexWord(lowS)}${isOdd ? '1c' : '1b'}` }
}

/**
 * Tells whether an account without code signed this digest; false also for what is no ECDSA signature at all (S-1 to
 * S-3).
 *
 * @example await verifyEoaSignature(digestOf(signTypedData), signature, userAddress)
 */
export async function verifyEoaSignature(digest: Hex, signature: unknown, user: Address): Promise<boolean> {
  const normalized = normalizeSignature(signature)
  if (!normalized.ok) return false
  try {
    return sameHex(await recoverAddress({ hash: digest, signature: normalized.signature }), user)
  } catch {
    // `r` need not be the x of a point: such numbers are nobody's signature.
    return false
  }
}

interface SignatureParts {
  readonly r: bigint
  readonly s: bigint
  readonly parity: 0 | 1
}

function partsOf(value: unknown): SignatureParts | 'S-1' | 'S-2' {
  if (!isHex(value)) return 'S-1'
  if (value.length === 130) {
    // EIP-2098: the parity is the top bit of the second word.
    const packed = BigInt(`0x${value.slice(66)}`)
    const parity = packed >> 255n === 1n ? 1 : 0
    return { r: BigInt(value.slice(0, 66)), s: packed & ((1n << 255n) - 1n), parity }
  }
  if (value.length !== 132) return 'S-1'
  const v = Number.parseInt(value.slice(130), 16)
  const parity = v === 0 || v === 27 ? 0 : v === 1 || v === 28 ? 1 : null
  if (parity === null) return 'S-2'
  return { r: BigInt(value.slice(0, 66)), s: BigInt(`0x${value.slice(66, 130)}`), parity }
}

function hexWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

/**
 * Returns the body of a submit (interface 4.5): the witness as it was received, no member converted, added or moved.
 *
 * @example submitBody({ requestType, witness: values.witness, userSignature, quoteId }) // JSON text
 */
export function submitBody(parts: {
  readonly requestType: RequestType
  readonly witness: Json | undefined
  readonly userSignature: Hex
  readonly quoteId: string
}): string {
  const { requestType, witness, userSignature, quoteId } = parts
  return JSON.stringify({ requestType, request: witness, userSignature, quoteId })
}
