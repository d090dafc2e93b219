import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { minuteMs } from '../../lib/base/time.ts'
import type { Deployment } from '../../lib/deployment/deployment.ts'
import { listAllowances } from '../../lib/order/flows/revoke-review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  allow,
  begin,
  fund,
  inboxAsk,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { deployment, harbour, user } from '../harness/chains.ts'
import { viewsOf } from '../harness/views.ts'
import { createWorld, type World } from '../harness/world.ts'

/** Runs a swap to its end on an allowance that is larger than its input, so that a part stays open. */
async function over(ask: QuoteRequest = signedAsk, units = 9_000_000n) {
  const world = await createWorld('memory')
  fund(world, ask)
  allow(world, ask, units)
  const orderId = await begin(world, ask)
  await untilState(world, orderId, 'verified_terminal')
  return { world, orderId, views: viewsOf(world) }
}

const left = (world: World) => world.chain.ledger.allowance(harbour.chainId, signedAsk.inputToken, user)

describe('the list of allowances', () => {
  test('is empty after a swap that needs no allowance', async () => {
    const { views, orderId } = await over(nativeAsk)
    expect(await views.allowances(null)).toEqual([])
    await expect(views.reviewRevoke({ orderId })).rejects.toMatchObject({
      data: { code: 'notAllowed', money: 'unmoved' },
    })
  })

  test('reports an allowance without limit', async () => {
    const { world, views } = await over(signedAsk, (1n << 256n) - 1n)
    expect(left(world)).toBeGreaterThan(1n << 200n)
    expect(await views.allowances(null)).toMatchObject([
      { left: { units: null, sources: 2 }, inTheWay: null },
    ])
  })

  test.each<[string, QuoteRequest, Partial<Deployment>]>([
    [
      'the file names another Permit2 now',
      signedAsk,
      { chains: deployment.chains.map((one) => ({ ...one, permit2: user })) },
    ],
    [
      'the file no longer names the inbox',
      inboxAsk,
      { chains: deployment.chains.map((one) => ({ ...one, inboxes: [] })) },
    ],
    ['the file no longer has the chain', signedAsk, { chains: [] }],
  ])('offers no revocation where %s', async (_why, ask, changed) => {
    const { world, orderId } = await over(ask)
    const reviewPorts = { ...world.reviewPorts, deployment: { ...deployment, ...changed } }
    expect(await listAllowances(reviewPorts)).toMatchObject([{ orderId, inTheWay: 'unknownContract' }])
    const code = changed.chains?.length === 0 ? 'chainNotPinned' : 'notAllowed'
    const views = viewsOf({ ...world, reviewPorts })
    await expect(views.reviewRevoke({ orderId })).rejects.toMatchObject({ data: { code } })
  })

  test('lists the others when one allowance cannot be read, but throws on a bug of Ferry', async () => {
    const { world, views, orderId } = await over()
    const read = world.chain.reader.allowanceSeen
    const failing = (thrown: Error) =>
      Object.assign(world.chain.reader, {
        allowanceSeen: async (...parameters: Parameters<typeof read>) => {
          if (parameters[1] === signedAsk.inputToken) throw thrown
          return read(...parameters)
        },
      })
    failing(new Problem('chainNotPinned'))
    expect(await views.allowances(null)).toMatchObject([{ orderId, left: null }])
    failing(new TypeError('ours'))
    await expect(views.allowances(null)).rejects.toThrow('ours')
  })
})

describe('the revocation of an allowance', () => {
  test('is refused for an order that was restored from the backup', async () => {
    const { world, views, orderId } = await over()
    const order = await orderAt(world, orderId)
    await world.orders.write({ ...order, rev: order.rev + 1, restored: true })
    expect(await views.allowances(null)).toMatchObject([{ orderId, inTheWay: 'restored' }])
    await expect(views.reviewRevoke({ orderId })).rejects.toMatchObject({
      data: { code: 'orderRestored', money: 'unmoved' },
    })
  })

  test('ends as unknown after 15 minutes when the chain cannot be read', async () => {
    const { world, views, orderId } = await over()
    const { reviewKey } = await views.reviewRevoke({ orderId })
    world.chain.fates.push('stick')
    await views.confirmRevoke({ reviewKey })
    await until(world, orderId, ({ revoking }) => revoking?.state === 'sent')
    world.chain.isDown = true
    await pass(world, 5 * minuteMs)
    expect((await orderAt(world, orderId)).revoking?.state).toBe('sent')
    await pass(world, 10 * minuteMs)
    expect(await orderAt(world, orderId)).toMatchObject({
      state: 'verified_terminal',
      revoking: { state: 'over', problem: { code: 'revokeUnknown', money: 'unmoved' }, leftUnits: null },
    })
    world.chain.isDown = false
    expect(await until(world, orderId, isAtRest)).toMatchObject({ state: 'verified_terminal' })
  })

  test('is refused while the wallet has a request of another swap', async () => {
    const { world, views, orderId } = await over()
    fund(world, nativeAsk)
    world.wallet.moods.push('silent')
    await untilState(world, await begin(world, nativeAsk), 'send_requested')
    const count = world.wallet.prompts.length
    await expect(views.reviewRevoke({ orderId })).rejects.toMatchObject({
      data: { code: 'walletBusy', money: 'unmoved' },
    })
    expect(world.wallet.prompts).toHaveLength(count)
  })
})
