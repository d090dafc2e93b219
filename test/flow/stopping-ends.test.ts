import { describe, expect, test } from 'vitest'
import { lowerHex } from '../../lib/base/hex.ts'
import { dayMs, hourMs, minuteMs } from '../../lib/base/time.ts'
import { createFundedWorld, inboxRequest, nativeRequest } from '../harness/actions.ts'
import { account, harbour, stranger, user } from '../harness/chains.ts'
import { useSingleHost } from '../harness/single-host.ts'
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
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', problem: { code: 'walletSilent' } })
  })

  test('ends as stoppedUnread when the account sent too many transactions to search', async () => {
    const { world, id } = await stopTwice()
    for (let sent = 0; sent < 12; sent += 1)
      world.chain.send({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n })
    await world.advanceTime(2 * hourMs)
    expect((await world.readOrder(id)).state).toBe('stopping')
    await setLastRead(world, id, 30 * dayMs)
    await world.advanceTime(hourMs)
    await expectStoppedUnread(world, id)
  })
})

test('a stopped swap ends when another transaction used its nonce long before the next read', async () => {
  const { world, id } = await stopTwice()
  world.chain.send({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n })
  // Longer than the newest 5,000 blocks.
  await world.sleepAndRestart(2 * dayMs)
  await world.advanceTime(hourMs)
  expect((await world.readOrder(id)).state).toBe('abandoned_unsigned')
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
