import { parseUnits } from 'viem'
import type { SandboxToken } from './ledger.ts'

export interface TokenPlan {
  readonly kind: Exclude<SandboxToken['kind'], 'native'>
  readonly contract: 'Token' | 'WrappedNative' | 'UsdtLike' | 'FeeOnTransfer'
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly priceInUsd: string
  readonly personUnits: bigint
  /** The balance of the solver and of the manual target, each. */
  readonly reserveUnits: bigint
}

export interface ChainPlan {
  readonly chainId: number
  readonly name: string
  readonly currency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: 18
    readonly priceInUsd: string
  }
  readonly personNativeUnits: bigint
  readonly tokens: readonly TokenPlan[]
}

/** The interface's constant for a chain's own currency, in lower case. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export const permit2Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'

export const multicall3Address = '0xca11bde05977b3631167028862be2a173976ca11'

export const feedDecimals = 8

/** Accounts of anvil's well-known mnemonic: the person's wallet is the first, the sandbox uses the last two. */
export const accounts = {
  person: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  solver: '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  deployer: '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
} as const

/** The names of the sandbox's ENS, and whom they lead to. */
export const ensNames: { readonly [name: string]: `0x${string}` } = {
  'alice.eth': '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  'bob.eth': '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
}

/** The native balance of the solver, the deployer and the manual target on each chain. */
export const reserveNativeUnits = parseUnits('1000000', 18)

const usdc = plan('plain', 'Token', 'USD Coin', 'USDC', 6, '1')
const dai = plan('plain', 'Token', 'Dai Stablecoin', 'DAI', 18, '0.9998')
const usdt = plan('usdtLike', 'UsdtLike', 'Tether USD', 'USDT', 6, '1.0002')
const toll = plan('feeOnTransfer', 'FeeOnTransfer', 'Toll Token', 'TOLL', 18, '0.5')

/**
 * The three chains. Each has its tokens in a different order, so one address is a different token on each
 * chain. Code that mixes up chains fails.
 */
export const chainPlans: readonly ChainPlan[] = [
  {
    chainId: 31337,
    name: 'Harbour',
    currency: { name: 'Harbour Ether', symbol: 'HETH', decimals: 18, priceInUsd: '3000' },
    personNativeUnits: parseUnits('100', 18),
    tokens: [usdc, dai, usdt, toll, wrapped('Harbour Ether', 'HETH', '3000', '5')],
  },
  {
    chainId: 31338,
    name: 'Island',
    currency: { name: 'Island Coin', symbol: 'ISLE', decimals: 18, priceInUsd: '600' },
    personNativeUnits: parseUnits('500', 18),
    tokens: [wrapped('Island Coin', 'ISLE', '600', '25'), usdc, dai, usdt, toll],
  },
  {
    chainId: 31339,
    name: 'Cape',
    currency: { name: 'Cape Coin', symbol: 'CAPE', decimals: 18, priceInUsd: '1.2' },
    personNativeUnits: parseUnits('10000', 18),
    tokens: [toll, wrapped('Cape Coin', 'CAPE', '1.2', '5000'), usdc, dai, usdt],
  },
]

function plan(
  kind: TokenPlan['kind'],
  contract: TokenPlan['contract'],
  name: string,
  symbol: string,
  decimals: number,
  priceInUsd: string,
): TokenPlan {
  const units = {
    personUnits: parseUnits('10000', decimals),
    reserveUnits: parseUnits('1000000000', decimals),
  }
  return { kind, contract, name, symbol, decimals, priceInUsd, ...units }
}

function wrapped(name: string, symbol: string, priceInUsd: string, personText: string): TokenPlan {
  return {
    kind: 'wrapped',
    contract: 'WrappedNative',
    name: `Wrapped ${name}`,
    symbol: `W${symbol}`,
    decimals: 18,
    priceInUsd,
    personUnits: parseUnits(personText, 18),
    reserveUnits: parseUnits('100000', 18),
  }
}
