import { describe, expect, it } from 'vitest'
import { compareRoutes } from '../../../lib/quote/route-comparison.ts'
import type { RouteView } from '../../../lib/quote/route-view.ts'
import { problem } from '../../screens/answers.ts'
import { bornMs, usdcIsland } from '../models/fake-data.ts'
import { manualView } from './route-fixture.ts'

const route = (name: string, netValueInUsd: string | null, part: Partial<RouteView> = {}) =>
  ({ ...manualView(name, usdcIsland, bornMs), netValueInUsd, cost: exact, ...part }) as RouteView
const exact = {
  inUsd: '1',
  percent: '1',
  isLowerBound: false,
  restInUsd: '0',
  isRestPrice: true,
  includesRefuel: false,
}
const compare = (...routes: readonly RouteView[]) => Object.fromEntries(compareRoutes(routes))

describe('compareRoutes', () => {
  it('says how much less than the best route each of the others leaves after all costs', () => {
    expect(compare(route('A', '99.09'), route('B', '99.40'), route('C', '98.5'))).toEqual({
      'manual:A:': '0.31',
      'manual:B:': '0',
      'manual:C:': '0.9',
    })
  })

  it('names one best route of two that leave the same, and no difference below a cent', () => {
    expect(compare(route('A', '99.40'), route('B', '99.40'), route('C', '99.391'))).toEqual({
      'manual:A:': '0',
    })
  })

  it.each<[string, RouteView]>([
    ['whose value is unknown', route('B', null)],
    ['whose cost may be higher', route('B', '120', { cost: { ...exact, isLowerBound: true } })],
    ['without a cost', route('B', '120', { cost: null })],
    ['that cannot be executed', route('B', '120', { blocked: problem('balanceTooLow') })],
  ])('leaves out a route %s', (_, other) => {
    expect(compare(route('A', '99'), other)).toEqual({})
    expect(compare(route('A', '99'), other, route('C', '98'))).toEqual({ 'manual:A:': '0', 'manual:C:': '1' })
  })
})
