import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock } from '../../../entrypoints/background/browser-rules.ts'
import { createSubmitProbe } from '../../../lib/service/submit-probe.ts'
import { freePortBase } from '../chains/free-port-base.ts'
import { liveClient } from '../live-client.ts'
import { person, signedBody } from './person.ts'
import { startRelay } from './relay.ts'
import { callService } from './service-client.ts'
import { startTestService, type TestService } from './test-service.ts'

const port = await freePortBase()
const operator = 'https://swap.operator.example'
/** Firefox makes a different origin for each person. */
const firefox = 'moz-extension://0f5c2a52-6f1e-4a0b-8a3c-2b1d9f6f7c11'
const chrome = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'

let service: TestService
let relay: Awaited<ReturnType<typeof startRelay>>

beforeAll(async () => {
  service = await startTestService(port)
  relay = await startRelay({ port: port + 1, upstream: `http://127.0.0.1:${port}`, origin: operator })
})
afterAll(async () => {
  await relay?.stop()
  await service?.stop()
})

/** The client of an extension with this origin, which its browser sends with every POST and with no GET. */
function clientOf(origin: string, baseUrl = `http://127.0.0.1:${port}`) {
  const deployment = {
    service: { baseUrl, kind: 'frontend', requestsPerMinute: 100 },
    fee: null,
    chains: [],
  } as const
  return liveClient(deployment, (url, init) => {
    const headers = new Headers(init.headers)
    if (init.method === 'POST') headers.set('origin', origin)
    return fetch(url, { ...init, headers })
  })
}

const probeOf = (origin: string, baseUrl?: string) => createSubmitProbe(clientOf(origin, baseUrl), clock)

test('knows before a signature that the service grants no access, and sends it no request', async () => {
  await service.control.origins([])
  for (const origin of [chrome, firefox]) {
    await expect(probeOf(origin)()).rejects.toMatchObject({
      data: { code: 'serviceOriginNotAllowed', money: 'nothingSent', facts: { status: '403' } },
    })
  }
  expect((await service.control.truth()).requests).toEqual([])
})

test('has access by its origin: Chrome, whose extension id is the same for every person', async () => {
  await service.control.origins([chrome])
  await probeOf(chrome)()
  await expect(probeOf(firefox)()).rejects.toThrow('serviceOriginNotAllowed')
})

test('has access by network address, whatever origin the browser sends', async () => {
  await service.control.origins([], ['127.0.0.1'])
  await probeOf(chrome)()
  await probeOf(firefox)()
  const other = await callService(service.url('exchange/submit'), {
    body: {},
    origin: firefox,
    from: '127.0.0.2',
  })
  expect(other.status).toBe(403)
})

test('names the refusal of a GET if the service requires a listed origin for every request', async () => {
  await service.control.origins([operator], [], true)
  const get = (headers: object) => callService(service.url(service.request()), headers)
  expect((await get({})).status).toBe(403)
  expect((await get({ origin: chrome })).status).toBe(403)
  expect((await get({ referer: 'https://swap.other.example/' })).status).toBe(403)
  expect((await get({ origin: operator })).status).toBe(200)
  expect((await get({ referer: `${operator}/` })).status).toBe(200)
  const requested = await service.control.asked()
  expect(requested.slice(-5).map(({ origin }) => origin)).toEqual([
    null,
    chrome,
    'https://swap.other.example',
    operator,
    operator,
  ])
  await expect(clientOf(chrome).chains()).rejects.toMatchObject({
    data: { code: 'serviceOriginNotAllowed', money: 'nothingSent' },
  })
  await service.control.origins([operator], ['127.0.0.1'], true)
  expect((await get({})).status).toBe(200)
})

test("has access through the operator's relay on its whitelisted domain in every browser, and the bytes arrive as signed", async () => {
  await service.control.origins([operator])
  await expect(probeOf(firefox)()).rejects.toThrow('serviceOriginNotAllowed')
  await probeOf(firefox, relay.baseUrl)()
  await probeOf(chrome, relay.baseUrl)()
  const route = await service.route()
  const through = (path: string) => `${relay.baseUrl}/api/v1/${path}`
  const posted = await callService<{ requestHash: string }>(through('exchange/submit'), {
    body: await signedBody(route),
    origin: firefox,
  })
  expect([posted.status, posted.headers['server-req-id']]).toEqual([201, expect.any(String)])
  const quoted = await callService(through(service.request({ userAddress: person.address })))
  expect(quoted.body.success).toBe(true)
  expect((await service.control.truth()).requests).toHaveLength(1)
})

test('forwards only the interface through the relay', async () => {
  for (const path of ['/_sandbox/truth', '/', '/api/v2/quote']) {
    expect((await fetch(`${relay.baseUrl}${path}`)).status).toBe(404)
  }
})
