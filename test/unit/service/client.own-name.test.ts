import { describe, expect, it } from 'vitest'
import { withValue } from '../base/with-value.ts'
import { createFakeService, type FakeService, resultAnswer } from './fake-service.ts'
import { request, requestHash, user } from './quote-fixture.ts'

const now = { priority: 'quote' } as const
const acme = (result: unknown): FakeService => createFakeService(() => resultAnswer(result), null, 'acme')
const record = (name: string, code: unknown) => ({
  hash: requestHash,
  [name]: code,
  originData: { originChainId: 42161 },
  destinationData: { destinationChainId: 8453 },
})

describe('a service with its own name', () => {
  it('gets requests at its own paths', async () => {
    const { client, sent, observed } = acme(null)
    const hash = { requestHash }
    const page = { sender: user, pageNumber: 1, pageSize: 10 }
    await Promise.allSettled([
      client.chains(),
      client.tokens(),
      client.search('usdc'),
      client.quote(request, now),
      client.submit('{}', now),
      client.status(hash, now),
      client.buildTx('q'),
      client.history(page),
      client.directRouteStatus({ quoteId: 'q' }),
    ])
    const paths = sent.map(({ url }) => url.pathname.replace('/base/api/v1/', '')).sort()
    expect(paths).toEqual([
      'acme-auto/history',
      'acme/build-tx',
      'acme/direct-route/status',
      'acme/quote',
      'acme/status',
      'acme/submit',
      'supported-chains',
      'tokens/list',
      'tokens/search',
    ])
    expect(observed.map(({ path }) => path)).toContain('/api/v1/acme/status')
  })

  it('gets unchanged parameters: `exchange` names a centralised exchange', async () => {
    const { client, sent } = acme(null)
    await client.quote({ ...request, options: { exchange: 'binance' } }, now).catch(() => undefined)
    expect(sent[0]?.url.searchParams.get('exchange')).toBe('binance')
    expect(sent[0]?.url.searchParams.has('acme')).toBe(false)
  })

  it('gets an unchanged body', async () => {
    const { client, sent } = acme({ requestHash })
    const body = '{"request":{"basicReq":{"acmeGateway":"0x1"}},"exchangeGateway":1}'
    await client.submit(body, now)
    expect(sent[0]?.init.body).toBe(body)
  })

  it('answers with a status code under its name', async () => {
    for (const answer of [record('acmeStatusCode', 3), [record('acmeStatusCode', 3)]]) {
      const seen = await acme(answer).client.status({ requestHash }, now)
      expect(seen).toMatchObject({ kind: 'record', record: { statusCode: 3 } })
    }
  })

  it('gives no status code under another name', async () => {
    const seen = await acme([record('exchangeStatusCode', 3)]).client.status({ requestHash }, now)
    expect(seen).toMatchObject({ kind: 'record', record: { statusCode: null } })
    const both = withValue(record('acmeStatusCode', 2), ['exchangeStatusCode'], 4)
    const read = await acme([both]).client.status({ requestHash }, now)
    expect(read).toMatchObject({ record: { statusCode: 2 } })
  })
})
