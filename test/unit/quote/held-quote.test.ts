import { describe, expect, test } from 'vitest'
import {
  defaultLifeSeconds,
  depositEndsMs,
  hasPermitExpiredWithMargin,
  isQuoteFresh,
  permitExpiryMs,
  quoteEndsMs,
} from '../../../lib/quote/held-quote.ts'
import { orderOf, withTerms } from '../order/order-fixture.ts'

const base = orderOf()
describe('the end of a quote', () => {
  // Ends at 1000 s by the service's clock, which is 30 s ahead of this machine's.
  const { terms } = withTerms(base, { quoteExpirySeconds: 1_000, clockOffsetMs: 30_000 })

  test('is converted to this machine’s clock', () => {
    expect(quoteEndsMs(terms)).toBe(970_000)
  })

  test('must be more than 15 s away to prompt the wallet', () => {
    expect([isQuoteFresh(terms, 954_999), isQuoteFresh(terms, 955_000)]).toEqual([true, false])
  })

  test('is one minute away, or ten for a deposit, when the service does not state it', () => {
    expect(defaultLifeSeconds).toEqual({ manual: 60, deposit: 600 })
  })

  test('of a deposit address is converted to this machine’s clock', () => {
    expect(depositEndsMs({ expirySeconds: 1_000 }, 30_000)).toBe(970_000)
  })
})

describe('the deadline of a permit', () => {
  const order = withTerms(base, { permitDeadlineSeconds: 1_000, clockOffsetMs: 30_000 })

  test('does not depend on the service’s clock', () => {
    expect(permitExpiryMs(order.terms)).toBe(1_000_000)
  })

  test('has surely passed two minutes later', () => {
    expect([
      hasPermitExpiredWithMargin(order.terms, 1_120_000),
      hasPermitExpiredWithMargin(order.terms, 1_120_001),
    ]).toEqual([false, true])
  })

  test('is null for transactions', () => {
    const sent = orderOf({ kind: 'native' })
    expect([
      permitExpiryMs(sent.terms),
      hasPermitExpiredWithMargin(sent.terms, Number.MAX_SAFE_INTEGER),
    ]).toEqual([null, false])
  })
})
