/** Steps of a swap: handoff, quote, review, approval, signature, sending, submit, following, end. */
export type Column = 'H' | 'Q' | 'V' | 'A' | 'G' | 'T' | 'S' | 'P' | 'N'

/** Each row of the fault matrix: a fault, and the steps of a swap that it can affect. */
export const rows = {
  'worker killed': 'HQVAGTSPN',
  'browser killed': 'HQVAGTSPN',
  'popup closed': 'HQVAGTSPN',
  'tab closed': 'HQVAGTSPN',
  'wallet rejects': 'AGTN',
  'wallet never answers': 'AGT',
  'wallet answers twice': 'AGTS',
  'wallet error': 'AGT',
  'storage full': 'HQVAGTSPN',
  'storage corrupt': 'HQVAGTSPN',
  'two windows': 'HQVAGTSPN',
  'asleep 8 h': 'HQVAGTSPN',
  'updated in mid-swap': 'HQVAGTSPN',
  'hosts revoked': 'HQVAGTSPN',
  'account removed': 'VAGTSPN',
  'network down': 'HQVAGTSPN',
  'timeout after accept': 'SPN',
  'echo record': 'SPN',
  'failed after the money left': 'TPN',
  '429': 'QVSP',
  '5xx': 'QSPN',
  'malformed JSON': 'QSPN',
  'HTML page': 'QSPN',
  'origin not allowed': 'QVGTSP',
  'quote expired': 'QVAGTS',
  'chain switched': 'AGTP',
  'nonce replaced': 'ATPN',
  'withdrawal lost': 'PN',
  reorg: 'ATPN',
  'RPC lies': 'VAGTPN',
  'clock skew': 'QVGPN',
} as const

export type MatrixRow = keyof typeof rows

/** One cell of the fault matrix: causes its fault at its step, and asserts the outcome. */
export interface Cell {
  readonly row: MatrixRow
  readonly column: Column
  readonly says: string
  readonly run: () => Promise<void>
}

type OneOrMore<T> = T | readonly T[]

/** Makes the cells of a row at a step; several cells where the same work covers several rows or steps. */
export function cell<Row extends MatrixRow, At extends Column>(
  rows: OneOrMore<Row>,
  columns: OneOrMore<At>,
  says: string,
  work: (column: At, row: Row) => Promise<void>,
): readonly Cell[] {
  return listOf(rows).flatMap((row) =>
    listOf(columns).map((column) => ({ row, column, says, run: () => work(column, row) })),
  )
}

const listOf = <T extends string>(one: OneOrMore<T>): readonly T[] => (typeof one === 'string' ? [one] : one)
