import { isAddress, lowerHex, sameHex } from '../base/hex.ts'
import type { ProblemData } from '../base/problem.ts'
import { minuteMs } from '../base/time.ts'
import type { AllowanceKey } from './approval-plan.ts'
import type { Order } from './order.ts'
import { needsApproval } from './order-kinds.ts'
import { orderStateWords } from './order-state.ts'

/** Half of what can be counted at all: no token has as much, and who allows it means "without limit". */
export const unlimitedUnits = 1n << 159n

/** An allowance as the endpoints of its chain say it. */
export interface AllowanceSeen {
  /** The most that any of them says, smallest unit. */
  readonly units: bigint
  /** Endpoints on different hosts that answered, and how many have to before "nothing" counts. */
  readonly sources: number
  readonly wanted: number
}

/** How the taking back of an allowance stands; the transactions it took are the order's own. */
export interface Revoking {
  /** The review it was confirmed in: confirmed again it is the same one. */
  readonly reviewKey: string
  /** `asked`: at the wallet; `sent`: on its way to the chain; `over`: nobody waits for anything any more. */
  readonly state: 'asked' | 'sent' | 'over'
  /** When it came to that. */
  readonly atMs: number
  /** What was in the way; null where nothing was. */
  readonly problem: ProblemData | null
  /** What the chain said was left at its end, smallest unit; null where it was not read. */
  readonly leftUnits: string | null
}

/** As long as a revocation is waited for; then the chain is read only when somebody looks. */
const watchedMs = 10 * minuteMs

/** Returns whether enough endpoints say that nothing is left; one alone of several is not. */
export function isNothingLeft({ units, sources, wanted }: AllowanceSeen): boolean {
  return units === 0n && sources >= wanted
}

/** Returns whether nobody can say what is left: too few say "nothing". */
export function isUnsure({ units, sources, wanted }: AllowanceSeen): boolean {
  return units === 0n && sources < wanted
}

/**
 * The allowance that an order asked for, or stood on: token, owner and the contract that its terms name. Null for one that
 * needs none.
 */
export function allowanceOf(order: Pick<Order, 'kind' | 'reviewed' | 'deal'>): AllowanceKey | null {
  if (!needsApproval(order)) return null
  const spender =
    order.kind === 'signed' ? order.deal.signTypedData?.domain.verifyingContract : order.deal.txData?.to
  const { originChainId: chainId, inputToken: token, userAddress: owner } = order.reviewed.ask
  if (!isAddress(spender) || !isAddress(token) || !isAddress(owner)) return null
  // A row whose token is not the one it shows tells of no allowance.
  const { inputToken } = order.reviewed
  if (inputToken.chainId !== chainId || !sameHex(inputToken.address, token)) return null
  return { chainId, token: lowerHex(token), owner: lowerHex(owner), spender: lowerHex(spender) }
}

/** Returns whether an order is about an allowance. */
export function isAboutAllowance(order: Order, key: AllowanceKey): boolean {
  const own = allowanceOf(order)
  return (
    own !== null &&
    own.chainId === key.chainId &&
    sameHex(own.token, key.token) &&
    sameHex(own.owner, key.owner) &&
    sameHex(own.spender, key.spender)
  )
}

/** Whether an order may still take what it was allowed, or is about to count on it. One that waits for the user reads it anew. */
export function countsOnAllowance(order: Order): boolean {
  return !orderStateWords(order).isOver && order.state !== 'needs_user'
}

/** Whether the allowance of a swap can be taken back as far as its record says: over, ours, and nothing open at the wallet. */
export function mayRevoke(
  order: Pick<
    Order,
    'kind' | 'reviewed' | 'state' | 'statusCode' | 'restored' | 'walletRequest' | 'revoking'
  >,
): boolean {
  const isFree = order.walletRequest === null && order.revoking?.state !== 'sent'
  return needsApproval(order) && orderStateWords(order).isOver && order.restored !== true && isFree
}

/** Returns whether the wallet is being asked to take an allowance back. */
export function asksRevoke({ walletRequest }: Pick<Order, 'walletRequest'>): boolean {
  return walletRequest?.purpose === 'revoke'
}

/** Returns whether a revocation is on its way to the chain and waited for. */
export function watchesRevoke({ revoking }: Pick<Order, 'revoking'>): boolean {
  return revoking?.state === 'sent'
}

/** Returns whether a revocation was waited for long enough. */
export function isRevokeLate({ atMs }: Revoking, nowMs: number): boolean {
  return nowMs - atMs >= watchedMs
}

/** Returns whether an allowance is being taken back: who stands on it waits. */
export function isBeingRevoked(orders: readonly Order[], key: AllowanceKey): boolean {
  return orders.some((order) => (asksRevoke(order) || watchesRevoke(order)) && isAboutAllowance(order, key))
}

/** Returns the transaction that last took an order's allowance back, or tried to; null where none was sent. */
export function revocationOf({
  transactions,
}: Pick<Order, 'transactions'>): Order['transactions'][number] | null {
  return transactions.findLast(({ purpose }) => purpose === 'revoke') ?? null
}
