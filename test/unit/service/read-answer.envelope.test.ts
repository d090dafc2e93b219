import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../lib/service/read-answer.ts'
import { jsonAnswer } from './fake-service.ts'
import { problemOf } from './problem-of.ts'

const never = new Promise<never>(() => undefined)

function readEnvelope(body: unknown, allowNull: boolean) {
  return readAnswer(jsonAnswer(JSON.stringify(body)), { maxBytes: 100_000, allowNull, asText: false }, never)
}

async function refusedAt(body: unknown, allowNull = false): Promise<string> {
  const { code, facts } = await problemOf(readEnvelope(body, allowNull))
  return `${code} ${facts.path}`
}

describe('the envelope', () => {
  it('returns the result of a success', async () => {
    expect(
      await readEnvelope({ success: true, statusCode: 200, result: [], message: null, more: 1 }, false),
    ).toEqual({ kind: 'result', result: [] })
    expect(await readEnvelope({ success: true, result: 0 }, false)).toEqual({ kind: 'result', result: 0 })
  })

  it('accepts a success without a result only where it is allowed', async () => {
    expect(await refusedAt({ success: true, result: null })).toBe('serviceAnswerInvalid $.result')
    expect(await refusedAt({ success: true })).toBe('serviceAnswerInvalid $.result')
    expect(await readEnvelope({ success: true }, true)).toEqual({ kind: 'result', result: null })
  })

  it.each([
    [{ success: false, statusCode: 400, message: 'not whitelisted' }, 400, 'not whitelisted'],
    [{ success: false, statusCode: '400', message: 'x' }, 400, 'x'],
    [
      { success: false, statusCode: 500, message: { error: 'E', details: { error: { message: 'deep' } } } },
      500,
      'deep',
    ],
    [{ success: false, message: { error: 'E' } }, null, 'E'],
    [{ success: false, error: { message: 'm' } }, null, 'm'],
    [{ success: false, error: 'text' }, null, 'text'],
    [{ success: false, statusCode: 400, message: ['a must', 'b must', 1] }, 400, 'a must; b must'],
    [{ statusCode: 429, message: 'Too Many Requests' }, 429, 'Too Many Requests'],
    [{ statusCode: 500 }, 500, null],
    [{ success: false }, null, null],
    [{ success: false, statusCode: 200, message: null }, null, null],
    [{ success: false, message: 'a\u202e\u0007  b\n' }, null, 'a b'],
    [{ success: false, message: '<img src=x onerror=alert(1)>' }, null, '<img src=x onerror=alert(1)>'],
  ])('reads the failure %j', async (body, bodyStatus, message) => {
    expect(await readEnvelope(body, false)).toEqual({ kind: 'failure', httpStatus: 200, bodyStatus, message })
  })

  it("cuts the service's message at 200 characters", async () => {
    const opened = await readEnvelope({ success: false, message: 'x'.repeat(9_999) }, false)
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
  ])('refuses %j', async (body, path) => {
    expect(await refusedAt(body)).toBe(`serviceAnswerInvalid ${path}`)
  })
})
