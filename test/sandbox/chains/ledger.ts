import type { Address, Hash, Hex } from 'viem'

/** The two kinds of request, as the interface spells them in `requestType`. */
export type RequestKind = 'SINGLE_OUTPUT_REQUEST' | 'SWAP_REQUEST'

/** How a native request through the inbox names its input: as the wrapped native token, or the interface's constant. */
export type NativeForm = 'wrapped' | 'constant'

/** A request struct as the interface sends it (the `witness`): chain ids numbers, amounts strings. */
export type RequestStruct = { readonly [key: string]: unknown }

/** One token of a sandbox chain; the native currency stands under the interface's native address. */
export interface SandboxToken {
  readonly chainId: number
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly kind: 'native' | 'wrapped' | 'plain' | 'usdtLike' | 'feeOnTransfer'
  /** Decimal text. */
  readonly priceInUsd: string
  /** The contract of the chain that tells its price; null where there is none. */
  readonly priceFeed: Address | null
}

/** One running local chain with the addresses of what is deployed on it. */
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
  /** Takes tokens for the manual target where a route says so. */
  readonly manualSpender: Address
  /** Pays refunds that gateway and inbox do not pay. */
  readonly refunder: Address
  readonly multicall3: Address
  readonly wrappedNative: Address
  readonly tokens: readonly SandboxToken[]
}

/** A request somebody sent through the inbox, as read from the inbox's events. */
export interface InboxRequest {
  readonly kind: RequestKind
  readonly struct: RequestStruct
  /** Who sent the transaction; `basicReq.sender` is the inbox itself. */
  readonly sender: Address
  readonly refundAddress: Address
  /** Native units that came with the transaction; 0 for an ERC-20 request. */
  readonly valueUnits: bigint
  readonly txHash: Hash
  readonly blockTimestampSeconds: number
  /** `returned`: the gateway took it, and brought it back to the inbox. */
  readonly status: 'open' | 'extracted' | 'withdrawn' | 'returned'
  /** The transaction that paid the refund address, whoever sent it. */
  readonly withdrawTxHash: Hash | null
}

/** A manual route's transaction, as read from the manual target's events. */
export interface ManualSend {
  readonly kind: 'swap' | 'send'
  readonly sender: Address
  readonly inputToken: Address
  readonly inputUnits: bigint
  /** Of a `send`; a receiver on a chain without 20-byte addresses stands in UTF-8. */
  readonly destination: { readonly chainId: number; readonly receiver: Hex } | null
  readonly txHash: Hash
  readonly blockTimestampSeconds: number
}

/** Something that came to a watched address. */
export interface Arrival {
  readonly to: Address
  readonly from: Address
  /** The native currency under the interface's native address. */
  readonly token: Address
  readonly units: bigint
  readonly txHash: Hash
  readonly blockNumber: bigint
  readonly blockTimestampSeconds: number
}

/** The chain half of the sandbox: what the service and its solver may do on the local chains. */
export interface Ledger {
  readonly chains: readonly SandboxChain[]
  /** The service's own name, as in the contracts' types. */
  readonly word: string
  /** The EIP-712 `hashStruct("Request", struct)` of the witness. */
  requestHash(kind: RequestKind, struct: RequestStruct): Hash
  /** Pulls the signed funds through Permit2; the origin transaction; throws with the revert reason when it cannot. */
  extractSigned(kind: RequestKind, struct: RequestStruct, signature: Hex): Promise<Hash>
  /** Switches every inbox to a form of native requests. */
  setNativeForm(form: NativeForm): Promise<void>
  /** Takes the funds of an open inbox request; the origin transaction. */
  extractInbox(kind: RequestKind, struct: RequestStruct): Promise<Hash>
  /** Swaps what an extracted request brought into its token on the way, for so many units of it. */
  swapOnTheWay(struct: RequestStruct, units: bigint): Promise<Hash>
  /** Pays the receiver from the solver's own funds on the destination chain (same-chain SWAP_REQUEST too). */
  fulfil(
    chainId: number,
    requestHash: Hash,
    token: Address,
    amountUnits: bigint,
    receiver: Address,
  ): Promise<Hash>
  /** Closes the extracted request on its origin chain. */
  settle(chainId: number, requestHash: Hash): Promise<Hash>
  /** Gives extracted funds back, net of the affiliate fee: signed ones to the sender, inbox ones to the inbox. */
  cancel(chainId: number, requestHash: Hash): Promise<Hash>
  /** Pays a refund by a contract that is neither gateway nor inbox, from the solver's own funds. */
  refund(
    chainId: number,
    requestHash: Hash,
    token: Address,
    amountUnits: bigint,
    receiver: Address,
  ): Promise<Hash>
  /** Pays the refund address what lies in the inbox: never extracted, or brought back. Anyone may do it. */
  refundInbox(kind: RequestKind, struct: RequestStruct): Promise<Hash>
  /** A plain transfer from the solver's own funds. */
  pay(chainId: number, token: Address, amountUnits: bigint, receiver: Address): Promise<Hash>
  /** Calls a receiver with a payload as the solver; throws when it reverts. */
  execute(chainId: number, receiver: Address, payload: Hex, gasUnits: bigint): Promise<Hash>
  /** The transactions of a manual route that were mined, the oldest first. */
  findManualSends(chainId: number, routeId: Hex): Promise<readonly ManualSend[]>
  /** Makes a token's price feed tell a price of that age; null: it reverts from now on. */
  setFeed(chainId: number, token: Address, price: string | null, ageSeconds: number): Promise<void>
  headBlock(chainId: number): Promise<bigint>
  /**
   * What came to any of the addresses from a block on, and the block to go on from. Native currency is seen where it came
   * as a transaction's own value, not from inside a contract.
   */
  arrivals(
    chainId: number,
    addresses: readonly Address[],
    fromBlock: bigint,
  ): Promise<{ readonly arrivals: readonly Arrival[]; readonly nextBlock: bigint }>
  findInboxRequest(chainId: number, requestHash: Hash): Promise<InboxRequest | null>
  /** Units per chain id and lower-case token address; the native balance under 0xeeee…. */
  balances(address: Address): Promise<{ [chainId: string]: { [token: string]: string } }>
  /** Chains back to the state after deployment. */
  reset(): Promise<void>
  /** Ends the chains. */
  stop(): Promise<void>
}
