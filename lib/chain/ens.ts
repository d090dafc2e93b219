import { bytesToHex, namehash } from 'viem'
import { packetToBytes } from 'viem/ens'
import { decodeAbi, encodeCall, isContractCode } from '../base/ethereum.ts'
import { type Address, type Hex, isAddress, lowerHex, zeroAddress } from '../base/hex.ts'
import { badAnswer, encodeAbiWord, ethCall, type Rpc, readCode } from './rpc.ts'

const node = { type: 'bytes32' } as const
const coinNumber = { type: 'uint256' } as const
const bytes = { type: 'bytes' } as const
const address = { type: 'address' } as const

/** ENS numbers the EVM chains other than its own from here (ENSIP-11). Chains with ids above it have no number. */
const evmCoinType = 0x8000_0000

export interface NameQuery {
  readonly universalResolver: Address
  /** As `parseEnsName` returns it. */
  readonly name: string
  /** The chain that receives; null if it is the resolver's own chain. */
  readonly otherChainId: number | null
}

/**
 * Reads the address that a name has on a chain; `none` if it has none. On another chain than the resolver's, the name's
 * record for that chain counts (ENSIP-11), else its main record. A contract's main record does not count there: the same
 * address may have no owner there.
 *
 * Names whose records come from outside the chain (ERC-3668) have no address here: such a server would learn who receives,
 * and its host is not in the deployment file.
 */
export async function readNameAddress(
  rpc: Rpc,
  { universalResolver, name, otherChainId }: NameQuery,
): Promise<Address | 'none'> {
  const nameNode = namehash(name)
  if (otherChainId !== null && otherChainId < evmCoinType) {
    const coinType = BigInt(evmCoinType + otherChainId)
    // Old resolvers know the main record only, and fail.
    const record = await resolve(
      rpc,
      universalResolver,
      name,
      encodeCall('addr', [node, coinNumber], [nameNode, coinType]),
    )
    const [recorded] = (record === null ? null : decodeAbi([bytes], record)) ?? []
    if (isAddress(recorded) && recorded !== zeroAddress) return lowerHex(recorded)
  }
  const main = await resolve(rpc, universalResolver, name, encodeCall('addr', [node], [nameNode]))
  const found = main?.length === 66 ? addressOfWord(BigInt(main)) : null
  if (found === null) return 'none'
  return otherChainId !== null && isContractCode(await readCode(rpc, found)) ? 'none' : found
}

/** Returns what the name's resolver returns for a call; null if it has none, or if it fails. */
async function resolve(rpc: Rpc, universalResolver: Address, name: string, call: Hex): Promise<Hex | null> {
  const data = encodeCall('resolve', [bytes, bytes], [bytesToHex(packetToBytes(name)), call])
  const answer = await ethCall(rpc, { to: universalResolver, data })
  if ('failure' in answer) return null
  // There is no contract at the address of the deployment file, or not on this node's chain.
  if (answer.data === '0x') throw badAnswer(rpc, 'eth_call')
  const [returned = null] = decodeAbi([bytes, address], answer.data) ?? []
  return returned
}

function addressOfWord(word: bigint): Address | null {
  return word === 0n || word >> 160n !== 0n ? null : `0x${encodeAbiWord(word).slice(24)}`
}
