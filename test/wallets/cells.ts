import { askedCells } from './prompt-cells.ts'
import type { Cell } from './cell.ts'
import { lostCells } from './lost-cells.ts'

/** Each meaningful cell. `meaningless-cells.ts` has the others. */
export const allCells: readonly Cell[] = [...lostCells, ...askedCells]
