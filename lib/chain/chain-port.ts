import type { Address, Hex } from '../base/hex.ts'
import type { PriceFeed } from '../deployment/schema.ts'
import type { GasPrice } from './costs.ts'
import type { Measurement, Simulation } from './effects.ts'
import type { NameQuery } from './ens.ts'
import type { ChainHead, PaymentQuery } from './evidence.ts'
import type { Quorum } from './quorum.ts'

export type TransactionView =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'waiting'
      readonly from: Address
      readonly to: Address | null
      readonly data: Hex
      readonly value: bigint
      readonly nonce: number
    }
  | {
      readonly kind: 'mined'
      readonly succeeded: boolean
      readonly confirmations: number
      readonly from: Address
      readonly to: Address | null
      readonly data: Hex
      readonly value: bigint
      readonly nonce: number
      readonly blockSeconds: number
      /** The gas cost that its sender paid. Absent if the endpoint does not report it. */
      readonly gasUnits?: bigint
    }

export interface AllowanceEvidence {
  /** The highest figure of all endpoints, smallest unit. */
  readonly units: bigint
  /** `sources` counts the hosts that answered. `wanted` is how many must answer before an allowance of zero counts. */
  readonly sources: number
  readonly wanted: number
}

export interface NonceEvidence {
  /** True if any endpoint reports it as used. */
  readonly used: boolean
  /**
   * The time of the block at which the nonce was unused, Unix seconds by the chain's clock. The block is `confirmations`
   * below the newest one that all endpoints have, so that a reorganised block never proves "unused".
   */
  readonly blockSeconds: number
  /** All endpoints in use are on one host, so two hosts can never agree. */
  readonly hasTooFewHosts?: true
}

export interface NonceEnd {
  /** `cancelled`: invalidated before the signature was used. `unclear`: the endpoints disagree, or cannot show it. */
  readonly end: 'unused' | 'cancelled' | 'taken' | 'unclear'
  /** The transaction that invalidated it. */
  readonly hash: Hex | null
  /** The confirmations of that transaction. 0 if none was found. */
  readonly confirmations: number
}

export interface PaymentView {
  readonly blockHash: Hex
  readonly blockNumber: bigint
  readonly blockSeconds: number
  readonly confirmations: number
  /** The paid units of the token, one part per event. A payment in native currency has no event. */
  readonly parts: readonly { readonly logIndexes: readonly number[]; readonly units: bigint }[]
  /**
   * True for native currency paid by a contract. `parts` is then the growth of the receiver's balance in the whole block.
   */
  readonly isBalanceGrowth: boolean
  /**
   * `ours`: an event of the given contracts names the request. `others`: they have events, but none names it. `nothing`:
   * they have no events.
   */
  readonly names: 'ours' | 'others' | 'nothing'
  /**
   * True if the transaction calls one of the contracts, one of them logs an event in it, or an event has one as a topic.
   */
  readonly touches: boolean
}

/** A transaction as the endpoints report it that have it in a block. */
export interface MinedEvidence {
  /** True if all of them report a failure. */
  readonly hasFailed: boolean
  /** The lowest count of all of them. 0 if none has it in a block. */
  readonly confirmations: number
  /** The number of different hosts among them. */
  readonly sources: number
}

/** The state of a transaction that the usual endpoint does not know, from all endpoints of its chain. */
export interface MissingEvidence {
  /** True if any endpoint knows it. */
  readonly isKnown: boolean
  /** The number of different hosts that answered. */
  readonly sources: number
  /** True if all endpoints that answered report its nonce as used. */
  readonly isNonceUsed: boolean
}

/** The use of an account after a given nonce, from all endpoints. */
export interface AccountUse {
  /** True if all endpoints that answered report no later transaction, mined or pending. */
  readonly isIdle: boolean
  /** True if all endpoints that answered report that nonce as mined. */
  readonly isUsed: boolean
  readonly sources: number
}

/** The search terms for a refund whose transaction the service does not name. */
export interface RefundSearch {
  /** The first block after the order was made. */
  readonly sinceBlock: bigint
  readonly receiver: Address
  /** The tokens that may have been paid back, each with its least amount. */
  readonly amounts: readonly { readonly token: Address; readonly leastUnits: bigint }[]
  readonly requestHash: Hex
  /** Gateways and inboxes. Their events have the request hash as their first topic. */
  readonly contracts: readonly Address[]
  /**
   * Contracts that only report deliveries and refunds, so they have few events. The request hash may be anywhere in them.
   */
  readonly evidenceContracts: readonly Address[]
}

