import { type Address, erc20Abi, type Hash, parseAbi, parseUnits } from 'viem'
import { type Anvil, startAnvil } from './anvil.ts'
import { accounts, type ChainPlan, chainPlans, feedDecimals, nativeAddress } from './chain-book.ts'
import { type ChainClient, chainClient } from './chain-client.ts'
import { type CompiledByName, compileContracts } from './compile.ts'
import { gatewayAbis, inboxAbis, refunderAbi } from './contract-abis.ts'
import { deployChain } from './deploy.ts'
import { readArrivals, readInboxRequest, readManualSends } from './event-readers.ts'
import type { Ledger, RequestKind, RequestStruct, SandboxChain } from './ledger.ts'
import { portsFor, requireFreePorts } from './ports.ts'
import { requestHashOf, toContractStruct } from './request-struct.ts'
import { openSecondEndpoint, type SecondEndpoint } from './second-endpoint.ts'

interface RunningChain {
  readonly plan: ChainPlan
  readonly anvil: Anvil
  readonly secondEndpoint: SecondEndpoint
  readonly client: ChainClient
}

interface LiveChain extends RunningChain {
  readonly chain: SandboxChain
  snapshot: `0x${string}`
}

/** Without a result, because UsdtLike returns none. */
const transferAbi = parseAbi(['function transfer(address to, uint256 amount)'])
const priceFeedAbi = parseAbi(['function tell(int256 price, uint256 ageSeconds)', 'function silence()'])
const inboxSwitchAbi = parseAbi(['function setTakesConstant(bool takesConstant)'])
const multicallAbi = parseAbi(['function getEthBalance(address holder) view returns (uint256)'])

