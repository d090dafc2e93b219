import type { Column, MatrixRow } from './rows.ts'

/** One cell of the fault matrix: brings its fault about at its step and asserts what must hold all the same. */
export interface Cell {
  readonly row: MatrixRow
  readonly column: Column
  readonly says: string
  readonly work: () => Promise<void>
}

type OneOrMore<T> = T | readonly T[]

/** Makes the cell of a row at a step; one for each where the same work brings several of them about. */
export function cell<Row extends MatrixRow, At extends Column>(
  rows: OneOrMore<Row>,
  columns: OneOrMore<At>,
  says: string,
  work: (column: At, row: Row) => Promise<void>,
): readonly Cell[] {
  return listOf(rows).flatMap((row) =>
    listOf(columns).map((column) => ({ row, column, says, work: () => work(column, row) })),
  )
}

const listOf = <T extends string>(one: OneOrMore<T>): readonly T[] => (typeof one === 'string' ? [one] : one)
