import { describe, expect, it } from 'vitest'
import { walletManners } from '../../sandbox/pages/wallet/wallet-manners.ts'
import { nameOf, steps, ways } from '../../wallets/cell.ts'
import { allCells } from '../../wallets/cells.ts'
import { voidCells } from '../../wallets/void-cells.ts'

describe('the manners of wallets', () => {
  it('have one cell for each step over each way, or the reason why there is none', () => {
    const every = ways.flatMap((way) =>
      walletManners.flatMap((manner) => steps.map((step) => nameOf({ manner, step, way }))),
    )
    expect([...allCells, ...voidCells].map(nameOf).sort()).toEqual(every.sort())
  })
})
