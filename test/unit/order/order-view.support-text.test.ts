import { expect, test } from 'vitest'
import { supportText } from '../../../lib/order/order-view.ts'
import { orderOf } from './order-fixture.ts'

test('names problem, anomalies and requests without an id', () => {
  const order = orderOf({
    problem: { code: 'swapExpired', money: 'atOrigin', facts: {}, serverRequestId: null, retryAfterMs: null },
    anomalies: ['4->1'],
    serviceCalls: [{ endpoint: 'submit', atMs: 0, outcome: 'serviceTimeout', serverRequestId: null }],
  })
  const lines = supportText(order, '1').split('\n')
  expect(lines).toContain('problem swapExpired money atOrigin')
  expect(lines).toContain('anomaly 4->1')
  expect(lines.at(-1)).toBe('1970-01-01T00:00:00.000Z submit serviceTimeout -')
})

test('names the answer that a problem came in', () => {
  const problem = { code: 'routeNotBuilt', money: 'untaken', facts: {}, retryAfterMs: null } as const
  const text = supportText(orderOf({ problem: { ...problem, serverRequestId: 'req-9' } }), '1')
  expect(text.split('\n')).toContain('problem routeNotBuilt money untaken req-9')
})

test('names what support needs and nothing that signs', () => {
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
  expect(text).not.toContain(orderOf().reviewed.ask.userAddress)
  expect(text).not.toContain(orderOf().reviewed.ask.receiverAddress)
})
