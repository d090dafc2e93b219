import { expect } from 'vitest'
import { minuteMs } from '../../../lib/base/time.ts'
import { confirmReview } from '../../../lib/order/confirm-review.ts'
import { makeReview } from '../../../lib/review/review.ts'
import { createFundedWorld, nativeRequest, signedRequest } from '../../harness/actions.ts'
import { account } from '../../harness/chains.ts'
import type { World } from '../../harness/world.ts'
import { consentCodesOf } from '../../harness/world-actions.ts'
import { cell } from './fault-matrix.ts'
import { expectSettled, holdAt, settleAtSolver } from './held-swap.ts'
import { revokeHosts, useRealClient, type WireFault, wireFaults } from './wire.ts'

type Fault = WireFault | 'hosts revoked'

/** The problem code of each fault where the person waits for the answer. */
const problemCodes = {
  'network down': 'serviceUnreachable',
  '429': 'serviceBusy',
  '5xx': 'serviceFailed',
  'malformed JSON': 'otherServerAnswered',
  'HTML page': 'otherServerAnswered',
  'origin not allowed': 'serviceOriginNotAllowed',
  'hosts revoked': 'hostsNotAllowed',
} as const satisfies { readonly [fault in Fault]: string }

/** Causes a fault. The returned function ends it. */
const causeFault = (world: World, fault: Fault): (() => void) =>
  fault === 'hosts revoked' ? revokeHosts(world) : useRealClient(world, wireFaults[fault])

/** Runs a swap through a fault at one step, long enough that a wrong conclusion would show. */
async function runThroughFault(step: 'S' | 'P' | 'N', fault: Fault): Promise<void> {
  const at = await holdAt(step)
  at.world.service.outage = null
  const ends = causeFault(at.world, fault)
  at.world.failsNotices = false
  if (step === 'P') settleAtSolver(at)
  // A signed quote is valid for a minute.
  await at.world.advanceTime(step === 'S' ? minuteMs / 3 : minuteMs)
  const held = await at.world.readOrder(at.id)
  if (step === 'S') expect([held.state, at.world.service.submits.size]).toEqual(['submitting', 0])
  // No faulty response counts as an end or as a problem of the swap.
  if (step === 'P') expect([held.statusCode ?? 0, held.notification, held.problem]).toEqual([0, null, null])
  if (step === 'N') expect(held).toMatchObject({ state: 'verified_terminal', problem: null })
  if (step === 'N') expect(at.world.notices).toHaveLength(1)
  ends()
  await expectSettled(at, 1)
}

/**
 * Makes the service unreachable or denied between the review and the wallet request. The wallet gets no
 * request until that ends.
 */
async function expectRequestAfterFault(column: 'A' | 'G' | 'T', fault: Fault): Promise<void> {
  const request = column === 'T' ? nativeRequest : signedRequest
  const world = await createFundedWorld(request, { allowed: column === 'G' })
  const { reviewKey, requiredConsents } = await world.createReview(request)
  const order = await confirmReview(reviewKey, account, world.reviewPorts, {
    consents: consentCodesOf(requiredConsents),
  })
  // The access check of the review is still fresh. A new background does not know it.
  await world.restart()
  const ends = causeFault(world, fault)
  await world.run.start(order)
  await world.advanceTime(10_000)
  expect(world.wallet.prompts).toEqual([])
  ends()
  const { state, problem } = await world.readOrder(order.id)
  if (state === 'needs_user') {
    expect(problem).toMatchObject({ code: problemCodes[fault], money: 'nothingSent' })
    await world.run.dispatch(order.id, { kind: 'retry' })
  }
  await expectSettled({ world, id: order.id }, column === 'A' ? 2 : 1)
}

export const serviceCells = [
  cell(
    ['network down', '429', '5xx', 'malformed JSON', 'HTML page', 'origin not allowed', 'hosts revoked'],
    'Q',
    'returns no quote, names the reason, and stores nothing',
    async (_column, fault) => {
      const world = await createFundedWorld(signedRequest)
      const ends = causeFault(world, fault)
      const requested = world.quotes.quote('view', signedRequest, account)
      const expected = { data: { code: problemCodes[fault], money: 'nothingSent' } }
      await Promise.all([expect(requested).rejects.toMatchObject(expected), world.advanceTime(minuteMs)])
      ends()
      expect((await world.quotes.quote('view', signedRequest, account)).kind).toBe('quote')
    },
  ),

  cell(
    ['network down', 'origin not allowed', 'hosts revoked'],
    'V',
    'makes no review, and sends no wallet request',
    async (_column, fault) => {
      const world = await createFundedWorld(signedRequest)
      const outcome = await world.quotes.quote('view', signedRequest, account)
      const ends = causeFault(world, fault)
      if (outcome.kind !== 'quote') throw new Error(outcome.kind)
      const reviewing = makeReview(outcome.held, account, world.reviewPorts)
      const expected = { data: { code: problemCodes[fault], money: 'nothingSent' } }
      await Promise.all([expect(reviewing).rejects.toMatchObject(expected), world.advanceTime(20_000)])
      expect(world.wallet.prompts).toEqual([])
      ends()
      expect((await makeReview(outcome.held, account, world.reviewPorts)).reviewKey).not.toBe('')
    },
  ),

  cell(
    'hosts revoked',
    ['A', 'G', 'T'],
    'sends the wallet request once the access is granted again',
    expectRequestAfterFault,
  ),
  cell(
    ['network down', 'origin not allowed'],
    'G',
    'requests no signature that could not be submitted',
    expectRequestAfterFault,
  ),

  cell(
    ['network down', '429', '5xx', 'malformed JSON', 'HTML page', 'origin not allowed', 'hosts revoked'],
    'S',
    'stores the same bytes, which are accepted once',
    runThroughFault,
  ),
  cell(
    ['network down', '429', '5xx', 'malformed JSON', 'HTML page', 'origin not allowed', 'hosts revoked'],
    'P',
    'keeps the last good status, and notifies of nothing else',
    runThroughFault,
  ),
  cell(
    ['network down', '5xx', 'malformed JSON', 'HTML page', 'hosts revoked'],
    'N',
    'notifies of the known end, and keeps it',
    runThroughFault,
  ),

  cell(
    'origin not allowed',
    'T',
    'renews no quote, so that nothing is sent until access is granted',
    async () => {
      const at = await holdAt('T', 'reject')
      await at.world.waitForState(at.id, 'needs_user')
      await at.world.advanceTime(2 * minuteMs)
      const ends = causeFault(at.world, 'origin not allowed')
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await at.world.advanceTime(10_000)
      expect(await at.world.readOrder(at.id)).toMatchObject({
        state: 'needs_user',
        problem: { code: 'serviceOriginNotAllowed', money: 'nothingSent' },
      })
      expect(at.world.wallet.prompts).toHaveLength(1)
      ends()
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await expectSettled(at, 2)
    },
  ),
]
