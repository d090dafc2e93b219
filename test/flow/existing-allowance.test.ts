import { describe, expect, test } from 'vitest'
import { reviewRevoke } from '../../lib/order/flows/revoke-review.ts'
import { orderOf, type ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  across,
  allow,
  fund,
  isAtRest,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  review,
  signedAsk,
  until,
} from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { reviewShown } from '../harness/request-review.ts'
import { createWorld } from '../harness/world.ts'

const units = BigInt(signedAsk.inputAmount)

async function told(ask: QuoteRequest, allowed: bigint, choice: ReviewChoice = {}) {
  const world = await createWorld('memory')
  fund(world, ask)
  allow(world, ask, allowed)
  for (const target of harbour.manualTargets) {
    world.chain.ledger.allow(harbour.chainId, ask.inputToken, user, allowed, target)
  }
  const { warnings } = await reviewShown(world, ask, choice)
  return warnings.filter(({ code }) => code.startsWith('allowance'))
}

describe('an allowance from before the swap', () => {
  test.each([0n, units - 1n, units])('of %s units leaves nothing after the swap', async (allowed) => {
    expect(await told(signedAsk, allowed)).toEqual([])
  })

  test('that is larger is reported with the remainder', async () => {
    expect(await told(signedAsk, units + 2_500_000n)).toEqual([
      { code: 'allowanceLarger', facts: { symbol: 'USDC', spender: 'Permit2', amount: '2.5 USDC' } },
    ])
    expect(await told(manualAsk, units + 1n, across)).toEqual([
      { code: 'allowanceLarger', facts: { symbol: 'USDC', amount: '0.000001 USDC' } },
    ])
  })

  test.each([1n << 159n, (1n << 160n) - 1n, (1n << 256n) - 1n])(
    'without limit is reported: %s',
    async (allowed) => {
      const facts = { symbol: 'USDC', spender: 'Permit2' }
      expect(await told(signedAsk, allowed)).toEqual([{ code: 'allowanceUnlimited', facts }])
    },
  )

  test('is not reported when the swap needs none', async () => {
    expect(await told(nativeAsk, 1n << 200n)).toEqual([])
  })
})

describe('the request to revoke it after the swap', () => {
  async function wished(allowed: bigint) {
    const world = await createWorld('memory')
    fund(world, signedAsk)
    allow(world, signedAsk, allowed)
    const { reviewKey } = await review(world, signedAsk)
    const order = await orderOf(reviewKey, account, world.reviewPorts, { revokeAfter: true })
    await world.run.start(order)
    return { world, id: order.id }
  }

  test('is stored, sends no wallet request by itself, and can be executed after the swap ended', async () => {
    const { world, id } = await wished(1n << 200n)
    const over = await until(world, id, isAtRest)
    expect(over).toMatchObject({ state: 'verified_terminal', revokeAfter: true })
    await pass(world, 3_600_000)
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['eth_signTypedData_v4'])
    const { leftUnits } = await reviewRevoke(over, account, world.reviewPorts)
    expect(BigInt(leftUnits)).toBe((1n << 200n) - units)
  })

  test('is dropped when nothing remains', async () => {
    const { world, id } = await wished(units)
    expect((await orderAt(world, id)).revokeAfter).toBeUndefined()
  })
})
