import type { Address, Hex } from 'viem'
import type { ChainClient } from './chain-client.ts'
import { manualTargetAbi } from './contract-abis.ts'
import type { ManualSend, SandboxChain } from './ledger.ts'

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
