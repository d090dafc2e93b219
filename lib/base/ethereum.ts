import {
  bytesToHex,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  getContractAddress,
  keccak256,
  stringToHex,
} from 'viem'
import { type Address, type Hex, isAddress, lowerHex } from './hex.ts'

const permit2Abi = [
  {
    type: 'function',
    name: 'nonceBitmap',
    stateMutability: 'view',
    inputs: [
      { name: 'owner', type: 'address' },
      { name: 'wordPos', type: 'uint256' },
    ],
    outputs: [{ type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'invalidateUnorderedNonces',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'wordPos', type: 'uint256' },
      { name: 'mask', type: 'uint256' },
    ],
    outputs: [],
  },
] as const

/** The function that verifies a signature of a contract account (EIP-1271). */
const accountAbi = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ type: 'bytes4' }],
  },
] as const

export function bytesToAddress(bytes: Uint8Array): Address {
  return bytesToHex(bytes)
}

export function computeCreateAddress(from: Address, nonce: number): Address {
  return getContractAddress({ from, nonce: BigInt(nonce) })
}

export function approveData(spender: Address, amountUnits: bigint): Hex {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [lowerHex(spender), amountUnits],
  })
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
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [lowerHex(to), amountUnits] })
}

export function allowanceData(owner: Address, spender: Address): Hex {
  const args = [lowerHex(owner), lowerHex(spender)] as const
  return encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
}

export function balanceData(owner: Address): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [lowerHex(owner)] })
}

export function decimalsData(): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
}

export function symbolData(): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' })
}

export function nonceBitmapData(owner: Address, nonce: bigint): Hex {
  const args = [lowerHex(owner), nonce >> 8n] as const
  return encodeFunctionData({ abi: permit2Abi, functionName: 'nonceBitmap', args })
}

export function invalidateNonceData(nonce: bigint): Hex {
  const args = [nonce >> 8n, 1n << (nonce & 0xffn)] as const
  return encodeFunctionData({ abi: permit2Abi, functionName: 'invalidateUnorderedNonces', args })
}

export function isValidSignatureData(digest: Hex, signature: Hex): Hex {
  return encodeFunctionData({ abi: accountAbi, functionName: 'isValidSignature', args: [digest, signature] })
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
