import { describe, expect, test } from 'vitest'
import { lowerHex } from '../../lib/base/hex.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { createProblemData } from '../../lib/order/change.ts'
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
import { account, harbour, ownCall, stranger, user } from '../harness/chains.ts'
import { withdrawOrder } from '../harness/exits.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import { useSingleHost } from '../harness/single-host.ts'
import { createViews } from '../harness/views.ts'
import { callsOf } from '../harness/wallet-calls.ts'
import type { World } from '../harness/world.ts'

/** Stops a swap twice: while the wallet has the transaction request, and again without an answer to it. */
async function stopTwice(prepare: (world: World) => void = () => undefined, request = nativeRequest) {
  const world = await createFundedWorld(request)
  prepare(world)
  world.wallet.behaviours.push('silent')
  const id = await world.startOrder(request, account)
  await world.waitForState(id, 'send_requested')
  await world.run.dispatch(id, { kind: 'stop' })
  await world.waitForState(id, 'unknown_outcome')
  await world.run.dispatch(id, { kind: 'stop' })
  await world.waitForState(id, 'stopping')
  return { world, id }
}

/** Returns the id of the first calls that the wallet received. */
function callsIdOf({ wallet }: World): string {
  const [given] = wallet.prompts[0]?.params ?? []
  return (given as { readonly id: string }).id
}

/** Leaves one endpoint, which is no quorum for an unused nonce. */
const leaveOneEndpoint = (world: World) => {
  world.chain.sources = 1
}

/** Moves the last successful read of a stopped swap back, so that a test does not run through each read. */
async function setLastRead(world: World, id: string, agoMs: number, readCount = 1_300): Promise<void> {
  const order = await world.readOrder(id)
  const liveRequestsReadMs = world.clock.nowMs() - agoMs
  await world.orders.write({ ...order, rev: order.rev + 1, liveRequestsReadMs, readCount })
}

const stoppedUnreadOrder = {
  state: 'abandoned_unsigned',
  problem: { code: 'stoppedUnread', money: 'unknown' },
  fundsSettled: true,
} as const

/** It waits a day from the request for its wallet's answer, and then for nothing. */
async function expectStoppedUnread(world: World, id: string): Promise<void> {
  expect(await world.readOrder(id)).toMatchObject(stoppedUnreadOrder)
  await world.advanceTime(dayMs)
  expect(await world.readOrder(id)).toMatchObject({ ...stoppedUnreadOrder, dueMs: null })
}

describe('a stopped swap whose chain cannot be read', () => {
  test('ends 30 days after the last read as stoppedUnread, with an unknown transaction', async () => {
    const { world, id } = await stopTwice()
    leaveOneEndpoint(world)
    await setLastRead(world, id, 30 * dayMs - hourMs)
    await world.advanceTime(50 * minuteMs)
    expect((await world.readOrder(id)).state).toBe('stopping')
    await world.advanceTime(20 * minuteMs)
    await expectStoppedUnread(world, id)
  })

  test('stays open when the clock jumped over the 30 days', async () => {
    const { world, id } = await stopTwice()
    leaveOneEndpoint(world)
    await setLastRead(world, id, 31 * dayMs, 20)
    await world.advanceTime(hourMs)
    expect((await world.readOrder(id)).state).toBe('stopping')
  })

  test('counts the 30 days from the stop and from each later read', async () => {
    const { world, id } = await stopTwice()
    const stoppedMs = world.clock.nowMs()
    expect(stoppedMs - ((await world.readOrder(id)).liveRequestsReadMs ?? 0)).toBeLessThan(minuteMs)
    await world.advanceTime(2 * hourMs)
    const { liveRequestsReadMs = 0 } = await world.readOrder(id)
    expect(world.clock.nowMs() - liveRequestsReadMs).toBeLessThan(10 * minuteMs)
  })

  test('stays open at the first read after 31 days asleep', async () => {
    const { world, id } = await stopTwice()
    await world.advanceTime(hourMs)
    leaveOneEndpoint(world)
    await world.sleepAndRestart(31 * dayMs)
    await world.advanceTime(minuteMs)
    expect((await world.readOrder(id)).state).toBe('stopping')
    world.chain.sources = 2
    expect(await world.waitForEnd(id)).toMatchObject(stoppedUnreadOrder)
  })

  test('ends as stoppedUnread when the account sent too many transactions to search', async () => {
    const { world, id } = await stopTwice()
    for (let sent = 0; sent < 12; sent += 1) world.chain.send(ownCall)
    await world.advanceTime(2 * hourMs)
    expect((await world.readOrder(id)).state).toBe('stopping')
    await setLastRead(world, id, 30 * dayMs)
    await world.advanceTime(hourMs)
    await expectStoppedUnread(world, id)
  })
})

