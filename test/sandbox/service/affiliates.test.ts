import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import { decodeGrouped } from '../../harness/decoded-quote.ts'
import { accounts } from '../chains/chain-book.ts'
import { deploymentFor } from '../chains/deployment-file.ts'
import { freePortBase } from '../chains/free-port-base.ts'
import { portsFor } from '../chains/ports.ts'
import { liveClient } from '../live-client.ts'
import { sandboxAffiliate, sandboxTaker } from './affiliates.ts'
import { nativeAddress } from './listed-token.ts'
import { signedBody } from './person.ts'
import { startRelay } from './relay.ts'
import { startTestService, type TestService } from './test-service.ts'

const base = await freePortBase()
const ports = portsFor(base)
const refusal = 'feeTakerAddress is not whitelisted for this integrator'
const fee = { feeBps: '3.5', feeTakerAddress: sandboxTaker } as const
const stranger = `0x${'f3'.repeat(20)}`

let service: TestService
let relay: Awaited<ReturnType<typeof startRelay>>

beforeAll(async () => {
  service = await startTestService(ports.service)
  const upstream = `http://127.0.0.1:${ports.service}`
  relay = await startRelay({ port: ports.pages, upstream, origin: 'https://swap.operator.example' })
})
afterAll(async () => {
  await relay?.stop()
  await service?.stop()
})
beforeEach(() => service.control.reset())

const request = (): QuoteRequest => ({
  ...{ originChainId: 31337, destinationChainId: 31338, inputToken: service.usdc },
  ...{ inputAmount: '25000000', outputToken: nativeAddress, slippagePercent: '0.5' },
  ...{ userAddress: accounts.person, receiverAddress: accounts.person },
})

function clientOf(affiliate: string | undefined, baseUrl = `http://127.0.0.1:${ports.service}`) {
  const { affiliate: _, ...own } = deploymentFor(ports).service
  const named = affiliate === undefined ? {} : { affiliate }
  return liveClient({ ...deploymentFor(ports), service: { ...own, ...named, baseUrl }, fee })
}

describe('the service lists fee takers per affiliate id', () => {
  test('refuses a quote with a fee for another id, for none, and for another taker', async () => {
    const quoteRequest = service.request({ ...fee })
    expect((await service.api(quoteRequest)).body.success).toBe(true)
    for (const options of [{ affiliate: 'another' }, { affiliate: '' }]) {
      expect((await service.api(quoteRequest, options)).body).toMatchObject({
        success: false,
        message: refusal,
      })
    }
    const elsewhere = service.request({ ...fee, feeTakerAddress: stranger })
    expect((await service.api(elsewhere)).body).toMatchObject({ success: false, message: refusal })
  })

  test('accepts a fee for a listed taker, and needs no id without a fee', async () => {
    const quoteRequest = service.request({ ...fee, feeTakerAddress: stranger })
    await service.control.affiliates('another', [stranger])
    expect((await service.api(quoteRequest, { affiliate: 'another' })).body.success).toBe(true)
    expect((await service.api(service.request(), { affiliate: 'an unlisted id' })).body.success).toBe(true)
  })

  test('refuses submit and status of a swap with a fee without the id', async () => {
    const route = await service.quoted({ ...fee })
    if (!route) throw new Error('no route')
    const body = await signedBody(route)
    const refused = await service.api('exchange/submit', { body, affiliate: 'another' })
    expect(refused.body).toMatchObject({ success: false, message: refusal })
    expect((await service.api('exchange/submit', { body })).body.success).toBe(true)
    const path = `exchange/status?requestHash=${route.requestHash}`
    const other = await service.api(path, { affiliate: 'another' })
    expect(other.body).toMatchObject({ success: false, message: refusal })
    expect((await service.api(path)).body.success).toBe(true)
  })

  test('permits the header in a preflight response', async () => {
    const origin = 'https://swap.operator.example'
    await service.control.origins([origin])
    const requested = { method: 'OPTIONS', headers: { origin } }
    const { status, headers } = await fetch(service.url('exchange/quote'), requested)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-headers')?.split(', ')).toContain('affiliate')
  })
})

describe("Ferry's client", () => {
  test('gets quotes with the operator’s fee, and sends the id with each call', async () => {
    const client = clientOf(sandboxAffiliate)
    const { result } = await client.quote(request(), { priority: 'quote' })
    const { autoRoute } = decodeGrouped(result, request())
    expect(autoRoute?.affiliateFee?.amount).toBe('8750')
    await client.chains()
    await client.status({ requestHash: `0x${'ab'.repeat(32)}` }, { priority: 'watchedStatus' })
    const requested = await service.control.asked()
    expect(requested.map(({ affiliate }) => affiliate)).toEqual(requested.map(() => sandboxAffiliate))
  })

  test('gets no quote without the id', async () => {
    const quoted = clientOf(undefined).quote(request(), { priority: 'quote' })
    await expect(quoted).rejects.toMatchObject({ data: { facts: { message: refusal } } })
  })

  test('gets quotes through the operator’s own server too', async () => {
    const client = clientOf(sandboxAffiliate, relay.baseUrl)
    const { result } = await client.quote(request(), { priority: 'quote' })
    const { autoRoute } = decodeGrouped(result, request())
    expect(autoRoute?.affiliateFee?.amount).toBe('8750')
  })
})