/** Starts the three chains with everything deployed; throws a one-line error if a port is in use. */
export async function startChains({
  base,
  word = 'exchange',
}: {
  readonly base?: number | undefined
  readonly word?: string | undefined
} = {}): Promise<Ledger> {
  const { rpc, secondRpc } = portsFor(base)
  const wanted = chainPlans.map((plan, index) => ({
    plan,
    port: rpc[index] ?? 0,
    secondPort: secondRpc[index] ?? 0,
  }))
  await requireFreePorts(Object.fromEntries(wanted.map(({ plan, port }) => [`the chain ${plan.name}`, port])))
  const seconds = wanted.map(({ plan, secondPort }) => [`the second door of ${plan.name}`, secondPort])
  await requireFreePorts(Object.fromEntries(seconds))
  const compiled = await compileContracts(word)
  const started = await Promise.allSettled(wanted.map(startChain))
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const stop = async () => {
    await Promise.all(running.flatMap(({ anvil, secondEndpoint }) => [secondEndpoint.stop(), anvil.stop()]))
  }
  try {
    for (const one of started) if (one.status === 'rejected') throw one.reason
    const live = await Promise.all(running.map((one) => deployRunningChain(one, compiled)))
    return createLedger(live, word, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function startChain({
  plan,
  port,
  secondPort,
}: {
  plan: ChainPlan
  port: number
  secondPort: number
}): Promise<RunningChain> {
  const anvil = await startAnvil(plan.chainId, port)
  try {
    const secondEndpoint = await openSecondEndpoint(secondPort, port)
    return { plan, anvil, secondEndpoint, client: chainClient(anvil.rpcUrl) }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

async function deployRunningChain(running: RunningChain, compiled: CompiledByName): Promise<LiveChain> {
  const chain = await deployChain(running.client, running.plan, compiled)
  return { ...running, chain, snapshot: await running.client.snapshot() }
}

function createLedger(live: readonly LiveChain[], word: string, stop: () => Promise<void>): Ledger {
  const on = (chainId: number): LiveChain => {
    const found = live.find(({ chain }) => chain.chainId === chainId)
    if (found === undefined) throw new Error(`the sandbox has no chain ${chainId}`)
    return found
  }
  const atGateway = (
    chainId: number,
    kind: RequestKind,
    functionName: string,
    args: readonly unknown[],
    valueUnits = 0n,
  ): Promise<Hash> => {
    const { client, chain } = on(chainId)
    const abi = gatewayAbis[kind]
    return client.call({ from: accounts.solver, to: chain.gateway, abi, functionName, args, valueUnits })
  }
  return {
    chains: live.map(({ chain }) => chain),
    word,
    requestHash: (kind, struct) => requestHashOf(kind, struct, word),
    extractSigned: async (kind, struct, signature) =>
      atGateway(originOf(kind, struct), kind, 'extract', [toContractStruct(kind, struct), signature]),
    setNativeForm: async (form) => {
      for (const { client, chain } of live) {
        const call = { abi: inboxSwitchAbi, functionName: 'setTakesConstant', args: [form === 'constant'] }
        await client.call({ from: accounts.solver, to: chain.inbox, ...call })
      }
    },
    extractInbox: async (kind, struct) =>
      atGateway(originOf(kind, struct), kind, 'extractInbox', [toContractStruct(kind, struct)]),
    swapIntermediate: async (struct, units) => {
      const chainId = originOf('SINGLE_OUTPUT_REQUEST', struct)
      const args = [toContractStruct('SINGLE_OUTPUT_REQUEST', struct), on(chainId).chain.manualTarget, units]
      return atGateway(chainId, 'SINGLE_OUTPUT_REQUEST', 'swapOnTheWay', args)
    },
    fulfil: async (chainId, requestHash, token, amountUnits, receiver) => {
      const valueUnits = token.toLowerCase() === nativeAddress ? amountUnits : 0n
      const args = [requestHash, token, amountUnits, receiver]
      return atGateway(chainId, 'SINGLE_OUTPUT_REQUEST', 'fulfil', args, valueUnits)
    },
    settle: async (chainId, requestHash) =>
      atGateway(chainId, 'SINGLE_OUTPUT_REQUEST', 'settle', [requestHash]),
    cancel: async (chainId, requestHash) =>
      atGateway(chainId, 'SINGLE_OUTPUT_REQUEST', 'cancel', [requestHash]),
    refund: async (chainId, requestHash, token, amountUnits, receiver) => {
      const { client, chain } = on(chainId)
      const valueUnits = token.toLowerCase() === nativeAddress ? amountUnits : 0n
      const args = [requestHash, token, amountUnits, receiver]
      const call = { abi: refunderAbi, functionName: 'refund', args, valueUnits }
      return client.call({ from: accounts.solver, to: chain.refunder, ...call })
    },
    refundInbox: async (kind, struct) => {
      const { client, chain } = on(originOf(kind, struct))
      const args = [toContractStruct(kind, struct)]
      const abi = inboxAbis[kind]
      return client.call({ from: accounts.solver, to: chain.inbox, abi, functionName: 'withdrawFunds', args })
    },
    pay: async (chainId, token, amountUnits, receiver) => {
      const { client } = on(chainId)
      const from = accounts.solver
      if (token.toLowerCase() === nativeAddress)
        return client.send({ from, to: receiver, data: '0x', valueUnits: amountUnits })
      const args = [receiver, amountUnits]
      return client.call({ from, to: token, abi: transferAbi, functionName: 'transfer', args })
    },
    execute: async (chainId, receiver, payload, gasUnits) =>
      on(chainId).client.send({
        ...{ from: accounts.solver, to: receiver, data: payload, valueUnits: 0n, gasUnits },
      }),
    findManualSends: async (chainId, routeId) => {
      const { client, chain } = on(chainId)
      return readManualSends(client, chain, routeId)
    },
    setFeed: async (chainId, token, price, ageSeconds) => {
      const { client, chain } = on(chainId)
      const fed = chain.tokens.find(({ address }) => address === token.toLowerCase())
      if (!fed?.priceFeed) throw new Error(`${chain.name} has no price feed of ${token}`)
      const reported = price === null ? [] : [parseUnits(price, feedDecimals), BigInt(ageSeconds)]
      const functionName = price === null ? 'silence' : 'tell'
      await client.call({
        ...{ from: accounts.deployer, to: fed.priceFeed, abi: priceFeedAbi, functionName, args: reported },
      })
    },
    headBlock: async (chainId) => on(chainId).client.reads.getBlockNumber({ cacheTime: 0 }),
    arrivals: async (chainId, addresses, fromBlock) => readArrivals(on(chainId).client, addresses, fromBlock),
    findInboxRequest: async (chainId, requestHash) => {
      const { client, chain } = on(chainId)
      return readInboxRequest(client, chain, requestHash)
    },
    balances: async (address) => {
      const perChain = await Promise.all(live.map((one) => balancesOn(one, address)))
      return Object.fromEntries(live.map(({ chain }, index) => [`${chain.chainId}`, perChain[index] ?? {}]))
    },
    reset: async () => {
      await Promise.all(
        live.map(async (one) => {
          one.snapshot = await one.client.revert(one.snapshot)
        }),
      )
    },
    stop,
  }
}

function originOf(kind: RequestKind, struct: RequestStruct): number {
  const basic = struct.basicReq as { readonly [name: string]: unknown } | undefined
  return Number(kind === 'SWAP_REQUEST' ? basic?.chainId : basic?.originChainId)
}

async function balancesOn(
  { client, chain }: LiveChain,
  address: Address,
): Promise<{ [token: string]: string }> {
  const balances = await client.reads.multicall({
    multicallAddress: chain.multicall3,
    allowFailure: false,
    contracts: chain.tokens.map((token) =>
      token.kind === 'native'
        ? {
            address: chain.multicall3,
            abi: multicallAbi,
            functionName: 'getEthBalance' as const,
            args: [address],
          }
        : { address: token.address, abi: erc20Abi, functionName: 'balanceOf' as const, args: [address] },
    ),
  })
  return Object.fromEntries(
    chain.tokens.map((token, index) => [token.address, String(balances[index] ?? 0n)]),
  )
}
