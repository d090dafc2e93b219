import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import { isRequestNeeded } from '../../lib/order/send-request.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, depositRequest, nativeRequest, startSwap } from '../harness/actions.ts'
import { payByWallet } from '../harness/deposits.ts'

const swapMethods = [
  ['a deposit after its address expired', depositRequest, payByWallet],
  ['native currency to the inbox after its deadline', nativeRequest, {}],
] as const

/** Starts a swap whose wallet does not answer the transaction request. */
async function startUnanswered(request: QuoteRequest, choice: (typeof swapMethods)[number][2]) {
  const { world, id } = await startSwap(request, { behaviours: ['silent'], choice })
  return { world, id, requested: await world.waitForState(id, 'send_requested') }
}

test.each(swapMethods)(
  'reports sendTooLate when the wallet answers too late: %s',
  async (_name, request, choice) => {
    const { world, id } = await startUnanswered(request, choice)
    await world.advanceTime(15 * minuteMs)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({
      state: 'unknown_outcome',
      problem: { code: 'sendTooLate', money: 'unknown' },
      walletRequest: { purpose: 'send' },
    })
    // Ferry still accepts the answer. A rejection ends the request with nothing sent.
    await world.wallet.decide(order.walletRequest?.requestId ?? '', 'reject')
    const over = await world.waitForState(id, 'needs_user')
    expect(over.problem).toMatchObject({ code: 'walletRejected', money: 'nothingSent' })
  },
)

test.each(swapMethods)(
  'ends as quoteExpired instead of walletGone when the wallet’s steps take too long: %s',
  async (_name, request, choice) => {
    const { world, id } = await startSwap(request, { behaviours: ['silent'], choice })
    const { walletRequest } = await world.waitForState(id, 'send_requested')
    await world.advanceTime(15 * minuteMs)
    // A connector ends a request that is no longer wanted in this way.
    const requestId = walletRequest?.requestId ?? ''
    await world.run.applyAnswer({ requestId, kind: 'unreached', reason: 'noPage' })
    const over = await world.waitForState(id, 'needs_user')
    expect(over.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
  },
)

test.each(swapMethods)(
  'is not sent to the wallet after its steps took too long: %s',
  async (_name, request, choice) => {
    const { world, requested } = await startUnanswered(request, choice)
    // The wallet asks for its chain first, and the person returns much later: `prepareWallet`, then `isNeeded`.
    await world.advanceTime(15 * minuteMs)
    expect(await isRequestNeeded(requested.walletRequest?.requestId ?? '', world.reviewPorts)).toBe(false)
  },
)

test('sends no wallet request when the swap is stopped during its simulation', async () => {
  const world = await createFundedWorld(nativeRequest)
  const { reviewKey } = await world.createReview(nativeRequest)
  const { measure } = world.chain.reader
  world.chain.reader.measure = async (...requested) => {
    world.chain.reader.measure = measure
    await world.run.dispatch(reviewKey, { kind: 'stop' })
    return measure(...requested)
  }
  const id = await world.confirm(reviewKey)
  await world.advanceTime(minuteMs)
  expect(world.wallet.prompts).toEqual([])
  expect(await world.readOrder(id)).toMatchObject({
    state: 'needs_user',
    problem: { code: 'walletSilent', money: 'nothingSent' },
  })
})
