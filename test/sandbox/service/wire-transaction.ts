import type { Shape } from './knobs.ts'

/** A transaction before it is written for the wire. */
interface Transaction {
  readonly to: string
  readonly data: string
  readonly value: bigint
  readonly chainId: number
}

/**
 * The `txData` of a route. The interface writes `to`, `data` and `value` (wei), and no more: a number where JSON carries it
 * exactly, a text elsewhere.
 */
export function wireTransaction(shape: Shape, { to, data, value, chainId }: Transaction) {
  if (shape !== 'interface') return { to, data, value: String(value), chainId }
  return { to, data, value: value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value) }
}
