import { rowsHere } from './rows-here.ts'
import { rowsOutside } from './rows-outside.ts'

/** Every row of the fault matrix: what may go wrong, and where a test says what happens then. */
export const matrix = { ...rowsHere, ...rowsOutside }

export type MatrixRow = keyof typeof matrix
