import { describe, expect, it } from 'vitest'
import type { Order } from '../../../lib/order/order.ts'
import { pageSwap } from '../../../lib/sites/page-swap.ts'
import type { Proposal } from '../../../lib/sites/sites.ts'
import { orderOf } from '../order/order-fixture.ts'
import { proposalOf, proposedSwapOf } from './proposal-fixture.ts'

const order = orderOf({ id: 'order-1' })
const { request } = order.reviewed

const proposal = proposalOf({ swap: proposedSwapOf(request), state: 'confirmed', orderId: order.id })
const stranger = '0x00000000000000000000000000000000000000aa'
const own = {
  ...order,
  reviewed: { ...order.reviewed, request: { ...request, receiverAddress: String(request.userAddress) } },
}

describe('pageSwap', () => {
  it('returns the terms that the user confirmed, with the least amount out', () => {
    expect(pageSwap(proposal, own).deal).toEqual({
      originChainId: request.originChainId,
      destinationChainId: request.destinationChainId,
      inputToken: request.inputToken,
      inputAmount: request.inputAmount,
      outputToken: request.outputToken,
      receiverAddress: request.userAddress,
      minOutputAmount: order.terms.minAmountOut,
      outputAmount: order.terms.promisedAmount,
    })
  })

  it("returns the refund's chain for a refunded swap only", () => {
    const chainOf = (part: Partial<Order>) => pageSwap(proposal, orderOf({ ...part })).refundChainId
    expect(chainOf({ statusCode: 7 })).toBe(request.originChainId)
    expect(chainOf({ statusCode: 7, refundChainId: request.destinationChainId })).toBe(
      request.destinationChainId,
    )
    expect(chainOf({ statusCode: 6, refundChainId: request.destinationChainId })).toBeNull()
    expect(chainOf({ statusCode: null })).toBeNull()
  })

  it('returns no terms before the user confirms, and none for a lost order', () => {
    for (const one of [pageSwap({ ...proposal, state: 'proposed' }, null), pageSwap(proposal, null)]) {
      expect([one.asProposed, one.deal]).toEqual([null, null])
    }
  })

  it.each<[string, Partial<Proposal['swap']>, boolean]>([
    ['nothing', {}, true],
    [
      'the spelling of an address',
      { inputToken: request.inputToken.toUpperCase().replace('0X', '0x') as `0x${string}` },
      true,
    ],
    ['a receiver, which is the person', { receiverAddress: String(request.userAddress) }, true],
    ['the origin', { originChainId: 1 }, false],
    ['the destination', { destinationChainId: 1 }, false],
    ['the token to give', { inputToken: stranger }, false],
    ['the token to get', { outputToken: stranger }, false],
    ['the amount, by one unit', { inputAmount: String(BigInt(request.inputAmount) + 1n) }, false],
    ['the receiver', { receiverAddress: stranger }, false],
  ])('with another proposed value of %s, asProposed is %s', (_what, changed, isAsProposed) => {
    const { asProposed } = pageSwap({ ...proposal, swap: { ...proposal.swap, ...changed } }, own)
    expect(asProposed).toBe(isAsProposed)
  })

  it('asProposed is false when the page named no receiver and the user confirmed another one', () => {
    const elsewhere = {
      ...own,
      reviewed: { ...own.reviewed, request: { ...own.reviewed.request, receiverAddress: stranger } },
    }
    expect(pageSwap(proposal, elsewhere)).toMatchObject({
      asProposed: false,
      deal: { receiverAddress: stranger },
    })
  })
})
