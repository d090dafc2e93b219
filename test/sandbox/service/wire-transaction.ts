import type { Shape } from './service-settings.ts'

interface Transaction {
  readonly to: string
  readonly data: string
  readonly value: bigint
  readonly chainId: number
}

/**
 * The `txData` of a route. The interface has only `to`, `data` and `value` (wei). The value is a number where
 * JSON carries it exactly, else a text.
 */
export function wireTransaction(shape: Shape, { to, data, value, chainId }: Transaction) {
  if (shape !== 'interface') return { to, data, value: String(value), chainId }
  return { to, data, value: value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value) }
}
