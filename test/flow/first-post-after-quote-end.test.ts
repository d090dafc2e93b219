import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { createFundedWorld, signedRequest } from '../harness/actions.ts'

/** Ends the background right after it stored the signature's body, before the first POST. */
async function stopBeforeFirstPost(sleepMs: number) {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  const { orders } = world
  const { write } = orders
  Object.assign(orders, {
    async write(order: Parameters<typeof write>[0]) {
      await write(order)
      if (order.state === 'submitting' && order.submitCount === 0) world.life.isDead = true
    },
  })
  const id = await world.startOrder(signedRequest)
  await world.advanceTime(5 * secondMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'submitting', submitCount: 0 })
  Object.assign(orders, { write })
  await world.sleepAndRestart(sleepMs)
  return { world, id }
}

describe('a start of the background before the first POST of a signature', () => {
  test('posts it while its quote is valid', async () => {
    const { world, id } = await stopBeforeFirstPost(20 * secondMs)
    await world.waitForState(id, 'verified_terminal')
    expect(world.service.submits.size).toBe(1)
  })

  test.each([70 * secondMs, 30 * minuteMs])(
    'posts nothing after the quote ended, %i ms later',
    async (sleepMs) => {
      const { world, id } = await stopBeforeFirstPost(sleepMs)
      const order = await world.waitForState(id, 'needs_user')
      expect(order).toMatchObject({
        signature: null,
        submitBody: null,
        problem: { code: 'quoteExpired', money: 'nothingSent' },
        // The page may have the signature too.
        liveRequests: [{ record: { purpose: 'sign' }, terms: { permitNonce: order.terms.permitNonce } }],
      })
      expect(world.service.submits.size).toBe(0)
    },
  )

  test('asks before a second signature that the first one could double', async () => {
    const { world, id } = await stopBeforeFirstPost(70 * secondMs)
    await world.waitForState(id, 'needs_user')
    world.allowPermit2(signedRequest, 10n ** 30n)
    await world.run.dispatch(id, { kind: 'retry' })
    await world.waitForOrder(id, ({ problem }) => problem?.code === 'earlierSignature')
    await world.run.dispatch(id, { kind: 'retry' })
    await world.waitForState(id, 'verified_terminal')
    expect(world.service.submits.size).toBe(1)
  })
})

test('a POST that the service may have is repeated after the quote ended, with the same bytes', async () => {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  const id = await world.startOrder(signedRequest)
  const posts: { readonly body: string; readonly atMs: number }[] = []
  Object.assign(world.service.service, {
    async submit(body: string) {
      posts.push({ body, atMs: world.clock.nowMs() })
      throw new Problem('serviceUnreachable')
    },
  })
  await world.advanceTime(3 * minuteMs)
  const { terms, state } = await world.readOrder(id)
  expect(state).toBe('submitting')
  expect(posts.at(-1)?.atMs).toBeGreaterThan(terms.quoteExpirySeconds * secondMs)
  expect(new Set(posts.map(({ body }) => body)).size).toBe(1)
})
