import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createFakeService } from './fake-service.ts'
import { problemOf } from './problem-of.ts'

const file = new URL('../../fixtures/real/answers/errors.json', import.meta.url)
const pairs: readonly [status: number, body: unknown][] = JSON.parse(readFileSync(file, 'utf8'))

/** The result for each pair, in the order of the file. */
const expected: readonly [code: string, message: string | undefined][] = [
  ['serviceRefused', 'no routes found'],
  ['serviceRefused', 'feeTakerAddress is not whitelisted for this integrator'],
  ['serviceRefused', 'Token not supported'],
  ['serviceRefused', 'Bad Request'],
  ['serviceBusy', undefined],
  ['serviceBusy', 'ThrottlerException: Too Many Requests'],
  ['serviceOriginNotAllowed', 'Forbidden resource'],
  ['serviceOriginNotAllowed', 'Unauthorized'],
  ['serviceRefused', 'inputAmount must be a number string; slippage must not be greater than 50'],
  ['serviceRefused', 'Quote not found'],
  ['serviceFailed', undefined],
]

function answer(status: number, body: unknown, contentType: string | null): Response {
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  const type = contentType === null ? {} : { 'content-type': contentType }
  const headers = { 'server-req-id': 'req-1', ...type }
  return new Response(bytes, { status, headers })
}

describe('the recorded errors of deployments', () => {
  it('all have an expected result', () => {
    expect(pairs).toHaveLength(expected.length)
  })

  describe.each(['application/json', 'text/html', null])('sent as %s', (contentType) => {
    it.each(pairs.map(([status, body], at) => [at, status, body] as const))(
      'pair %i, status %i, keeps its code, message, status and request id',
      async (at, status, body) => {
        const { client } = createFakeService(() => answer(status, body, contentType))
        const problem = await problemOf(client.search('x'))
        const [code, message] = expected[at] ?? []
        expect([problem.code, problem.facts.message]).toEqual([code, message])
        expect(problem.facts.status).toBe(String(status))
        expect(problem.serverRequestId).toBe('req-1')
      },
    )
  })
})