test('a stopped swap ends when another transaction used its nonce long before the next read', async () => {
  const { world, id } = await stopTwice()
  world.chain.send(ownCall)
  // Longer than the newest 5,000 blocks.
  await world.sleepAndRestart(2 * dayMs)
  await world.advanceTime(hourMs)
  expect(await world.readOrder(id)).toMatchObject(stoppedUnreadOrder)
})

test.each([
  ['has shown', 'stick', [], null],
  ['has never shown', 'mine', ['unsent'], 'stoppedUnread'],
] as const)(
  'a stopped transaction that a node %s ends by another one of its nonce, if that proves that it can never be mined',
  async (_what, fate, behaviours, code) => {
    const world = await createFundedWorld(nativeRequest, { behaviours: [...behaviours] })
    world.chain.fates.push(fate)
    const id = await world.startOrder(nativeRequest, account)
    const { transactions } = await world.waitForState(id, 'sent')
    await world.advanceTime(65 * minuteMs)
    await world.run.dispatch(id, { kind: 'stop' })
    expect((await world.readOrder(id)).state).toBe('stopping')
    const nonce = transactions[0]?.accountNonce ?? 0
    world.chain.sendAt(ownCall, nonce)
    await world.advanceTime(2 * dayMs)
    const order = await world.readOrder(id)
    expect([order.state, order.problem?.code ?? null]).toEqual(['abandoned_unsigned', code])
    expect(order.transactions[0]?.state).toBe(code === null ? 'replaced' : 'sent')
  },
)

test('a stopped swap ends without its earlier problem once another transaction used the nonce of its own', async () => {
  const world = await createFundedWorld(nativeRequest)
  world.chain.fates.push('stick')
  const id = await world.startOrder(nativeRequest, account)
  const { transactions } = await world.waitForOrder(id, (one) => one.transactions[0]?.isNonceSeen === true)
  await world.advanceTime(65 * minuteMs)
  await world.run.dispatch(id, { kind: 'stop' })
  const stopping = await world.readOrder(id)
  const problem = createProblemData('walletSilent', 'unknown')
  await world.orders.write({ ...stopping, rev: stopping.rev + 1, problem })
  const nonce = transactions[0]?.accountNonce ?? 0
  world.chain.sendAt({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n }, nonce)
  await world.advanceTime(2 * dayMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'abandoned_unsigned', problem: null })
})

test('a stopped swap whose wallet never answered ends after an idle day, without a claim that nothing was sent', async () => {
  const { world, id } = await stopTwice()
  await world.advanceTime(23 * hourMs)
  expect((await world.readOrder(id)).state).toBe('stopping')
  await world.advanceTime(2 * hourMs)
  await expectStoppedUnread(world, id)
})

