import type { Address, Hex } from '../base/hex.ts'
import type { PriceFeed } from '../deployment/deployment.ts'
import type { Measurement, Trial } from './effects.ts'
import type { ChainHead, PaymentWish } from './evidence.ts'
import type { Quorum } from './quorum.ts'

/** A transaction as one of our nodes sees it. */
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
    }

/** An allowance as the endpoints of its chain say it. */
export interface AllowanceSeen {
  /** The most that any of them says, smallest unit. */
  readonly units: bigint
  /** Endpoints on different hosts that answered, and how many have to before "nothing" counts. */
  readonly sources: number
  readonly wanted: number
}

/** A permit's nonce after its deadline, as those hosts see it that stand behind it. */
export interface NonceEvidence {
  /** True when any endpoint saw it used. */
  readonly used: boolean
  /**
   * The time of the block it was read at where it is unused, Unix seconds by the chain's clock: `confirmations` below the newest
   * block that all endpoints have come to, so that no block that goes again says "never used".
   */
  readonly blockSeconds: number
  /** The endpoints in use are on one host, so that two will never agree. */
  readonly hasTooFewHosts?: true
}

/** What became of a permit's nonce. */
export interface NonceEnd {
  /** `cancelled`: invalidated before anything was taken by it; `unclear` where the endpoints disagree or cannot tell. */
  readonly end: 'unused' | 'cancelled' | 'taken' | 'unclear'
  /** What invalidated it. */
  readonly hash: Hex | null
  /** How deep that is; 0 where nothing was found. */
  readonly confirmations: number
}

/** What a mined transaction paid a receiver. */
export interface PaymentView {
  readonly blockHash: Hex
  readonly blockNumber: bigint
  readonly blockSeconds: number
  readonly confirmations: number
  /** What it paid in the token, event by event; without an event for the chain's own coin. */
  readonly parts: readonly { readonly logIndexes: readonly number[]; readonly units: bigint }[]
  /** The coin came from within: `parts` is what the receiver's balance grew by in the whole block. */
  readonly isByBlock: boolean
  /** Whether events of the contracts asked about name the request, only other things, or there are none. */
  readonly names: 'ours' | 'others' | 'nothing'
  /** Whether it goes to one of them, is told of by one, or moves something to or from one. */
  readonly touches: boolean
}

/** A transaction as those endpoints show it that have it in a block. */
export interface MinedSeen {
  /** None of them shows that it succeeded. */
  readonly hasFailed: boolean
  /** The least that any of them counts; 0 where none has it in a block. */
  readonly confirmations: number
  /** Different hosts among them. */
  readonly sources: number
}

/** What became of a transaction that the usual node does not know, from all endpoints of its chain. */
export interface MissingEvidence {
  /** True when any endpoint knows it. */
  readonly isKnown: boolean
  /** Endpoints on different hosts that answered. */
  readonly sources: number
  /** True when every endpoint that answered counts its nonce as used. */
  readonly isNonceUsed: boolean
}

/** What endpoints say of an account since one of its nonces was next. */
export interface AccountUse {
  /** Every endpoint that answered counts nothing more, mined or waiting. */
  readonly isIdle: boolean
  /** Every endpoint that answered counts that nonce as mined. */
  readonly isUsed: boolean
  readonly sources: number
}

/** What a refund is searched for by, where the service names no transaction. */
export interface RefundSearch {
  /** The first block after the order was made. */
  readonly sinceBlock: bigint
  readonly receiver: Address
  /** What may have been paid, and the least of each. */
  readonly amounts: readonly { readonly token: Address; readonly leastUnits: bigint }[]
  readonly requestHash: Hex
  /** Gateways and inboxes: their events have the request hash as their first topic. */
  readonly contracts: readonly Address[]
  /** Contracts that only pay refunds, so that their events are few: the request hash may be anywhere in them. */
  readonly evidenceContracts: readonly Address[]
}

