import { describe, expect, it } from 'vitest'
import { chainCells } from './chain.ts'
import { deathCells } from './deaths.ts'
import { lieCells } from './endpoint-lies.ts'
import { rows } from './fault-matrix.ts'
import { networkCells } from './network.ts'
import { handoffCells } from './proposal-cells.ts'
import { quoteCells } from './quotes.ts'
import { serviceCells } from './service.ts'
import { sleepCells } from './sleep.ts'
import { storageCells } from './storage.ts'
import { updateCells } from './updates.ts'
import { walletGoneCells } from './wallet-gone.ts'
import { walletCells } from './wallets.ts'
import { windowCells } from './windows.ts'
import { withdrawalCells } from './withdrawals.ts'

const cells = [
  chainCells,
  deathCells,
  handoffCells,
  lieCells,
  networkCells,
  quoteCells,
  serviceCells,
  sleepCells,
  storageCells,
  updateCells,
  walletCells,
  walletGoneCells,
  windowCells,
  withdrawalCells,
].flat(2)

describe.each(Object.entries(rows))('%s', (row, columns) => {
  const own = cells.filter((cell) => cell.row === row)

  it('has one cell for each step that it can affect, and no other', () => {
    expect(own.map(({ column }) => column).sort()).toEqual([...columns].sort())
  })

  it.each(own)('$column: $says', ({ run }) => run())
})
