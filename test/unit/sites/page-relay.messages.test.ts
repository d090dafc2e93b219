import { describe, expect, test } from 'vitest'
import { settled } from '../rpc/manual-wait.ts'
import { fakePage, proposed, swap } from './fake-page.ts'

describe('messages of the background', () => {
  const reported = { swapId: 'swap-1', reference: null, state: 'awaitingWallet' }

  test('reach only the listeners of the document with their key', async () => {
    const page = fakePage({ reply: () => proposed })
    const provider = await page.provider()
    const received: unknown[] = []
    const gone = (one: unknown) => received.push(['gone', one])
    expect(provider.on('swapChanged', (one) => received.push(one))).toBe(provider)
    provider.on('swapChanged', gone)
    provider.removeListener('swapChanged', gone)
    provider.on('other' as never, gone)
    provider.on('swapChanged', 'nothing' as never)
    await provider.request({ method: 'ferry_proposeSwap', params: [swap] })
    expect(page.notify({ channel: 'ferry:page', key: 'another', swap: reported })).toBe(false)
    expect(page.notify({ channel: 'ferry:other', key: page.key(), swap: reported })).toBe(false)
    expect(page.notify({ channel: 'ferry:page', key: page.key(), swap: reported })).toBe(true)
    expect(page.notify({ channel: 'ferry:page', key: page.key() })).toBe(true)
    await settled()
    expect(received).toEqual([reported])
    expect(Object.isFrozen(received[0])).toBe(true)
  })

  test('the port is open while a swap waits, opened again when the worker stops, and closed afterwards', async () => {
    const page = fakePage({ reply: () => proposed })
    const provider = await page.provider()
    expect(page.ports).toEqual([])
    await provider.request({ method: 'ferry_proposeSwap', params: [swap] })
    expect(page.ports.map(({ isOpen }) => isOpen)).toEqual([true])
    page.ports[0]?.close()
    await page.time.pass(300)
    expect(page.ports.map(({ isOpen }) => isOpen)).toEqual([false, true])
    page.notify({ channel: 'ferry:page', key: page.key(), swap: reported })
    expect(page.ports.map(({ isOpen }) => isOpen)).toEqual([false, false])
  })

  test('the relay closes the port of a page that is left: not every browser does that for its cache', async () => {
    const page = fakePage({ reply: () => proposed })
    const provider = await page.provider()
    await provider.request({ method: 'ferry_proposeSwap', params: [swap] })
    page.leave()
    await page.time.pass(10_000)
    expect(page.ports.map(({ isOpen }) => isOpen)).toEqual([false])
    page.show(true)
    await settled()
    expect(page.ports.map(({ isOpen }) => isOpen)).toEqual([false, true])
  })

  test('after a return from the back/forward cache the port opens again and the background is notified', async () => {
    const page = fakePage({ reply: () => proposed })
    const provider = await page.provider()
    const shown = page.show
    shown(true)
    expect(page.sent).toEqual([])
    await provider.request({ method: 'ferry_proposeSwap', params: [swap] })
    shown(false)
    expect(page.ports).toHaveLength(1)
    shown(true)
    await settled()
    // The cache had not closed the first one.
    expect(page.ports.map(({ isOpen }) => isOpen)).toEqual([false, true])
    expect(page.sent.at(-1)).toEqual({ channel: 'ferry:page', key: page.key() })
  })

  test('a page cannot pretend that it was left, or that it returned', async () => {
    const page = fakePage({ reply: () => proposed })
    const provider = await page.provider()
    await provider.request({ method: 'ferry_proposeSwap', params: [swap] })
    page.sent.length = 0
    page.win.dispatchEvent(new Event('pagehide'))
    page.win.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await settled()
    expect([page.ports.map(({ isOpen }) => isOpen), page.sent]).toEqual([[true], []])
  })

  test('a page cannot hide that it was left and returned', async () => {
    const page = fakePage({
      reply: () => proposed,
      enter(win) {
        for (const type of ['pagehide', 'pageshow'])
          win.addEventListener(type, (event: Event) => event.stopImmediatePropagation(), true)
      },
    })
    const provider = await page.provider()
    await provider.request({ method: 'ferry_proposeSwap', params: [swap] })
    page.leave()
    expect(page.ports.map(({ isOpen }) => isOpen)).toEqual([false])
    page.show(true)
    await settled()
    expect(page.sent.at(-1)).toEqual({ channel: 'ferry:page', key: page.key() })
  })

  test('the relay does not repeat a message that the background refuses', async () => {
    const page = fakePage({ reply: () => false })
    const provider = await page.provider()
    const refused = provider.request({ method: 'ferry_getCapabilities' })
    await expect(refused).rejects.toMatchObject({ code: 4900 })
    await page.time.pass(10_000)
    expect(page.sent).toHaveLength(1)
  })

  test('a return is reported before a request that the page sends in its own pageshow listener', async () => {
    const page = fakePage({ reply: () => proposed })
    const provider = await page.provider()
    await provider.request({ method: 'ferry_proposeSwap', params: [swap] })
    page.sent.length = 0
    page.leave()
    void provider.request({ method: 'ferry_getSwap', params: [{ swapId: 'swap-1' }] })
    page.show(true)
    await page.time.pass(1)
    expect(page.sent.map((message) => 'text' in message)).toEqual([false, true])
  })

  test('a click before the page was left is no gesture after its return', async () => {
    const activation = { isActive: true }
    const page = fakePage({ reply: () => proposed, isActive: () => activation.isActive })
    const provider = await page.provider()
    page.leave()
    void provider.request({ method: 'ferry_proposeSwap', params: [swap] })
    activation.isActive = false
    page.show(true)
    await page.time.pass(1)
    expect(page.sent).toContainEqual(expect.objectContaining({ gesture: false }))
  })
})
