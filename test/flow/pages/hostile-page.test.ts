import { describe, expect, test } from 'vitest'
import { messages } from '../../../lib/rpc/messages.ts'
import { pageChannel } from '../../../lib/wallet/connectors/page-protocol.ts'
import type { PageSender } from '../../../lib/wallet/connectors/page-tab.ts'
import { orderOf } from '../../unit/order/order-fixture.ts'
import {
  codeOf,
  createPageWorld,
  expectNothingShown,
  openPage,
  openProposal,
  propose,
  settlePages,
  shopOrigin,
  validSwap,
} from './page-world.ts'

const proposal = JSON.stringify({ id: '1', method: 'ferry_proposeSwap', params: [validSwap] })

describe('row 67 (M14, X1, X2): refuses each sender that is not the top document of a site', () => {
  test.each<[string, Partial<PageSender>]>([
    ['another extension', { id: 'other' }],
    ['a frame', { frameId: 3 }],
    ['no tab', { tab: undefined }],
    ['a private window', { tab: { id: 7, incognito: true } }],
    ['a sandboxed document', { origin: 'null' }],
    ['a document that is prerendered', { documentLifecycle: 'prerender' }],
    ['a document in the cache', { documentLifecycle: 'cached' }],
    ['a page without https', { origin: 'http://shop.example', url: 'http://shop.example/' }],
    ['a file', { origin: 'file://', url: 'file:///tmp/x.html' }],
    ['about:srcdoc', { origin: 'null', url: 'about:srcdoc' }],
    ['a blob of the site', { url: 'blob:https://shop.example/1', origin: 'null' }],
    ['another extension page', { origin: 'chrome-extension://abc', url: 'chrome-extension://abc/x.html' }],
    ['an origin that is not its url', { origin: 'https://bank.example' }],
  ])('%s', async (_who, changed) => {
    const { page, document } = openPage()
    expect(
      codeOf(await page.send(page.frameOf(document, proposal), { ...page.senderOf(document), ...changed })),
    ).toBe(4100)
    await expectNothingShown(page)
  })

  test('M2, X2: refuses a frame with missing, changed or additional members, and each message of the views', async () => {
    const { page, document } = openPage()
    const good = page.frameOf(document, proposal)
    const frames: object[] = [
      ...Object.keys(good).map((name) => ({ ...good, [name]: undefined })),
      ...Object.keys(good).map((name) => ({ ...good, [name]: { toString: () => 'x' } })),
      { ...good, origin: 'https://bank.example' },
      { ...good, text: 'x'.repeat(16_385) },
      { ...good, gesture: 1 },
      { ...good, key: 'short' },
      ...Object.keys(messages).map((name) => ({ channel: pageChannel, name, input: null })),
      ...Object.keys(messages).map((name) => ({ ...good, name, input: null })),
    ]
    for (const frame of frames) {
      expect(codeOf(await page.send(frame, page.senderOf(document))), JSON.stringify(frame)).toBe(4100)
    }
    await expectNothingShown(page)
  })

  test('closes the port of an unknown sender', () => {
    const page = createPageWorld()
    expect(page.hold(page.open()).isOpen).toBe(true)
    const unknown: Partial<PageSender>[] = [{ id: 'other' }, { frameId: 3 }, { tab: undefined }, { tab: {} }]
    for (const changed of unknown) expect(page.hold(page.open(), changed).isOpen).toBe(false)
  })

  test('one port serves proposals and wallet requests, and its closing is reported to both', async () => {
    const { page, document } = openPage()
    page.hold(document)
    page.leave(document.tabId)
    expect(page.world.closedPorts).toEqual([document.tabId])
  })

  test("passes a wallet's message on with the browser's record of its sender, and replies with the mark", async () => {
    const page = createPageWorld()
    const sender = page.senderOf(page.open())
    const message = { kind: 'request', id: 'a' }
    expect(await page.send({ channel: pageChannel, message }, sender)).toBe(true)
    expect(page.world.walletMessages).toEqual([message])
    expect(await page.send({ channel: pageChannel, kind: 'mark' }, sender)).toEqual({
      sites: { kind: 'all', listed: [] },
    })
  })
})

