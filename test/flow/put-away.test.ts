import { describe, expect, test } from 'vitest'
import { lowerHex } from '../../lib/base/hex.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { canStopOrder } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { stranger, user } from '../harness/chains.ts'
import { withdrawOrder } from '../harness/exits.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import { createViews } from '../harness/views.ts'

/** Starts a swap whose wallet names a transaction, or accepts calls, that no block ever contains. */
async function startUnminedSwap(
  quoteRequest: QuoteRequest,
  behaviours: readonly FakeWalletBehaviour[],
  isAtomic: boolean,
) {
  const world = await createFundedWorld(quoteRequest, { behaviours })
  world.chain.owners.set(user, user)
  world.wallet.atomic = isAtomic ? 'supported' : null
  const id = await world.startOrder(quoteRequest)
  await world.waitForState(id, 'sent')
  const canStop = async () => canStopOrder(await world.readOrder(id), world.clock.nowMs())
  return { world, id, canStop }
}

describe.each([
  ['a transaction', nativeRequest, ['unsent'], false],
  ['calls', inboxRequest, ['unsent'], true],
] as const)(
  '%s of an account whose owners never approve',
  (_name, quoteRequest, walletBehaviours, isAtomic) => {
    test('can be stopped after an hour without a block, and ends after 30 days as unknown', async () => {
      const { world, id, canStop } = await startUnminedSwap(quoteRequest, walletBehaviours, isAtomic)
      await world.advanceTime(55 * minuteMs)
      expect(await canStop()).toBe(false)
      await world.run.dispatch(id, { kind: 'stop' })
      expect((await world.readOrder(id)).state).toBe('sent')
      await world.advanceTime(10 * minuteMs)
      expect(await canStop()).toBe(true)
      await world.run.dispatch(id, { kind: 'stop' })
      expect((await world.readOrder(id)).state).toBe('stopping')
      // Others carry its calls, so its idle nonce proves nothing.
      await world.advanceTime(26 * hourMs)
      const order = await world.readOrder(id)
      expect(order.state).toBe('stopping')
      const liveRequestsReadMs = world.clock.nowMs() - 30 * dayMs
      await world.orders.write({ ...order, rev: order.rev + 1, liveRequestsReadMs, readCount: 1_300 })
      await world.advanceTime(2 * hourMs)
      expect(await world.readOrder(id)).toMatchObject({
        state: 'abandoned_unsigned',
        problem: { code: 'stoppedUnread', money: 'unknown' },
      })
    })
  },
)

test('offers the withdrawal of a stopped swap that owners approved after all, while the service is silent', async () => {
  const { world, id } = await startUnminedSwap(nativeRequest, ['unsent'], false)
  world.solver.fate = []
  world.service.isIndexing = false
  const { terms } = await world.readOrder(id)
  const { to, data, value } = terms.txData ?? { to: user, data: '0x', value: '0' }
  const call = { chainId: nativeRequest.originChainId, from: user, to, data, value: BigInt(value) } as const
  world.chain.sendThroughAccount([call], lowerHex(stranger.address))
  await world.advanceTime(65 * minuteMs)
  await world.run.dispatch(id, { kind: 'stop' })
  expect((await world.readOrder(id)).state).toBe('stopping')
  await withdrawOrder(world, id)
  const order = await world.waitForEnd(id)
  expect(order).toMatchObject({
    state: 'verified_terminal',
    statusCode: 7,
    problem: { money: 'refunded' },
    evidence: { kind: 'refund' },
  })
})

test.each([
  ['submitting', [{ code: 'serviceRefused' }]],
  ['submitted', []],
] as const)(
  'a signature that one endpoint alone shows as expired reserves nothing, and its swap can be put away: %s',
  async (state, faults) => {
    const world = await createFundedWorld(signedRequest, { allowed: true, fate: [] })
    Object.assign(world.chain, { hosts: 1, sources: 1 })
    world.service.isIndexing = false
    const { reviewKey } = await world.createReview(signedRequest)
    world.service.faults.submit.push(...faults)
    const id = await world.confirm(reviewKey)
    const { terms } = await world.waitForOrder(
      id,
      (order) => order.state === state && order.serviceCalls.some(({ endpoint }) => endpoint === 'submit'),
    )
    const canStop = async () => canStopOrder(await world.readOrder(id), world.clock.nowMs())
    const nextApprovals = async () => {
      world.service.outage = null
      const { approvals } = await world.createReview(signedRequest)
      world.service.outage = 'serviceUnreachable'
      return approvals
    }
    expect(await nextApprovals()).toEqual([{ purpose: 'approve', amountUnits: '3000000' }])
    expect(await canStop()).toBe(false)
    await world.advanceTime(
      (terms.permitDeadlineSeconds ?? 0) * secondMs - world.clock.nowMs() + 4 * minuteMs,
    )
    expect(await nextApprovals()).toEqual([])
    expect(await canStop()).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await world.readOrder(id)).toMatchObject({ state, putAwayMs: world.clock.nowMs() })
    world.chain.sources = 2
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'expired_unused' })
  },
)

describe('a manual swap that the service never reports', () => {
  async function silent() {
    const { world, id } = await startSwap(manualRequest, { fate: [], choice: acrossRoute })
    await world.waitForState(id, 'pending')
    const canStop = async () => canStopOrder(await world.readOrder(id), world.clock.nowMs())
    return { world, id, canStop }
  }

  test('can be put away after a week and shown again, is still followed, and notifies of its end', async () => {
    const { world, id, canStop } = await silent()
    await world.advanceTime(6 * dayMs)
    expect(await canStop()).toBe(false)
    await world.advanceTime(1.1 * dayMs)
    expect(await canStop()).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await world.readOrder(id)).toMatchObject({ state: 'pending', putAwayMs: world.clock.nowMs() })
    expect(await canStop()).toBe(false)
    const views = createViews(world)
    expect(await views.showOrder({ orderId: id })).toBeNull()
    const shown = await world.readOrder(id)
    expect([shown.state, shown.putAwayMs, await canStop()]).toEqual(['pending', undefined, true])
    await views.showOrder({ orderId: id })
    expect(await world.readOrder(id)).toEqual(shown)
    await world.run.dispatch(id, { kind: 'stop' })
    const request = world.acceptedRequest()
    for (const code of [2, 3, 4]) world.solver.setStatus(request, code)
    await world.advanceTime(hourMs)
    expect((await world.readOrder(id)).state).toBe('verified_terminal')
    expect(world.notices).toContainEqual({ orderId: id, kind: 'done' })
  })
})
