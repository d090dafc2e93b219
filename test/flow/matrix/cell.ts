import { test } from 'vitest'
import type { MatrixRow } from './rows.ts'

/** A test of one cell of the fault matrix, or of several columns of one row (`A G`), named after them. */
export function cell(row: MatrixRow, columns: string, says: string, work: () => Promise<void>): void {
  test(`${row} · ${columns}: ${says}`, work)
}
