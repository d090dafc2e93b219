import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import {
  advanceTime,
  allowPermit2,
  fund,
  readOrder,
  signedRequest,
  startOrder,
  waitForState,
} from '../harness/actions.ts'
import { harbour, tokenOf, user } from '../harness/chains.ts'
import { withChangedAnswer } from '../harness/proof-reads.ts'
import { createWorld } from '../harness/world.ts'

test.each([
  [1, 'reported_terminal'],
  [2, 'verified_terminal'],
] as const)('a refund while %i endpoints report the signature as used ends in %s', async (sources, state) => {
  const world = await createWorld()
  fund(world, signedRequest)
  allowPermit2(world, signedRequest, 10n ** 30n)
  world.solver.fate = []
  const id = await startOrder(world, signedRequest)
  await waitForState(world, id, 'pending')
  const { reader } = world.chain
  const real = reader.nonceEvidence
  Object.assign(reader, {
    nonceEvidence: (...requested: Parameters<typeof real>) =>
      withChangedAnswer(real(...requested), (seen) => ({ ...seen, used: true }), sources),
  })
  // Another account paid the person the same amount in the meantime.
  const other = world.chain.payAsSolver(harbour.chainId, tokenOf(harbour, 'USDC').address, user, 1_450_000n)
  const [request] = [...world.service.requests.values()]
  if (request === undefined) throw new Error('no request')
  Object.assign(request, { code: 7, refundHash: other })
  await advanceTime(world, 2 * minuteMs)
  const order = await readOrder(world, id)
  expect(order).toMatchObject({ state, fundsSettled: sources === 2 })
  expect(order.doubt).toBe(sources === 2 ? undefined : 'oneSource')
})
