import { beforeEach, describe, expect, test } from 'vitest'
import { freePortBase } from '../chains/free-port-base.ts'
import { useTestService } from '../use-sandbox.ts'
import { signedBody } from './person.ts'
import { rawCall } from './service-client.ts'

const service = await useTestService(await freePortBase())
beforeEach(() => service.control.pace({ assigned: 5, extracted: 5, fulfilled: 5, settled: 5 }))

describe('limits and faults', () => {
  test('allows 100 requests a minute for each client', async () => {
    const from = '127.0.0.9'
    const statuses = await Promise.all(
      Array.from({ length: 103 }, () =>
        service.api('supported-chains', { from }).then(({ status }) => status),
      ),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    expect((await service.api('supported-chains')).status).toBe(200)
    expect((await service.control.counters()).perMinute).toEqual({ [from]: 103, '127.0.0.1': 1 })
  })

  test('answers status, html, redirect and truncated faults as often as scripted', async () => {
    await service.control.fault({ endpoint: 'quote', kind: 'status', value: 503, times: 2 })
    await service.control.fault({ endpoint: 'quote', kind: 'html', times: 1 })
    await service.control.fault({ endpoint: 'quote', kind: 'redirect', times: 1 })
    await service.control.fault({ endpoint: 'quote', kind: 'truncated', times: 1 })
    expect((await service.api(service.request())).status).toBe(503)
    expect((await service.api('supported-chains')).status).toBe(200)
    expect((await service.api(service.request())).body).toMatchObject({ success: false, statusCode: 503 })
    const html = await rawCall(service.url(service.request()), {})
    expect([html.status, html.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const redirect = await rawCall(service.url(service.request()), {})
    expect(redirect.headers.location).toContain(
      service.url('exchange/quote').replace('127.0.0.1', 'localhost'),
    )
    const cut = await rawCall(service.url(service.request()), {})
    expect(() => JSON.parse(cut.text)).toThrow(SyntaxError)
    expect((await service.api(service.request())).status).toBe(200)
  })

  test('loses a submit dropped before, and keeps one dropped after accepting', async () => {
    const next = await service.route()
    const body = await signedBody(next)
    await service.control.fault({ endpoint: 'submit', kind: 'dropBefore', times: 1 })
    await expect(service.api('exchange/submit', { body })).rejects.toThrow()
    expect((await service.control.counters()).submits).toEqual({})
    await service.control.fault({ endpoint: 'submit', kind: 'dropAfterAccept', times: 1 })
    await expect(service.api('exchange/submit', { body })).rejects.toThrow()
    expect((await service.control.counters()).submits[next.requestHash]).toMatchObject({
      received: 1,
      accepted: 1,
    })
    expect((await service.api('exchange/submit', { body })).status).toBe(201)
    expect((await service.control.counters()).submits[next.requestHash]).toMatchObject({
      received: 2,
      accepted: 1,
    })
  })

  test('changes, removes and doubles fields', async () => {
    const pointer = '/result/autoRoute/output/minAmountOut'
    await service.control.fault({
      endpoint: 'quote',
      kind: 'field',
      value: { pointer, value: '1' },
      times: 1,
    })
    expect((await service.route()).output.minAmountOut).toBe('1')
    await service.control.fault({ endpoint: 'quote', kind: 'field', value: { pointer }, times: 1 })
    expect((await service.route()).output).not.toHaveProperty('minAmountOut')
    await service.control.fault({
      endpoint: 'quote',
      kind: 'duplicateKeys',
      value: { pointer, value: '2' },
      times: 1,
    })
    expect((await rawCall(service.url(service.request()), {})).text).toMatch(
      /"minAmountOut":"\d{6,}","minAmountOut":"2"/,
    )
    await service.control.fault({ endpoint: 'quote', kind: 'duplicateKeys', times: 1 })
    expect((await rawCall(service.url(service.request()), {})).text).toContain(
      '"success":true,"success":true',
    )
  })

  test('refuses unknown controls', async () => {
    await expect(service.control.fault({ endpoint: 'quote', kind: 'field', value: 1 })).rejects.toThrow(
      'pointer',
    )
    await expect(service.control.fault({ endpoint: 'qoute', kind: 'html' })).rejects.toThrow('endpoint')
    await expect(service.control.pace({ assigned: -1 })).rejects.toThrow('assigned')
    await expect(service.control.deposit('0x12', '1')).rejects.toThrow('no deposit')
  })
})
