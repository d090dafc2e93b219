import { expect, test } from 'vitest'
import { settled } from '../rpc/manual-wait.ts'
import { fakePage } from './fake-page.ts'

const attribute = '{"originChainId":31337}'

/** A page whose site lets its links speak for it, by its head. */
function openPage(options: Parameters<typeof fakePage>[0] = {}) {
  const page = fakePage(options)
  page.win.document.head.metas.push('ferry-swap=links')
  return page
}

function click(page: ReturnType<typeof fakePage>, changed: object = {}, text: string | null = attribute) {
  let followed = 0
  const link = { dataset: { ferrySwap: text ?? undefined }, click: () => (followed += 1) }
  const event = Object.assign(new Event('click', { cancelable: true }), { button: 0 })
  const values = {
    isTrusted: true,
    detail: 1,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    target: {
      closest: (selector: string) => (text !== null && selector === 'a[data-ferry-swap]' ? link : null),
    },
    ...changed,
  }
  for (const [name, value] of Object.entries(values)) Object.defineProperty(event, name, { value })
  page.win.deliverClick(event)
  return { event, followed: () => followed }
}

test('a click on a swap link proposes it; the browser does not follow the link', async () => {
  const page = openPage({ reply: () => ({ result: { swapId: 'swap-1' } }) })
  await settled()
  const { event, followed } = click(page)
  await settled()
  expect(event.defaultPrevented).toBe(true)
  expect(followed()).toBe(0)
  expect(page.sent.map(({ text }) => JSON.parse(String(text)))).toEqual([
    { id: 'link', method: 'ferry_proposeSwap', params: [{ originChainId: 31_337 }] },
  ])
})

test('a link that Ferry refuses is followed after all', async () => {
  const page = openPage({ reply: () => ({ error: { code: -32602, message: 'no' } }) })
  await settled()
  const { followed } = click(page)
  await settled()
  expect(followed()).toBe(1)
})

test.each<[string, object, string | null]>([
  ['made by the page', { isTrusted: false }, attribute],
  ['already taken by the page', { defaultPrevented: true }, attribute],
  ['with another button', { button: 1 }, attribute],
  ['for a new tab', { ctrlKey: true }, attribute],
  ['for a new tab on a Mac', { metaKey: true }, attribute],
  ['for a new window', { shiftKey: true }, attribute],
  ['for a download', { altKey: true }, attribute],
  ['on something else', {}, null],
  ['on the document itself', { target: {} }, attribute],
])('a click %s is the browser’s own', async (_what, changed, text) => {
  const page = openPage()
  await settled()
  const { event } = click(page, changed, text)
  await settled()
  expect([event.defaultPrevented && !('defaultPrevented' in changed), page.sent]).toEqual([false, []])
})

test('in a page that outlived Ferry, and where the site is not served, links are links', async () => {
  const orphaned = openPage()
  await settled()
  orphaned.runtime.id = undefined
  expect(click(orphaned).event.defaultPrevented).toBe(false)
  const unserved = openPage({ mark: { sites: { kind: 'listed', listed: [] } } })
  await settled()
  expect(click(unserved).event.defaultPrevented).toBe(false)
})

test('a link of a site that has not opted in may be anybody’s words, and is only a link', async () => {
  const page = fakePage()
  await settled()
  const { event, followed } = click(page)
  await settled()
  expect([event.defaultPrevented, page.sent, followed()]).toEqual([false, [], 0])
})

test('a page that speaks to Ferry by itself lets its links do so too', async () => {
  const page = fakePage({ reply: () => ({ result: { swapId: 'swap-1' } }) })
  const provider = await page.provider()
  await provider.request({ method: 'ferry_getCapabilities' })
  page.sent.length = 0
  expect(click(page).event.defaultPrevented).toBe(true)
  await settled()
  expect(page.sent).toHaveLength(1)
})

test('the second click of a double click proposes nothing and leads nowhere', async () => {
  const page = openPage({ reply: () => ({ result: { swapId: 'swap-1' } }) })
  await settled()
  click(page)
  await settled()
  const { event, followed } = click(page, { detail: 2 })
  await settled()
  expect([event.defaultPrevented, followed(), page.sent.length]).toEqual([true, 0, 1])
  page.runtime.id = undefined
  expect(click(page, { detail: 2 }).event.defaultPrevented).toBe(false)
})

test('a link is not followed where a swap of the site waits already: that would end it', async () => {
  const page = openPage({ reply: () => ({ error: { code: -32002, message: 'waits' } }) })
  await settled()
  const { event, followed } = click(page)
  await settled()
  expect([event.defaultPrevented, followed()]).toEqual([true, 0])
})
