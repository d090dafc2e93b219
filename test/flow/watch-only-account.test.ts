import { describe, expect, test } from 'vitest'
import { reviewWithdraw } from '../../lib/order/flows/exit-reviews.ts'
import { makeReview, orderOf } from '../../lib/review/review.ts'
import type { Account } from '../../lib/wallet/port.ts'
import {
  account,
  allow,
  begin,
  depositAsk,
  fund,
  inboxAsk,
  nativeAsk,
  pass,
  review,
  signedAsk,
  until,
} from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

/** The same address without a wallet, as the person pastes it. */
const watched: Account = { ...account, wallet: null }

async function funded(ask = signedAsk): Promise<World> {
  const world = await createWorld()
  fund(world, ask)
  allow(world, ask)
  return world
}

describe('a watch-only account', () => {
  test.each([
    ['by signature', signedAsk],
    ['through the inbox', inboxAsk],
    ['of the native asset', nativeAsk],
  ] as const)('gets quotes that cannot be confirmed: %s', async (_name, ask) => {
    const world = await funded(ask)
    const outcome = await world.quotes.quote('view', ask, watched)
    if (outcome.kind !== 'quote') throw new Error(outcome.kind)
    expect(outcome.held.executable).toBe(false)
    await expect(makeReview(outcome.held, watched, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
    expect(world.wallet.prompts).toEqual([])
  })

  test('is refused at the review of a quote that was made for a wallet', async () => {
    const world = await funded()
    const outcome = await world.quotes.quote('view', signedAsk, account)
    if (outcome.kind !== 'quote') throw new Error(outcome.kind)
    await expect(makeReview(outcome.held, watched, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
  })

  test('cannot confirm a review that a wallet account made', async () => {
    const world = await funded()
    const { reviewKey } = await review(world, signedAsk)
    await expect(orderOf(reviewKey, watched, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
    expect(await world.orders.open()).toEqual([])
  })

  test('cannot withdraw from the inbox', async () => {
    const world = await funded(inboxAsk)
    world.solver.fate = [5]
    const id = await begin(world, inboxAsk)
    const order = await until(world, id, ({ statusCode }) => statusCode === 5)
    await pass(world, 11 * 60_000)
    await expect(reviewWithdraw(order, watched, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
  })

  test('can pay a deposit from elsewhere, and only from there', async () => {
    const world = await funded(depositAsk)
    const choice = { routeKey: 'deposit', pay: 'wallet' } as const
    await expect(review(world, depositAsk, watched, choice)).rejects.toMatchObject({
      data: { code: 'walletNotConnected' },
    })
    const id = await begin(world, depositAsk, watched, { ...choice, pay: 'elsewhere' })
    expect(await until(world, id, ({ state }) => state === 'deposit_awaited')).toMatchObject({ wallet: null })
    expect(world.wallet.prompts).toEqual([])
  })
})
