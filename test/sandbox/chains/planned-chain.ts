import { type Address, getContractAddress } from 'viem'
import {
  accounts,
  type ChainPlan,
  chainPlans,
  multicall3Address,
  nativeAddress,
  permit2Address,
} from './chain-book.ts'
import type { SandboxChain, SandboxToken } from './ledger.ts'
import type { SandboxPorts } from './ports.ts'

/**
 * The contracts that the deployer creates first, in this order. The tokens, the price feeds, the manual
 * spender, the refunder and the universal resolver follow.
 */
const firstContracts = ['gateway', 'inbox', 'manualTarget'] as const

/** The sandbox's chains before they start: every address follows from the order of deployment. */
export function plannedChains(ports: SandboxPorts): readonly SandboxChain[] {
  return chainPlans.map((plan, index) => plannedChain(plan, `http://127.0.0.1:${ports.rpc[index]}`))
}

export function plannedChain(plan: ChainPlan, rpcUrl: string): SandboxChain {
  const { chainId, name, currency } = plan
  const feeds = pricesWithFeeds(plan)
  const feedOf = (symbol: string): Address | null => {
    const at = feeds.findIndex((feed) => feed.symbol === symbol)
    return at === -1 ? null : addressAt(firstContracts.length + plan.tokens.length + at)
  }
  const priceFeed = feedOf(currency.symbol)
  const native: SandboxToken = { chainId, address: nativeAddress, ...currency, kind: 'native', priceFeed }
  const deployed = plan.tokens.map((token, index): SandboxToken => {
    const { name, symbol, decimals, kind, priceInUsd } = token
    const address = addressAt(firstContracts.length + index)
    return { chainId, address, name, symbol, decimals, kind, priceInUsd, priceFeed: feedOf(symbol) }
  })
  const wrapped = deployed.find(({ kind }) => kind === 'wrapped')
  if (wrapped === undefined) throw new Error(`${name} has no wrapped native token`)
  return {
    chainId,
    name,
    rpcUrl,
    currency,
    permit2: permit2Address,
    gateway: addressAt(firstContracts.indexOf('gateway')),
    inbox: addressAt(firstContracts.indexOf('inbox')),
    manualTarget: addressAt(firstContracts.indexOf('manualTarget')),
    manualSpender: addressAt(firstContracts.length + plan.tokens.length + feeds.length),
    refunder: addressAt(firstContracts.length + plan.tokens.length + feeds.length + 1),
    universalResolver: addressAt(firstContracts.length + plan.tokens.length + feeds.length + 2),
    multicall3: multicall3Address,
    wrappedNative: wrapped.address,
    tokens: [native, ...deployed],
  }
}

/** In the order of deployment: the native currency and each token but the odd one. */
export function pricesWithFeeds({
  currency,
  tokens,
}: ChainPlan): readonly Pick<SandboxToken, 'symbol' | 'priceInUsd'>[] {
  return [currency, ...tokens.filter(({ kind }) => kind !== 'feeOnTransfer')]
}

function addressAt(nonce: number): Address {
  return getContractAddress({ from: accounts.deployer, nonce: BigInt(nonce) }).toLowerCase() as Address
}
