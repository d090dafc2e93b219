import type { Address } from '../base/hex.ts'
import type { BasePorts } from '../quote/base-ports.ts'
import type { SwapTerms } from '../quote/order-kind.ts'
import type { UniqueCheck, UniqueTerms } from '../quote/unique-terms.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { ServiceLists } from '../tokens/catalogue.ts'
import type { AllowanceKey } from './approval-plan.ts'

/** What a review reads and stores. `lib/order` gives it what it reads from the stored orders. */
export interface ReviewPorts extends BasePorts {
  readonly expiringStore: ExpiringStore
  readonly lists: ServiceLists
  readonly store: StoredSwaps
  /** What the open orders may still take of an allowance (R13). */
  readReservedAllowance(key: AllowanceKey): Promise<bigint>
  readLiveSignature(swap: SwapTerms): Promise<LiveSignature | null>
  /** Addresses and ENS names that the person saved as recipients. */
  readSavedRecipients(): Promise<readonly string[]>
}

interface StoredSwaps {
  listOpen(): Promise<readonly SwapTerms[]>
  /** Newest first. A restored swap comes from a copy that an attacker may have planted. */
  page(beforeMs: null, limit: number): Promise<readonly (SwapTerms & { readonly restored?: true })[]>
  /** The check that new terms fail, because another order has a value that must be unique. */
  findClash(terms: UniqueTerms): Promise<UniqueCheck | null>
  /** In lower case. They outlive the order. */
  provenAccounts(): Promise<readonly Address[]>
}

/** A signature that a page may have stored, or of a swap that the service reports as failed. It can still be used. */
export interface LiveSignature {
  readonly orderId: string
  readonly amountUnits: string
  readonly untilMs: number
}
