import {
  type AbiParameter,
  bytesToHex,
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  getAddress,
  getContractAddress,
  keccak256,
  stringToHex,
} from 'viem'
import { type Address, type Hex, isAddress, lowerHex } from './hex.ts'

const address = { type: 'address' } as const
const uint256 = { type: 'uint256' } as const
const bytes32 = { type: 'bytes32' } as const
const bytes = { type: 'bytes' } as const

/** Returns the first four bytes of a call: of the hash of `name(type,…)`, with the members of tuples in brackets. */
export function functionSelector(name: string, inputs: readonly AbiParameter[]): Hex {
  return `0x${keccak256(stringToHex(`${name}${typesText(inputs)}`)).slice(2, 10)}`
}

function typesText(parameters: readonly AbiParameter[]): string {
  const types = parameters.map((one) =>
    'components' in one ? one.type.replace('tuple', typesText(one.components)) : one.type,
  )
  return `(${types.join(',')})`
}

/**
 * Encodes a call from the types of its inputs. viem's `encodeFunctionData` does the same from an ABI, but brings its search
 * through ABIs into the package.
 */
export function encodeCall<const Inputs extends readonly AbiParameter[]>(
  name: string,
  inputs: Inputs,
  values: Parameters<typeof encodeAbiParameters<Inputs>>[1],
): Hex {
  return concat([functionSelector(name, inputs), encodeAbiParameters(inputs, values)])
}

/** Null if the bytes are no such values: a contract may return any bytes. */
export function decodeAbi<const Outputs extends readonly AbiParameter[]>(outputs: Outputs, data: Hex) {
  try {
    return decodeAbiParameters(outputs, data)
  } catch {
    return null
  }
}

export function bytesToAddress(bytes: Uint8Array): Address {
  return bytesToHex(bytes)
}

export function computeCreateAddress(from: Address, nonce: number): Address {
  return getContractAddress({ from, nonce: BigInt(nonce) })
}

export function approveData(spender: Address, amountUnits: bigint): Hex {
  return encodeCall('approve', [address, uint256], [lowerHex(spender), amountUnits])
}

/** The spender comes from the deployment file, never from the service (API5). */
export function approveCall(
  token: Address,
  spender: Address,
  amountUnits: bigint,
): { readonly to: Address; readonly data: Hex; readonly value: 0n } {
  return { to: token, data: approveData(spender, amountUnits), value: 0n }
}

export function transferData(to: Address, amountUnits: bigint): Hex {
  return encodeCall('transfer', [address, uint256], [lowerHex(to), amountUnits])
}

export function allowanceData(owner: Address, spender: Address): Hex {
  return encodeCall('allowance', [address, address], [lowerHex(owner), lowerHex(spender)])
}

export function balanceData(owner: Address): Hex {
  return encodeCall('balanceOf', [address], [lowerHex(owner)])
}

export function decimalsData(): Hex {
  return encodeCall('decimals', [], [])
}

export function symbolData(): Hex {
  return encodeCall('symbol', [], [])
}

export function nonceBitmapData(owner: Address, nonce: bigint): Hex {
  return encodeCall('nonceBitmap', [address, uint256], [lowerHex(owner), nonce >> 8n])
}

export function invalidateNonceData(nonce: bigint): Hex {
  const mask = 1n << (nonce & 0xffn)
  return encodeCall('invalidateUnorderedNonces', [uint256, uint256], [nonce >> 8n, mask])
}

/** The function that verifies a signature of a contract account (EIP-1271). */
export function isValidSignatureData(digest: Hex, signature: Hex): Hex {
  return encodeCall('isValidSignature', [bytes32, bytes], [digest, signature])
}

/**
 * True for the code of a contract. An account that delegates to a contract's code (EIP-7702) is none: its key can still
 * send from it.
 */
export function isContractCode(code: Hex): boolean {
  return code !== '0x' && !code.startsWith('0xef0100')
}

/** Also true if all letters have one case (no checksum given). Not for views: it hashes. */
export function hasValidChecksum(address: Address): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return address === toChecksumAddress(address)
}

export function toChecksumAddress(address: Address): Address {
  return getAddress(address.toLowerCase())
}

/** Returns the address in lower case. Null if it is no address or its EIP-55 checksum is wrong. */
export function canonicalAddress(value: unknown): Address | null {
  if (!isAddress(value) || !hasValidChecksum(value)) return null
  return value.toLowerCase() as Address
}

/** The members of EIP-712 structs, in order, by struct name. */
type StructTypes = {
  readonly [typeName: string]: readonly { readonly name: string; readonly type: string }[]
}

/**
 * Returns the EIP-712 type hash: the keccak of the type's own encoding, followed by those of the types it uses,
 * sorted by name.
 */
export function typeHashOf(types: StructTypes, typeName: string): Hex {
  const used = [...usedTypes(types, typeName)].sort()
  const signatures = [typeName, ...used].map((name) => {
    const members = (types[name] ?? []).map((one) => `${one.type} ${one.name}`)
    return `${name}(${members.join(',')})`
  })
  return keccak256(stringToHex(signatures.join('')))
}

function usedTypes(types: StructTypes, typeName: string): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [typeName]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const { type } of types[name] ?? []) {
      if (types[type] === undefined || type === typeName || found.has(type)) continue
      found.add(type)
      waiting.push(type)
    }
  }
  return found
}
