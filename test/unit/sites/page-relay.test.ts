import { describe, expect, test } from 'vitest'
import { settled } from '../rpc/manual-wait.ts'
import { clickLink, fakePage, linkSwap, proposed, swap } from './fake-page.ts'

/** A page whose head allows its swap links. */
async function openPage(options: Parameters<typeof fakePage>[0] = {}) {
  const page = fakePage(options)
  page.win.document.head.metas.push('ferry-swap=links')
  await settled()
  return page
}

/** Clicks on a swap link, and lets the answer arrive. */
async function press(...given: Parameters<typeof clickLink>) {
  const { event, followed } = clickLink(...given)
  await settled()
  return { event, followed }
}

/** A page that has proposed a swap. */
async function proposing(options: Parameters<typeof fakePage>[0] = {}) {
  const page = fakePage({ reply: () => proposed, ...options })
  const provider = await page.provider()
  await provider.request({ method: 'ferry_proposeSwap', params: [swap] })
  return { page, provider }
}

const openPorts = (page: ReturnType<typeof fakePage>) => page.ports.map(({ isOpen }) => isOpen)

test('a click on a swap link proposes it; the browser does not follow the link', async () => {
  const page = await openPage({ reply: () => ({ result: { swapId: 'swap-1' } }) })
  const { event, followed } = await press(page)
  expect(event.defaultPrevented).toBe(true)
  expect(followed()).toBe(0)
  expect(page.sent.map(({ text }) => JSON.parse(String(text)))).toEqual([
    { id: 'link', method: 'ferry_proposeSwap', params: [{ originChainId: 31_337 }] },
  ])
})

test('a swap link requests nothing but a swap, whatever its text says', async () => {
  const page = await openPage({ reply: () => ({ error: { code: -32602, message: 'no' } }) })
  await press(page, {}, '{}],"method":"ferry_cancelProposal","params":[{"swapId":"swap-1"}')
  expect(page.sent.map(({ text }) => JSON.parse(String(text)).method)).toEqual(['ferry_proposeSwap'])
})

test('the browser follows a link that Ferry refuses', async () => {
  const page = await openPage({ reply: () => ({ error: { code: -32602, message: 'no' } }) })
  const { followed } = await press(page)
  expect(followed()).toBe(1)
})

test.each<[string, object, string | null]>([
  ['made by the page', { isTrusted: false }, linkSwap],
  ['already taken by the page', { defaultPrevented: true }, linkSwap],
  ['with another button', { button: 1 }, linkSwap],
  ['for a new tab', { ctrlKey: true }, linkSwap],
  ['for a new tab on a Mac', { metaKey: true }, linkSwap],
  ['for a new window', { shiftKey: true }, linkSwap],
  ['for a download', { altKey: true }, linkSwap],
  ['on something else', {}, null],
  ['on the document itself', { target: {} }, linkSwap],
])('Ferry ignores a click %s', async (_what, changed, text) => {
  const page = await openPage()
  const { event } = await press(page, changed, text)
  expect([event.defaultPrevented && !('defaultPrevented' in changed), page.sent]).toEqual([false, []])
})

test('links are ordinary links after an update of Ferry, and where the site is not offered Ferry', async () => {
  const orphaned = await openPage()
  orphaned.runtime.id = undefined
  expect(clickLink(orphaned).event.defaultPrevented).toBe(false)
  const unserved = await openPage({ mark: { sites: { kind: 'listed', listed: [] } } })
  expect(clickLink(unserved).event.defaultPrevented).toBe(false)
})

test('a link of a site that has not opted in is an ordinary link', async () => {
  const page = fakePage()
  await settled()
  const { event, followed } = await press(page)
  expect([event.defaultPrevented, page.sent, followed()]).toEqual([false, [], 0])
})

test('a page that calls the provider does not allow the links that its users write', async () => {
  const page = fakePage({ reply: () => ({ result: { swapId: 'swap-1' } }) })
  const provider = await page.provider()
  await provider.request({ method: 'ferry_getCapabilities' })
  page.sent.length = 0
  const { event, followed } = await press(page)
  expect([event.defaultPrevented, page.sent, followed()]).toEqual([false, [], 0])
})

test('the second click of a double click neither proposes nor follows the link', async () => {
  const page = await openPage({ reply: () => ({ result: { swapId: 'swap-1' } }) })
  await press(page)
  const { event, followed } = await press(page, { detail: 2 })
  expect([event.defaultPrevented, followed(), page.sent.length]).toEqual([true, 0, 1])
  page.runtime.id = undefined
  expect(clickLink(page, { detail: 2 }).event.defaultPrevented).toBe(false)
})

test('a link is not followed while a swap of the site waits: that would end the swap', async () => {
  const page = await openPage({ reply: () => ({ error: { code: -32002, message: 'waits' } }) })
  const { event, followed } = await press(page)
  expect([event.defaultPrevented, followed()]).toEqual([true, 0])
})

test('a page that used only links reports its return from the back/forward cache, with no port open', async () => {
  const page = await openPage({ reply: () => proposed })
  await press(page)
  const waiting = { swapId: 'swap-1', reference: null, state: 'awaitingWallet' }
  page.notify({ channel: 'ferry:page', key: page.key(), swap: waiting })
  const key = page.key()
  page.sent.length = 0
  page.leave()
  page.show(false)
  await settled()
  expect([openPorts(page), page.sent]).toEqual([[false], []])
  page.show(true)
  await settled()
  expect(page.sent).toEqual([{ channel: 'ferry:page', key }])
})

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
    expect(openPorts(page)).toEqual([true])
    page.ports[0]?.close()
    await page.time.pass(300)
    expect(openPorts(page)).toEqual([false, true])
    page.notify({ channel: 'ferry:page', key: page.key(), swap: reported })
    expect(openPorts(page)).toEqual([false, false])
  })

  test('the relay closes the port of a page that is left: not every browser does that for its cache', async () => {
    const { page } = await proposing()
    page.leave()
    await page.time.pass(10_000)
    expect(openPorts(page)).toEqual([false])
    page.show(true)
    await settled()
    expect(openPorts(page)).toEqual([false, true])
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
    expect(openPorts(page)).toEqual([false, true])
    expect(page.sent.at(-1)).toEqual({ channel: 'ferry:page', key: page.key() })
  })

  test('a page cannot pretend that it was left, or that it returned', async () => {
    const { page } = await proposing()
    page.sent.length = 0
    page.win.dispatchEvent(new Event('pagehide'))
    page.win.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await settled()
    expect([openPorts(page), page.sent]).toEqual([[true], []])
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
    expect(openPorts(page)).toEqual([false])
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
    const { page, provider } = await proposing()
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
