import { describe, expect, it } from 'vitest'
import type { ProblemCode } from '../../../lib/base/problem-codes.ts'
import { isUnsent } from '../../../lib/service/transport.ts'
import { createFakeService, jsonAnswer, type Responder, resultAnswer } from './fake-service.ts'
import { settle } from './fake-time.ts'
import { problemOf } from './problem-of.ts'

const failure = (responder: Responder) => problemOf(createFakeService(responder).client.search('x'))

/** A body in pieces; with `stall` it never ends. */
function streamed(pieces: readonly (string | Uint8Array)[], stall: boolean): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
      if (!stall) controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json', 'server-req-id': 'req-s' } })
}

describe('the request, without data that identifies the user (API13)', () => {
  const always = {
    ...{ redirect: 'error', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' },
    signal: expect.any(AbortSignal),
  }

  it('has exactly these fields for a GET', async () => {
    const { client, sent } = createFakeService(() => resultAnswer([]))
    await client.search('a b&c')
    expect(sent[0]?.url.href).toBe('https://swap.example/base/api/v1/tokens/search?q=a+b%26c')
    expect(sent[0]?.init).toEqual({ method: 'GET', headers: { accept: 'application/json' }, ...always })
  })

  it('has exactly these fields for a POST', async () => {
    const { client, sent } = createFakeService(() => resultAnswer({}))
    await client.submit('{"b":1, "a":2}', { priority: 'submit' })
    expect(sent[0]?.url.href).toBe('https://swap.example/base/api/v1/exchange/submit')
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    expect(sent[0]?.init).toEqual({ method: 'POST', headers, body: '{"b":1, "a":2}', ...always })
  })
})

it("the operator's affiliate id is sent with a GET and a POST", async () => {
  const { client, sent } = createFakeService(() => resultAnswer({}), null, undefined, 'operator-1')
  await client.status({ requestHash: '0x00' }, { priority: 'watchedStatus' }).catch(() => null)
  await client.submit('{}', { priority: 'submit' })
  expect(sent.map(({ init }) => init.headers)).toEqual([
    { accept: 'application/json', affiliate: 'operator-1' },
    { accept: 'application/json', 'content-type': 'application/json', affiliate: 'operator-1' },
  ])
})

describe('the response', () => {
  it('has the request id and the clock offset', async () => {
    const { client, time, observed } = createFakeService(() =>
      jsonAnswer({ success: true, result: [] }, 200, {
        date: new Date(time.clock.nowMs() + 3_600_000).toUTCString(),
      }),
    )
    const { serverRequestId, clockOffsetMs } = await client.search('x')
    expect(serverRequestId).toBe('req-1')
    expect(clockOffsetMs).toBeGreaterThan(3_598_000)
    expect(clockOffsetMs).toBeLessThan(3_602_000)
    expect(observed).toEqual([{ path: '/api/v1/tokens/search', outcome: 'ok', serverRequestId: 'req-1' }])
  })

  it('may lack both, come in pieces, start with a byte order mark, and split characters', async () => {
    const text = new TextEncoder().encode('\ufeff{"success":true,"result":{},"more":"€"}')
    const headers = { 'content-type': 'application/problem+json' }
    const { body } = streamed([text.slice(0, 40), text.slice(40)], false)
    const { client } = createFakeService(() => new Response(body, { headers }))
    expect(await client.search('x')).toEqual({ result: [], serverRequestId: null, clockOffsetMs: 0 })
  })

  it.each<[string, number, unknown, ProblemCode, string?]>([
    ['a refusal', 400, { success: false, statusCode: 400, message: 'no fee' }, 'serviceRefused', 'no fee'],
    ['a refusal with status 200', 200, { success: false, message: 'no' }, 'serviceRefused', 'no'],
    ['an inner 500', 200, { success: false, statusCode: 500, message: 'x' }, 'serviceRefused', 'x'],
    ['an inner 500 without words', 200, { statusCode: 500 }, 'serviceFailed'],
    ['a 500 around a 429', 500, { statusCode: 429, message: 'slow' }, 'serviceBusy', 'slow'],
    ['a 403 around a 500', 403, { statusCode: 500, message: 'x' }, 'serviceOriginNotAllowed', 'x'],
    ['a 429 with words', 429, { statusCode: 429, message: 'daily limit' }, 'serviceBusy', 'daily limit'],
    ['an inner 429', 200, { statusCode: 429, message: 'slow' }, 'serviceBusy', 'slow'],
    ['a 500 with a reason', 500, { success: false, message: { error: 'E' } }, 'serviceRefused', 'E'],
    ['a 502 page', 502, '<html>', 'serviceFailed'],
    ['a broken 500', 500, '{', 'serviceFailed'],
    ['a 500 that says success', 500, { success: true, result: {} }, 'serviceFailed'],
    ['a 401', 401, { success: false, message: 'key' }, 'serviceOriginNotAllowed', 'key'],
    ['a 403 page', 403, 'no', 'serviceOriginNotAllowed'],
    ['a 404 page', 404, 'no', 'serviceRefused'],
    ['a 414 page', 414, '<html>', 'serviceRequestTooLong'],
    ['a bare 431', 431, '', 'serviceRequestTooLong'],
    ['a 429 page', 429, '<!doctype html>', 'serviceBusy'],
  ])('with %s gets its problem code', async (_, status, body, code, message) => {
    const problem = await failure(() => jsonAnswer(body, status))
    expect([problem.code, problem.facts.message]).toEqual([code, message])
  })

  it('with bytes that are no text is refused', async () => {
    const problem = await failure(() => streamed([new Uint8Array([0xff, 0xfe])], false))
    expect(problem.code).toBe('otherServerAnswered')
  })

  it.each(['text/plain', 'text/html', 'application/octet-stream', null])(
    'may be JSON sent as %s',
    async (type) => {
      const text = '{"success":true,"result":{"1":[]}}'
      const bytes = new TextEncoder().encode(text)
      const headers: HeadersInit = type === null ? {} : { 'content-type': type }
      const { client } = createFakeService(() => new Response(bytes, { headers }))
      expect((await client.search('x')).result).toEqual([])
    },
  )

  it('keeps the status of a failure whose body breaks, is too large or never ends', async () => {
    const start = (controller: ReadableStreamDefaultController) => controller.error(new TypeError())
    const broken = new ReadableStream<Uint8Array>({ start })
    expect((await failure(() => new Response(broken, { status: 502 }))).code).toBe('serviceFailed')
    const large = { success: false, message: 'x'.repeat(70_000) }
    expect((await failure(() => jsonAnswer(large, 429))).code).toBe('serviceBusy')
    const { client, time } = createFakeService(
      () => new Response(streamed(['{"message":'], true).body, { status: 429 }),
    )
    const pending = problemOf(client.search('x'))
    await time.advance(15_000)
    expect((await pending).code).toBe('serviceBusy')
  })

  it.each([
    [503, '30', 'serviceBusy'],
    [500, '30', 'serviceFailed'],
    [429, new Date(Date.parse('2026-01-01T00:00:00Z') + 30_000).toUTCString(), 'serviceBusy'],
  ])('with status %i pauses requests for its Retry-After of %s', async (status, retryAfter, code) => {
    const headers = { 'retry-after': retryAfter, date: 'Thu, 01 Jan 2026 00:00:00 GMT' }
    const answers = [new Response('', { status, headers })]
    const { client, time, sent } = createFakeService(() => answers.pop() ?? resultAnswer([]))
    const problem = await problemOf(client.search('x'))
    expect(problem).toMatchObject({ code, reportedBy: 'service', retryAfterMs: 30_000 })
    await time.advance(15_000)
    const next = client.search('y')
    await time.advance(14_999)
    expect(sent.length).toBe(1)
    await time.advance(1)
    await next
    expect(sent.length).toBe(2)
  })

  it("with a failure names the sent status and the body's status", async () => {
    const inner = await failure(() => jsonAnswer({ success: false, statusCode: 500, message: 'x' }))
    expect(inner.facts).toEqual({ status: '200', bodyStatus: '500', message: 'x' })
    const plain = await failure(() => jsonAnswer({ success: false, message: 'x' }))
    expect(plain.facts).toEqual({ status: '200', message: 'x' })
  })

  it('has its request id in every problem, also of the decoder', async () => {
    expect((await failure(() => jsonAnswer({ success: false }, 400))).serverRequestId).toBe('req-1')
    expect((await failure(() => jsonAnswer('{'))).serverRequestId).toBe('req-1')
    expect((await failure(() => resultAnswer({ 1: 'x' }))).serverRequestId).toBe('req-1')
    expect((await failure(() => Promise.reject(new TypeError('x')))).serverRequestId).toBeNull()
  })

  it('that never comes is unreachable, and may be retried', async () => {
    const problem = await failure(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(problem).toMatchObject({ code: 'serviceUnreachable', retryAfterMs: 2_000 })
  })
})

describe('limits', () => {
  const headers = { 'content-type': 'application/json' }

  it('end a request without a response', async () => {
    const { client, time, sent } = createFakeService(() => new Promise(() => undefined))
    const pending = problemOf(client.search('x'))
    await time.advance(15_000)
    expect((await pending).code).toBe('serviceTimeout')
    expect(sent[0]?.init.signal?.aborted).toBe(true)
    expect(time.waiting()).toBe(0)
  })

  it('end a body that breaks', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new TypeError('network error')),
    })
    const problem = await failure(() => new Response(broken, { headers }))
    expect(problem.code).toBe('serviceUnreachable')
  })

  it.each(['before', 'waiting', 'reading'] as const)(
    'end a request that the caller aborts %s',
    async (moment) => {
      const controller = new AbortController()
      const { client, sent, time } = createFakeService(() =>
        moment === 'reading' ? streamed(['{'], true) : new Promise(() => undefined),
      )
      if (moment === 'before') controller.abort()
      const pending = problemOf(client.submit('{}', { priority: 'submit', signal: controller.signal }))
      await settle()
      controller.abort()
      expect((await pending).code).toBe('aborted')
      expect(sent.length).toBe(moment === 'before' ? 0 : 1)
      expect(time.waiting()).toBe(0)
    },
  )
})

