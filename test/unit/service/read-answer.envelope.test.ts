import { describe, expect, it } from 'vitest'
import { failureCode, openEnvelope } from '../../../lib/service/read-answer.ts'
import { refusal } from '../base/refusal.ts'

describe('openEnvelope', () => {
  it('gives the result of a success', () => {
    expect(
      openEnvelope({ success: true, statusCode: 200, result: [], message: null, more: 1 }, false),
    ).toEqual({
      kind: 'result',
      result: [],
    })
    expect(openEnvelope({ success: true, result: 0 }, false)).toEqual({ kind: 'result', result: 0 })
  })

  it('takes a success without a result only where that is an answer', () => {
    expect(refusal(() => openEnvelope({ success: true, result: null }, false))).toBe(
      'serviceBadShape $.result',
    )
    expect(refusal(() => openEnvelope({ success: true }, false))).toBe('serviceBadShape $.result')
    expect(openEnvelope({ success: true }, true)).toEqual({ kind: 'result', result: null })
  })

  it.each([
    [{ success: false, statusCode: 400, message: 'not whitelisted' }, 400, 'not whitelisted'],
    [{ success: false, statusCode: '400', message: 'x' }, 400, 'x'],
    [
      {
        success: false,
        statusCode: 500,
        message: { error: 'E', details: { error: { message: 'deep', code: 'C' } } },
      },
      500,
      'deep',
    ],
    [{ success: false, message: { error: 'E' } }, null, 'E'],
    [{ success: false, error: { message: 'm' } }, null, 'm'],
    [{ success: false, error: 'text' }, null, 'text'],
    [
      { success: false, statusCode: 400, message: ['a must be', 'b must be', 1] },
      400,
      'a must be; b must be',
    ],
    [
      { statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
      429,
      'ThrottlerException: Too Many Requests',
    ],
    [{ statusCode: 500 }, 500, null],
    [{ success: false }, null, null],
    [{ success: false, statusCode: 200, message: null }, null, null],
    [{ success: false, message: 'a\u202e\u0007  b\n' }, null, 'a b'],
    [{ success: false, message: '<img src=x onerror=alert(1)>' }, null, '<img src=x onerror=alert(1)>'],
  ])('reads the failure %j', (body, statusCode, message) => {
    expect(openEnvelope(body, false)).toEqual({ kind: 'failure', statusCode, message })
  })

  it("cuts the service's words at 200 characters", () => {
    const opened = openEnvelope({ success: false, message: 'x'.repeat(9_999) }, false)
    expect(opened.kind === 'failure' && opened.message?.length).toBe(200)
  })

  it.each([
    [null, '$'],
    [[], '$'],
    ['text', '$'],
    [{ success: 'true', result: {} }, '$.success'],
    [{ success: 1, result: {} }, '$.success'],
    [{ result: {} }, '$.success'],
    [{}, '$.success'],
  ])('refuses %j', (body, path) => {
    expect(refusal(() => openEnvelope(body, false))).toBe(`serviceBadShape ${path}`)
  })

  it.each([
    [400, 'serviceRefused'],
    [404, 'serviceRefused'],
    [401, 'serviceOriginNotAllowed'],
    [403, 'serviceOriginNotAllowed'],
    [429, 'serviceBusy'],
    [500, 'serviceFailed'],
    [503, 'serviceFailed'],
    [302, 'serviceRedirected'],
  ])('calls status %i %s', (status, code) => {
    expect(failureCode(status)).toBe(code)
  })
})
