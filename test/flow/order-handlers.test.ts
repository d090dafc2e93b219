import { describe, expect, test } from 'vitest'
import type { WalletRef } from '../../lib/wallet/port.ts'
import { createFundedWorld, signedRequest, startSwap } from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { waitForRevocation } from '../harness/exits.ts'
import { createViews } from '../harness/views.ts'
import { setPrice } from '../harness/world-actions.ts'

async function startRejectedSwap() {
  const { world, id: orderId } = await startSwap(signedRequest, { behaviours: ['reject'] })
  await world.waitForState(orderId, 'needs_user')
  return { world, orderId, views: createViews(world) }
}

test('returns the order to a view, and rejects an unknown order', async () => {
  const { views, orderId } = await startRejectedSwap()
  expect(await views.order({ orderId })).toMatchObject({ id: orderId, state: 'needs_user' })
  await expect(views.order({ orderId: 'another' })).rejects.toThrow('orderNotFound')
})

test('marks an order as seen, retries it and stops it', async () => {
  const { world, views, orderId } = await startRejectedSwap()
  expect(await views.markViewed({ orderId })).toBeNull()
  expect((await world.readOrder(orderId)).viewed).toBe(true)
  world.wallet.behaviours.push('reject')
  expect(await views.retryOrder({ orderId })).toBeNull()
  await world.waitForOrder(
    orderId,
    ({ state }) => state === 'needs_user' && world.wallet.prompts.length === 2,
  )
  expect(await views.stopOrder({ orderId })).toBeNull()
  expect((await world.readOrder(orderId)).state).toBe('abandoned_unsigned')
})

test('shows the page of the wallet that has the request, whatever account is connected now', async () => {
  const { world, id: orderId } = await startSwap(signedRequest, { behaviours: ['silent'] })
  await world.waitForState(orderId, 'approve_requested')
  const shown: unknown[] = []
  const show = async (wallet: WalletRef | null) => shown.push(wallet) > 0
  const other = { ...account, wallet: { ...account.wallet, id: 'another' } }
  for (const now of [other, null]) {
    expect(await createViews(world, { account: now, wallet: { show } }).showWallet({ orderId })).toBe(true)
  }
  expect(shown).toEqual([account.wallet, account.wallet])
})

describe('an offer', () => {
  /** Starts a swap whose quote expires during its approval. The renewal pays `permille` thousandths. */
  async function offered(permille: bigint) {
    const world = await createFundedWorld(signedRequest)
    setPrice(world, signedRequest.originChainId, signedRequest.inputToken, '1')
    world.service.quoteLifeSeconds = 17
    const orderId = await world.startOrder(signedRequest)
    world.service.permille = permille
    world.service.quoteLifeSeconds = 60
    const { offer } = await world.waitForState(orderId, 'needs_user')
    return { world, orderId, offerId: offer?.id ?? '', views: createViews(world) }
  }

  test('is accepted by the id of the displayed offer only', async () => {
    const { world, views, orderId, offerId } = await offered(980n)
    expect(await views.order({ orderId })).toMatchObject({ offer: { offerId, needsReview: null } })
    await expect(views.acceptOffer({ orderId, offerId: 'none' })).rejects.toThrow('worseQuote')
    expect((await world.readOrder(orderId)).state).toBe('needs_user')
    expect(await views.acceptOffer({ orderId, offerId })).toBeNull()
    expect(await world.waitForEnd(orderId)).toMatchObject({ state: 'verified_terminal' })
  })

  test('with a large loss needs a review instead', async () => {
    const { world, views, orderId, offerId } = await offered(400n)
    expect(await views.order({ orderId })).toMatchObject({ offer: { offerId, needsReview: 'loss' } })
    await expect(views.acceptOffer({ orderId, offerId })).rejects.toThrow('consentMissing consent=loss')
    expect(await world.readOrder(orderId)).toMatchObject({ state: 'needs_user', offer: { id: offerId } })
  })
})

describe('an allowance that a stopped swap left', () => {
  /** Stops a swap after its approval is mined. */
  async function stopped() {
    const { world, id: orderId } = await startSwap(signedRequest, { behaviours: ['yes', 'reject'] })
    await world.waitForState(orderId, 'needs_user')
    const views = createViews(world)
    await views.stopOrder({ orderId })
    return { world, orderId, views }
  }

  test('is listed, reviewed and revoked once', async () => {
    const { world, orderId, views } = await stopped()
    expect(await views.allowances(null)).toMatchObject([
      { orderId, left: { units: signedRequest.inputAmount } },
    ])
    expect(await views.orderAllowance({ orderId })).toMatchObject({
      left: { units: signedRequest.inputAmount },
    })
    const { reviewKey, ...shown } = await views.reviewExit({ kind: 'revoke', orderId })
    expect(shown).toMatchObject({ amountUnits: signedRequest.inputAmount, contract: harbour.permit2 })
    expect(shown).not.toHaveProperty('accountNonce')
    expect(await views.confirmExit({ kind: 'revoke', reviewKey })).toEqual({ orderId })
    await waitForRevocation(world, orderId)
    expect(world.chain.ledger.allowance(harbour.chainId, signedRequest.inputToken, user)).toBe(0n)
    const count = world.wallet.prompts.length
    await expect(views.confirmExit({ kind: 'revoke', reviewKey })).rejects.toMatchObject({
      data: { code: 'reviewExpired', money: 'unmoved' },
    })
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(count)
  })

  test('is not revoked when no wallet is connected any more', async () => {
    const { world, orderId, views } = await stopped()
    const { reviewKey } = await views.reviewExit({ kind: 'revoke', orderId })
    const count = world.wallet.prompts.length
    await expect(
      createViews(world, { account: null }).confirmExit({ kind: 'revoke', reviewKey }),
    ).rejects.toMatchObject({
      data: { code: 'walletNotConnected', money: 'unmoved' },
    })
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(count)
  })
})
