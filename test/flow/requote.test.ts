import { describe, expect, test } from 'vitest'
import { taskWhenApproved } from '../../lib/order/flows/before-prompt.ts'
import {
  acceptOrderOffer,
  advanceTime,
  allowPermit2,
  confirm,
  createReview,
  fund,
  isFullyEnded,
  nativeRequest,
  readOrder,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

/**
 * Starts a swap whose first quote expires before its approval is mined. The renewal pays `permille`
 * thousandths.
 */
async function startWithExpiredQuote(permille: bigint): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, signedRequest)
  world.service.quoteLifeSeconds = 17
  const id = await startOrder(world, signedRequest)
  world.service.permille = permille
  world.service.quoteLifeSeconds = 60
  return { world, id }
}

const countSignatures = (world: World) =>
  world.wallet.prompts.filter((prompt) => prompt.method === 'eth_signTypedData_v4').length

describe('a quote that expired during the approval', () => {
  test.each([990n, 991n])('is renewed by one that is no worse (%s)', async (permille) => {
    const { world, id } = await startWithExpiredQuote(permille)
    const order = await waitForOrder(world, id, isFullyEnded)
    expect(order).toMatchObject({ state: 'verified_terminal', offer: null })
    expect(BigInt(order.terms.minAmountOut)).toBeGreaterThanOrEqual(BigInt(order.reviewed.minAmountOut))
    expect(world.service.issued.size).toBe(2)
    expect(countSignatures(world)).toBe(1)
  })

  test('stops the swap when its renewal is worse', async () => {
    const { world, id } = await startWithExpiredQuote(980n)
    const stopped = await waitForState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
    expect(BigInt(stopped.offer?.terms.minAmountOut ?? 0)).toBeLessThan(BigInt(stopped.reviewed.minAmountOut))
    expect(countSignatures(world)).toBe(0)

    await acceptOrderOffer(world, id)
    const order = await waitForOrder(world, id, isFullyEnded)
    expect(order).toMatchObject({ state: 'verified_terminal', offer: null })
    expect(order.reviewed.minAmountOut).toBe(stopped.offer?.terms.minAmountOut)
    expect(countSignatures(world)).toBe(1)
  })

  test('is put away when the person declines the worse renewal', async () => {
    const { world, id } = await startWithExpiredQuote(980n)
    await waitForState(world, id, 'needs_user')
    await world.run.dispatch(id, { kind: 'stop' })
    const order = await waitForOrder(world, id, isFullyEnded)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', offer: null })
    expect(countSignatures(world)).toBe(0)
    expect(world.service.submits.size).toBe(0)
  })

  test('is renewed again when the accepted renewal expired, and compared with the accepted one', async () => {
    const { world, id } = await startWithExpiredQuote(980n)
    const stopped = await waitForState(world, id, 'needs_user')
    await advanceTime(world, 120_000)
    world.service.permille = 970n
    await acceptOrderOffer(world, id)
    const again = await waitForState(world, id, 'needs_user')
    expect(again.reviewed.minAmountOut).toBe(stopped.offer?.terms.minAmountOut)
    expect(again.problem?.code).toBe('worseQuote')
    expect(countSignatures(world)).toBe(0)
  })

  test.each(['serviceUnreachable', 'noRoute', 'serviceBusy'] as const)(
    'stops with nothing sent when there is no renewal (%s)',
    async (code) => {
      const { world, id } = await startWithExpiredQuote(990n)
      world.service.faults.quote.push({ code })
      const stopped = await waitForState(world, id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code, money: 'nothingSent' })
      await world.run.dispatch(id, { kind: 'retry' })
      expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({ state: 'verified_terminal' })
    },
  )

  test('is refused when the renewal uses another swap method', async () => {
    const { world, id } = await startWithExpiredQuote(990n)
    world.service.viaInbox = true
    const stopped = await waitForState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'checkFailed', facts: { reason: 'T-1' } })
    expect(countSignatures(world)).toBe(0)
  })
})

test('renews the quote of a native swap before the wallet request, after a stop', async () => {
  const world = await createWorld()
  fund(world, nativeRequest)
  world.wallet.behaviours.push('reject')
  const id = await startOrder(world, nativeRequest)
  const stopped = await waitForState(world, id, 'needs_user')
  await advanceTime(world, 120_000)
  await world.run.dispatch(id, { kind: 'retry' })
  const order = await waitForOrder(world, id, isFullyEnded)
  expect(order.state).toBe('verified_terminal')
  expect(order.terms.requestHash).not.toBe(stopped.terms.requestHash)
  expect(world.chain.sent).toHaveLength(1)
})

describe('a nonce that another order has', () => {
  const other = { ...signedRequest, inputAmount: '1500001' }

  async function sharing(): Promise<World> {
    const world = await createWorld()
    fund(world, signedRequest)
    allowPermit2(world, signedRequest, 10n ** 18n)
    world.service.sharesNonces = true
    return world
  }

  test('is refused at the review', async () => {
    const world = await sharing()
    await startOrder(world, signedRequest)
    await expect(createReview(world, other)).rejects.toThrow(/checkFailed.*V-4/)
  })

  test('is never signed twice when both orders were reviewed before', async () => {
    const world = await sharing()
    world.solver.fate = []
    const keys = [
      (await createReview(world, signedRequest)).reviewKey,
      (await createReview(world, other)).reviewKey,
    ] as const
    const first = await confirm(world, keys[0])
    const second = await confirm(world, keys[1])
    await waitForState(world, first, 'pending')
    const stopped = await waitForState(world, second, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'checkFailed', facts: { reason: 'V-4' } })
    expect(world.wallet.signed).toHaveLength(1)
    await advanceTime(world, 60_000)
    await world.run.dispatch(second, { kind: 'retry' })
    await waitForState(world, second, 'pending')
    expect(world.service.requests.size).toBe(2)
  })

  test('can be used by its own order after a renewal, without a loss check when it is no worse', async () => {
    const world = await sharing()
    world.wallet.behaviours.push('silent')
    const order = await readOrder(world, await startOrder(world, signedRequest))
    const stale = taskWhenApproved({ ...order, unclosed: [] }, order.terms.quoteExpirySeconds * 1_000)
    const event = await stale.run(order, world.reviewPorts, false)
    expect(event).toMatchObject({
      kind: 'requoted',
      loss: null,
      terms: { permitNonce: order.terms.permitNonce },
    })
  })
})
