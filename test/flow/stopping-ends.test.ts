import { describe, expect, test } from 'vitest'
import { lowerHex } from '../../lib/base/hex.ts'
import { dayMs, hourMs, minuteMs } from '../../lib/base/time.ts'
import {
  account,
  begin,
  fund,
  inboxAsk,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  sleep,
  until,
  untilState,
} from '../harness/actions.ts'
import { harbour, stranger, user } from '../harness/chains.ts'
import { callsOf } from '../harness/wallet-calls.ts'
import { createWorld, type World } from '../harness/world.ts'

/** Stops a swap twice: while the wallet has the transaction request, and again without an answer to it. */
async function stopping(prepare: (world: World) => void = () => undefined, ask = nativeAsk) {
  const world = await createWorld()
  fund(world, ask)
  prepare(world)
  world.wallet.moods.push('silent')
  const id = await begin(world, ask, account)
  await untilState(world, id, 'send_requested')
  await world.run.dispatch(id, { kind: 'abandon' })
  await untilState(world, id, 'unknown_outcome')
  await world.run.dispatch(id, { kind: 'abandon' })
  await untilState(world, id, 'stopping')
  return { world, id }
}

/** Returns the id of the first calls that the wallet received. */
function callsIdOf({ wallet }: World): string {
  const [given] = wallet.prompts[0]?.params ?? []
  return (given as { readonly id: string }).id
}

/** Leaves one endpoint, which is no quorum for an unused nonce. */
const unread = (world: World) => {
  world.chain.sources = 1
}

/** Moves the last read of a stopped swap back, so that a test does not run through each read. */
async function setLastRead(world: World, id: string, agoMs: number): Promise<void> {
  const order = await orderAt(world, id)
  await world.orders.write({ ...order, rev: order.rev + 1, unclosedReadMs: world.clock.nowMs() - agoMs })
}

const unreadEnd = {
  state: 'abandoned_unsigned',
  problem: { code: 'stoppedUnread', money: 'unknown' },
  fundsSettled: true,
  dueMs: null,
} as const

describe('a stopped swap whose chain cannot be read', () => {
  test('ends 30 days after the last read as stoppedUnread, with an unknown transaction', async () => {
    const { world, id } = await stopping()
    unread(world)
    await setLastRead(world, id, 30 * dayMs - hourMs)
    await pass(world, 50 * minuteMs)
    expect((await orderAt(world, id)).state).toBe('stopping')
    await pass(world, 20 * minuteMs)
    expect(await orderAt(world, id)).toMatchObject(unreadEnd)
  })

  test('counts the 30 days from the stop and from each later read', async () => {
    const { world, id } = await stopping()
    const stoppedMs = world.clock.nowMs()
    expect(stoppedMs - ((await orderAt(world, id)).unclosedReadMs ?? 0)).toBeLessThan(minuteMs)
    await pass(world, 2 * hourMs)
    const { unclosedReadMs = 0 } = await orderAt(world, id)
    expect(world.clock.nowMs() - unclosedReadMs).toBeLessThan(10 * minuteMs)
  })

  test('stays open at the first read after 31 days asleep', async () => {
    const { world, id } = await stopping()
    await pass(world, hourMs)
    unread(world)
    await sleep(world, 31 * dayMs)
    await pass(world, minuteMs)
    expect((await orderAt(world, id)).state).toBe('stopping')
    world.chain.sources = 2
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', problem: { code: 'walletSilent' } })
  })

  test('ends as stoppedUnread when the account sent too many transactions to search', async () => {
    const { world, id } = await stopping()
    for (let sent = 0; sent < 12; sent += 1)
      world.chain.send({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n })
    await pass(world, 2 * hourMs)
    expect((await orderAt(world, id)).state).toBe('stopping')
    await setLastRead(world, id, 30 * dayMs)
    await pass(world, hourMs)
    expect(await orderAt(world, id)).toMatchObject(unreadEnd)
  })
})

describe('calls of a stopped swap', () => {
  const atomic = (world: World) => {
    world.wallet.atomic = 'supported'
  }

  test('are followed when the wallet names the transaction that carried them', async () => {
    const { world, id } = await stopping(atomic, inboxAsk)
    world.service.isIndexing = false
    const [prompt] = world.wallet.prompts
    if (prompt === undefined) throw new Error('not asked')
    const callsId = callsIdOf(world)
    const hash = world.chain.carry(callsOf(prompt), lowerHex(stranger.address))
    world.chain.owners.set(user, user)
    world.wallet.bundles.set(callsId, { hash, status: 200 })
    const sent = await until(world, id, ({ transactions }) => transactions.some((one) => one.hash === hash))
    expect(sent.state).not.toBe('abandoned_unsigned')
    world.service.isIndexing = true
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
  })

  test('end the swap when the wallet reports them as failed and no transaction appears for three minutes', async () => {
    const { world, id } = await stopping(atomic, inboxAsk)
    const callsId = callsIdOf(world)
    await pass(world, hourMs)
    expect((await orderAt(world, id)).state).toBe('stopping')
    world.wallet.bundles.set(callsId, { hash: null, status: 500 })
    await pass(world, hourMs)
    expect(await orderAt(world, id)).toMatchObject({ state: 'abandoned_unsigned', unclosed: [] })
  })

  test('leave the swap open when the wallet reports them as failed but the account’s money is gone', async () => {
    const { world, id } = await stopping(atomic, inboxAsk)
    const callsId = callsIdOf(world)
    world.wallet.bundles.set(callsId, { hash: null, status: 500 })
    const held = world.chain.ledger.balance(harbour.chainId, inboxAsk.inputToken, user)
    world.chain.ledger.give(harbour.chainId, inboxAsk.inputToken, user, 0n - held)
    await pass(world, hourMs)
    expect((await orderAt(world, id)).state).toBe('stopping')
  })
})
