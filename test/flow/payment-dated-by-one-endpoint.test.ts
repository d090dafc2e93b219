import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../lib/base/time.ts'
import { acrossRoute, createFundedWorld, manualRequest, signedRequest } from '../harness/actions.ts'
import { account, harbour, island, tokenOf, user } from '../harness/chains.ts'

// The review reads the newest block. While one endpoint is busy, the other one alone names it.
test.each([
  ['delivery of a manual swap', 'manual'],
  ['refund of a signed swap', 'signed'],
] as const)(
  'rejects a payment of last month as the %s, whatever block one endpoint named at the review',
  async (_what, kind) => {
    const quoteRequest = kind === 'manual' ? manualRequest : signedRequest
    const world = await createFundedWorld(quoteRequest, { allowed: 10n ** 30n })
    const chain = kind === 'manual' ? island : harbour
    const old = world.chain.payAsSolver(chain.chainId, tokenOf(chain, 'USDC').address, user, 1_600_000n)
    world.clock.skip(30 * dayMs)
    const { reader } = world.chain
    const head = reader.head
    Object.assign(reader, {
      head: async (chainId: number) => ({ chainId, blockNumber: '1', blockSeconds: 1 }),
    })
    world.solver.fate = kind === 'manual' ? [] : [1, 2]
    const id = await world.startOrder(quoteRequest, account, kind === 'manual' ? acrossRoute : {})
    await world.waitForState(id, 'pending')
    Object.assign(reader, { head })
    await world.advanceTime(minuteMs)
    const request = world.acceptedRequest()
    Object.assign(
      request,
      kind === 'manual' ? { code: 4, destinationHash: old } : { code: 7, refundHash: old },
    )
    await world.advanceTime(10 * minuteMs)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ state: 'reported_terminal', doubt: 'notShown', fundsSettled: false })
    expect(order.evidence).toBeUndefined()
  },
)
