import { type Address, isSameAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { ChainReader } from '../chain/chain-reader.ts'
import { requireUnanimous } from '../chain/quorum.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request-shape.ts'

interface NamePorts {
  readonly deployment: Deployment
  readonly chain: Pick<ChainReader, 'nameAddress'>
}

/**
 * Reads the address of an ENS name on the chain that receives. Two endpoints on different hosts must give the same one:
 * a false answer would take the money.
 *
 * Throws `nameNotFound` if the name has no address there, and `rpcUnreachable` if fewer than two answer, or not the same.
 */
export async function readReceiverName(
  name: string,
  chainId: number,
  { deployment, chain }: NamePorts,
): Promise<Address> {
  const { names } = deployment
  const place = chainConfig(deployment, chainId)?.name ?? String(chainId)
  if (names === undefined) throw new Problem('nameNotFound', { facts: { name, chain: place } })
  const found = await chain.nameAddress(names.chainId, {
    universalResolver: names.universalResolver,
    name,
    otherChainId: chainId === names.chainId ? null : chainId,
  })
  const address = requireUnanimous(found)
  if (address === null) {
    throw new Problem('rpcUnreachable', { facts: { chain: String(names.chainId), method: 'name' } })
  }
  if (address === 'none') throw new Problem('nameNotFound', { facts: { name, chain: place } })
  return address
}

/** Returns `nameChanged` if the receiver's name leads to another address than the one that was reviewed, or to none. */
export async function findNameFault(
  { receiverName, receiverAddress, destinationChainId }: ResolvedQuoteRequest,
  ports: NamePorts,
): Promise<Problem | null> {
  if (receiverName === undefined) return null
  try {
    const address = await readReceiverName(receiverName, destinationChainId, ports)
    if (isSameAddress(address, receiverAddress)) return null
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.data.code !== 'nameNotFound') throw thrown
  }
  return new Problem('nameChanged', { facts: { name: receiverName } })
}
