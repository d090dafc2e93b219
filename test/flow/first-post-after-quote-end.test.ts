import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { createFundedWorld, signedRequest } from '../harness/actions.ts'
import type { Fault } from '../harness/fake-service.ts'

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

/** Starts a swap whose first POSTs do not leave: Ferry's own `submit` refuses them before anything is sent. */
async function startRefusedPosts(refusal: () => Problem, before: readonly Fault[] = []) {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  const { service, faults, submits } = world.service
  const { submit } = service
  const held = { isRefusing: false }
  Object.assign(service, {
    submit(...parameters: Parameters<typeof submit>) {
      if (held.isRefusing && faults.submit.length === 0) return Promise.reject(refusal())
      return submit(...parameters)
    },
  })
  const { reviewKey } = await world.createReview(signedRequest)
  held.isRefusing = true
  faults.submit.push(...before)
  const id = await world.confirm(reviewKey)
  return { world, id, held, submits }
}

const refusals = [
  ['the service asked for a pause', () => new Problem('serviceBusy', { retryAfterMs: 9_000 })],
  ['a host is not allowed', () => new Problem('hostsNotAllowed', { retryAfterMs: 2_000 })],
] as const

describe.each(refusals)('a first POST that does not leave because %s', (_name, refusal) => {
  test('does not count, and leaves later while the quote is valid', async () => {
    const { world, id, held } = await startRefusedPosts(refusal)
    const waiting = await world.waitForOrder(id, ({ problem }) => problem !== null)
    expect(waiting).toMatchObject({ state: 'submitting', submitCount: 0, problem: { money: 'signedUnused' } })
    held.isRefusing = false
    await world.waitForState(id, 'verified_terminal')
  })

  test('never leaves after the quote ended: the swap returns to the person', async () => {
    const { world, id, held, submits } = await startRefusedPosts(refusal)
    await world.waitForState(id, 'submitting')
    await world.advanceTime(62 * secondMs)
    held.isRefusing = false
    const order = await world.waitForState(id, 'needs_user')
    expect(order).toMatchObject({
      submitBody: null,
      problem: { code: 'quoteExpired', money: 'nothingSent' },
      liveRequests: [{ record: { purpose: 'sign' }, terms: { permitNonce: order.terms.permitNonce } }],
    })
    expect(submits.size).toBe(0)
  })

  test('leaves it unknown whether the service has the request, after a POST without an answer', async () => {
    const { world, id } = await startRefusedPosts(refusal, [{ code: 'serviceTimeout' }])
    const { code } = refusal().data
    const order = await world.waitForOrder(id, ({ problem }) => problem?.code === code)
    expect(order).toMatchObject({ submitCount: 1, problem: { money: 'unknown' } })
  })
})

test('a pause of the service that outlasts the quote does not delay the return to the person', async () => {
  const pause = () => new Problem('serviceBusy', { retryAfterMs: 10 * minuteMs })
  const { world, id } = await startRefusedPosts(pause)
  await world.waitForState(id, 'submitting')
  await world.advanceTime(62 * secondMs)
  expect((await world.readOrder(id)).state).toBe('needs_user')
})

test('a first POST does not leave if its quote ended while it waited for its turn', async () => {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  const { reviewKey } = await world.createReview(signedRequest)
  const { submit } = world.service.service
  Object.assign(world.service.service, {
    async submit(body: string, options: Parameters<typeof submit>[1]) {
      await new Promise<void>((resolve) => world.clock.after(61 * secondMs, resolve))
      if (options.isTooLate?.() === true) throw new Problem('quoteExpired')
      return submit(body, options)
    },
  })
  const id = await world.confirm(reviewKey)
  const order = await world.waitForState(id, 'needs_user')
  expect(order.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
  expect(world.service.submits.size).toBe(0)
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
