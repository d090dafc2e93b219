import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import { signedRequest, startSwap } from '../harness/actions.ts'
import { harbour, tokenOf, user } from '../harness/chains.ts'
import { withChangedAnswer } from '../harness/proof-reads.ts'

test.each([
  [1, 'reported_terminal'],
  [2, 'verified_terminal'],
] as const)('a refund while %i endpoints report the signature as used ends in %s', async (sources, state) => {
  const { world, id } = await startSwap(signedRequest, { allowed: 10n ** 30n, fate: [] })
  await world.waitForState(id, 'pending')
  const { reader } = world.chain
  const real = reader.nonceEvidence
  Object.assign(reader, {
    nonceEvidence: (...requested: Parameters<typeof real>) =>
      withChangedAnswer(real(...requested), (seen) => ({ ...seen, used: true }), sources),
  })
  // Another account paid the person the same amount in the meantime.
  const other = world.chain.payAsSolver(harbour.chainId, tokenOf(harbour, 'USDC').address, user, 1_450_000n)
  const request = world.acceptedRequest()
  Object.assign(request, { code: 7, refundHash: other })
  await world.advanceTime(2 * minuteMs)
  const order = await world.readOrder(id)
  expect(order).toMatchObject({ state, fundsSettled: sources === 2 })
  expect(order.doubt).toBe(sources === 2 ? undefined : 'oneSource')
})
