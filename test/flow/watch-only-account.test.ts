import { describe, expect, test } from 'vitest'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import { makeReview } from '../../lib/review/review.ts'
import type { Account } from '../../lib/wallet/port.ts'
import {
  createFundedWorld,
  depositRequest,
  inboxRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account } from '../harness/chains.ts'

/** The same address without a wallet, as the person pastes it. */
const watchOnlyAccount: Account = { ...account, wallet: null }

describe('a watch-only account', () => {
  test.each([
    ['by signature', signedRequest],
    ['through the inbox', inboxRequest],
    ['of the native asset', nativeRequest],
  ] as const)('gets quotes that cannot be confirmed: %s', async (_name, request) => {
    const world = await createFundedWorld(request, { allowed: true })
    const outcome = await world.requestQuote(request, watchOnlyAccount)
    expect(outcome.held.executable).toBe(false)
    await expect(makeReview(outcome.held, watchOnlyAccount, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
    expect(world.wallet.prompts).toEqual([])
  })

  test('is refused at the review of a quote that was made for a wallet', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const outcome = await world.requestQuote(signedRequest)
    await expect(makeReview(outcome.held, watchOnlyAccount, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
  })

  test('cannot confirm a review that a wallet account made', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { reviewKey } = await world.createReview(signedRequest)
    await expect(confirmReview(reviewKey, watchOnlyAccount, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
    expect(await world.orders.listOpen()).toEqual([])
  })

  test('cannot withdraw from the inbox', async () => {
    const { world, id } = await startSwap(inboxRequest, { allowed: true, fate: [5] })
    const order = await world.waitForOrder(id, ({ statusCode }) => statusCode === 5)
    await world.advanceTime(11 * 60_000)
    await expect(reviewExit('withdraw', order, watchOnlyAccount, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
  })

  test('can pay a deposit from elsewhere, and only from there', async () => {
    const world = await createFundedWorld(depositRequest, { allowed: true })
    const choice = { routeKey: 'deposit', pay: 'wallet' } as const
    await expect(world.createReview(depositRequest, watchOnlyAccount, choice)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
    const id = await world.startOrder(depositRequest, watchOnlyAccount, { ...choice, pay: 'elsewhere' })
    expect(await world.waitForOrder(id, ({ state }) => state === 'deposit_awaited')).toMatchObject({
      wallet: null,
    })
    expect(world.wallet.prompts).toEqual([])
  })
})
