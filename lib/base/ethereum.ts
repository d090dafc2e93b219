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

/** The functions of Permit2 that Ferry calls itself. */
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

/** What a contract account is asked (EIP-1271). */
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

/** Returns the address that 20 bytes are. */
export function addressOfBytes(bytes: Uint8Array): Address {
  return bytesToHex(bytes)
}

/** Returns the address of the contract that an account creates in its transaction of this nonce (CREATE). */
export function createdAddress(from: Address, nonce: number): Address {
  return getContractAddress({ from, nonce: BigInt(nonce) })
}

/** Gives the calldata of ERC-20's `approve`. */
export function approveData(spender: Address, amountUnits: bigint): Hex {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [lowerHex(spender), amountUnits],
  })
}

/** Returns `approve(address,uint256)` as a transaction; spender from the deployment file, never from the service (API5). */
export function approveCall(
  token: Address,
  spender: Address,
  amountUnits: bigint,
): { readonly to: Address; readonly data: Hex; readonly value: 0n } {
  return { to: token, data: approveData(spender, amountUnits), value: 0n }
}

/** Gives the calldata of ERC-20's `transfer`. */
export function transferData(to: Address, amountUnits: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [lowerHex(to), amountUnits] })
}

/** Gives the calldata of ERC-20's `allowance`. */
export function allowanceData(owner: Address, spender: Address): Hex {
  const args = [lowerHex(owner), lowerHex(spender)] as const
  return encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
}

/** Gives the calldata of ERC-20's `balanceOf`. */
export function balanceData(owner: Address): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [lowerHex(owner)] })
}

/** Gives the calldata of ERC-20's `decimals`, which price feeds have too. */
export function decimalsData(): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
}

/** Gives the calldata of ERC-20's `symbol`. */
export function symbolData(): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' })
}

/** Gives the calldata of Permit2's `nonceBitmap` for the word that has a nonce's bit. */
export function nonceBitmapData(owner: Address, nonce: bigint): Hex {
  const args = [lowerHex(owner), nonce >> 8n] as const
  return encodeFunctionData({ abi: permit2Abi, functionName: 'nonceBitmap', args })
}

/** Gives the calldata of Permit2's `invalidateUnorderedNonces` for one nonce. */
export function invalidateNonceData(nonce: bigint): Hex {
  const args = [nonce >> 8n, 1n << (nonce & 0xffn)] as const
  return encodeFunctionData({ abi: permit2Abi, functionName: 'invalidateUnorderedNonces', args })
}

/** Gives the calldata of EIP-1271's `isValidSignature`. */
export function isValidSignatureData(digest: Hex, signature: Hex): Hex {
  return encodeFunctionData({ abi: accountAbi, functionName: 'isValidSignature', args: [digest, signature] })
}

/**
 * Tells whether an EVM address is spelled so that it may be trusted: all digits in one case (no checksum given), or the
 * mixed case of EIP-55. Not for views: it hashes.
 */
export function hasRightChecksum(address: Address): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return address === checksummed(address)
}

/** Returns an EVM address as EIP-55 spells it. */
export function checksummed(address: Address): Address {
  return getAddress(address.toLowerCase())
}

/** Returns the lower-case form of an address whose spelling is right; null for anything else. */
export function canonicalAddress(value: unknown): Address | null {
  if (!isAddress(value) || !hasRightChecksum(value)) return null
  return value.toLowerCase() as Address
}

/** The members of EIP-712's structs, in their order, by the name of the struct. */
type StructTypes = {
  readonly [typeName: string]: readonly { readonly name: string; readonly type: string }[]
}

/**
 * Returns the keccak of a type's own encoding followed by those of the types it uses, sorted by name (EIP-712).
 *
 * @example typeHashOf({ Unit: [{ name: 'amount', type: 'uint256' }] }, 'Unit') // keccak of `Unit(uint256 amount)`
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
