import { describe, expect, it } from 'vitest'
import { behavioursInSchedules, drawnBehaviours } from '../../chaos/schedule.ts'
import { walletBehaviours } from '../../sandbox/pages/wallet/wallet-behaviours.ts'
import { cellName, steps, ways } from '../../wallets/cell.ts'
import { allCells } from '../../wallets/cells.ts'
import { meaninglessCells } from '../../wallets/meaningless-cells.ts'

describe('the behaviours of wallets', () => {
  it('have one cell for each step over each way, or the reason why there is none', () => {
    const every = ways.flatMap((way) =>
      walletBehaviours.flatMap((behaviour) => steps.map((step) => cellName({ behaviour, step, way }))),
    )
    expect([...allCells, ...meaninglessCells].map(cellName).sort()).toEqual(every.sort())
  })

  it.each(Object.entries(behavioursInSchedules))(
    'are drawn by the schedules as behaviours, or said why not: %s',
    (_name, walletBehaviour) => {
      if (typeof walletBehaviour === 'string') expect(drawnBehaviours).toContain(walletBehaviour)
      else expect(walletBehaviour.reason).not.toBe('')
    },
  )

  it('are all known to the schedules', () => {
    expect(Object.keys(behavioursInSchedules).sort()).toEqual([...walletBehaviours].sort())
  })
})
