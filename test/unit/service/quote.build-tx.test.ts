import { describe, expect, it } from 'vitest'
import { withValue } from '../base/with-value.ts'
import { createFakeService, jsonAnswer, serviceWith } from './fake-service.ts'
import { problemOf } from './problem-of.ts'
import { usdcArbitrum, user } from './quote-fixture.ts'

const built = {
  userOp: 'tx',
  approvalData: {
    spenderAddress: '0x1111111111111111111111111111111111111111',
    amount: '10000000',
    tokenAddress: usdcArbitrum.address,
    userAddress: user,
  },
  txData: {
    data: '0x00112233',
    to: '0x1111111111111111111111111111111111111111',
    chainId: 42161,
    value: '0x00',
  },
}
const buildTx = async (result: unknown) => (await serviceWith(result).client.buildTx('q-1')).result

describe('buildTx', () => {
  it('requests by quote id and reads the transaction', async () => {
    const { client, sent } = serviceWith(built)
    const { result } = await client.buildTx('a b')
    expect(sent[0]?.url.href).toBe('https://swap.example/base/api/v1/exchange/build-tx?quoteId=a+b')
    expect(result).toEqual({ approvalData: built.approvalData, txData: { ...built.txData, value: '0' } })
  })

  it('reads a native transaction without an approval', async () => {
    for (const nothing of [null, undefined])
      expect((await buildTx(withValue(built, ['approvalData'], nothing))).approvalData).toBeNull()
  })

  it.each([
    [['approvalData'], 'x'],
    [['approvalData', 'amount'], '1.0'],
    [['approvalData', 'spenderAddress'], '0x1'],
  ])('drops an unreadable approval (%#)', async (at, value) => {
    const { approvalData, txData } = await buildTx(withValue(built, at, value))
    expect([approvalData, txData.data]).toEqual([null, '0x00112233'])
  })

  it.each([
    [0, '0'],
    [5, '5'],
    [2 ** 53 - 1, '9007199254740991'],
    ['0x0f', '15'],
    ['5', '5'],
    [null, '0'],
    [undefined, '0'],
  ])('reads a value of %j as %s', async (value, read) => {
    const at = ['txData', 'value']
    expect((await buildTx(withValue(built, at, value))).txData.value).toBe(read)
  })

  it.each([
    ['$.txData', ['txData'], null],
    ['$.txData.to', ['txData', 'to'], null],
    ['$.txData.data', ['txData', 'data'], {}],
    ['$.txData.value', ['txData', 'value'], 2 ** 53],
    ['$.txData.value', ['txData', 'value'], ''],
    ['$.txData.chainId', ['txData', 'chainId'], 'x'],
  ])('names a wrong %s (%#)', async (path, at, value) => {
    expect((await problemOf(buildTx(withValue(built, at, value)))).facts.path).toBe(path)
  })
})

describe('directRouteStatus', () => {
  it('returns the body of a success unchanged', async () => {
    const { client, sent } = serviceWith({ any: ['thing'] })
    const { result, serverRequestId } = await client.directRouteStatus({ quoteId: 'q', txHash: '0x1' })
    expect(JSON.parse(result)).toMatchObject({ success: true, result: { any: ['thing'] } })
    expect(serverRequestId).toBe('req-1')
    await client.directRouteStatus({ quoteId: 'q' })
    expect(sent.map(({ url }) => url.pathname + url.search)).toEqual([
      '/base/api/v1/exchange/direct-route/status?quoteId=q&txHash=0x1',
      '/base/api/v1/exchange/direct-route/status?quoteId=q',
    ])
  })

  it.each(['{"success":false,"message":"not yet"}', '{"a":1,"a":2}', 'plain words', ''])(
    'returns the text of a 200 unchanged: %s',
    async (text) => {
      const { client } = createFakeService(() => new Response(text, { status: 200 }))
      expect((await client.directRouteStatus({ quoteId: 'q' })).result).toBe(text)
    },
  )

  it.each([
    [404, 'serviceRefused'],
    [429, 'serviceBusy'],
    [503, 'serviceFailed'],
  ] as const)('refuses a response with status %s', async (status, code) => {
    const { client } = createFakeService(() => jsonAnswer({ result: 'x' }, status))
    expect((await problemOf(client.directRouteStatus({ quoteId: 'q' }))).code).toBe(code)
  })

  it('refuses a body above the limit', async () => {
    const { client } = createFakeService(() => new Response('x'.repeat(256_001), { status: 200 }))
    expect((await problemOf(client.directRouteStatus({ quoteId: 'q' }))).code).toBe('serviceAnswerInvalid')
  })
})
