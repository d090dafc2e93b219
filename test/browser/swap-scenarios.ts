import type { SandboxChain, SandboxToken } from '../sandbox/chains/ledger.ts'

export interface SwapScenario {
  readonly name: string
  readonly from: SandboxToken
  readonly to: SandboxToken
  readonly amountText: string
  readonly kind: 'signed' | 'native'
}

/** A token of a sandbox chain by its symbol; `native` is the native currency. */
export function tokenOf(chains: readonly SandboxChain[], chainName: string, symbol: string): SandboxToken {
  const chain = chains.find((each) => each.name === chainName)
  const token = chain?.tokens.find((each) =>
    symbol === 'native' ? each.kind === 'native' : each.symbol === symbol,
  )
  if (token === undefined) throw new Error(`the sandbox has no ${symbol} on ${chainName}`)
  return token
}

/** The three swaps that every way of running Ferry must settle. */
export function basicScenarios(chains: readonly SandboxChain[]): readonly SwapScenario[] {
  return [
    {
      name: 'ERC-20 by signature, Harbour to Island',
      from: tokenOf(chains, 'Harbour', 'USDC'),
      to: tokenOf(chains, 'Island', 'USDC'),
      amountText: '125.5',
      kind: 'signed',
    },
    {
      name: 'native, Island to Harbour',
      from: tokenOf(chains, 'Island', 'native'),
      to: tokenOf(chains, 'Harbour', 'native'),
      amountText: '0.25',
      kind: 'native',
    },
    {
      name: 'same chain, on Harbour',
      from: tokenOf(chains, 'Harbour', 'USDC'),
      to: tokenOf(chains, 'Harbour', 'DAI'),
      amountText: '40',
      kind: 'signed',
    },
  ]
}

export function scenarioUnits(scenario: SwapScenario): bigint {
  const [whole = '0', fraction = ''] = scenario.amountText.split('.')
  return BigInt(whole + fraction.padEnd(scenario.from.decimals, '0'))
}

export function proposalOf(scenario: SwapScenario, inputAmount = String(scenarioUnits(scenario))) {
  return {
    originChainId: scenario.from.chainId,
    destinationChainId: scenario.to.chainId,
    inputToken: scenario.from.address,
    outputToken: scenario.to.address,
    inputAmount,
  }
}
