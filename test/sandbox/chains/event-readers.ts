import {
  type Address,
  decodeAbiParameters,
  type Hash,
  type Hex,
  numberToHex,
  parseAbi,
  toEventSelector,
} from 'viem'
import { nativeAddress } from './chain-book.ts'
import type { ChainClient } from './chain-client.ts'
import { inboxAbis, manualTargetAbi } from './contract-abis.ts'
import type { Arrival, InboxRequest, ManualSend, RequestKind, SandboxChain } from './ledger.ts'
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

export async function readManualSends(
  client: ChainClient,
  chain: SandboxChain,
  routeId: Hex,
): Promise<readonly ManualSend[]> {
  const { reads } = client
  const where = { address: chain.manualTarget, args: { routeId }, fromBlock: 0n, strict: true } as const
  const [swaps, sends] = await Promise.all([
    reads.getContractEvents({ ...where, abi: manualTargetAbi, eventName: 'Swapped' }),
    reads.getContractEvents({ ...where, abi: manualTargetAbi, eventName: 'Sent' }),
  ])
  const found = [
    ...swaps.map(({ args, ...log }) => ({ kind: 'swap' as const, args, destination: null, ...log })),
    ...sends.map(({ args, ...log }) => {
      const destination = { chainId: Number(args.destinationChainId), receiver: args.receiver }
      return { kind: 'send' as const, args, destination, ...log }
    }),
  ].sort((one, other) => Number(one.blockNumber - other.blockNumber))
  return Promise.all(
    found.map(async ({ kind, args, destination, transactionHash, blockNumber }) => ({
      kind,
      sender: args.sender.toLowerCase() as Address,
      inputToken: args.inputToken.toLowerCase() as Address,
      inputUnits: args.inputAmount,
      destination,
      txHash: transactionHash,
      blockTimestampSeconds: Number((await reads.getBlock({ blockNumber })).timestamp),
    })),
  )
}

const transferAbi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 amount)'])

/** Token transfers by their events, native currency by value. */
export async function readArrivals(
  { reads }: ChainClient,
  addresses: readonly Address[],
  fromBlock: bigint,
): Promise<{ arrivals: readonly Arrival[]; nextBlock: bigint }> {
  const head = await reads.getBlockNumber({ cacheTime: 0 })
  if (head < fromBlock || addresses.length === 0) return { arrivals: [], nextBlock: fromBlock }
  const [logs, blocks] = await Promise.all([
    reads.getLogs({
      ...{ event: transferAbi[0], args: { to: [...addresses] }, strict: true },
      ...{ fromBlock, toBlock: head },
    }),
    Promise.all(
      Array.from({ length: Number(head - fromBlock) + 1 }, (_, index) =>
        reads.getBlock({ blockNumber: fromBlock + BigInt(index), includeTransactions: true }),
      ),
    ),
  ])
  const wanted = new Set<string>(addresses.map((address) => address.toLowerCase()))
  const secondsOf = new Map(blocks.map(({ number, timestamp }) => [number, Number(timestamp)]))
  const tokens = logs.map(
    ({ address, args, transactionHash, blockNumber }): Arrival => ({
      to: lower(args.to),
      from: lower(args.from),
      token: lower(address),
      units: args.amount,
      txHash: transactionHash,
      blockNumber,
      blockTimestampSeconds: secondsOf.get(blockNumber) ?? 0,
    }),
  )
  const sent = blocks.flatMap(({ transactions, number, timestamp }) =>
    transactions
      .filter(({ to, value }) => value > 0n && wanted.has(to?.toLowerCase() ?? ''))
      .map(
        ({ to, from, value, hash }): Arrival => ({
          to: lower(to ?? from),
          from: lower(from),
          token: nativeAddress,
          units: value,
          txHash: hash,
          blockNumber: number,
          blockTimestampSeconds: Number(timestamp),
        }),
      ),
  )
  const succeeded = await Promise.all(
    sent.map(
      async ({ txHash }) => (await reads.getTransactionReceipt({ hash: txHash })).status === 'success',
    ),
  )
  const arrivals = [...tokens, ...sent.filter((_, index) => succeeded[index])]
  return { arrivals, nextBlock: head + 1n }
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address
}
