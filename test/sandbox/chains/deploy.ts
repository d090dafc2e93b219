import { encodeDeployData, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseUnits } from 'viem'
import { batchDelegate } from '../pages/wallet/send-calls.ts'
import { accounts, type ChainPlan, feedDecimals, reserveNativeUnits, type TokenPlan } from './chain-book.ts'
import type { ChainClient } from './chain-client.ts'
import { type CompiledByName, compiledContract } from './compile.ts'
import type { SandboxChain } from './ledger.ts'
import { fedPrices, plannedChain } from './planned-chain.ts'

interface Creation {
  readonly contract: string
  readonly args: readonly unknown[]
  readonly valueUnits: bigint
}

/** Spares anvil an estimate for each transaction. */
const gasUnits = 8_000_000n

/** Puts everything on a fresh chain, at the same addresses on every start, and says where it is. */
export async function deployChain(
  client: ChainClient,
  plan: ChainPlan,
  compiled: CompiledByName,
): Promise<SandboxChain> {
  const chain = plannedChain(plan, client.rpcUrl)
  await Promise.all([
    // Its cached domain is for chain 0 in this code, so Permit2 builds the domain of the chain it finds itself on.
    client.setCode(chain.permit2, compiledContract(compiled, 'Permit2').deployedBytecode),
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
    ...fedPrices(plan).map(({ priceInUsd }) => ({
      ...{ contract: 'PriceFeed', args: [parseUnits(priceInUsd, feedDecimals)], valueUnits: 0n },
    })),
    { contract: 'ManualSpender', args: [chain.manualTarget], valueUnits: 0n },
    { contract: 'Refunder', args: [accounts.solver], valueUnits: 0n },
  ]
  // One by one: anvil's pool can lose its grip on several transactions of one account that come at once.
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

/** The solver pays receivers through the gateway and the refunder, which take the tokens from it. */
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
