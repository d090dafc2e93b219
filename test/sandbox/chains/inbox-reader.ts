import { type Address, decodeAbiParameters, type Hash, type Hex, numberToHex, toEventSelector } from 'viem'
import type { ChainClient } from './chain-client.ts'
import { inboxAbis } from './contract-abis.ts'
import type { InboxRequest, RequestKind, SandboxChain } from './ledger.ts'
import { fromContractStruct } from './request-struct.ts'

const createdTopics: { readonly [kind in RequestKind]: Hex } = {
  SINGLE_OUTPUT_REQUEST: toEventSelector('SingleOutputRequestCreated(bytes32,address,bytes)'),
  SWAP_REQUEST: toEventSelector('SwapRequestCreated(bytes32,address,bytes)'),
}

const withdrawnTopics: readonly Hex[] = [
  toEventSelector('SingleOutputRequestWithdrawn(bytes32,address,uint256)'),
  toEventSelector('SwapRequestWithdrawn(bytes32,address,uint256)'),
]

const stateNames: { readonly [state: number]: InboxRequest['status'] } = {
  1: 'open',
  2: 'extracted',
  3: 'withdrawn',
  4: 'returned',
}

export async function readInboxRequest(
  client: ChainClient,
  chain: SandboxChain,
  requestHash: Hash,
): Promise<InboxRequest | null> {
  const topics: [Hex[], Hex] = [Object.values(createdTopics), requestHash]
  const filter = { address: chain.inbox, topics, fromBlock: numberToHex(0), toBlock: 'latest' as const }
  const [log] = await client.reads.request({ method: 'eth_getLogs', params: [filter] })
  if (log?.transactionHash == null || log.blockNumber == null) return null
  const kind: RequestKind =
    log.topics[0] === createdTopics.SWAP_REQUEST ? 'SWAP_REQUEST' : 'SINGLE_OUTPUT_REQUEST'
  const [refundAddress, encoded] = decodeAbiParameters([{ type: 'address' }, { type: 'bytes' }], log.data)
  const [transaction, block, deposit] = await Promise.all([
    client.reads.getTransaction({ hash: log.transactionHash }),
    client.reads.getBlock({ blockNumber: BigInt(log.blockNumber) }),
    client.reads.readContract({
      address: chain.inbox,
      abi: inboxAbis[kind],
      functionName: 'deposits',
      args: [requestHash],
    }) as Promise<readonly [number, ...unknown[]]>,
  ])
  const status = stateNames[deposit[0]]
  if (status === undefined) throw new Error(`inbox state ${deposit[0]} of ${requestHash} has no name`)
  return {
    kind,
    struct: fromContractStruct(kind, decodedRequest(kind, encoded)),
    sender: transaction.from.toLowerCase() as Address,
    refundAddress: refundAddress.toLowerCase() as Address,
    valueUnits: transaction.to?.toLowerCase() === chain.inbox ? transaction.value : 0n,
    txHash: log.transactionHash,
    blockTimestampSeconds: Number(block.timestamp),
    status,
    withdrawTxHash: status === 'withdrawn' ? await withdrawal(client, chain, requestHash) : null,
  }
}

async function withdrawal(client: ChainClient, chain: SandboxChain, requestHash: Hash): Promise<Hash | null> {
  const topics: [Hex[], Hex] = [[...withdrawnTopics], requestHash]
  const filter = { address: chain.inbox, topics, fromBlock: numberToHex(0), toBlock: 'latest' as const }
  const [log] = await client.reads.request({ method: 'eth_getLogs', params: [filter] })
  return log?.transactionHash ?? null
}

function decodedRequest(kind: RequestKind, encoded: Hex): { readonly [name: string]: unknown } {
  const withdraw = inboxAbis[kind].find((part) => part.type === 'function' && part.name === 'withdrawFunds')
  if (withdraw?.type !== 'function') throw new Error('the inbox has no withdrawFunds')
  const [request] = decodeAbiParameters(withdraw.inputs, encoded)
  return request as { readonly [name: string]: unknown }
}