describe('M3: a proposal belongs to its document alone', () => {
  test('row 69: ends when its document is left immediately, and nothing of it reaches another document', async () => {
    const { page, document } = openPage()
    const requesting = page.request(document, 'ferry_proposeSwap', [validSwap])
    const bank = page.open('https://bank.example', document.tabId)
    const swapId = (await requesting) as { result: { swapId: string } }
    await settlePages()
    expect(await page.parts().proposals.read(swapId.result.swapId)).toMatchObject({
      origin: shopOrigin,
      state: 'expired',
    })
    expect(await page.parts().handlers.proposals(null)).toEqual([])
    expect(page.world.sentToPages.filter((one) => one.document === bank)).toEqual([])
  })

  test('ends at whatever moment its document is left, and the next document learns nothing', async () => {
    for (let turns = 0; turns <= 50; turns += 1) {
      const { page, document } = openPage()
      page.hold(document)
      const requesting = page.request(document, 'ferry_proposeSwap', [validSwap])
      for (let turn = 0; turn < turns; turn += 1) await new Promise((done) => setImmediate(done))
      const bank = page.open('https://bank.example', document.tabId)
      const { result } = (await requesting) as { result: { swapId: string } }
      await settlePages()
      expect(await page.parts().handlers.proposals(null), `after ${turns} turns`).toEqual([])
      expect(await page.parts().proposals.read(result.swapId)).toMatchObject({ origin: shopOrigin })
      expect(page.world.sentToPages.filter((one) => one.document === bank)).toEqual([])
      expect(codeOf(await page.request(bank, 'ferry_getSwap', [{ swapId: result.swapId }]))).toBe(-32001)
    }
  })

  test('cannot be read, shown or cancelled by another document of the site while it waits, and never read by another site', async () => {
    const { page, swapId } = await openProposal()
    const twin = page.open(shopOrigin, 8)
    const stranger = page.open('https://other.example', 9)
    for (const caller of [twin, stranger]) {
      for (const method of ['ferry_getSwap', 'ferry_showProposal', 'ferry_cancelProposal']) {
        expect(codeOf(await page.request(caller, method, [{ swapId }]))).toBe(-32001)
      }
    }
    await page.parts().proposals.end(swapId, 'declined')
    expect(await page.request(twin, 'ferry_getSwap', [{ swapId }])).toMatchObject({
      result: { state: 'declined' },
    })
    expect(codeOf(await page.request(stranger, 'ferry_getSwap', [{ swapId }]))).toBe(-32001)
  })

  test('is reported as expired to the reloaded page that reads it immediately', async () => {
    const { page, swapId } = await openProposal()
    await settlePages()
    const requested = await page.request(page.open(), 'ferry_getSwap', [{ swapId }])
    expect(requested).toMatchObject({ result: { state: 'expired' } })
  })

  test('ends with its port only when the document is gone, and waits again when the document returns from the cache', async () => {
    const { page, document } = openPage()
    page.hold(document)
    const swapId = await propose(page, document)
    await settlePages()
    // The background died, and the relay is still there.
    page.restart()
    await settlePages()
    expect(await page.parts().proposals.read(swapId)).toMatchObject({ state: 'proposed' })
    page.hold(document)
    page.leave(document.tabId)
    await settlePages()
    expect(await page.parts().proposals.read(swapId)).toMatchObject({ state: 'expired' })
    page.show(document)
    page.world.sentToPages.length = 0
    expect(await page.back(document)).toBe(true)
    await settlePages()
    expect(await page.request(document, 'ferry_getSwap', [{ swapId }])).toMatchObject({
      result: { state: 'proposed' },
    })
    // Its end was no refusal, so the page may propose again.
    await page.request(document, 'ferry_cancelProposal', [{ swapId }])
    await propose(page, document)
  })

  test('is reported as waiting to a page that reads it at the moment of its return', async () => {
    const { page, document } = openPage()
    page.hold(document)
    const swapId = await propose(page, document)
    await settlePages()
    page.leave(document.tabId)
    await settlePages()
    page.show(document)
    const [, requested] = await Promise.all([
      page.back(document),
      page.request(document, 'ferry_getSwap', [{ swapId }]),
    ])
    expect(requested).toMatchObject({ result: { state: 'proposed' } })
  })

  test('is neither reviewed nor confirmed once its document has closed, even if the page kept Ferry from noticing', async () => {
    for (const isConfirmed of [false, true]) {
      const { page, document, swapId } = await openProposal()
      await page.parts().sites.grant(shopOrigin)
      await settlePages()
      page.leave(document.tabId)
      expect(await page.parts().proposals.read(swapId)).toMatchObject({ state: 'proposed' })
      const { proposals } = page.parts()
      const used = isConfirmed
        ? proposals.start({ swapId, origin: shopOrigin }, orderOf({ id: 'order-1' }), async (order) => order)
        : proposals.resolveProposalForReview(swapId, validSwap as never)
      await expect(used).rejects.toMatchObject({ data: { code: 'proposalGone' } })
      expect(await proposals.read(swapId)).toMatchObject({ state: 'expired', isDocumentGone: true })
    }
  })

  test('ends at the next start when its document was left while no background ran', async () => {
    const { page, document, swapId } = await openProposal()
    await settlePages()
    page.leave(document.tabId)
    page.restart()
    await settlePages()
    expect(await page.parts().proposals.read(swapId)).toMatchObject({ state: 'expired' })
  })
})

