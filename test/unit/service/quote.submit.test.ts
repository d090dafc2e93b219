import { describe, expect, it } from 'vitest'
import { createFakeService, jsonAnswer, resultAnswer, serviceWith } from './fake-service.ts'
import { problemOf } from './problem-of.ts'
import { requestHash } from './quote-fixture.ts'

const body = '{"requestType":"SWAP_REQUEST","request":{"b":1,"a":"2"},"userSignature":"0x00","quoteId":"q"}'
const options = { priority: 'submit' } as const
const submitted = async (result: unknown) => (await serviceWith(result).client.submit(body, options)).result

describe('submit', () => {
  it('sends exactly the given bytes each time', async () => {
    const { client, sent } = createFakeService(() => resultAnswer({ requestHash }, 201))
    await client.submit(body, options)
    await client.submit(body, options)
    expect(sent.map(({ init }) => init.body)).toEqual([body, body])
  })

  it.each([
    ['an object', { requestHash, status: 'PENDING', statusCode: 0, outputTokens: {} }],
    ['an array', [{ hash: requestHash, exchangeStatusCode: 0 }]],
    ['hash', { hash: requestHash }],
    ['upper case', { requestHash: `0x${requestHash.slice(2).toUpperCase()}` }],
    ['a hash next to a broken one', { requestHash: '0x1', hash: requestHash }],
  ])('finds the hash in %s', async (_, result) => {
    expect(await submitted(result)).toEqual({ requestHash })
  })

  it.each([[{}], [[]], ['ok'], [{ requestHash: '0x12' }], [{ requestHash: null }], [[null]]])(
    'is accepted without a hash for %j',
    async (result) => {
      expect(await submitted(result)).toEqual({ requestHash: null })
    },
  )

  it('is accepted without a result', async () => {
    const { client } = createFakeService(() => jsonAnswer({ success: true, message: null }, 201))
    expect((await client.submit(body, options)).result).toEqual({ requestHash: null })
  })

  it.each([
    [400, 'the quote has expired', 'serviceRefused'],
    [409, 'already exists', 'serviceRefused'],
    [500, 'x', 'serviceRefused'],
  ])('rejects with the message of a %i', async (status, message, code) => {
    const failure = { success: false, statusCode: status, message }
    const { client } = createFakeService(() => jsonAnswer(failure, status))
    const problem = { code, facts: { message, status: String(status) }, serverRequestId: 'req-1' }
    expect(await problemOf(client.submit(body, options))).toMatchObject(problem)
  })

  it('times out after 20 s', async () => {
    const { client, time } = createFakeService(() => new Promise(() => undefined))
    const pending = problemOf(client.submit(body, options))
    await time.advance(20_000)
    expect((await pending).code).toBe('serviceTimeout')
  })
})
