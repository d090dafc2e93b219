import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageToRelay, relayToPage } from '../../../lib/sites/handshake.ts'
import { ferryRdns } from '../../../lib/sites/page-api.ts'
import { settled } from '../rpc/manual-wait.ts'
import { codeOf, fakePage, proposed, swap } from './fake-page.ts'

describe('the provider', () => {
  test.each([true, false])(
    'is announced as in EIP-6963, with the relay injected first: %s',
    async (isRelayFirst) => {
      const page = fakePage({ isRelayFirst })
      await settled()
      expect(page.announced).toHaveLength(1)
      page.win.dispatchEvent(new Event('ferry:requestProvider'))
      page.win.dispatchEvent(new Event('load'))
      expect(page.announced).toHaveLength(3)
      const [first, second] = page.announced
      expect(second).toBe(first)
      expect(first?.info).toMatchObject({ name: 'Ferry', rdns: ferryRdns })
      expect(first?.info.icon).toMatch(/^data:image\/svg\+xml,/)
      for (const each of [first, first?.info, first?.provider]) expect(Object.isFrozen(each)).toBe(true)
      expect(Object.getPrototypeOf(first?.provider)).toBeNull()
      // A page load does not wake the background.
      expect(page.sent).toEqual([])
    },
  )

  test('is silent on a site outside the list, whatever messages the page forges', async () => {
    const page = fakePage({ mark: { sites: { kind: 'listed', listed: ['https://other.example'] } } })
    await settled()
    page.win.dispatchEvent(new Event('ferry:requestProvider'))
    // The handshake shared the secret while no script of the page ran, and removed it again.
    expect(page.win.status).toBe('')
    const planted = 'ferry:ffffffff-ffff-4fff-8fff-ffffffffffff'
    page.win.status = planted
    const guessed = [relayToPage + planted.slice(6), relayToPage, pageToRelay, 'ferry:to-page', 'ferry:page']
    for (const name of guessed) {
      page.forge({ here: true }, name)
      page.forge({ kind: 'list' }, name)
    }
    await page.time.pass(60_000)
    expect([page.announced, page.sent]).toEqual([[], []])
    expect(page.win.status).toBe(planted)
    // Only the page's own messages were sent.
    expect(page.win.channelMessages.every(({ text }) => /^\{"(here|kind)"/.test(text))).toBe(true)
  })

  test.each([
    ['that nobody could tell', null],
    ['that others wrote', {}],
    ['that names no sites', { sites: {} }],
  ])('is not offered with a mark %s', async (_name, mark) => {
    const page = fakePage({ mark: mark as never })
    await settled()
    page.win.dispatchEvent(new Event('ferry:requestProvider'))
    expect([page.announced, page.sent]).toEqual([[], []])
  })

  test('is offered to a listed site', async () => {
    const page = fakePage({ mark: { sites: { kind: 'listed', listed: ['https://shop.example'] } } })
    await settled()
    expect(page.announced).toHaveLength(1)
  })

  test('M9: later patches of the page change neither requests nor answers', async () => {
    const page = fakePage({ reply: () => proposed })
    const provider = await page.provider()
    const saved = { stringify: JSON.stringify, parse: JSON.parse, freeze: Object.freeze, promise: Promise }
    try {
      JSON.stringify = () => '{"id":"1","method":"ferry_getCapabilities"}'
      JSON.parse = () => ({ id: '1', result: 'mine' })
      Object.freeze = (() => null) as never
      page.win.dispatchEvent = () => false
      const requested = provider.request({ method: 'ferry_proposeSwap', params: [swap] })
      JSON.parse = saved.parse
      expect(await requested).toEqual({ swapId: 'swap-1' })
      expect(page.sent.map(({ text }) => saved.parse(String(text)))).toEqual([
        { id: '1', method: 'ferry_proposeSwap', params: [swap] },
      ])
    } finally {
      JSON.stringify = saved.stringify
      JSON.parse = saved.parse
      Object.freeze = saved.freeze
    }
  })
})

describe('requests', () => {
  test('return a result or an error code, and carry the gesture', async () => {
    const answers = [proposed, { error: { code: -32002, message: 'one waits' } }]
    const page = fakePage({ reply: () => answers.shift() })
    const provider = await page.provider()
    const propose = () => provider.request({ method: 'ferry_proposeSwap', params: [swap] })
    expect(await propose()).toEqual({ swapId: 'swap-1' })
    await expect(propose()).rejects.toMatchObject({ code: -32002, message: 'one waits' })
    expect(page.sent).toMatchObject(Array(2).fill({ channel: 'ferry:page', gesture: true }))
    expect(page.sent[0]?.pageRequestId).not.toBe(page.sent[1]?.pageRequestId)
    expect(page.sent[0]?.key).toBe(page.sent[1]?.key)
  })

  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic
  test.each<[string, unknown]>([
    ['row 65: 10 MB', { method: 'ferry_getSwap', params: ['x'.repeat(10_000_000)] }],
    ['row 65: a circle', { method: 'ferry_getSwap', params: [cyclic] }],
    ['row 65: a BigInt', { method: 'ferry_getSwap', params: [1n] }],
    ['nothing', undefined],
    ['null', null],
    ['row 66: a getter that throws', Object.defineProperty({}, 'method', { get: () => JSON.parse('') })],
  ])('%s fails with -32602 and is not sent', async (_what, requested) => {
    const page = fakePage()
    const provider = await page.provider()
    const refused = provider.request(requested as never)
    await expect(refused).rejects.toMatchObject({ code: -32602, data: { reason: 'invalidParams' } })
    expect(page.sent).toEqual([])
  })

  test('row 66: a getter with changing values is read one time', async () => {
    const page = fakePage()
    const provider = await page.provider()
    let reads = 0
    const requested = {
      get method() {
        reads += 1
        return reads === 1 ? 'ferry_getCapabilities' : 'ferry_proposeSwap'
      },
    }
    await provider.request(requested as never)
    expect(reads).toBe(1)
    expect(page.sent.map(({ text }) => text)).toEqual(['{"id":"1","method":"ferry_getCapabilities"}'])
  })

  test('row 65: the background receives the JSON of a Map, a Date or a Proxy', async () => {
    const page = fakePage()
    const provider = await page.provider()
    const params = [new Map([['a', 1]]), new Date(0), new Proxy({ a: 1 }, {})]
    await provider.request({ method: 'ferry_getSwap', params } as never)
    expect(JSON.parse(String(page.sent[0]?.text)).params).toEqual([{}, '1970-01-01T00:00:00.000Z', { a: 1 }])
  })

  test('row 64: a message without an id, with a strange or a used one is not forwarded, and nothing throws', async () => {
    const page = fakePage()
    await settled()
    for (const id of [undefined, null, {}, [], 5, true]) page.forge({ id, method: 'ferry_getCapabilities' })
    await settled()
    expect(page.sent).toEqual([])
    page.forge({ id: 'a', method: 'ferry_getCapabilities' })
    page.forge({ id: 'a', method: 'ferry_proposeSwap', params: [swap] })
    await settled()
    expect(page.sent).toHaveLength(1)
    const send = (detail: unknown) =>
      page.win.dispatchEvent(new CustomEvent(pageToRelay + page.secret(), { detail }))
    fc.assert(fc.property(fc.anything(), (value) => void send(value)))
    await settled()
    expect(page.sent).toHaveLength(1)
  })

  test('row 65: a request over 16 kB that bypasses the provider is ignored', async () => {
    const page = fakePage()
    await settled()
    page.win.channelMessages.length = 0
    page.forge({ id: 'a', method: 'x'.repeat(16_385) })
    await settled()
    expect(page.sent).toEqual([])
    expect(page.win.channelMessages.filter(({ name }) => name.startsWith(relayToPage))).toEqual([])
  })

  test('are repeated with the same id after the worker stopped', async () => {
    const page = fakePage({ reply: () => proposed })
    const provider = await page.provider()
    page.runtime.isDead = true
    const requested = provider.request({ method: 'ferry_proposeSwap', params: [swap] })
    await page.time.pass(1_200)
    page.runtime.isDead = false
    await page.time.pass(500)
    expect(await requested).toEqual({ swapId: 'swap-1' })
    expect(page.sent).toHaveLength(1)
  })

  test('after an update of Ferry fail immediately, and say to reload the page', async () => {
    const page = fakePage()
    const provider = await page.provider()
    page.runtime.id = undefined
    const requested = provider.request({ method: 'ferry_getCapabilities' })
    const message = expect.stringContaining('reload the page')
    await expect(requested).rejects.toMatchObject({ code: 4900, message, data: { reason: 'orphaned' } })
  })

  test('fail with 4900 when the other script is gone', async () => {
    const page = fakePage({ reply: () => new Promise(() => undefined) })
    const provider = await page.provider()
    const requested = provider.request({ method: 'ferry_getCapabilities' })
    const code = codeOf(requested)
    await page.time.pass(30_000)
    expect(await code).toBe(4900)
  })
})