describe('M11: the permission of a site', () => {
  test('answers each method of a site that the person does not allow with 4100', async () => {
    const { page, document } = openPage()
    await page.parts().handlers.chooseSites({ kind: 'listed' })
    for (const method of ['ferry_getCapabilities', 'ferry_proposeSwap', 'ferry_getSwap']) {
      const params =
        method === 'ferry_proposeSwap' ? [validSwap] : method === 'ferry_getSwap' ? [{ swapId: 'x' }] : []
      expect(codeOf(await page.request(document, method, params))).toBe(4100)
    }
    await page.parts().handlers.addSite({ text: 'shop.example' })
    await propose(page, document)
  })

  test('ends with its revocation, which also ends the waiting proposal and hides the site’s swaps', async () => {
    const { page, swapId } = await openProposal()
    const { handlers: answers } = page.parts()
    await answers.allowSite({ swapId })
    expect((await answers.sites(null)).allowed).toMatchObject([{ origin: shopOrigin, unicode: null }])
    expect((await answers.revokeSite({ origin: shopOrigin })).allowed).toEqual([])
    expect(await page.parts().proposals.read(swapId)).toMatchObject({ state: 'expired' })
    await expect(answers.allowSite({ swapId })).rejects.toMatchObject({ data: { code: 'proposalGone' } })
  })

  test('is deleted with the history of a site that has nothing left, and must be given again', async () => {
    const { page, document, swapId } = await openProposal()
    const { handlers: answers } = page.parts()
    await answers.allowSite({ swapId })
    // The proposal waits for the person, so it is no history yet.
    await page.parts().revokeUnusedSites()
    expect((await answers.sites(null)).allowed).toMatchObject([{ origin: shopOrigin }])
    await answers.refuseProposal({ swapId })
    await page.wipe()
    await page.parts().revokeUnusedSites()
    expect((await answers.sites(null)).allowed).toEqual([])
    await propose(page, document)
    expect(await page.parts().handlers.proposals(null)).toMatchObject([{ isAllowed: false }])
    expect(codeOf(await page.request(document, 'ferry_getSwap', [{ swapId }]))).toBe(-32001)
  })

  test('names no id, address or version in a refusal', async () => {
    const { page, document } = openPage()
    const texts: string[] = []
    for (const [method, params] of [
      ['ferry_proposeSwap', [{ ...validSwap, receiverAddress: validSwap.outputToken }]],
      ['ferry_proposeSwap', [{ ...validSwap, extra: validSwap.outputToken }]],
      ['ferry_getSwap', [{ swapId: 'abc' }]],
      ['nothing', []],
    ] as const) {
      const reply = await page.request(document, method, params)
      if ('error' in reply) texts.push(String(reply.error.message))
    }
    expect(texts).toHaveLength(4)
    for (const text of texts) expect(text).not.toMatch(/0x|abc|\d\.\d|extension|[0-9a-f]{8}-/)
  })
})
