import { describe, expect, it } from 'vitest'
import { problemWords } from '../../../../components/parts/problem-words.ts'
import { problemCodes } from '../../../../lib/base/problem.ts'
import { inBrowser } from '../test-app.tsx'

inBrowser()

const quote = /swap service (says|said|asked|rejected|couldn’t|doesn’t let|is busy|has a problem|redirected)/i

/** Only a response of the service, or an order that it reported on, causes these. */
const fromAnswersAlone = [
  'serviceFailed',
  'serviceOriginNotAllowed',
  'serviceRedirected',
  'serviceRefused',
  'submitRefused',
  'swapRefundReported',
  'swapRefundUnread',
]

describe('problemWords', () => {
  it('never quotes the service for problems that Ferry itself found', () => {
    const quoting = problemCodes.filter((code) => {
      const { what, next } = problemWords({ code, reportedBy: 'ferry', facts: { untilMs: '0' } })
      return quote.test(what) || quote.test(next)
    })
    expect(quoting.sort()).toEqual(fromAnswersAlone)
  })

  it('says whether Ferry or the service makes the person wait', () => {
    const untilMs = String(Date.UTC(2026, 0, 1, 12))
    const requested = problemWords({ code: 'serviceBusy', reportedBy: 'service', facts: { untilMs } })
    expect(requested.what).toBe('The swap service is busy')
    expect(requested.next).toMatch(/^The swap service asked Ferry to wait until/)
    const unnamed = problemWords({ code: 'serviceBusy', reportedBy: 'service', facts: {} })
    expect(unnamed.next).not.toMatch(/asked/)
    const own = problemWords({ code: 'serviceBusy', reportedBy: 'ferry', facts: { untilMs } })
    expect(own.what).toBe('Ferry is sending too many requests')
    expect(own.next).toMatch(/^Ferry waits until/)
  })
})
