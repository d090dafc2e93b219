import { describe, expect, test } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { toPageRefusal } from '../../../lib/sites/page-api.ts'
import { PageRefusal } from '../../../lib/sites/page-swap.ts'
import { orderOf } from '../../unit/order/order-fixture.ts'
import { codeOf, openProposal, settlePages, shopOrigin } from './page-world.ts'

describe('a confirmed swap', () => {
  async function confirmed() {
    const { page, document, swapId } = await openProposal()
    await page.parts().handlers.allowSite({ swapId })
    const by = { swapId, origin: shopOrigin }
    const order = orderOf({ id: 'order-1', rev: 0, proposedBy: by })
    await page.parts().proposals.start(by, { ...order, state: 'sign_requested' }, async (begun) => {
      page.world.orders.set(begun.id, begun)
      return begun
    })
    await settlePages()
    return { page, document, swapId }
  }

  test('cannot be cancelled by its page', async () => {
    const { page, document, swapId } = await confirmed()
    expect(codeOf(await page.request(document, 'ferry_cancelProposal', [{ swapId }]))).toBe(-32602)
    const later = page.open()
    expect(codeOf(await page.request(later, 'ferry_cancelProposal', [{ swapId }]))).toBe(-32602)
    expect(await page.request(later, 'ferry_getSwap', [{ swapId }])).toMatchObject({
      result: { state: 'awaitingWallet' },
    })
  })

  test('is hidden from its page once the person revokes the permission', async () => {
    const { page, document, swapId } = await confirmed()
    await page.parts().handlers.revokeSite({ origin: shopOrigin })
    expect(codeOf(await page.request(document, 'ferry_getSwap', [{ swapId }]))).toBe(4100)
  })

  test('is reported as unknown when this browser lost it', async () => {
    const { page, document, swapId } = await confirmed()
    page.world.orders.clear()
    expect(await page.request(document, 'ferry_getSwap', [{ swapId }])).toMatchObject({
      result: { swapId, state: 'unknown', verified: false, requestHash: null, statusCode: null },
    })
  })
})

test('a failure of Ferry is reported to a page as unavailable, without its cause', () => {
  const full = toPageRefusal(new Problem('storageFailed', { facts: { reason: 'quota' } }))
  const data = { reason: 'unavailable' }
  expect(full.data).toEqual({ code: -32005, message: 'Ferry cannot keep a swap now.', data })
  const words = { code: -32005, message: 'Ferry cannot answer now.', data }
  for (const thrown of [new Problem('serviceUnreachable'), new Error('0xsecret'), 'text', null]) {
    expect(toPageRefusal(thrown).data).toEqual(words)
  }
  const own = new PageRefusal(4100, 'notOffered', 'Ferry is not offered here.')
  expect(toPageRefusal(own)).toBe(own)
})