/** Reads reject with `rpcUnreachable`. Reads of every endpoint leave out those that do not answer. */
export interface ChainReader {
  allowance(chainId: number, token: Address, owner: Address, spender: Address): Promise<bigint>
  allowanceEvidence(
    chainId: number,
    token: Address,
    owner: Address,
    spender: Address,
  ): Promise<AllowanceEvidence>
  balance(chainId: number, token: Address, owner: Address): Promise<bigint>
  decimals(chainId: number, token: Address): Promise<number>
  /** The symbol that the token reports, unverified. Null if it is not readable. */
  symbol(chainId: number, token: Address): Promise<string | null>
  codeAt(chainId: number, address: Address): Promise<Hex>
  /**
   * The price of one whole token in dollars by a price feed, exact decimal text. If the chain has two endpoints, two must
   * agree. Null if the price is stale, unfinished, not above zero, or has other decimals than the package names.
   */
  feedPrice(chainId: number, feed: PriceFeed): Promise<string | null>
  /** True if `approve(spender, amount)` would succeed now. False for USDT-like tokens that already have an allowance. */
  approveWorks(
    chainId: number,
    token: Address,
    owner: Address,
    spender: Address,
    amountUnits: bigint,
  ): Promise<boolean>
  /** The units that would arrive if so many were transferred (L6). Null if the endpoint or the token cannot show it. */
  arrivingUnits(
    chainId: number,
    token: Address,
    owner: Address,
    receiver: Address,
    units: bigint,
  ): Promise<bigint | null>
  /** Null if the call would succeed, else the endpoint's error message, shortened. */
  simulate(
    chainId: number,
    call: { readonly from: Address; readonly to: Address; readonly data: Hex; readonly value: bigint },
  ): Promise<string | null>
  measure(chainId: number, simulation: Simulation): Promise<Measurement>
  transaction(chainId: number, hash: Hex): Promise<TransactionView>
  /** Reads the transaction from every endpoint. A payment by the person counts only by this. */
  transactionQuorum(chainId: number, hash: Hex): Promise<Quorum<TransactionView>>
  /** Reads every endpoint. It counts only if the owner sent it with this nonce. */
  minedEvidence(chainId: number, hash: Hex, owner: Address, accountNonce: number): Promise<MinedEvidence>
  accountNonce(chainId: number, owner: Address, tag: 'latest' | 'pending'): Promise<number>
  /** True if Permit2's unordered nonce is used. */
  nonceUsed(chainId: number, owner: Address, nonce: bigint): Promise<boolean>
  /**
   * Reads the nonce from every endpoint, each at its own latest block. It proves that a signature can never be used
   * (R3). A used nonce is backed by the hosts that report it as used, an unused one by all that answered.
   */
  nonceEvidence(chainId: number, owner: Address, nonce: bigint): Promise<Quorum<NonceEvidence>>
  /**
   * Returns how the nonce ended since a block at which it was unused. `token` is the token that its signature would move.
   * `taken` is backed by the hosts that report it, any other end by all that answered.
   */
  nonceEnd(
    chainId: number,
    owner: Address,
    nonce: bigint,
    token: Address,
    sinceBlock: bigint,
  ): Promise<Quorum<NonceEnd>>
  /** The lowest of the endpoints' newest blocks, so that no endpoint can name a block that does not exist yet. */
  blockNumber(chainId: number): Promise<bigint>
  /** By every host, Unix seconds. */
  latestBlockSeconds(chainId: number): Promise<readonly number[]>
  missingEvidence(chainId: number, owner: Address, accountNonce: number, hash: Hex): Promise<MissingEvidence>
  accountUse(chainId: number, owner: Address, accountNonce: number): Promise<AccountUse>
  /** The payment of a transaction as most endpoints report it. Null if most report none. It proves the end of an order. */
  payment(chainId: number, query: PaymentQuery): Promise<Quorum<PaymentView | null>>
  /** The newest block that two hosts of the chain have. */
  head(chainId: number): Promise<ChainHead>
  /** Reads the balance from every endpoint, smallest unit. */
  balanceQuorum(chainId: number, token: Address, owner: Address): Promise<Quorum<bigint>>
  /**
   * By the token's events. The highest figure of all endpoints counts, and `sources` is the number of hosts that
   * answered. Native currency has no events.
   */
  receivedSince(
    chainId: number,
    token: Address,
    receiver: Address,
    sinceBlock: bigint,
  ): Promise<{ readonly units: bigint; readonly sources: number }>
  /** The address that an ENS name has on a chain (`readNameAddress`). */
  nameAddress(ensChainId: number, query: NameQuery): Promise<Quorum<Address | 'none'>>
  /** As any endpoint reports them, the most likely first. `payment` verifies each of them. */
  findRefunds(chainId: number, search: RefundSearch): Promise<readonly Hex[]>
  /** EIP-1271, by `eth_call`. */
  isValidSignature(chainId: number, account: Address, digest: Hex, signature: Hex): Promise<boolean>
  /** Asks every endpoint. A signature of an account with code counts only by this. */
  validSignatureQuorum(
    chainId: number,
    account: Address,
    digest: Hex,
    signature: Hex,
  ): Promise<Quorum<boolean>>
  gasPrice(chainId: number): Promise<GasPrice>
  /** The transaction that used an account's nonce. Null if none did, or if it is too old to be found. */
  transactionOfNonce(chainId: number, owner: Address, accountNonce: number): Promise<Hex | null>
  /**
   * Transactions since the block of `since` with an event of one of the contracts that has this topic. All endpoints that
   * answer must know them; `sources` is the number of their hosts.
   */
  findTransactionsWithTopic(
    chainId: number,
    contracts: readonly Address[],
    topic: Hex,
    since: Hex,
  ): Promise<{ readonly hashes: readonly Hex[]; readonly sources: number }>
}
