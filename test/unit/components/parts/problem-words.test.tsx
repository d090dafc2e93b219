import { describe, expect, it } from 'vitest'
import { problemWords } from '../../../../components/parts/problem-words.ts'
import { problemCodes } from '../../../../lib/base/problem-codes.ts'
import { inBrowser } from '../test-app.tsx'

inBrowser()

const quote = /service (says|said|asked|rejected|couldn’t|doesn’t let|has a problem)/i

/** Only a response of the service, or an order that it reported on, causes these. */
const fromAnswersAlone = ['serviceFailed', 'serviceOriginNotAllowed', 'serviceRefused', 'submitRefused']

describe('problemWords', () => {
  it('never quotes the service for problems that Ferry itself found', () => {
    const quoting = problemCodes.filter((code) => {
      const { what, next } = problemWords({ code, facts: { untilMs: '0' } })
      return quote.test(what) || quote.test(next)
    })
    expect(quoting.sort()).toEqual(fromAnswersAlone)
  })

  it('says until when Ferry waits, if the service named a time', () => {
    const untilMs = String(Date.UTC(2026, 0, 1, 12))
    expect(problemWords({ code: 'serviceBusy', facts: { untilMs } }).next).toMatch(/^Waiting until .*12:00/)
    expect(problemWords({ code: 'serviceBusy', facts: {} }).next).toMatch(/^Ferry pauses requests briefly/)
  })
})
