import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import { canCancel } from '../../lib/order/exits/exit-rules.ts'
import { withdrawFromMs } from '../../lib/order/exits/withdraw.ts'
import type { Order } from '../../lib/order/order.ts'
import { permitExpiryMs } from '../../lib/quote/held-quote.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  createUnexecutedOrder,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, deployment } from '../harness/chains.ts'
import type { World } from '../harness/world.ts'
import { withTerms } from '../unit/order/order-fixture.ts'

const yearMs = 365 * dayMs

const swapMethods: readonly (readonly [string, QuoteRequest, ReviewChoice | undefined])[] = [
  ['signed', signedRequest, {}],
  ['native', nativeRequest, {}],
  ['inbox', inboxRequest, {}],
  ['manual', manualRequest, acrossRoute],
  ['deposit', depositRequest, { routeKey: 'deposit' }],
]

/** Returns the problem that refuses the review, or null if the review succeeds. */
async function readRefusal(world: World, request: QuoteRequest, choice: ReviewChoice = {}) {
  return world.createReview(request, account, choice).then(
    () => null,
    (thrown: { data: { code: string; facts: object } }) => thrown.data,
  )
}

interface Clocks {
  /** The machine's clock. */
  readonly machineMs?: number
  readonly serviceMs?: number
  readonly endpointsMs?: readonly number[]
  readonly permitSeconds?: number
}

/** The problem that refuses the review of a swap with these clocks, each ahead of the true time. */
async function refusalWith(clocks: Clocks, request: QuoteRequest = signedRequest, choice?: ReviewChoice) {
  const world = await createFundedWorld(request)
  world.clock.skewMs = clocks.machineMs ?? 0
  world.service.aheadMs = clocks.serviceMs ?? 0
  if (clocks.endpointsMs) world.chain.endpointsAheadMs = clocks.endpointsMs
  if (clocks.permitSeconds) world.service.permitLifeSeconds = clocks.permitSeconds
  const refusal = await readRefusal(world, request, choice)
  expect(world.wallet.prompts).toEqual([])
  return refusal
}

const tooLongPermit = { code: 'checkFailed', facts: { reason: 'V-5' } }
const ownClockOff = { code: 'ownClockOff', facts: { minutes: '9' } }

describe('a service whose clock is wrong', () => {
  describe.each(swapMethods)('%s', (_way, request, choice) => {
    test.each([
      ['73 years ahead', 73 * yearMs],
      ['eleven minutes ahead', 11 * minuteMs],
      ['eleven minutes behind', -11 * minuteMs],
      ['a year behind', -yearMs],
    ])('refuses the review when it is %s, without a wallet request', async (_what, aheadMs) => {
      expect(await refusalWith({ serviceMs: aheadMs }, request, choice)).toMatchObject({
        code: 'serviceClockOff',
      })
    })
  })

  test.each([signedRequest, nativeRequest, inboxRequest])(
    'cannot extend or hide a deadline',
    async (request) => {
      const withinTolerance = { serviceMs: 9 * minuteMs, permitSeconds: 890 }
      expect(await refusalWith(withinTolerance, request)).toMatchObject(tooLongPermit)
      expect(await refusalWith({ permitSeconds: 73 * 365 * 86_400 }, request)).toMatchObject(tooLongPermit)
    },
  )

  test('is accepted when its clock is one minute off', async () => {
    const world = await createFundedWorld(signedRequest)
    world.service.aheadMs = minuteMs
    const id = await world.startOrder(signedRequest)
    expect((await world.waitForState(id, 'verified_terminal')).fundsSettled).toBe(true)
  })

  test('is refused at the renewal when its clock changes between review and prompt', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    world.wallet.behaviours.push('silent')
    const id = await world.confirm(reviewKey)
    await world.waitForState(id, 'approve_requested')
    world.service.aheadMs = 73 * yearMs
    await world.advanceTime(2 * minuteMs)
    await world.wallet.decide(world.wallet.prompts[0]?.requestId ?? '', 'yes')
    const order = await world.waitForState(id, 'needs_user')
    expect(order.problem?.code).toBe('serviceClockOff')
    expect(world.wallet.prompts.map(({ method }) => method)).not.toContain('eth_signTypedData_v4')
  })
})

