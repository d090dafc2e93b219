import { describe, expect, test } from 'vitest'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { requestReview } from '../harness/request-review.ts'

const units = BigInt(signedRequest.inputAmount)

async function readAllowanceWarnings(request: QuoteRequest, allowed: bigint, choice: ReviewChoice = {}) {
  const world = await createFundedWorld(request, { allowed })
  for (const target of harbour.manualTargets) {
    world.chain.ledger.allow(harbour.chainId, request.inputToken, user, allowed, target)
  }
  const { warnings } = await requestReview(world, request, choice)
  return warnings.filter(({ code }) => code.startsWith('allowance'))
}

describe('an allowance from before the swap', () => {
  test.each([0n, units - 1n, units])('of %s units leaves nothing after the swap', async (allowed) => {
    expect(await readAllowanceWarnings(signedRequest, allowed)).toEqual([])
  })

  test('that is larger is reported with the remainder', async () => {
    expect(await readAllowanceWarnings(signedRequest, units + 2_500_000n)).toEqual([
      { code: 'allowanceLarger', facts: { symbol: 'USDC', spender: 'Permit2', amount: '2.50 USDC' } },
    ])
    expect(await readAllowanceWarnings(manualRequest, units + 1n, acrossRoute)).toEqual([
      { code: 'allowanceLarger', facts: { symbol: 'USDC', amount: '0.000001 USDC' } },
    ])
  })

  test.each([1n << 159n, (1n << 160n) - 1n, (1n << 256n) - 1n])(
    'without limit is reported: %s',
    async (allowed) => {
      const facts = { symbol: 'USDC', spender: 'Permit2' }
      expect(await readAllowanceWarnings(signedRequest, allowed)).toEqual([
        { code: 'allowanceUnlimited', facts },
      ])
    },
  )

  test('is not reported when the swap needs none', async () => {
    expect(await readAllowanceWarnings(nativeRequest, 1n << 200n)).toEqual([])
  })
})

describe('the request to revoke it after the swap', () => {
  async function requested(allowed: bigint) {
    const world = await createFundedWorld(signedRequest, { allowed })
    const { reviewKey } = await world.createReview(signedRequest)
    const order = await confirmReview(reviewKey, account, world.reviewPorts, { revokeAfter: true })
    await world.run.start(order)
    return { world, id: order.id }
  }

  test('is stored, sends no wallet request by itself, and can be executed after the swap ended', async () => {
    const { world, id } = await requested(1n << 200n)
    const over = await world.waitForEnd(id)
    expect(over).toMatchObject({ state: 'verified_terminal', revokeAfter: true })
    await world.advanceTime(3_600_000)
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['eth_signTypedData_v4'])
    const { amountUnits: leftUnits } = await reviewExit('revoke', over, account, world.reviewPorts)
    expect(BigInt(leftUnits ?? 0)).toBe((1n << 200n) - units)
  })

  test('is dropped when nothing remains', async () => {
    const { world, id } = await requested(units)
    expect((await world.readOrder(id)).revokeAfter).toBeUndefined()
  })
})
