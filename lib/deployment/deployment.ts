import type { Address } from '../base/hex.ts'

export type RequestType = 'SINGLE_OUTPUT_REQUEST' | 'SWAP_REQUEST'

export interface TypedMember {
  readonly name: string
  readonly type: string
}
/** Ordered EIP-712 members by type name. */
export type TypeMap = { readonly [typeName: string]: readonly TypedMember[] }

/** A contract of a chain that tells what one whole of something costs in dollars, as Chainlink's aggregators do. */
export interface PriceFeed {
  readonly address: Address
  /** Of the price, not of the token. */
  readonly decimals: number
  /** How long it may be silent; a price that is older counts as none. */
  readonly heartbeatSeconds: number
}

/** What the deployment file pins for one chain. */
export interface DeploymentChain {
  readonly chainId: number
  readonly name: string
  /** What the user reads of the chain's own coin, which has 18 decimals; absent: nobody vouches for the list's words. */
  readonly currency?: { readonly name: string; readonly symbol: string }
  readonly rpcUrls: readonly string[]
  readonly explorerUrl: string | null
  readonly confirmations: number
  readonly permit2: Address
  /** Permit2 is not where it is on other chains, and the operator says so. */
  readonly permit2IsOwn?: true
  readonly gateways: readonly Address[]
  readonly inboxes: readonly Address[]
  /** The only switchboards that a request from this chain may name; absent: any, and the user is asked. */
  readonly switchboardIds?: readonly number[]
  readonly manualTargets: readonly Address[]
  /** Smallest unit of the native asset; the most a manual route may add to `value`. */
  readonly nativeFeeMaxUnits: string
  readonly multicall3: Address | null
  readonly verifiedTokens: readonly {
    readonly address: Address
    readonly symbol: string
    /** Absent: its symbol stands for it. */
    readonly name?: string
    readonly decimals: number
    readonly priceFeed?: PriceFeed
  }[]
  /** Of the chain's own currency. */
  readonly currencyPriceFeed?: PriceFeed
}

/** Who answers: the sandbox, where no money is real; the service itself; or the operator's own server in front of it. */
export type ServiceKind = 'sandbox' | 'frontend' | 'relay'

/** The deployment file: which service, which contracts, which hosts. Packed at build time, never changed at run time. */
export interface Deployment {
  readonly schema: 1
  readonly name: string
  /** Under which Mozilla signs the add-on: each publisher has its own. */
  readonly firefoxId?: string
  readonly service: {
    readonly baseUrl: string
    readonly kind: ServiceKind
    readonly requestsPerMinute: number
    /** The operator's own whitelisted origin, which requests to the service bear; absent: what the browser says of itself. */
    readonly origin?: string
  }
  readonly walletPage: string | null
  readonly supportUrl: string | null
  readonly logoHosts: readonly string[]
  readonly loopbackWallets: readonly string[]
  readonly walletExtensions: readonly {
    readonly name: string
    readonly chromeIds: readonly string[]
    readonly firefoxIds: readonly string[]
  }[]
  readonly fee: { readonly feeBps: string; readonly feeTakerAddress: Address } | null
  readonly permitMaxLifeSeconds: number
  readonly types: { readonly [kind in RequestType]: TypeMap }
  readonly chains: readonly DeploymentChain[]
}