describe('the chain’s clock as reference', () => {
  test.each([
    ['one endpoint years ahead', [0, 70 * yearMs], null],
    ['one endpoint years behind', [-30 * yearMs, 0], null],
    ['the only endpoint idle for a week', [-7 * dayMs], null],
    ['both idle for a week', [-7 * dayMs, -7 * dayMs], null],
    ['the only endpoint years ahead', [70 * yearMs], 'ownClockOff'],
    ['both a day ahead', [dayMs, dayMs], 'ownClockOff'],
  ] as const)('%s', async (_what, endpointsMs, code) => {
    expect((await refusalWith({ endpointsMs }))?.code ?? null).toBe(code)
  })

  test('neither extends a permit nor hides a wrong service on an idle chain', async () => {
    const endpointsMs = [-7 * dayMs]
    expect(await refusalWith({ endpointsMs, permitSeconds: 901 })).toMatchObject(tooLongPermit)
    expect(await refusalWith({ endpointsMs, serviceMs: hourMs })).toMatchObject({
      code: 'serviceClockOff',
      facts: { minutes: '60' },
    })
  })

  test('reports unreachable endpoints instead of a quorum', async () => {
    const world = await createFundedWorld(signedRequest)
    const outcome = await world.quotes.quote('view', signedRequest, account)
    world.chain.isDown = true
    if (outcome.kind !== 'quote') throw new Error(outcome.kind)
    expect(await readRefusal(world, signedRequest)).toMatchObject({ code: 'rpcUnreachable' })
  })
})

