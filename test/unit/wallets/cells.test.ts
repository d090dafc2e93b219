import { describe, expect, it } from 'vitest'
import { drawnMoods, moodsOfManners } from '../../chaos/schedule.ts'
import { walletManners } from '../../sandbox/pages/wallet/wallet-behaviours.ts'
import { nameOf, steps, ways } from '../../wallets/cell.ts'
import { allCells } from '../../wallets/cells.ts'
import { voidCells } from '../../wallets/meaningless-cells.ts'

describe('the behaviours of wallets', () => {
  it('have one cell for each step over each way, or the reason why there is none', () => {
    const every = ways.flatMap((way) =>
      walletManners.flatMap((manner) => steps.map((step) => nameOf({ manner, step, way }))),
    )
    expect([...allCells, ...voidCells].map(nameOf).sort()).toEqual(every.sort())
  })

  it.each(Object.entries(moodsOfManners))(
    'are drawn by the schedules as moods, or said why not: %s',
    (_name, mood) => {
      if (typeof mood === 'string') expect(drawnMoods).toContain(mood)
      else expect(mood.reason).not.toBe('')
    },
  )

  it('are all known to the schedules', () => {
    expect(Object.keys(moodsOfManners).sort()).toEqual([...walletManners].sort())
  })
})
