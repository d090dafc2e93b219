import { expect, test } from 'vitest'
import { settled } from '../rpc/manual-wait.ts'
import { clickLink, fakePage, linkSwap, proposed } from './fake-page.ts'

/** A page whose head allows its swap links. */
function openPage(options: Parameters<typeof fakePage>[0] = {}) {
  const page = fakePage(options)
  page.win.document.head.metas.push('ferry-swap=links')
  return page
}

test('a click on a swap link proposes it; the browser does not follow the link', async () => {
  const page = openPage({ reply: () => ({ result: { swapId: 'swap-1' } }) })
  await settled()
  const { event, followed } = clickLink(page)
  await settled()
  expect(event.defaultPrevented).toBe(true)
  expect(followed()).toBe(0)
  expect(page.sent.map(({ text }) => JSON.parse(String(text)))).toEqual([
    { id: 'link', method: 'ferry_proposeSwap', params: [{ originChainId: 31_337 }] },
  ])
})

test('a swap link requests nothing but a swap, whatever its text says', async () => {
  const page = openPage({ reply: () => ({ error: { code: -32602, message: 'no' } }) })
  await settled()
  clickLink(page, {}, '{}],"method":"ferry_cancelProposal","params":[{"swapId":"swap-1"}')
  await settled()
  expect(page.sent.map(({ text }) => JSON.parse(String(text)).method)).toEqual(['ferry_proposeSwap'])
})

test('the browser follows a link that Ferry refuses', async () => {
  const page = openPage({ reply: () => ({ error: { code: -32602, message: 'no' } }) })
  await settled()
  const { followed } = clickLink(page)
  await settled()
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
  const page = openPage()
  await settled()
  const { event } = clickLink(page, changed, text)
  await settled()
  expect([event.defaultPrevented && !('defaultPrevented' in changed), page.sent]).toEqual([false, []])
})

test('links are ordinary links after an update of Ferry, and where the site is not offered Ferry', async () => {
  const orphaned = openPage()
  await settled()
  orphaned.runtime.id = undefined
  expect(clickLink(orphaned).event.defaultPrevented).toBe(false)
  const unserved = openPage({ mark: { sites: { kind: 'listed', listed: [] } } })
  await settled()
  expect(clickLink(unserved).event.defaultPrevented).toBe(false)
})

test('a link of a site that has not opted in is an ordinary link', async () => {
  const page = fakePage()
  await settled()
  const { event, followed } = clickLink(page)
  await settled()
  expect([event.defaultPrevented, page.sent, followed()]).toEqual([false, [], 0])
})

test('a page that calls the provider does not allow the links that its users write', async () => {
  const page = fakePage({ reply: () => ({ result: { swapId: 'swap-1' } }) })
  const provider = await page.provider()
  await provider.request({ method: 'ferry_getCapabilities' })
  page.sent.length = 0
  const { event, followed } = clickLink(page)
  await settled()
  expect([event.defaultPrevented, page.sent, followed()]).toEqual([false, [], 0])
})

test('the second click of a double click neither proposes nor follows the link', async () => {
  const page = openPage({ reply: () => ({ result: { swapId: 'swap-1' } }) })
  await settled()
  clickLink(page)
  await settled()
  const { event, followed } = clickLink(page, { detail: 2 })
  await settled()
  expect([event.defaultPrevented, followed(), page.sent.length]).toEqual([true, 0, 1])
  page.runtime.id = undefined
  expect(clickLink(page, { detail: 2 }).event.defaultPrevented).toBe(false)
})

test('a link is not followed while a swap of the site waits: that would end the swap', async () => {
  const page = openPage({ reply: () => ({ error: { code: -32002, message: 'waits' } }) })
  await settled()
  const { event, followed } = clickLink(page)
  await settled()
  expect([event.defaultPrevented, followed()]).toEqual([true, 0])
})

test('a page that used only links reports its return from the back/forward cache, with no port open', async () => {
  const page = openPage({ reply: () => proposed })
  await settled()
  clickLink(page)
  await settled()
  page.notify({
    channel: 'ferry:page',
    key: page.key(),
    swap: { swapId: 'swap-1', reference: null, state: 'awaitingWallet' },
  })
  const key = page.key()
  page.sent.length = 0
  page.leave()
  page.show(false)
  await settled()
  expect([page.ports.map(({ isOpen }) => isOpen), page.sent]).toEqual([[false], []])
  page.show(true)
  await settled()
  expect(page.sent).toEqual([{ channel: 'ferry:page', key }])
})
