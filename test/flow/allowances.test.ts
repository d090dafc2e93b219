import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { minuteMs } from '../../lib/base/time.ts'
import type { Deployment } from '../../lib/deployment/schema.ts'
import { listAllowances } from '../../lib/order/allowance-reads.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { inboxRequest, nativeRequest, signedRequest, startSwap } from '../harness/actions.ts'
import { deployment, harbour, user } from '../harness/chains.ts'
import { createViews } from '../harness/views.ts'
import type { World } from '../harness/world.ts'

/** Runs a swap to its end on an allowance that is larger than its input, so that a part stays open. */
async function finishWithLeftoverAllowance(request: QuoteRequest = signedRequest, units = 9_000_000n) {
  const { world, id: orderId } = await startSwap(request, { allowed: units })
  await world.waitForState(orderId, 'verified_terminal')
  return { world, orderId, views: createViews(world) }
}

const readLeftoverAllowance = (world: World) =>
  world.chain.ledger.allowance(harbour.chainId, signedRequest.inputToken, user)

describe('the list of allowances', () => {
  test('is empty after a swap that needs no allowance', async () => {
    const { views, orderId } = await finishWithLeftoverAllowance(nativeRequest)
    expect(await views.allowances(null)).toEqual([])
    await expect(views.reviewExit({ kind: 'revoke', orderId })).rejects.toMatchObject({
      data: { code: 'notAllowed', money: 'unmoved' },
    })
  })

  test('reports an allowance without limit', async () => {
    const { world, views } = await finishWithLeftoverAllowance(signedRequest, (1n << 256n) - 1n)
    expect(readLeftoverAllowance(world)).toBeGreaterThan(1n << 200n)
    expect(await views.allowances(null)).toMatchObject([
      { left: { units: null, sources: 2 }, revokeBlockedBy: null },
    ])
  })

  test.each<[string, QuoteRequest, Partial<Deployment>]>([
    [
      'the file names another Permit2 now',
      signedRequest,
      { chains: deployment.chains.map((one) => ({ ...one, permit2: user })) },
    ],
    [
      'the file no longer names the inbox',
      inboxRequest,
      { chains: deployment.chains.map((one) => ({ ...one, inboxes: [] })) },
    ],
    ['the file no longer has the chain', signedRequest, { chains: [] }],
  ])('offers no revocation where %s', async (_why, request, changed) => {
    const { world, orderId } = await finishWithLeftoverAllowance(request)
    const reviewPorts = { ...world.reviewPorts, deployment: { ...deployment, ...changed } }
    expect(await listAllowances(reviewPorts)).toMatchObject([{ orderId, revokeBlockedBy: 'unknownContract' }])
    const code = changed.chains?.length === 0 ? 'chainNotPinned' : 'notAllowed'
    const views = createViews({ ...world, reviewPorts })
    await expect(views.reviewExit({ kind: 'revoke', orderId })).rejects.toMatchObject({ data: { code } })
  })

  test('lists the others when one allowance cannot be read, but throws on a bug of Ferry', async () => {
    const { world, views, orderId } = await finishWithLeftoverAllowance()
    const read = world.chain.reader.allowanceEvidence
    const failing = (thrown: Error) =>
      Object.assign(world.chain.reader, {
        allowanceEvidence: async (...parameters: Parameters<typeof read>) => {
          if (parameters[1] === signedRequest.inputToken) throw thrown
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
    const { world, views, orderId } = await finishWithLeftoverAllowance()
    const order = await world.readOrder(orderId)
    await world.orders.write({ ...order, rev: order.rev + 1, restored: true })
    expect(await views.allowances(null)).toMatchObject([{ orderId, revokeBlockedBy: 'restored' }])
    await expect(views.reviewExit({ kind: 'revoke', orderId })).rejects.toMatchObject({
      data: { code: 'orderRestored', money: 'unmoved' },
    })
  })

  test('ends as unknown after 15 minutes when the chain cannot be read', async () => {
    const { world, views, orderId } = await finishWithLeftoverAllowance()
    const { reviewKey } = await views.reviewExit({ kind: 'revoke', orderId })
    world.chain.fates.push('stick')
    await views.confirmExit({ kind: 'revoke', reviewKey })
    await world.waitForOrder(orderId, ({ revoking }) => revoking?.state === 'sent')
    world.chain.isDown = true
    await world.advanceTime(5 * minuteMs)
    expect((await world.readOrder(orderId)).revoking?.state).toBe('sent')
    await world.advanceTime(10 * minuteMs)
    expect(await world.readOrder(orderId)).toMatchObject({
      state: 'verified_terminal',
      revoking: { state: 'over', problem: { code: 'revokeNotSent', money: 'unmoved' }, leftUnits: null },
    })
    world.chain.isDown = false
    expect(await world.waitForEnd(orderId)).toMatchObject({ state: 'verified_terminal' })
  })

  test('is refused while the wallet has a request of another swap', async () => {
    const { world, views, orderId } = await finishWithLeftoverAllowance()
    world.fund(nativeRequest)
    world.wallet.behaviours.push('silent')
    await world.waitForState(await world.startOrder(nativeRequest), 'send_requested')
    const count = world.wallet.prompts.length
    await expect(views.reviewExit({ kind: 'revoke', orderId })).rejects.toMatchObject({
      data: { code: 'walletBusy', money: 'unmoved' },
    })
    expect(world.wallet.prompts).toHaveLength(count)
  })
})
