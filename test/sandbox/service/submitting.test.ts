import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePortBase } from '../chains/free-port-base.ts'
import { setClockAhead } from '../set-clock-ahead.ts'
import { useTestService } from '../use-sandbox.ts'
import { signedBody } from './person.ts'

const allowed = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'

const service = await useTestService(await freePortBase(), [allowed])
afterEach(() => void vi.restoreAllMocks())
beforeEach(() => service.control.pace({ assigned: 5, extracted: 5, fulfilled: 5, settled: 5 }))

describe('submit', () => {
  test('accepts only the quoted bytes, signed by the sender, before the quote expires', async () => {
    const body = await signedBody(await service.route())
    const post = (changed: object) => service.api('exchange/submit', { body: { ...body, ...changed } })
    // One of 256 signatures begins with a zero byte.
    const flipped = body.userSignature.replace(/^0x../, (first) => (first === '0x00' ? '0x01' : '0x00'))
    expect((await post({ userSignature: flipped })).body.message).toContain('userSignature')
    expect((await post({ userSignature: '0x12' })).status).toBe(500)
    expect((await post({ request: { ...body.request, minDestGas: 0 } })).body.message).toContain('quoted')
    expect((await post({ quoteId: 'x' })).status).toBe(500)
    expect((await post({ requestType: 'SWAP_REQUEST' })).status).toBe(500)
    await service.control.shape('interface')
    expect((await post({ quoteId: 'x' })).status).toBe(400)
    await service.control.shape('observed')
    expect((await post({})).status).toBe(201)
  })

  test('refuses an expired quote, and never a repeated submit', async () => {
    const early = await signedBody(await service.route())
    expect((await service.api('exchange/submit', { body: early })).status).toBe(201)
    const late = await signedBody(await service.route())
    setClockAhead(60_000)
    expect((await service.api('exchange/submit', { body: late })).body.message).toContain('expired')
    expect((await service.api('exchange/submit', { body: early })).status).toBe(201)
  })
})

describe('status and history', () => {
  test('echo an unknown hash', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    const { body } = await service.api(`exchange/status?requestHash=${hash}`)
    expect(body.result).toMatchObject([
      { hash, exchangeStatusCode: 0, originData: { originChainId: null, input: null, status: 'PENDING' } },
    ])
    expect((await service.api('exchange/status')).status).toBe(400)
    await service.control.shape('interface')
    expect((await service.api(`exchange/status?requestHash=${hash}`)).body.result).toBeNull()
  })

  test('answer build-tx, direct-route status and unknown paths in the envelope', async () => {
    expect((await service.api('exchange/build-tx?quoteId=1')).body).toMatchObject({
      success: false,
      statusCode: 400,
    })
    expect((await service.api('exchange/direct-route/status?quoteId=1')).body.success).toBe(true)
    expect((await service.api('exchange/nothing')).status).toBe(404)
  })
})