describe('a computer whose clock is wrong', () => {
  const minutes = [-9, -5, -2, 2, 5, 9]
  const cases = swapMethods.flatMap(([way, request, choice]) =>
    minutes.map((off) => [way, off, request, choice] as const),
  )

  test.each(cases)('completes a %s swap with %i minutes', async (_way, off, request, choice) => {
    const world = await createFundedWorld(request)
    world.clock.skewMs = off * minuteMs
    const { reviewKey } = await world.createReview(request, account, choice)
    const id = await world.confirm(reviewKey)
    if (request === depositRequest) {
      expect((await world.readOrder(id)).problem).toBeNull()
      return
    }
    expect((await world.waitForState(id, 'verified_terminal')).fundsSettled).toBe(true)
  })

  test.each([-9, 9])('completes a swap with %i minutes and permits of five minutes', async (off) => {
    const world = await createFundedWorld(signedRequest)
    world.clock.skewMs = off * minuteMs
    world.service.permitLifeSeconds = 300
    const id = await world.startOrder(signedRequest)
    expect((await world.waitForState(id, 'verified_terminal')).fundsSettled).toBe(true)
  })

  test.each([-9, 9])('refuses a permit with a long life, with %i minutes', async (off) => {
    const clocks = { machineMs: off * minuteMs, permitSeconds: 901 }
    expect(await refusalWith(clocks)).toMatchObject(tooLongPermit)
  })

  test.each([
    ['one endpoint', -9, 600, [0]],
    ['an endpoint that is 30 years behind', -9, 600, [0, -30 * yearMs]],
    ['an endpoint as slow as the machine', -9, 600, [0, -9 * minuteMs]],
    ['an idle chain', -9, 600, [-dayMs, -dayMs]],
    ['an idle chain', 9, 300, [-dayMs, -dayMs]],
    ['one endpoint', 9, 300, [0]],
  ] as const)(
    'blames the person’s clock with %s, %i minutes and permits of %i s',
    async (_what, off, permitSeconds, endpointsMs) => {
      const clocks = { machineMs: off * minuteMs, permitSeconds, endpointsMs }
      expect(await refusalWith(clocks)).toMatchObject(ownClockOff)
    },
  )

  test('posts a signature given after four minutes when it is nine minutes fast', async () => {
    const world = await createFundedWorld(signedRequest, { behaviours: ['yes', 'silent'] })
    world.clock.skewMs = 9 * minuteMs
    world.service.quoteLifeSeconds = 590
    const id = await world.startOrder(signedRequest)
    const { walletRequest } = await world.waitForState(id, 'sign_requested')
    await world.advanceTime(4 * minuteMs)
    await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
    expect((await world.waitForState(id, 'verified_terminal')).fundsSettled).toBe(true)
  })

  test('refuses permits with a long life when it and the service are nine minutes slow', async () => {
    const slow = { machineMs: -9 * minuteMs, serviceMs: -9 * minuteMs }
    expect(await refusalWith({ ...slow, permitSeconds: 9 * 60 + 901 })).not.toBeNull()
  })

  test.each([
    ['set right', 8, 0],
    ['set back', 0, -8],
  ])(
    'does not pay to an expired deposit address when it was %s after the review',
    async (_what, before, after) => {
      const world = await createFundedWorld(depositRequest)
      world.clock.skewMs = before * minuteMs
      const { reviewKey } = await world.createReview(depositRequest, account, { routeKey: 'deposit' })
      await world.advanceTime(9.5 * minuteMs)
      world.clock.skewMs = after * minuteMs
      const order = await world.waitForState(await world.confirm(reviewKey), 'needs_user')
      expect(order.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
      expect(world.wallet.prompts).toEqual([])
    },
  )

  test.each([
    ['deposit', depositRequest, { routeKey: 'deposit' }],
    ['inbox', inboxRequest, {}],
  ] as const)(
    'sends no %s request whose deadline passes right before the prompt',
    async (_way, request, choice) => {
      const world = await createFundedWorld(request, { allowed: true })
      world.service.permitLifeSeconds = 120
      const { reviewKey } = await world.createReview(request, account, choice)
      const { measure } = world.chain.reader
      world.chain.reader.measure = (...read) => {
        world.chain.endpointsAheadMs = [9.5 * minuteMs, 9.5 * minuteMs]
        return measure(...read)
      }
      const order = await world.waitForState(await world.confirm(reviewKey), 'needs_user')
      expect(order.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
      expect(world.wallet.prompts).toEqual([])
    },
  )

  test('completes a swap when it is set back by nine minutes between review and prompt', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    world.clock.skewMs = -9 * minuteMs
    const id = await world.confirm(reviewKey)
    expect((await world.waitForState(id, 'verified_terminal')).fundsSettled).toBe(true)
  })

  test('blames the person’s clock at the prompt when it is set back by nine minutes and one endpoint is left', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    world.clock.skewMs = -9 * minuteMs
    world.chain.endpointsAheadMs = [0]
    const id = await world.confirm(reviewKey)
    const order = await world.waitForOrder(
      id,
      ({ state, problem }) => state === 'needs_user' || problem !== null,
    )
    expect(order.problem).toMatchObject(ownClockOff)
    expect(world.wallet.prompts.map(({ method }) => method)).not.toContain('eth_signTypedData_v4')
  })

  test.each([-24, 24])('notifies of a late swap by its real age with a skew of %i h', async (hours) => {
    const { world, id } = await createUnexecutedOrder()
    world.clock.skewMs = hours * hourMs
    await world.advanceTime(minuteMs)
    expect(world.notices).toEqual([])
    world.clock.skewMs = 0
    await world.advanceTime(5 * minuteMs)
    expect((await world.readOrder(id)).state).toBe('pending')
    expect(world.notices.map(({ kind }) => kind)).toEqual(['late'])
  })

  test('reads a late approval after a stop by the chain’s time, a day ahead', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
    const { walletRequest } = await world.waitForState(id, 'approve_requested')
    await world.run.dispatch(id, { kind: 'stop' })
    await world.advanceTime(minuteMs)
    world.clock.skewMs = 25 * hourMs
    await world.advanceTime(30 * minuteMs)
    await world.wallet.decide(walletRequest?.requestId ?? '', 'deaf')
    await world.advanceTime(30 * minuteMs)
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
  })
})

