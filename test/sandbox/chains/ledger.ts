import type { Address, Hash, Hex } from 'viem'

export type RequestKind = 'SINGLE_OUTPUT_REQUEST' | 'SWAP_REQUEST'

/** The input of a native request through the inbox: the wrapped native token, or the interface's constant. */
export type NativeForm = 'wrapped' | 'constant'

/** A request struct as the interface sends it (the `witness`): chain ids numbers, amounts strings. */
export type RequestStruct = { readonly [key: string]: unknown }

/** One token of a sandbox chain. The native currency has the interface's native address. */
export interface SandboxToken {
  readonly chainId: number
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly kind: 'native' | 'wrapped' | 'plain' | 'usdtLike' | 'feeOnTransfer'
  /** Decimal text. */
  readonly priceInUsd: string
  readonly priceFeed: Address | null
}

export interface SandboxChain {
  readonly chainId: number
  readonly name: string
  readonly rpcUrl: string
  readonly currency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: 18
    readonly priceInUsd: string
  }
  readonly permit2: Address
  readonly gateway: Address
  readonly inbox: Address
  readonly manualTarget: Address
  /** Pulls tokens for the manual target where a route requires it. */
  readonly manualSpender: Address
  /** Pays refunds that gateway and inbox do not pay. */
  readonly refunder: Address
  /** ENS' universal resolver, which also has the records. */
  readonly universalResolver: Address
  readonly multicall3: Address
  readonly wrappedNative: Address
  readonly tokens: readonly SandboxToken[]
}

export interface InboxRequest {
  readonly kind: RequestKind
  readonly struct: RequestStruct
  /** The sender of the transaction; `basicReq.sender` is the inbox itself. */
  readonly sender: Address
  readonly refundAddress: Address
  /** Native units in the transaction; 0 for an ERC-20 request. */
  readonly valueUnits: bigint
  readonly txHash: Hash
  readonly blockTimestampSeconds: number
  /** `returned`: the gateway extracted it and brought it back to the inbox. */
  readonly status: 'open' | 'extracted' | 'withdrawn' | 'returned'
  /** The transaction that paid the refund address, from any sender. */
  readonly withdrawTxHash: Hash | null
}

export interface ManualSend {
  readonly kind: 'swap' | 'send'
  readonly sender: Address
  readonly inputToken: Address
  readonly inputUnits: bigint
  /** The destination of a `send`. A receiver that is not a 20-byte address is in UTF-8. */
  readonly destination: { readonly chainId: number; readonly receiver: Hex } | null
  readonly txHash: Hash
  readonly blockTimestampSeconds: number
}

export interface Arrival {
  readonly to: Address
  readonly from: Address
  /** The interface's native address for the native currency. */
  readonly token: Address
  readonly units: bigint
  readonly txHash: Hash
  readonly blockNumber: bigint
  readonly blockTimestampSeconds: number
}

/** The chain half of the sandbox: the operations of the service and its solver on the local chains. */
export interface Ledger {
  readonly chains: readonly SandboxChain[]
  /** The service's own name, as in the contracts' types. */
  readonly word: string
  /** The EIP-712 `hashStruct("Request", struct)` of the witness. */
  requestHash(kind: RequestKind, struct: RequestStruct): Hash
  /** Pulls the signed funds through Permit2. Returns the origin transaction; throws the revert reason. */
  extractSigned(kind: RequestKind, struct: RequestStruct, signature: Hex): Promise<Hash>
  setNativeForm(form: NativeForm): Promise<void>
  extractInbox(kind: RequestKind, struct: RequestStruct): Promise<Hash>
  /** Swaps an extracted request's input into its intermediate token, for that many units of it. */
  swapIntermediate(struct: RequestStruct, units: bigint): Promise<Hash>
  /** From the solver's own funds on the destination chain, also for a same-chain SWAP_REQUEST. */
  fulfil(
    chainId: number,
    requestHash: Hash,
    token: Address,
    amountUnits: bigint,
    receiver: Address,
  ): Promise<Hash>
  /** Closes the extracted request on its origin chain. */
  settle(chainId: number, requestHash: Hash): Promise<Hash>
  /** Returns extracted funds net of the affiliate fee: signed ones to the sender, inbox ones to the inbox. */
  cancel(chainId: number, requestHash: Hash): Promise<Hash>
  /** Pays a refund from the solver's own funds, by a contract that is neither gateway nor inbox. */
  refund(
    chainId: number,
    requestHash: Hash,
    token: Address,
    amountUnits: bigint,
    receiver: Address,
  ): Promise<Hash>
  /** Any account may do it, before extraction or after a cancellation. */
  refundInbox(kind: RequestKind, struct: RequestStruct): Promise<Hash>
  /** A plain transfer from the solver's own funds. */
  pay(chainId: number, token: Address, amountUnits: bigint, receiver: Address): Promise<Hash>
  /** Calls a receiver with a payload as the solver; throws if it reverts. */
  execute(chainId: number, receiver: Address, payload: Hex, gasUnits: bigint): Promise<Hash>
  /** The mined transactions of a manual route, the oldest first. */
  findManualSends(chainId: number, routeId: Hex): Promise<readonly ManualSend[]>
  /** Sets the price and age of a token's price feed; null: it reverts. */
  setFeed(chainId: number, token: Address, price: string | null, ageSeconds: number): Promise<void>
  headBlock(chainId: number): Promise<bigint>
  /**
   * The arrivals at any of the addresses from a block on, and the block to continue from. Native currency is
   * found only as a transaction's own value, not inside a contract call.
   */
  arrivals(
    chainId: number,
    addresses: readonly Address[],
    fromBlock: bigint,
  ): Promise<{ readonly arrivals: readonly Arrival[]; readonly nextBlock: bigint }>
  findInboxRequest(chainId: number, requestHash: Hash): Promise<InboxRequest | null>
  /** Units by chain id and lower-case token address; the native balance has 0xeeee…. */
  balances(address: Address): Promise<{ [chainId: string]: { [token: string]: string } }>
  /** Restores the chains' state after deployment. */
  reset(): Promise<void>
  stop(): Promise<void>
}
