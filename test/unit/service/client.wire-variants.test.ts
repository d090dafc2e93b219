import { describe, expect, test } from 'vitest'
import type { Client } from '../../../lib/service/client.ts'
import { decodeGrouped } from '../../harness/decoded-quote.ts'
import { createFakeService, jsonAnswer, resultAnswer } from './fake-service.ts'
import { problemOf } from './problem-of.ts'
import { request, requestHash, usdcArbitrum, usdcBase, user } from './quote-fixture.ts'
import { chain, submitted } from './wire-fixtures.ts'
import { listVariants } from './wire-variants-lists.ts'
import { quoteVariants, type Variant } from './wire-variants-quotes.ts'
import { swapVariants } from './wire-variants-swaps.ts'

/** A call for each decoder, by endpoint. */
const calls = {
  chains: (client: Client) => client.chains(),
  tokens: (client: Client) => client.tokens({ list: 'full' }),
  search: (client: Client) => client.search('usdc'),
  quote: async (client: Client) => {
    const options = { enableManual: true, enableDepositAddress: true, refundAddress: user } as const
    const requested = { ...request, options }
    const { result, ...response } = await client.quote(requested, { priority: 'quote' })
    return { ...response, result: decodeGrouped(result, requested) }
  },
  submit: (client: Client) => client.submit('{}', { priority: 'submit' }),
  status: (client: Client) => client.status({ requestHash }, { priority: 'watchedStatus' }),
  buildTx: (client: Client) => client.buildTx('quote'),
  history: (client: Client) => client.history({ sender: user, pageNumber: 1, pageSize: 1_000 }),
  direct: (client: Client) => client.directRouteStatus({ quoteId: 'quote' }),
} as const

type Endpoint = keyof typeof calls

const variants: readonly Variant<Endpoint>[] = [...listVariants, ...quoteVariants, ...swapVariants]

test.each(variants)('%s: %s', async (endpoint, _variant, result, expected) => {
  const { client } = createFakeService(() => resultAnswer(result))
  expect(await calls[endpoint](client)).toMatchObject(expected as object)
})

test('accepts a submit with status 201', async () => {
  const { client } = createFakeService(() => resultAnswer(submitted, 201))
  expect(await calls.submit(client)).toMatchObject({ result: { requestHash } })
})

test('returns the body of a direct route unchanged', async () => {
  const text = '{"success":true, "result": [1 , "x"]}'
  const { client } = createFakeService(() => jsonAnswer(text))
  expect(await calls.direct(client)).toMatchObject({ result: text })
})

describe('the envelope', () => {
  test.each([
    ['message null', { success: true, statusCode: 200, result: [chain], message: null }],
    ['no message', { success: true, statusCode: 200, result: [chain] }],
    ['a message', { success: true, statusCode: 200, result: [chain], message: 'ok' }],
    ['statusCode as text, more keys', { success: true, statusCode: '200', result: [chain], requestId: 'x' }],
  ])('of a success is read: %s', async (_, body) => {
    const { client } = createFakeService(() => jsonAnswer(body))
    expect((await client.chains()).result).toHaveLength(1)
  })

  const nested = { error: 'x', details: { error: { message: 'inner', code: 'E' } } }
  test.each([
    [
      'message',
      400,
      { success: false, statusCode: 400, message: 'not whitelisted' },
      'serviceRefused',
      'not whitelisted',
    ],
    [
      'message an object',
      500,
      { success: false, statusCode: 500, message: nested },
      'serviceRefused',
      'inner',
    ],
    ['error an object', 400, { success: false, error: { message: 'no' } }, 'serviceRefused', 'no'],
    ['error a text', 404, { success: false, error: 'gone' }, 'serviceRefused', 'gone'],
    [
      'message a list',
      400,
      { statusCode: 400, message: ['a must be b', 'c'] },
      'serviceRefused',
      'a must be b; c',
    ],
    [
      'no success at all',
      200,
      { statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
      'serviceBusy',
      'ThrottlerException: Too Many Requests',
    ],
    [
      'under a 200',
      200,
      { success: false, statusCode: 401, message: 'key' },
      'serviceOriginNotAllowed',
      'key',
    ],
    ['without a word', 403, { success: false }, 'serviceOriginNotAllowed', undefined],
    ['a page for a 429', 429, '<!doctype html><p>slow down', 'serviceBusy', undefined],
    ['a page for a 502', 502, '<!doctype html>', 'serviceFailed', undefined],
  ] as const)('of a failure is read: %s', async (_, status, body, code, message) => {
    const headers = typeof body === 'string' ? { 'content-type': 'text/html' } : {}
    const { client } = createFakeService(() => jsonAnswer(body, status, headers))
    const problem = await problemOf(client.chains())
    expect([problem.code, problem.facts.message, problem.serverRequestId]).toEqual([code, message, 'req-1'])
  })
})

test('leaves a token under the key of another chain out', async () => {
  const { client } = createFakeService(() =>
    resultAnswer({ 42161: [{ ...usdcBase }], 8453: [usdcArbitrum, usdcBase] }),
  )
  expect((await calls.tokens(client)).result).toMatchObject([{ chainId: 8453, address: usdcBase.address }])
})
