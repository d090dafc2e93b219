import { describe, expect, it } from 'vitest'
import { compareRoutes } from '../../../lib/quote/route-comparison.ts'
import type { RouteView } from '../../../lib/quote/route-view.ts'
import { problem } from '../../screens/answers.ts'
import { bornMs, usdcIsland } from '../models/fake-data.ts'
import { manualView } from './route-fixture.ts'

const route = (name: string, inUsd: string, part: Partial<RouteView> = {}) =>
  ({ ...manualView(name, usdcIsland, bornMs), cost: { ...exact, inUsd }, ...part }) as RouteView
const exact = {
  inUsd: '1',
  percent: '1',
  isLowerBound: false,
  approvalGasInUsd: '0',
  restInUsd: '0',
  isRestPrice: true,
  includesRefuel: false,
}
const compare = (...routes: readonly RouteView[]) => Object.fromEntries(compareRoutes(routes))

describe('compareRoutes', () => {
  it('says how much more than the best route each of the others costs', () => {
    expect(compare(route('A', '0.91'), route('B', '0.6'), route('C', '1.5'))).toEqual({
      'manual:A:': { moreInUsd: '0.31', count: 3 },
      'manual:B:': { moreInUsd: '0', count: 3 },
      'manual:C:': { moreInUsd: '0.9', count: 3 },
    })
  })

  it('names one best route of two that cost the same, and no difference below a cent', () => {
    expect(compare(route('A', '0.6'), route('B', '0.6'), route('C', '0.609'))).toEqual({
      'manual:A:': { moreInUsd: '0', count: 3 },
    })
  })

  it.each<[string, RouteView]>([
    ['whose cost may be higher', route('B', '0', { cost: { ...exact, inUsd: '0', isLowerBound: true } })],
    ['without a cost', route('B', '0', { cost: null })],
    ['that cannot be executed', route('B', '0', { blocked: problem('balanceTooLow') })],
  ])('leaves out a route %s', (_, other) => {
    expect(compare(route('A', '1'), other)).toEqual({})
    expect(compare(route('A', '1'), other, route('C', '2'))).toEqual({
      'manual:A:': { moreInUsd: '0', count: 2 },
      'manual:C:': { moreInUsd: '1', count: 2 },
    })
  })
})
