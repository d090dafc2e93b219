import { describe, expect, test } from 'vitest'
import { begin, fund, isAtRest, orderAt, signedAsk, until, untilState } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { viewsOf } from '../harness/views.ts'
import { createWorld } from '../harness/world.ts'

async function declined() {
  const world = await createWorld()
  fund(world, signedAsk)
  world.wallet.moods.push('reject')
  const orderId = await begin(world, signedAsk)
  await untilState(world, orderId, 'needs_user')
  return { world, orderId, views: viewsOf(world) }
}

test('returns the order to a view, and rejects an unknown order', async () => {
  const { views, orderId } = await declined()
  expect(await views.order({ orderId })).toMatchObject({ id: orderId, state: 'needs_user' })
  await expect(views.order({ orderId: 'another' })).rejects.toThrow('orderNotFound')
})

test('marks an order as seen, retries it and stops it', async () => {
  const { world, views, orderId } = await declined()
  expect(await views.markSeen({ orderId })).toBeNull()
  expect((await orderAt(world, orderId)).seen).toBe(true)
  world.wallet.moods.push('reject')
  expect(await views.retryOrder({ orderId })).toBeNull()
  await until(world, orderId, ({ state }) => state === 'needs_user' && world.wallet.prompts.length === 2)
  expect(await views.abandonOrder({ orderId })).toBeNull()
  expect((await orderAt(world, orderId)).state).toBe('abandoned_unsigned')
})

describe('an offer', () => {
  /** Starts a swap whose quote expires during its approval. The renewal pays `permille` thousandths. */
  async function offered(permille: bigint) {
    const world = await createWorld()
    fund(world, signedAsk)
    world.service.quoteLifeSeconds = 17
    const orderId = await begin(world, signedAsk)
    world.service.permille = permille
    world.service.quoteLifeSeconds = 60
    const { offer } = await untilState(world, orderId, 'needs_user')
    return { world, orderId, offerId: offer?.id ?? '', views: viewsOf(world) }
  }

  test('is accepted by the id of the displayed offer only', async () => {
    const { world, views, orderId, offerId } = await offered(980n)
    expect(await views.order({ orderId })).toMatchObject({ offer: { offerId, needsReview: null } })
    await expect(views.acceptOffer({ orderId, offerId: 'none' })).rejects.toThrow('offerChanged')
    expect((await orderAt(world, orderId)).state).toBe('needs_user')
    expect(await views.acceptOffer({ orderId, offerId })).toBeNull()
    expect(await until(world, orderId, isAtRest)).toMatchObject({ state: 'verified_terminal' })
  })

  test('with a large loss needs a review instead', async () => {
    const { world, views, orderId, offerId } = await offered(400n)
    expect(await views.order({ orderId })).toMatchObject({ offer: { offerId, needsReview: 'loss' } })
    await expect(views.acceptOffer({ orderId, offerId })).rejects.toThrow('lossNotAgreed')
    expect(await orderAt(world, orderId)).toMatchObject({ state: 'needs_user', offer: { id: offerId } })
  })
})

describe('an allowance that a stopped swap left', () => {
  /** Stops a swap after its approval is mined. */
  async function stopped() {
    const world = await createWorld()
    fund(world, signedAsk)
    world.wallet.moods.push('yes', 'reject')
    const orderId = await begin(world, signedAsk)
    await untilState(world, orderId, 'needs_user')
    const views = viewsOf(world)
    await views.abandonOrder({ orderId })
    return { world, orderId, views }
  }

  test('is listed, reviewed and revoked once', async () => {
    const { world, orderId, views } = await stopped()
    expect(await views.allowances(null)).toMatchObject([{ orderId, left: { units: signedAsk.inputAmount } }])
    const { reviewKey, ...shown } = await views.reviewRevoke({ orderId })
    expect(shown).toMatchObject({ leftUnits: signedAsk.inputAmount, spender: harbour.permit2 })
    expect(shown).not.toHaveProperty('accountNonce')
    expect(await views.confirmRevoke({ reviewKey })).toEqual({ orderId })
    await until(world, orderId, ({ revoking }) => revoking?.state === 'over')
    expect(world.chain.ledger.allowance(harbour.chainId, signedAsk.inputToken, user)).toBe(0n)
    const count = world.wallet.prompts.length
    await views.confirmRevoke({ reviewKey })
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(count)
  })

  test('is not revoked when no wallet is connected any more', async () => {
    const { world, orderId, views } = await stopped()
    const { reviewKey } = await views.reviewRevoke({ orderId })
    const count = world.wallet.prompts.length
    await expect(viewsOf(world, { account: null }).confirmRevoke({ reviewKey })).rejects.toMatchObject({
      data: { code: 'walletNotConnected', money: 'unmoved' },
    })
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(count)
  })
})
