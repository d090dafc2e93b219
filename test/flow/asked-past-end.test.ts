import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import { asksWallet } from '../../lib/order/at-wallet.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  begin,
  confirm,
  depositAsk,
  fund,
  nativeAsk,
  orderAt,
  pass,
  review,
  untilState,
} from '../harness/actions.ts'
import { deployment } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'

const ways = [
  ['a deposit, whose address is over', depositAsk, { routeKey: 'deposit', pay: 'wallet' }],
  ['coins to the inbox, past the deadline of their request', nativeAsk, {}],
] as const

/** The wallet is asked to send, and says nothing. */
async function unanswered(ask: QuoteRequest, choice: (typeof ways)[number][2]) {
  const world = await createWorld()
  fund(world, ask)
  world.wallet.moods.push('silent')
  const id = await begin(world, ask, account, choice)
  return { world, id, asked: await untilState(world, id, 'send_requested') }
}

test.each(ways)(
  'a question of the wallet that comes too late is told to be: %s',
  async (_name, ask, choice) => {
    const { world, id } = await unanswered(ask, choice)
    await pass(world, 15 * minuteMs)
    const order = await orderAt(world, id)
    expect(order).toMatchObject({
      state: 'unknown_outcome',
      problem: { code: 'sendTooLate', money: 'unknown' },
      walletRequest: { purpose: 'send' },
    })
    // What it says after that is heard: a no ends it, and nothing was sent.
    await world.wallet.decide(order.walletRequest?.requestId ?? '', 'reject')
    const over = await untilState(world, id, 'needs_user')
    expect(over.problem).toMatchObject({ code: 'walletRejected', money: 'nothingSent' })
  },
)

test.each(ways)(
  'steps of the wallet that take longer than there is time end as too late, not as a wallet that is gone: %s',
  async (_name, ask, choice) => {
    const world = await createWorld()
    fund(world, ask)
    world.wallet.moods.push('silent')
    const id = await begin(world, ask, account, choice)
    const { walletRequest } = await untilState(world, id, 'send_requested')
    await pass(world, 15 * minuteMs)
    // As a connector ends what is not wanted any more.
    const requestId = walletRequest?.requestId ?? ''
    await world.run.answered({ requestId, kind: 'unreached', reason: 'noPage' })
    const over = await untilState(world, id, 'needs_user')
    expect(over.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
  },
)

test.each(ways)(
  'is not put before the wallet any more after its steps took so long: %s',
  async (_name, ask, choice) => {
    const { world, asked } = await unanswered(ask, choice)
    // The wallet asks first whether to use the chain, and the person comes back after lunch: `readyWallet`, then `isWanted`.
    await pass(world, 15 * minuteMs)
    expect(
      await asksWallet(world.orders, asked.walletRequest?.requestId ?? '', {
        deployment,
        clock: world.clock,
      }),
    ).toBe(false)
  },
)

test('a swap that is stopped while its call is tried is not put before the wallet', async () => {
  const world = await createWorld()
  fund(world, nativeAsk)
  const { reviewKey } = await review(world, nativeAsk)
  const { measure } = world.chain.reader
  world.chain.reader.measure = async (...asked) => {
    world.chain.reader.measure = measure
    await world.run.dispatch(reviewKey, { kind: 'abandon' })
    return measure(...asked)
  }
  const id = await confirm(world, reviewKey)
  await pass(world, minuteMs)
  expect(world.wallet.prompts).toEqual([])
  expect(await orderAt(world, id)).toMatchObject({
    state: 'needs_user',
    problem: { code: 'walletSilent', money: 'nothingSent' },
  })
})
