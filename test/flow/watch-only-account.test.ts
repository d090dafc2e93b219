import { describe, expect, test } from 'vitest'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import { reviewExit } from '../../lib/order/exits/review.ts'
import { makeReview } from '../../lib/review/review.ts'
import type { Account } from '../../lib/wallet/port.ts'
import {
  account,
  advanceTime,
  allowPermit2,
  createReview,
  depositRequest,
  fund,
  inboxRequest,
  nativeRequest,
  signedRequest,
  startOrder,
  waitForOrder,
} from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

/** The same address without a wallet, as the person pastes it. */
const watchOnlyAccount: Account = { ...account, wallet: null }

async function createAllowedWorld(request = signedRequest): Promise<World> {
  const world = await createWorld()
  fund(world, request)
  allowPermit2(world, request)
  return world
}

describe('a watch-only account', () => {
  test.each([
    ['by signature', signedRequest],
    ['through the inbox', inboxRequest],
    ['of the native asset', nativeRequest],
  ] as const)('gets quotes that cannot be confirmed: %s', async (_name, request) => {
    const world = await createAllowedWorld(request)
    const outcome = await world.quotes.quote('view', request, watchOnlyAccount)
    if (outcome.kind !== 'quote') throw new Error(outcome.kind)
    expect(outcome.held.executable).toBe(false)
    await expect(makeReview(outcome.held, watchOnlyAccount, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
    expect(world.wallet.prompts).toEqual([])
  })

  test('is refused at the review of a quote that was made for a wallet', async () => {
    const world = await createAllowedWorld()
    const outcome = await world.quotes.quote('view', signedRequest, account)
    if (outcome.kind !== 'quote') throw new Error(outcome.kind)
    await expect(makeReview(outcome.held, watchOnlyAccount, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
  })

  test('cannot confirm a review that a wallet account made', async () => {
    const world = await createAllowedWorld()
    const { reviewKey } = await createReview(world, signedRequest)
    await expect(confirmReview(reviewKey, watchOnlyAccount, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
    expect(await world.orders.open()).toEqual([])
  })

  test('cannot withdraw from the inbox', async () => {
    const world = await createAllowedWorld(inboxRequest)
    world.solver.fate = [5]
    const id = await startOrder(world, inboxRequest)
    const order = await waitForOrder(world, id, ({ statusCode }) => statusCode === 5)
    await advanceTime(world, 11 * 60_000)
    await expect(reviewExit('withdraw', order, watchOnlyAccount, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
  })

  test('can pay a deposit from elsewhere, and only from there', async () => {
    const world = await createAllowedWorld(depositRequest)
    const choice = { routeKey: 'deposit', pay: 'wallet' } as const
    await expect(createReview(world, depositRequest, watchOnlyAccount, choice)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
    const id = await startOrder(world, depositRequest, watchOnlyAccount, { ...choice, pay: 'elsewhere' })
    expect(await waitForOrder(world, id, ({ state }) => state === 'deposit_awaited')).toMatchObject({
      wallet: null,
    })
    expect(world.wallet.prompts).toEqual([])
  })
})