test.each<readonly [string, QuoteRequest, (order: Order) => Order]>([
  ['a permit', signedRequest, (order) => withTerms(order, { permitDeadlineSeconds: 4_102_444_800 })],
  [
    'an offset',
    signedRequest,
    (order) => withTerms(order, { clockOffsetMs: 73 * yearMs, quoteExpirySeconds: 4_102_444_800 }),
  ],
])('a stored order with a changed deadline %s gets no wallet request', async (_what, request, bent) => {
  const { world, id } = await startSwap(request, { behaviours: ['silent'] })
  const requested = await world.waitForState(id, 'approve_requested')
  await world.orders.write({ ...bent(requested), rev: requested.rev + 1 })
  await world.wallet.decide(world.wallet.prompts[0]?.requestId ?? '', 'yes')
  const order = await world.waitForOrder(
    id,
    ({ state }) => state === 'needs_user' || state === 'verified_terminal',
  )
  expect(order.state).toBe('needs_user')
  expect(world.wallet.prompts.map(({ method }) => method)).not.toContain('eth_signTypedData_v4')
})

describe('the end of a signature’s life', () => {
  test('is the deadline itself, whatever time the service reports', async () => {
    const { world, id } = await createUnexecutedOrder()
    const order = await world.readOrder(id)
    expect(permitExpiryMs({ ...order.terms, clockOffsetMs: yearMs })).toBe(
      (order.terms.permitDeadlineSeconds ?? 0) * secondMs,
    )
  })

  test('is the chain’s time: the cancellation stays possible when Ferry’s clock is a day ahead', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.clock.skewMs = dayMs
    await world.advanceTime(5 * minuteMs)
    const order = await world.readOrder(id)
    expect(canCancel(order)).toBe(true)
    await expect(reviewExit('cancel', order, account, world.reviewPorts)).resolves.toMatchObject({
      orderId: id,
    })
  })

  test('comes once the chain is past the deadline', async () => {
    const { world, id } = await createUnexecutedOrder()
    await world.advanceTime(10 * minuteMs + 30_000)
    const open = await world.readOrder(id)
    expect(canCancel(open)).toBe(true)
    await expect(reviewExit('cancel', open, account, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'notAllowed' },
    })
    await world.advanceTime(2 * minuteMs)
    expect(canCancel(await world.readOrder(id))).toBe(false)
  })

  test('does not come early because one endpoint is ahead', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.chain.endpointsAheadMs = [0, dayMs]
    const order = await world.readOrder(id)
    await expect(reviewExit('cancel', order, account, world.reviewPorts)).resolves.toMatchObject({
      orderId: id,
    })
  })
})

test('the time from which the inbox pays back is the deadline itself, also when Ferry’s clock is behind', async () => {
  const { world, id } = await startSwap(inboxRequest, { fate: [1, 5] })
  await world.waitForState(id, 'reported_terminal')
  const { deadlineSeconds } = world.acceptedRequest().issued
  const order = await world.readOrder(id)
  const bent = withTerms(order, { clockOffsetMs: -yearMs })
  expect(withdrawFromMs(bent, deployment)).toBe(deadlineSeconds * secondMs)
  await world.advanceTime(11 * minuteMs)
  world.clock.skewMs = -hourMs
  const late = await world.readOrder(id)
  await expect(reviewExit('withdraw', late, account, world.reviewPorts)).resolves.toMatchObject({
    orderId: id,
  })
})
