import type { Cell } from './cell.ts'
import { lostCells } from './lost-cells.ts'
import { promptCells } from './prompt-cells.ts'

/** Each meaningful cell. `meaningless-cells.ts` has the others. */
export const allCells: readonly Cell[] = [...lostCells, ...promptCells]
