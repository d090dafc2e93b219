import { type Address, parseAbi } from 'viem'
import { nativeAddress } from './chain-book.ts'
import type { ChainClient } from './chain-client.ts'
import type { Arrival } from './ledger.ts'

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
