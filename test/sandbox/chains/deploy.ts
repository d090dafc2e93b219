import {
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  namehash,
  parseUnits,
} from 'viem'
import { batchDelegate } from '../pages/wallet/send-calls.ts'
import {
  accounts,
  type ChainPlan,
  ensNames,
  feedDecimals,
  reserveNativeUnits,
  type TokenPlan,
} from './chain-book.ts'
import type { ChainClient } from './chain-client.ts'
import { type CompiledByName, compiledContract, permit2Code } from './compile.ts'
import type { SandboxChain } from './ledger.ts'
import { plannedChain, pricesWithFeeds } from './planned-chain.ts'

interface Creation {
  readonly contract: string
  readonly args: readonly unknown[]
  readonly valueUnits: bigint
}

/** A fixed gas limit, so that anvil does not estimate each transaction. */
const gasUnits = 8_000_000n

/** Deploys everything on a fresh chain, at the same addresses on every start, and returns the addresses. */
export async function deployChain(
  client: ChainClient,
  plan: ChainPlan,
  compiled: CompiledByName,
): Promise<SandboxChain> {
  const chain = plannedChain(plan, client.rpcUrl)
  await Promise.all([
    client.setCode(chain.permit2, permit2Code()),
    client.setCode(chain.multicall3, compiledContract(compiled, 'Multicall3').deployedBytecode),
    client.setCode(batchDelegate, compiledContract(compiled, 'BatchDelegate').deployedBytecode),
    client.setBalance(accounts.deployer, reserveNativeUnits),
    client.setBalance(accounts.solver, reserveNativeUnits),
    client.setBalance(accounts.person, plan.personNativeUnits),
    client.setBalance(chain.manualTarget, reserveNativeUnits),
  ])
  const creations: readonly Creation[] = [
    { contract: 'Gateway', args: [accounts.solver, chain.permit2, chain.inbox], valueUnits: 0n },
    {
      contract: 'Inbox',
      args: [accounts.solver, chain.gateway, chain.permit2, chain.wrappedNative],
      valueUnits: 0n,
    },
    { contract: 'ManualTarget', args: [chain.manualSpender], valueUnits: 0n },
    ...plan.tokens.map((token) => tokenCreation(token, chain)),
    ...pricesWithFeeds(plan).map(({ priceInUsd }) => ({
      ...{ contract: 'PriceFeed', args: [parseUnits(priceInUsd, feedDecimals)], valueUnits: 0n },
    })),
    { contract: 'ManualSpender', args: [chain.manualTarget], valueUnits: 0n },
    { contract: 'Refunder', args: [accounts.solver], valueUnits: 0n },
    {
      contract: 'UniversalResolver',
      args: [Object.keys(ensNames).map(namehash), Object.values(ensNames)],
      valueUnits: 0n,
    },
  ]
  // One at a time: anvil's pool can lose transactions of one account that arrive together.
  for (const { contract, args, valueUnits } of creations) {
    const { abi, bytecode } = compiledContract(compiled, contract)
    const data = encodeDeployData({ abi, bytecode, args })
    await client.send({ from: accounts.deployer, to: undefined, data, valueUnits, gasUnits })
  }
  await approvePayers(client, chain)
  return chain
}

function tokenCreation(token: TokenPlan, chain: SandboxChain): Creation {
  const { contract, name, symbol, decimals, personUnits, reserveUnits } = token
  const holders = [accounts.person, accounts.solver, chain.manualTarget]
  const shares = [personUnits, reserveUnits, reserveUnits]
  const valueUnits = token.kind === 'wrapped' ? personUnits + reserveUnits + reserveUnits : 0n
  return { contract, args: [name, symbol, decimals, holders, shares], valueUnits }
}

/** Lets the gateway and the refunder pull the solver's tokens to pay receivers. */
async function approvePayers(client: ChainClient, chain: SandboxChain): Promise<void> {
  for (const payer of [chain.gateway, chain.refunder]) {
    const args = [payer, maxUint256] as const
    const data: Hex = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    for (const { kind, address } of chain.tokens) {
      if (kind === 'native') continue
      await client.send({ from: accounts.solver, to: address, data, valueUnits: 0n, gasUnits })
    }
  }
}
