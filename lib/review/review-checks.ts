import type { OrderKind, OrderTerms } from '../order/order.ts'

/** What a check is about, in groups for people. */
export type CheckGroup = 'bytes' | 'contracts' | 'receiver' | 'balance'

/** What a review says of its checks: those that hold, and those that nobody could make. */
export interface ReviewChecks {
  readonly checks: readonly { readonly group: CheckGroup; readonly count: number }[]
  readonly notMade: readonly Exclude<CheckGroup, 'balance'>[]
}

interface Checked {
  readonly kind: OrderKind
  readonly deal: Pick<OrderTerms, 'deposit' | 'txData'>
  /** Reason codes that hold. */
  readonly passed: readonly string[]
  readonly chainChecks: readonly string[]
}

const contractCodes: ReadonlySet<string> = new Set(['D-4', 'V-3', 'W-5', 'I-1', 'M-1'])

/**
 * Groups what was checked. A manual route's call cannot be read, and what is paid to a deposit address goes on from there
 * as the service likes: neither says where the money ends, so for them that is listed as not checked, never counted.
 */
export function reviewChecks({ kind, deal, passed, chainChecks }: Checked): ReviewChecks {
  const contractCount = passed.filter((code) => contractCodes.has(code)).length + chainChecks.length
  const contracts = { group: 'contracts', count: contractCount } as const
  const balance = { group: 'balance', count: 1 } as const
  // What is paid from elsewhere was read nowhere.
  if (kind === 'deposit') {
    return { checks: deal.txData === null ? [] : [balance], notMade: ['contracts', 'receiver'] }
  }
  if (kind === 'manual') return { checks: [contracts, balance], notMade: ['bytes', 'receiver'] }
  const bytes = { group: 'bytes', count: passed.length } as const
  return { checks: [bytes, contracts, { group: 'receiver', count: 1 }, balance], notMade: [] }
}
