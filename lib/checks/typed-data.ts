import { hashStruct, hashTypedData } from 'viem'
import type { Hex } from '../base/hex.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { Problem } from '../base/problem.ts'
import type { TypedMember, TypeMap } from '../deployment/deployment.ts'
import type { SignTypedData } from '../service/quote-result.ts'
import { canonicalValue, member } from './canonical.ts'

/** The only thing Ferry asks a wallet to sign (interface 2, signTypedData). */
export const permitPrimaryType = 'PermitWitnessTransferFrom'

/** Permit2's domain has no version and no salt. */
const domainMembers: readonly TypedMember[] = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** What the wallet gets (security API3). */
export interface WalletTypedData {
  readonly types: TypeMap
  readonly primaryType: typeof permitPrimaryType
  readonly domain: JsonObject
  readonly message: JsonObject
}

/**
 * Returns the received typed data with exactly two additions: `EIP712Domain` (some wallets hash an empty domain without
 * it) and `primaryType`. Values stay as received, so that the witness that is signed is the one that is posted.
 *
 * @example walletTypedData(signTypedData).primaryType // 'PermitWitnessTransferFrom'
 */
export function walletTypedData(signTypedData: SignTypedData): WalletTypedData {
  return {
    types: { EIP712Domain: domainMembers, ...signTypedData.types },
    primaryType: permitPrimaryType,
    domain: signTypedData.domain,
    message: signTypedData.values,
  }
}

/**
 * Returns the `requestHash` of a witness: EIP-712 `hashStruct("Request", witness)` (wire shapes 4). Throws
 * `checkFailed` with the path of a value that is not clearly of its type.
 *
 * @example requestHashOf(signTypedData.types, values.witness) === route.requestHash
 */
export function requestHashOf(types: TypeMap, witness: Json): Hex {
  const data = canonicalStruct(types, 'Request', witness, 'witness')
  return hashStruct({ types: mutable(types), primaryType: 'Request', data })
}

/**
 * Returns the EIP-712 digest of the received typed data, by viem. Throws as `requestHashOf`.
 *
 * @example await verifyEoaSignature(digestOf(signTypedData), signature, userAddress)
 */
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

/** A struct's members in the form that is hashed; members that its type does not have are left out. */
function canonicalStruct(
  types: TypeMap,
  typeName: string,
  value: Json | undefined,
  path: string,
): Record<string, unknown> {
  const members = types[typeName] ?? []
  return Object.fromEntries(
    members.map(({ name, type }) => {
      const found = member(value, name)
      const at = `${path}.${name}`
      if (types[type] !== undefined) return [name, canonicalStruct(types, type, found, at)]
      const canonical = canonicalValue(type, found)
      if (canonical === null) throw new Problem('checkFailed', { facts: { path: at } })
      return [name, canonical]
    }),
  )
}

/** viem's types ask for arrays that may be written to. */
function mutable(types: TypeMap): Record<string, TypedMember[]> {
  return Object.fromEntries(Object.entries(types).map(([name, members]) => [name, [...members]]))
}
