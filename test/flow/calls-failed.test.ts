import { expect, test } from 'vitest'
import { secondMs } from '../../lib/base/time.ts'
import type { WalletRead } from '../../lib/wallet/port.ts'
import {
  account,
  across,
  begin,
  fund,
  inboxAsk,
  isAtRest,
  manualAsk,
  orderAt,
  pass,
  until,
  untilState,
} from './world/drive.ts'
import { harbour, user } from './world/places.ts'
import { createWorld } from './world/world.ts'

const asks = [
  ['a token to the inbox', inboxAsk, {}],
  ['a route of build-tx', manualAsk, across],
] as const

/** The wallet names the transaction of its calls and says that they failed, before the block that shows otherwise. */
test.each(asks)(
  'calls called failed while their transaction waits are not asked again: %s',
  async (_n, ask, choice) => {
    const world = await createWorld()
    fund(world, ask)
    const before = world.chain.ledger.balance(harbour.chainId, ask.inputToken, user)
    world.wallet.atomic = 'supported'
    const { read } = world.wallet
    let isWrong = true
    world.wallet.read = async (asked: WalletRead) => {
      const bundle = world.wallet.bundles.get(String(asked.params[0]))
      if (!isWrong || asked.method !== 'wallet_getCallsStatus' || bundle === undefined) return read(asked)
      const receipts = [{ transactionHash: bundle.hash, status: '0x0' }]
      return { version: '2.0.0', id: asked.params[0], atomic: true, status: 500, receipts }
    }
    const id = await begin(world, ask, account, choice)
    const unsure = await until(world, id, ({ problem }) => problem !== null, 50)
    expect(unsure).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure', money: 'unknown' } })
    isWrong = false
    await pass(world, 60 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    await pass(world, 120 * secondMs)
    expect(before - world.chain.ledger.balance(harbour.chainId, ask.inputToken, user)).toBe(
      BigInt(ask.inputAmount),
    )
    expect(await orderAt(world, id)).toMatchObject({ state: 'verified_terminal', problem: null })
  },
)

test.each(asks)(
  'calls after some that reverted are told by what carries them: %s',
  async (_n, ask, choice) => {
    const world = await createWorld()
    fund(world, ask)
    world.wallet.atomic = 'supported'
    world.chain.fates.push('fail')
    const id = await begin(world, ask, account, choice)
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'transactionFailed', money: 'unmoved' })
    await world.run.dispatch(id, { kind: 'retry' })
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', problem: null })
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['wallet_sendCalls', 'wallet_sendCalls'])
    expect(order.transactions[0]).toMatchObject({ purpose: 'send', state: 'failed' })
  },
)

test('calls after some that were refused do not stand in for a send by itself', async () => {
  const world = await createWorld()
  fund(world, inboxAsk)
  world.wallet.atomic = 'supported'
  world.wallet.moods.push('reject')
  const id = await begin(world, inboxAsk)
  await untilState(world, id, 'needs_user')
  world.wallet.atomic = null
  world.chain.fates.push('mine', 'fail')
  await world.run.dispatch(id, { kind: 'retry' })
  const stopped = await untilState(world, id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'transactionFailed', money: 'unmoved' })
})
