import { expect, test } from 'vitest'
import { dayMs, hourMs, secondMs } from '../../lib/base/time.ts'
import { canCancel } from '../../lib/order/exits/exit-rules.ts'
import { createUnexecutedOrder } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { withChangedAnswer } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'

const unreadChainId = 777

/**
 * Makes a signed swap to a chain that is not in the deployment file. The service reports it as delivered, and
 * one origin endpoint answers.
 */
async function startReportedDelivery(hosts: number): Promise<{ readonly world: World; readonly id: string }> {
  const { world, id } = await createUnexecutedOrder()
  const { reviewed, rev, ...order } = await world.readOrder(id)
  const request = { ...reviewed.request, destinationChainId: unreadChainId }
  await world.orders.write(Object.assign({ ...order, reviewed: { ...reviewed, request } }, { rev: rev + 1 }))
  const { request: quoteRequest } = world.acceptedRequest().issued
  Object.assign(world.acceptedRequest().issued, {
    request: { ...quoteRequest, destinationChainId: unreadChainId },
  })
  const nonce = BigInt(order.terms.permitNonce ?? '0')
  world.chain.ledger.useNonce(harbour.chainId, user, nonce)
  Object.assign(world.chain, { hosts, sources: 1 })
  world.acceptedRequest().code = 4
  await world.waitForState(id, 'reported_terminal')
  return { world, id }
}

test('ends as reported after the deadline when the origin has only one endpoint', async () => {
  const { world, id } = await startReportedDelivery(1)
  const { terms } = await world.readOrder(id)
  const leftMs = (terms.permitDeadlineSeconds ?? 0) * secondMs - world.clock.nowMs()
  await world.advanceTime(leftMs)
  const living = await world.readOrder(id)
  expect(living).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
  expect(canCancel(living)).toBe(true)
  await world.advanceTime(hourMs)
  const over = await world.readOrder(id)
  expect(over).toMatchObject({ state: 'reported_terminal', statusCode: 4, fundsSettled: true, dueMs: null })
  expect(canCancel(over)).toBe(false)
})

test('is still read when a second endpoint exists and does not answer', async () => {
  const { world, id } = await startReportedDelivery(2)
  await world.advanceTime(dayMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
})

test.each([
  ['the time of the chain is before the deadline', -hourMs, 0],
  ['Ferry’s clock differs from the chain’s time', 0, -hourMs],
])('is still read while %s', async (_what, blockMs, latestMs) => {
  const { world, id } = await startReportedDelivery(1)
  const { nonceEvidence, latestBlockSeconds } = world.chain.reader
  const { terms } = await world.readOrder(id)
  world.chain.reader.nonceEvidence = (...requested) =>
    withChangedAnswer(nonceEvidence(...requested), (seen) =>
      blockMs === 0 ? seen : { ...seen, blockSeconds: terms.permitDeadlineSeconds ?? 0 },
    )
  world.chain.reader.latestBlockSeconds = async (chainId) =>
    (await latestBlockSeconds(chainId)).map((seconds) => seconds - latestMs / secondMs)
  await world.advanceTime(dayMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
})
