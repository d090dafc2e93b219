import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../lib/base/time.ts'
import {
  account,
  acrossRoute,
  advanceTime,
  allowPermit2,
  fund,
  manualRequest,
  readOrder,
  signedRequest,
  startOrder,
  waitForState,
} from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'

// The review reads the newest block. While one endpoint is busy, the other one alone names it.
test.each([
  ['delivery of a manual swap', 'manual'],
  ['refund of a signed swap', 'signed'],
] as const)(
  'rejects a payment of last month as the %s, whatever block one endpoint named at the review',
  async (_what, kind) => {
    const quoteRequest = kind === 'manual' ? manualRequest : signedRequest
    const world = await createWorld()
    fund(world, quoteRequest)
    allowPermit2(world, quoteRequest, 10n ** 30n)
    const chain = kind === 'manual' ? island : harbour
    const old = world.chain.payAsSolver(chain.chainId, tokenOf(chain, 'USDC').address, user, 1_600_000n)
    world.clock.skip(30 * dayMs)
    const { reader } = world.chain
    const head = reader.head
    Object.assign(reader, {
      head: async (chainId: number) => ({ chainId, blockNumber: '1', blockSeconds: 1 }),
    })
    world.solver.fate = kind === 'manual' ? [] : [1, 2]
    const id = await startOrder(world, quoteRequest, account, kind === 'manual' ? acrossRoute : {})
    await waitForState(world, id, 'pending')
    Object.assign(reader, { head })
    await advanceTime(world, minuteMs)
    const [request] = [...world.service.requests.values()]
    if (request === undefined) throw new Error('no request')
    Object.assign(
      request,
      kind === 'manual' ? { code: 4, destinationHash: old } : { code: 7, refundHash: old },
    )
    await advanceTime(world, 10 * minuteMs)
    const order = await readOrder(world, id)
    expect(order).toMatchObject({ state: 'reported_terminal', doubt: 'notShown', fundsSettled: false })
    expect(order.evidence).toBeUndefined()
  },
)
