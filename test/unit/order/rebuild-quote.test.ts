import { expect, test } from 'vitest'
import { rebuildAutoRoute } from '../../../lib/order/rebuild-quote.ts'
import { orderOf } from './order-fixture.ts'

test('rebuilds a stored route as executable here', () => {
  const base = orderOf()
  if (base.kind !== 'signed') throw new Error('not signed')
  expect(rebuildAutoRoute(base, 7)).toMatchObject({ userOp: 'sign', quoteExpirySeconds: 7, isForeign: false })
})
