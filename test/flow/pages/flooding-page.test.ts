import { describe, expect, test } from 'vitest'
import { dayMs } from '../../../lib/base/time.ts'
import type { PageReply } from '../../../lib/sites/relay-messages.ts'
import { proposalLifeMs } from '../../../lib/sites/sites.ts'
import {
  codeOf,
  createPageWorld,
  expectNothingShown,
  openPage,
  propose,
  shopOrigin,
  validSwap,
} from './page-world.ts'

describe('M5: a page cannot flood the person', () => {
  test('row 68: shows one window for a thousand requests in ten seconds, and serves other sites', async () => {
    const { page, document } = openPage()
    const codes: (number | null)[] = []
    for (let each = 0; each < 1_000; each += 1) {
      page.world.nowMs += 10
      codes.push(codeOf(await page.request(document, 'ferry_proposeSwap', [validSwap])))
    }
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === -32002)).toHaveLength(89)
    expect(codes.filter((code) => code === -32005)).toHaveLength(910)
    // Ferry brings the one window to the front again, five seconds after it was opened.
    expect([page.world.windows, page.world.notices]).toEqual([2, []])
    await propose(page, page.open('https://other.example', 8))
    page.world.nowMs += 60_000
    expect(codeOf(await page.request(document, 'ferry_getCapabilities', []))).toBeNull()
  })

  test('brings the open window to the front at a later click, and never without a click', async () => {
    const { page, document } = openPage()
    await propose(page, document)
    const again = (gesture: boolean) => page.request(document, 'ferry_proposeSwap', [validSwap], { gesture })
    page.world.nowMs += 4_999
    expect(codeOf(await again(true))).toBe(-32002)
    expect(page.world.windows).toBe(1)
    await page.parts().sites.grant(shopOrigin)
    page.world.nowMs += 1
    expect(codeOf(await again(false))).toBe(-32002)
    expect(page.world.windows).toBe(1)
    expect(codeOf(await again(true))).toBe(-32002)
    expect(codeOf(await again(true))).toBe(-32002)
    expect([page.world.windows, page.world.notices]).toEqual([2, []])
  })

  test('opens a closed window again at the next click, however soon', async () => {
    const { page, document } = openPage()
    await propose(page, document)
    page.world.isWindowOpen = false
    page.world.nowMs += 1_000
    const again = (gesture: boolean) => page.request(document, 'ferry_proposeSwap', [validSwap], { gesture })
    expect(codeOf(await again(false))).toBe(4100)
    expect(page.world.windows).toBe(1)
    expect(codeOf(await again(true))).toBe(-32002)
    expect([page.world.windows, page.world.isWindowOpen]).toEqual([2, true])
    expect(codeOf(await again(true))).toBe(-32002)
    expect(page.world.windows).toBe(2)
  })

  test('shows the waiting proposal when its page requests that on a click, once per click', async () => {
    const { page, document } = openPage()
    const swapId = await propose(page, document)
    const show = (gesture: boolean) => page.request(document, 'ferry_showProposal', [{ swapId }], { gesture })
    expect(await show(true)).toEqual({ result: null })
    // The click that proposed the swap has opened the window.
    expect(page.world.windows).toBe(1)
    page.world.nowMs += 5_000
    expect(await show(false)).toMatchObject({ error: { code: 4100, data: { reason: 'noClick' } } })
    expect(page.world.windows).toBe(1)
    expect(await show(true)).toEqual({ result: null })
    expect(await show(true)).toEqual({ result: null })
    expect(page.world.windows).toBe(2)
    page.world.isWindowOpen = false
    expect(await show(true)).toEqual({ result: null })
    expect([page.world.windows, page.world.isWindowOpen]).toEqual([3, true])
  })

  test('refuses to show a proposal that has ended', async () => {
    const { page, document } = openPage()
    const swapId = await propose(page, document)
    await page.parts().handlers.refuseProposal({ swapId })
    page.world.nowMs += 5_000
    expect(await page.request(document, 'ferry_showProposal', [{ swapId }])).toMatchObject({
      error: { code: -32602, data: { reason: 'notWaiting' } },
    })
    expect(page.world.windows).toBe(1)
  })

  test('accepts one of a thousand parallel requests', async () => {
    const { page, document } = openPage()
    const requested = Array.from({ length: 1_000 }, () =>
      page.request(document, 'ferry_proposeSwap', [validSwap]),
    )
    const codes = (await Promise.all(requested)).map(codeOf)
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === -32005)).toHaveLength(990)
    expect(page.world.windows).toBe(1)
  })

  test('shows nothing without a gesture, or one silent notification when the site is allowed', async () => {
    const { page, document } = openPage()
    const quietly = () => page.request(document, 'ferry_proposeSwap', [validSwap], { gesture: false })
    expect(codeOf(await quietly())).toBe(4100)
    await expectNothingShown(page)
    await page.parts().sites.grant(shopOrigin)
    expect(codeOf(await quietly())).toBeNull()
    expect([page.world.windows, page.world.notices]).toEqual([0, [shopOrigin]])
  })

  test('lets three proposals wait, one per site, in their order', async () => {
    const page = createPageWorld()
    const sites = ['https://a.example', 'https://b.example', 'https://c.example', 'https://d.example']
    const codes: (number | null)[] = []
    for (const [at, site] of sites.entries()) {
      page.world.nowMs += 1
      codes.push(codeOf(await page.request(page.open(site, 10 + at), 'ferry_proposeSwap', [validSwap])))
    }
    expect(codes).toEqual([null, null, null, -32005])
    const waiting = (await page.parts().handlers.proposals(null)).map(({ site }) => site.origin)
    expect(waiting).toEqual(sites.slice(0, 3))
  })

  test('limits a site to five proposals a minute, also after the background died', async () => {
    const { page, document } = openPage()
    for (let each = 0; each < 5; each += 1) {
      page.world.nowMs += 1_000
      const swapId = await propose(page, document)
      await page.request(document, 'ferry_cancelProposal', [{ swapId }])
      page.restart()
    }
    expect(codeOf(await page.request(document, 'ferry_proposeSwap', [validSwap]))).toBe(-32005)
    page.world.nowMs += 60_000
    expect(codeOf(await page.request(document, 'ferry_proposeSwap', [validSwap]))).toBeNull()
  })

  test('does not block a site until the old time when the clock was set back', async () => {
    const { page, document } = openPage()
    for (let each = 0; each < 2; each += 1) {
      const swapId = await propose(page, document)
      await page.parts().handlers.refuseProposal({ swapId })
    }
    expect(codeOf(await page.request(document, 'ferry_proposeSwap', [validSwap]))).toBe(-32005)
    page.world.nowMs -= 30 * dayMs
    expect(codeOf(await page.request(document, 'ferry_proposeSwap', [validSwap]))).toBeNull()
  })

  test('blocks a site for a minute after two refusals within a minute, not after two refusals further apart', async () => {
    const { page, document } = openPage()
    const refuse = async () => {
      const swapId = await propose(page, document)
      await page.parts().handlers.refuseProposal({ swapId })
    }
    await refuse()
    page.world.nowMs += 61_000
    await refuse()
    page.world.nowMs += 30_000
    await refuse()
    page.restart()
    page.world.nowMs += 59_000
    expect(codeOf(await page.request(document, 'ferry_proposeSwap', [validSwap]))).toBe(-32005)
    page.world.nowMs += 1_000
    expect(codeOf(await page.request(document, 'ferry_proposeSwap', [validSwap]))).toBeNull()
  })

  test('writes nothing for a thousand reported returns of one page', async () => {
    const { page, document } = openPage()
    await page.parts().sites.grantOnce(shopOrigin, document)
    page.world.sessionWrites = 0
    for (let each = 0; each < 1_000; each += 1) await page.back(document)
    expect(page.world.sessionWrites).toBe(1)
    expect(codeOf((await page.back(document)) as PageReply)).toBe(-32005)
  })

  test('ends a permission given once at a return, also beyond the limit of requests', async () => {
    const { page, document } = openPage()
    await page.parts().sites.grantOnce(shopOrigin, document)
    const codes: (number | null)[] = []
    for (let each = 0; each < 11; each += 1)
      codes.push(codeOf(await page.request(document, 'ferry_getCapabilities', [])))
    expect(codes.at(-1)).toBe(-32005)
    await page.back(document)
    expect(await page.parts().sites.documentGrants()).toEqual([])
  })

  test('frees the place of a page that is open for hours', async () => {
    const page = createPageWorld()
    await propose(page, page.open())
    page.world.nowMs += proposalLifeMs + 1
    expect(await page.parts().handlers.proposals(null)).toEqual([])
    await propose(page, page.open('https://other.example', 8))
  })
})