test('a stopped swap follows the transaction that its wallet names more than a day after the request', async () => {
  const { world, id } = await stopTwice()
  await world.advanceTime(25 * hourMs)
  await expectStoppedUnread(world, id)
  await world.wallet.decide(world.wallet.prompts.at(-1)?.requestId ?? '', 'yes')
  const sent = await world.waitForState(id, 'sent')
  expect(sent).toMatchObject({ fundsSettled: false, liveRequests: [], problem: null })
  expect(sent.transactions).toMatchObject([{ purpose: 'send', hash: expect.stringMatching(/^0x/) }])
  await world.advanceTime(minuteMs)
  expect(world.chain.sent).toHaveLength(1)
  // The inbox refuses a request whose deadline has passed.
  expect(await world.readOrder(id)).toMatchObject({
    state: 'needs_user',
    problem: { code: 'transactionFailed', money: 'unmoved' },
    transactions: [{ state: 'failed' }],
  })
})

test.each([
  ['the only host in use', useSingleHost, 'abandoned_unsigned'],
  ['one of two hosts', leaveOneEndpoint, 'needs_user'],
] as const)('a stopped transaction whose failure %s shows stays stopped', async (_who, limit, both) => {
  const world = await createFundedWorld(nativeRequest)
  world.service.isIndexing = false
  world.chain.fates.push('fail')
  const id = await world.startOrder(nativeRequest, account)
  await world.waitForOrder(id, ({ transactions }) => transactions[0]?.isNonceSeen === true)
  limit(world)
  await world.advanceTime(2 * hourMs)
  await world.run.dispatch(id, { kind: 'stop' })
  await world.waitForState(id, 'stopping')
  for (let hours = 0; hours < 5; hours += 1) {
    await world.advanceTime(hourMs)
    expect((await world.readOrder(id)).state).toBe('stopping')
  }
  if (both === 'needs_user') world.chain.sources = 2
  else await setLastRead(world, id, 30 * dayMs)
  await world.waitForState(id, both)
  expect(world.chain.sent).toHaveLength(1)
})

describe('calls of a stopped swap', () => {
  const atomic = (world: World) => {
    world.wallet.atomic = 'supported'
  }

  test('are followed when the wallet names the transaction that carried them', async () => {
    const { world, id } = await stopTwice(atomic, inboxRequest)
    world.service.isIndexing = false
    const [prompt] = world.wallet.prompts
    if (prompt === undefined) throw new Error('not asked')
    const callsId = callsIdOf(world)
    const hash = world.chain.sendThroughAccount(callsOf(prompt), lowerHex(stranger.address))
    world.chain.owners.set(user, user)
    world.wallet.bundles.set(callsId, { hash, status: 200 })
    const sent = await world.waitForOrder(id, ({ transactions }) =>
      transactions.some((one) => one.hash === hash),
    )
    expect(sent.state).not.toBe('abandoned_unsigned')
    world.service.isIndexing = true
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
  })

  test('end the swap when the wallet reports them as failed and no transaction appears for three minutes', async () => {
    const { world, id } = await stopTwice(atomic, inboxRequest)
    const callsId = callsIdOf(world)
    await world.advanceTime(hourMs)
    expect((await world.readOrder(id)).state).toBe('stopping')
    world.wallet.bundles.set(callsId, { hash: null, status: 500 })
    await world.advanceTime(hourMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'abandoned_unsigned', liveRequests: [] })
  })

  test('leave the swap open when the wallet reports them as failed but the account’s money is gone', async () => {
    const { world, id } = await stopTwice(atomic, inboxRequest)
    const callsId = callsIdOf(world)
    world.wallet.bundles.set(callsId, { hash: null, status: 500 })
    const held = world.chain.ledger.balance(harbour.chainId, inboxRequest.inputToken, user)
    world.chain.ledger.give(harbour.chainId, inboxRequest.inputToken, user, 0n - held)
    await world.advanceTime(hourMs)
    expect((await world.readOrder(id)).state).toBe('stopping')
  })
})

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
    world.solver.setStatus(request, 2, 3, 4)
    await world.advanceTime(hourMs)
    expect((await world.readOrder(id)).state).toBe('verified_terminal')
    expect(world.notices).toContainEqual({ orderId: id, kind: 'done' })
  })
})
