import { namehash } from 'viem'
import { decodeAbi, encodeCall, isContractCode } from '../base/ethereum.ts'
import { type Address, type Hex, isAddress, lowerHex, zeroAddress } from '../base/hex.ts'
import { callWord, encodeAbiWord, ethCall, type Rpc, readCode } from './rpc.ts'

const node = { type: 'bytes32' } as const
const coinNumber = { type: 'uint256' } as const

/** ENS numbers the EVM chains other than its own from here (ENSIP-11). Chains with ids above it have no number. */
const evmCoinType = 0x8000_0000

export interface NameQuery {
  readonly registry: Address
  /** As `parseEnsName` returns it. */
  readonly name: string
  /** The chain that receives; null if it is the registry's own chain. */
  readonly otherChainId: number | null
}

/**
 * Reads the address that a name has on a chain; `none` if it has none. On another chain than the registry's, the name's
 * record for that chain counts (ENSIP-11), else its main record. A contract's main record does not count there: the same
 * address may have no owner there.
 *
 * Names that a resolver serves from outside the chain (ENSIP-10, ERC-3668) have no address here: such a server would
 * learn who receives, and its host is not in the deployment file.
 */
export async function readNameAddress(
  rpc: Rpc,
  { registry, name, otherChainId }: NameQuery,
): Promise<Address | 'none'> {
  const nameNode = namehash(name)
  const resolverData = encodeCall('resolver', [node], [nameNode])
  const resolver = addressOfWord(await callWord(rpc, registry, resolverData))
  if (resolver === null) return 'none'
  if (otherChainId !== null && otherChainId < evmCoinType) {
    const recorded = await readChainRecord(rpc, resolver, nameNode, BigInt(evmCoinType + otherChainId))
    if (recorded !== null) return recorded
  }
  const answer = await ethCall(rpc, {
    to: resolver,
    data: encodeCall('addr', [node], [nameNode]),
  })
  if ('failure' in answer || answer.data.length !== 66) return 'none'
  const address = addressOfWord(BigInt(answer.data))
  if (address === null) return 'none'
  return otherChainId !== null && isContractCode(await readCode(rpc, address)) ? 'none' : address
}

async function readChainRecord(rpc: Rpc, resolver: Address, nameNode: Hex, coinType: bigint) {
  const answer = await ethCall(rpc, {
    to: resolver,
    data: encodeCall('addr', [node, coinNumber], [nameNode, coinType]),
  })
  // Old resolvers know the main record only, and fail.
  if ('failure' in answer || answer.data === '0x') return null
  const [bytes] = decodeAbi([{ type: 'bytes' }], answer.data) ?? []
  return isAddress(bytes) && bytes !== zeroAddress ? lowerHex(bytes) : null
}

function addressOfWord(word: bigint): Address | null {
  return word === 0n || word >> 160n !== 0n ? null : `0x${encodeAbiWord(word).slice(24)}`
}