describe('a request with an end', () => {
  it('is not sent if the end came while a pause of the service kept it waiting', async () => {
    const busy = () => jsonAnswer({ success: false, message: 'wait' }, 429, { 'retry-after': '10' })
    const { client, sent, time } = createFakeService(busy)
    await problemOf(client.submit('{}', { priority: 'submit' }))
    const endMs = time.clock.nowMs() + 5_000
    const isTooLate = () => time.clock.nowMs() >= endMs
    const pending = problemOf(client.submit('{}', { priority: 'submit', isTooLate }))
    await time.advance(20_000)
    const problem = await pending
    expect([problem.code, isUnsent(problem), sent.length]).toEqual(['quoteExpired', true, 1])
  })

  it('is unsent if the budget refuses it, but not if the service answers with 429', async () => {
    const busy = () => jsonAnswer({ success: false, message: 'wait' }, 429, { 'retry-after': '60' })
    const { client, sent } = createFakeService(busy)
    const answered = await problemOf(client.submit('{}', { priority: 'submit' }))
    const held = await problemOf(client.submit('{}', { priority: 'submit' }))
    expect([answered, held].map((one) => [one.code, isUnsent(one)])).toEqual([
      ['serviceBusy', false],
      ['serviceBusy', true],
    ])
    expect(sent).toHaveLength(1)
  })
})
