import {
  concat,
  encodeAbiParameters,
  hashStruct,
  hashTypedData,
  keccak256,
  numberToHex,
  recoverAddress,
  serializeSignature,
  stringToHex,
} from 'viem'
import { typeHashOf } from '../base/ethereum.ts'
import { type Address, type Hex, isHex, isSameHex } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import { Problem } from '../base/problem.ts'
import { permitPrimaryType, type RequestType, type TypedMember, type TypeMap } from '../deployment/schema.ts'
import type { SignTypedData } from '../service/route.ts'
import { canonicalValue, member, membersOf } from './check-report.ts'

/** Permit2's domain has no version and no salt. */
const domainMembers: readonly TypedMember[] = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/**
 * Returns the typed data in the form that the wallet receives (security API3): the received one with exactly two
 * additions: `EIP712Domain` (some wallets hash an empty domain without it) and `primaryType`. Values stay as received, so
 * that the signed witness is the submitted one.
 */
export function walletTypedData(signTypedData: SignTypedData) {
  return {
    types: { EIP712Domain: domainMembers, ...signTypedData.types },
    primaryType: permitPrimaryType,
    domain: signTypedData.domain,
    message: signTypedData.values,
  }
}

/**
 * Returns the `requestHash` of a witness: EIP-712 `hashStruct("Request", witness)` (wire shapes 4). Throws `checkFailed`
 * with the path of a value that is not clearly of its type.
 */
export function requestHashOf(types: TypeMap, witness: Json): Hex {
  const data = canonicalStruct(types, 'Request', witness, 'witness')
  return hashStruct({ types: mutable(types), primaryType: 'Request', data })
}

/** Returns the EIP-712 digest of the received typed data, computed by viem. Throws like `requestHashOf`. */
export function digestOf(signTypedData: SignTypedData): Hex {
  const { types, domain, values } = signTypedData
  const domainTypes = { EIP712Domain: domainMembers }
  return hashTypedData({
    types: mutable({ ...types, ...domainTypes }),
    primaryType: permitPrimaryType,
    domain: canonicalStruct(domainTypes, 'EIP712Domain', domain, 'domain'),
    message: canonicalStruct(types, permitPrimaryType, values, 'values'),
  })
}

/** Returns a struct's members in the form that is hashed. Members that its type does not have are left out. */
function canonicalStruct(
  types: TypeMap,
  typeName: string,
  value: Json | undefined,
  path: string,
): Record<string, unknown> {
  return Object.fromEntries(
    membersOf(types, typeName).map(({ name, type }) => {
      const found = member(value, name)
      const at = `${path}.${name}`
      if (types[type] !== undefined) return [name, canonicalStruct(types, type, found, at)]
      const canonical = canonicalValue(type, found)
      if (canonical === null) throw new Problem('checkFailed', { facts: { path: at } })
      return [name, canonical]
    }),
  )
}

/** viem's types require mutable arrays. */
function mutable(types: TypeMap): Record<string, TypedMember[]> {
  return Object.fromEntries(Object.entries(types).map(([name, members]) => [name, [...members]]))
}

const domainType = 'EIP712Domain(string name,uint256 chainId,address verifyingContract)'

/**
 * Computes the EIP-712 digest a second time, from the **pinned** types and without viem's EIP-712 code. It equals
 * `digestOf` only if the received types are the pinned ones and both encodings agree. Throws `checkFailed` like
 * `digestOf`.
 */
export function digestByConfig(pinnedTypes: TypeMap, signTypedData: SignTypedData): Hex {
  const { domain, values } = signTypedData
  const separator = keccak256(
    concat([
      keccak256(stringToHex(domainType)),
      encodeMember('string', member(domain, 'name'), 'domain.name'),
      encodeMember('uint256', member(domain, 'chainId'), 'domain.chainId'),
      encodeMember('address', member(domain, 'verifyingContract'), 'domain.verifyingContract'),
    ]),
  )
  const message = structHash(pinnedTypes, 'PermitWitnessTransferFrom', values, 'values')
  return keccak256(concat(['0x1901', separator, message]))
}

function structHash(types: TypeMap, typeName: string, value: Json | undefined, path: string): Hex {
  const words = membersOf(types, typeName).map(({ name, type }) => {
    const found = member(value, name)
    const at = `${path}.${name}`
    return types[type] === undefined ? encodeMember(type, found, at) : structHash(types, type, found, at)
  })
  return keccak256(concat([typeHashOf(types, typeName), ...words]))
}

/** Encodes one member as the 32 bytes that EIP-712 hashes. */
function encodeMember(type: string, value: Json | undefined, path: string): Hex {
  const canonical = canonicalValue(type, value)
  if (canonical === null) throw new Problem('checkFailed', { facts: { path } })
  if (type === 'string') return keccak256(stringToHex(String(canonical)))
  if (type === 'bytes') return keccak256(canonical as Hex)
  return encodeAbiParameters([{ type }], [canonical])
}

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * Returns an account's ECDSA signature in the one form that Permit2 and every gateway accepts: 65 bytes, `v` 27 or 28, low
 * `s`.
 *
 * It accepts 65 bytes with `v` 0, 1, 27 or 28, and 64 bytes of EIP-2098. A high `s` becomes its low counterpart with the
 * other `v`. The same key made both; Permit2 accepts either, but some contracts only the low one.
 *
 * Null for any other value: S-1 for its length or format, S-2 for its `v`, S-3 for numbers from which no account can be
 * recovered.
 */
export function normalizeSignature(value: unknown): Hex | null {
  const parts = readSignatureParts(value)
  if (parts === null) return null
  const { r, s, parity } = parts
  if (r === 0n || r >= curveOrder || s === 0n || s >= curveOrder) return null
  const isHigh = s > curveOrder / 2n
  const lowS = isHigh ? curveOrder - s : s
  return serializeSignature({
    r: numberToHex(r),
    s: numberToHex(lowS),
    yParity: isHigh ? 1 - parity : parity,
  })
}

/**
 * True if an account without code signed this digest. False also for a value that is no ECDSA signature (S-1 to S-3).
 */
export async function verifyEoaSignature(digest: Hex, signature: unknown, user: Address): Promise<boolean> {
  const normalized = normalizeSignature(signature)
  if (normalized === null) return false
  try {
    return isSameHex(await recoverAddress({ hash: digest, signature: normalized }), user)
  } catch {
    // Not every `r` is the x of a curve point. Such a signature belongs to no account.
    return false
  }
}

function readSignatureParts(value: unknown) {
  if (!isHex(value)) return null
  if (value.length === 130) {
    // EIP-2098: the parity is the top bit of the second word.
    const packed = BigInt(`0x${value.slice(66)}`)
    const parity = packed >> 255n === 1n ? 1 : 0
    return { r: BigInt(value.slice(0, 66)), s: packed & ((1n << 255n) - 1n), parity }
  }
  if (value.length !== 132) return null
  const v = Number.parseInt(value.slice(130), 16)
  const parity = v === 0 || v === 27 ? 0 : v === 1 || v === 28 ? 1 : null
  if (parity === null) return null
  return { r: BigInt(value.slice(0, 66)), s: BigInt(`0x${value.slice(66, 130)}`), parity }
}

/**
 * Returns the body of a submit (interface 4.5): the witness exactly as received, with no member converted, added or moved.
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
