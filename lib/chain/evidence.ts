import type { Address, Hex } from '../base/hex.ts'
import { minuteMs, secondMs } from '../base/time.ts'
import type { Deployment } from '../deployment/deployment.ts'

/** A chain's newest block when it was read. */
export interface ChainHead {
  readonly chainId: number
  /** Digits. */
  readonly blockNumber: string
  /** Unix seconds, by the chain's clock. */
  readonly blockSeconds: number
}

/** A payment that ends an order, as the chain showed it: its figures are the ones that count and are shown. */
export interface Evidence {
  readonly kind: 'delivery' | 'refund'
  readonly chainId: number
  readonly hash: Hex
  readonly token: string
  readonly units: string
  /** What the token is, where it is neither of the two that were reviewed. */
  readonly paidIn?: { readonly symbol: string; readonly decimals: number }
  /** The events that paid; none for the chain's own coin. */
  readonly logIndexes: readonly number[]
  /** The coin came from within the transaction: told by what the receiver's balance grew by in that whole block. */
  readonly isByBlock?: true
  readonly blockNumber: string
  readonly blockSeconds: number
  /** Endpoints on different hosts that said exactly this. */
  readonly sources: number
}

/**
 * What a chain that was read says of a reported end, where it does not prove it: no such payment, one that no contract of
 * the deployment says is this swap's, one that only one endpoint shows, or one of less.
 */
export type ChainDoubt = 'notShown' | 'notNamed' | 'oneSource' | 'less'

/**
 * How many endpoints on different hosts must agree before anything counts as proven: one alone may be mistaken, bought or
 * broken into.
 */
export const leastSources = 2

/**
 * How far an order's beginning by our own clock may lie behind the chain's, where its newest block could not be read then:
 * machines are rarely off by more, and what was paid so shortly before is still counted for one order only.
 */
const clockMarginMs = 10 * minuteMs

/**
 * What a refund may cost, in percent of the input: the service takes its gas and fees out of it. What is further below the
 * input came back too, but is no refund of it.
 */
const refundCostPercent = 5n

/** Returns the least that is a refund of so many units. */
export function leastRefund(inputUnits: bigint): bigint {
  return inputUnits - (inputUnits * refundCostPercent) / 100n
}

/** Tells whether a block came after the order was made: by the chain's own count, else by our clock. */
export function isAfterCreation(
  order: { readonly createdMs: number; readonly heads?: readonly ChainHead[] },
  chainId: number,
  block: { readonly blockNumber: bigint; readonly blockSeconds: number },
): boolean {
  const head = order.heads?.find((one) => one.chainId === chainId)
  if (head === undefined) return block.blockSeconds * secondMs >= order.createdMs - clockMarginMs
  return block.blockNumber > BigInt(head.blockNumber) && block.blockSeconds >= head.blockSeconds
}

type Payment = Pick<Evidence, 'chainId' | 'hash' | 'blockNumber' | 'logIndexes' | 'isByBlock'>

/** Tells whether two pieces of evidence rest on the same payment, which counts once. */
export function isSamePayment(one: Payment, other: Payment): boolean {
  if (one.chainId !== other.chainId) return false
  const areCoins = one.logIndexes.length === 0 && other.logIndexes.length === 0
  // A balance's growth holds all that was paid in its block.
  if (areCoins && (one.isByBlock === true || other.isByBlock === true)) {
    return one.blockNumber === other.blockNumber
  }
  if (one.hash !== other.hash) return false
  return areCoins || one.logIndexes.some((index) => other.logIndexes.includes(index))
}

/** Tells whether an order's end rests on evidence that several endpoints gave. */
export function isEnough({ sources }: { readonly sources: number }): boolean {
  return sources >= leastSources
}

/** Returns the names of the chains whose endpoints share one host and port: nothing there is ever proven. */
export function chainsOfOneSource({ chains }: Pick<Deployment, 'chains'>): readonly string[] {
  const isAlone = (rpcUrls: readonly string[]) =>
    new Set(rpcUrls.map((url) => new URL(url).host)).size < leastSources
  return chains.filter(({ rpcUrls }) => isAlone(rpcUrls)).map(({ name, chainId }) => `${name} (${chainId})`)
}

/** What a payment is looked for by. */
export interface PaymentWish {
  readonly hash: Hex
  /** 0xeee… for the chain's own coin. */
  readonly token: Address
  readonly receiver: Address
  /** Contracts of the deployment whose events have to name the request, where they tell any. */
  readonly contracts: readonly Address[]
  readonly requestHash: Hex | null
}