/** The chains of the deployment as flows see them. Reads reject with `rpcUnreachable`. */
export interface ChainReader {
  allowance(chainId: number, token: Address, owner: Address, spender: Address): Promise<bigint>
  /** The same as each endpoint says it; those that do not answer are left out, none at all rejects. */
  allowanceSeen(chainId: number, token: Address, owner: Address, spender: Address): Promise<AllowanceSeen>
  balance(chainId: number, token: Address, owner: Address): Promise<bigint>
  decimals(chainId: number, token: Address): Promise<number>
  /** What a token calls itself, as it says; null where it says nothing that can be read. */
  symbol(chainId: number, token: Address): Promise<string | null>
  codeAt(chainId: number, address: Address): Promise<Hex>
  /**
   * Dollars of one whole by a price feed, exact decimal text, as two endpoints agree on it where there are two; null where
   * it is stale, unfinished, not above zero, or not what the package says.
   */
  feedPrice(chainId: number, feed: PriceFeed): Promise<string | null>
  /** Whether `approve(spender, amount)` would go through now; false for USDT-like tokens with an allowance. */
  approveWorks(
    chainId: number,
    token: Address,
    owner: Address,
    spender: Address,
    amountUnits: bigint,
  ): Promise<boolean>
  /** What of a transfer of so many units would arrive (L6); null where the node or the token does not say. */
  arrivingUnits(
    chainId: number,
    token: Address,
    owner: Address,
    receiver: Address,
    units: bigint,
  ): Promise<bigint | null>
  /** Null when the call would go through; else the node's words, shortened. */
  simulate(
    chainId: number,
    call: { readonly from: Address; readonly to: Address; readonly data: Hex; readonly value: bigint },
  ): Promise<string | null>
  /** What calls would do to an account if they were sent now, as each of the chain's endpoints sees it. */
  measure(chainId: number, trial: Trial): Promise<Measurement>
  transaction(chainId: number, hash: Hex): Promise<TransactionView>
  /** The same as every endpoint shows it: what a payment by the user counts by. */
  transactionSeen(chainId: number, hash: Hex): Promise<Quorum<TransactionView>>
  /** The transaction with this hash, where it is the owner's with this nonce, as every endpoint sees it; none at all that answers rejects. */
  minedSeen(chainId: number, hash: Hex, owner: Address, accountNonce: number): Promise<MinedSeen>
  accountNonce(chainId: number, owner: Address, tag: 'latest' | 'pending'): Promise<number>
  /** Whether Permit2's unordered nonce is used up. */
  nonceUsed(chainId: number, owner: Address, nonce: bigint): Promise<boolean>
  /**
   * The same as every endpoint of the chain sees it, each at its own latest block; those that do not answer are left
   * out, none at all rejects. What a signature's death is proven by (R3). Behind "used" stand the hosts that saw it used,
   * behind "unused" all that answered.
   */
  nonceEvidence(chainId: number, owner: Address, nonce: bigint): Promise<Quorum<NonceEvidence>>
  /**
   * What became of the nonce since a block at which it was unused; `token` is what its signature would take. Behind `taken` stand the
   * hosts that say so, behind anything else all that answered.
   */
  nonceEnd(
    chainId: number,
    owner: Address,
    nonce: bigint,
    token: Address,
    sinceBlock: bigint,
  ): Promise<Quorum<NonceEnd>>
  /** The lowest of what the endpoints call their newest block, so that none of them can name one that is not there yet. */
  blockNumber(chainId: number): Promise<bigint>
  /** When the latest block was made as each host sees it, Unix seconds; those that do not answer are left out, none at all rejects. */
  latestBlockSeconds(chainId: number): Promise<readonly number[]>
  /** As every endpoint sees it; those that do not answer are left out, none at all rejects. */
  missingEvidence(chainId: number, owner: Address, accountNonce: number, hash: Hex): Promise<MissingEvidence>
  /** What became of an account's next nonce as every endpoint sees it; those that do not answer are left out, none at all rejects. */
  accountUse(chainId: number, owner: Address, accountNonce: number): Promise<AccountUse>
  /** What a transaction paid as most endpoints show it, null where they show none: what an end is proven by. */
  payment(chainId: number, wish: PaymentWish): Promise<Quorum<PaymentView | null>>
  /** The newest block that two hosts of the chain have come to. */
  head(chainId: number): Promise<ChainHead>
  /** What every endpoint sees on an account, smallest unit. */
  balanceSeen(chainId: number, token: Address, owner: Address): Promise<Quorum<bigint>>
  /**
   * The most that the token's own events brought to an account from a block on, as any endpoint tells them, and how many hosts
   * told; those that do not answer are left out, none at all rejects. The chain's own coin has no events.
   */
  receivedSince(
    chainId: number,
    token: Address,
    receiver: Address,
    sinceBlock: bigint,
  ): Promise<{ readonly units: bigint; readonly sources: number }>
  /**
   * Transactions that may be a refund, the likeliest first, as any endpoint tells of them: `payment` shows which one is. Those
   * that do not answer are left out, none at all rejects.
   */
  findRefunds(chainId: number, search: RefundSearch): Promise<readonly Hex[]>
  /** EIP-1271 by `eth_call`. */
  isValidSignature(chainId: number, account: Address, digest: Hex, signature: Hex): Promise<boolean>
  /** The same as every endpoint says it: what an account with code proves itself by. */
  validSignatureSeen(chainId: number, account: Address, digest: Hex, signature: Hex): Promise<Quorum<boolean>>
  gasPrice(chainId: number): Promise<bigint>
  /** The transaction that used up an account's nonce, where it can still be found; null where none did. */
  transactionOfNonce(chainId: number, owner: Address, accountNonce: number): Promise<Hex | null>
  /**
   * Transactions whose events at one of the contracts name this topic, from the block of `since` on, that every endpoint which
   * answers knows of; and how many hosts those are.
   */
  mentions(
    chainId: number,
    contracts: readonly Address[],
    topic: Hex,
    since: Hex,
  ): Promise<{ readonly hashes: readonly Hex[]; readonly sources: number }>
}
