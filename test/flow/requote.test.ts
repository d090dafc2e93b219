import { describe, expect, test } from 'vitest'
import { taskWhenApproved } from '../../lib/order/flows/before-prompt.ts'
import {
  allow,
  begin,
  confirm,
  fund,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  review,
  signedAsk,
  takeOffer,
  until,
  untilState,
} from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

/**
 * Starts a swap whose first quote expires before its approval is mined. The renewal pays `permille`
 * thousandths.
 */
async function outlived(permille: bigint): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, signedAsk)
  world.service.quoteLifeSeconds = 17
  const id = await begin(world, signedAsk)
  world.service.permille = permille
  world.service.quoteLifeSeconds = 60
  return { world, id }
}

const signatures = (world: World) =>
  world.wallet.prompts.filter((prompt) => prompt.method === 'eth_signTypedData_v4').length

describe('a quote that expired during the approval', () => {
  test.each([990n, 991n])('is renewed by one that is no worse (%s)', async (permille) => {
    const { world, id } = await outlived(permille)
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', offer: null })
    expect(BigInt(order.terms.minAmountOut)).toBeGreaterThanOrEqual(BigInt(order.reviewed.minAmountOut))
    expect(world.service.issued.size).toBe(2)
    expect(signatures(world)).toBe(1)
  })

  test('stops the swap when its renewal is worse', async () => {
    const { world, id } = await outlived(980n)
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
    expect(BigInt(stopped.offer?.terms.minAmountOut ?? 0)).toBeLessThan(BigInt(stopped.reviewed.minAmountOut))
    expect(signatures(world)).toBe(0)

    await takeOffer(world, id)
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', offer: null })
    expect(order.reviewed.minAmountOut).toBe(stopped.offer?.terms.minAmountOut)
    expect(signatures(world)).toBe(1)
  })

  test('is put away when the person declines the worse renewal', async () => {
    const { world, id } = await outlived(980n)
    await untilState(world, id, 'needs_user')
    await world.run.dispatch(id, { kind: 'abandon' })
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', offer: null })
    expect(signatures(world)).toBe(0)
    expect(world.service.submits.size).toBe(0)
  })

  test('is renewed again when the accepted renewal expired, and compared with the accepted one', async () => {
    const { world, id } = await outlived(980n)
    const stopped = await untilState(world, id, 'needs_user')
    await pass(world, 120_000)
    world.service.permille = 970n
    await takeOffer(world, id)
    const again = await untilState(world, id, 'needs_user')
    expect(again.reviewed.minAmountOut).toBe(stopped.offer?.terms.minAmountOut)
    expect(again.problem?.code).toBe('worseQuote')
    expect(signatures(world)).toBe(0)
  })

  test.each(['serviceUnreachable', 'noRoute', 'serviceBusy'] as const)(
    'stops with nothing sent when there is no renewal (%s)',
    async (code) => {
      const { world, id } = await outlived(990n)
      world.service.faults.quote.push({ code })
      const stopped = await untilState(world, id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code, money: 'nothingSent' })
      await world.run.dispatch(id, { kind: 'retry' })
      expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
    },
  )

  test('is refused when the renewal uses another swap method', async () => {
    const { world, id } = await outlived(990n)
    world.service.viaInbox = true
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'checkFailed', facts: { reason: 'T-1' } })
    expect(signatures(world)).toBe(0)
  })
})

test('renews the quote of a native swap before the wallet request, after a stop', async () => {
  const world = await createWorld()
  fund(world, nativeAsk)
  world.wallet.moods.push('reject')
  const id = await begin(world, nativeAsk)
  const stopped = await untilState(world, id, 'needs_user')
  await pass(world, 120_000)
  await world.run.dispatch(id, { kind: 'retry' })
  const order = await until(world, id, isAtRest)
  expect(order.state).toBe('verified_terminal')
  expect(order.terms.requestHash).not.toBe(stopped.terms.requestHash)
  expect(world.chain.sent).toHaveLength(1)
})

describe('a nonce that another order has', () => {
  const other = { ...signedAsk, inputAmount: '1500001' }

  async function sharing(): Promise<World> {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk, 10n ** 18n)
    world.service.nonceBySecond = true
    return world
  }

  test('is refused at the review', async () => {
    const world = await sharing()
    await begin(world, signedAsk)
    await expect(review(world, other)).rejects.toThrow(/checkFailed.*V-4/)
  })

  test('is never signed twice when both orders were reviewed before', async () => {
    const world = await sharing()
    world.solver.fate = []
    const keys = [(await review(world, signedAsk)).reviewKey, (await review(world, other)).reviewKey] as const
    const first = await confirm(world, keys[0])
    const second = await confirm(world, keys[1])
    await untilState(world, first, 'pending')
    const stopped = await untilState(world, second, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'checkFailed', facts: { reason: 'V-4' } })
    expect(world.wallet.signed).toHaveLength(1)
    await pass(world, 60_000)
    await world.run.dispatch(second, { kind: 'retry' })
    await untilState(world, second, 'pending')
    expect(world.service.requests.size).toBe(2)
  })

  test('can be used by its own order after a renewal, without a loss check when it is no worse', async () => {
    const world = await sharing()
    world.wallet.moods.push('silent')
    const order = await orderAt(world, await begin(world, signedAsk))
    const stale = taskWhenApproved({ ...order, unclosed: [] }, order.terms.quoteExpirySeconds * 1_000)
    const event = await stale.run(order, world.reviewPorts, false)
    expect(event).toMatchObject({
      kind: 'requoted',
      loss: null,
      terms: { permitNonce: order.terms.permitNonce },
    })
  })
})
