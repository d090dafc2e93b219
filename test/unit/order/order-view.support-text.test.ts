import { expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { Evidence } from '../../../lib/chain/evidence.ts'
import { createProblemData } from '../../../lib/order/change.ts'
import { supportText } from '../../../lib/order/order-view.ts'
import { orderOf } from './order-fixture.ts'

test('lists the problem, anomalies and calls without an ID', () => {
  const order = orderOf({
    problem: createProblemData('swapNotDelivered', 'atOrigin'),
    anomalies: ['4->1'],
    serviceCalls: [{ endpoint: 'submit', atMs: 0, outcome: 'serviceTimeout', serverRequestId: null }],
  })
  const lines = supportText(order, '1').split('\n')
  expect(lines).toContain('problem swapNotDelivered said by ferry money atOrigin')
  expect(lines).toContain('anomaly 4->1')
  expect(lines.at(-1)).toBe('1970-01-01T00:00:00.000Z submit serviceTimeout -')
})

test('lists what one endpoint reports and the evidence of an end', () => {
  const evidence: Evidence = {
    kind: 'delivery',
    chainId: 31_338,
    hash: `0x${'d'.repeat(64)}`,
    token: nativeAddress,
    units: '7',
    logIndexes: [],
    blockNumber: '9',
    blockSeconds: 1,
    sources: 2,
  }
  const order = orderOf({ doubt: 'oneSource', evidence })
  const lines = supportText(order, '1').split('\n')
  expect(lines).toContain('chain says oneSource')
  // Native currency emits no event.
  expect(lines).toContain(
    `evidence delivery chain 31338 block 9 tx ${evidence.hash} events - units 7 sources 2`,
  )
})

test('lists the request ID of the answer that caused a problem', () => {
  const problem = createProblemData('routeUnusable', 'neverExecuted')
  const text = supportText(orderOf({ problem: { ...problem, serverRequestId: 'req-9' } }), '1')
  expect(text.split('\n')).toContain('problem routeUnusable said by ferry money neverExecuted req-9')
})

test('lists what support needs, and nothing that can sign', () => {
  const signature = `0x${'5'.repeat(130)}` as const
  const text = supportText(
    orderOf({
      signature,
      submitBody: `{"userSignature":"${signature}"}`,
      serviceCalls: [{ endpoint: 'status', atMs: 0, outcome: 'ok', serverRequestId: 'req-7' }],
    }),
    '0.1.0',
  )
  expect(text).toContain('Ferry 0.1.0')
  expect(text).toContain(orderOf().terms.requestHash)
  expect(text).toContain('1970-01-01T00:00:00.000Z status ok req-7')
  expect(text).not.toContain(signature)
  expect(text).not.toContain(orderOf().reviewed.request.userAddress)
  expect(text).not.toContain(orderOf().reviewed.request.receiverAddress)
})
