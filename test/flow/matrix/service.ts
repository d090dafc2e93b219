import { expect } from 'vitest'
import { minuteMs } from '../../../lib/base/time.ts'
import { makeReview, orderOf } from '../../../lib/review/review.ts'
import {
  account,
  allOf,
  allow,
  fund,
  nativeAsk,
  orderAt,
  pass,
  review,
  signedAsk,
  untilState,
} from '../../harness/actions.ts'
import { createWorld, type World } from '../../harness/world.ts'
import { cell } from './fault-matrix.ts'
import { heldAt, settles, solve } from './held-swap.ts'
import { onWire, revokeHosts, type WireFault, wireFaults } from './wire.ts'

type Fault = WireFault | 'hosts revoked'

/** The problem code of each fault where the person waits for the answer. */
const codes = {
  'network down': 'serviceUnreachable',
  '429': 'serviceBusy',
  '5xx': 'serviceFailed',
  'malformed JSON': 'serviceNotJson',
  'HTML page': 'serviceNotJson',
  'origin not allowed': 'serviceOriginNotAllowed',
  'hosts revoked': 'hostsNotAllowed',
} as const satisfies { readonly [fault in Fault]: string }

/** Causes a fault. The returned function ends it. */
const begins = (world: World, fault: Fault): (() => void) =>
  fault === 'hosts revoked' ? revokeHosts(world) : onWire(world, wireFaults[fault])

/** Runs a swap through a fault at one step, long enough that a wrong conclusion would show. */
async function outlasts(step: 'S' | 'P' | 'N', fault: Fault): Promise<void> {
  const at = await heldAt(step)
  at.world.service.outage = null
  const ends = begins(at.world, fault)
  at.world.noticeFails = false
  if (step === 'P') solve(at)
  // A signed quote is valid for a minute.
  await pass(at.world, step === 'S' ? minuteMs / 3 : minuteMs)
  const held = await orderAt(at.world, at.id)
  if (step === 'S') expect([held.state, at.world.service.submits.size]).toEqual(['submitting', 0])
  // No faulty response counts as an end or as a problem of the swap.
  if (step === 'P') expect([held.statusCode ?? 0, held.notice, held.problem]).toEqual([0, null, null])
  if (step === 'N') expect(held).toMatchObject({ state: 'verified_terminal', problem: null })
  if (step === 'N') expect(at.world.notices).toHaveLength(1)
  ends()
  await settles(at, 1)
}

/**
 * Makes the service unreachable or denied between the review and the wallet request. The wallet gets no
 * request until that ends.
 */
async function askedOnlyAfter(column: 'A' | 'G' | 'T', fault: Fault): Promise<void> {
  const world = await createWorld()
  const ask = column === 'T' ? nativeAsk : signedAsk
  fund(world, ask)
  if (column === 'G') allow(world, ask)
  const { reviewKey, questions } = await review(world, ask)
  const order = await orderOf(reviewKey, account, world.reviewPorts, { agreed: allOf(questions) })
  // The access check of the review is still fresh. A new background does not know it.
  await world.restart()
  const ends = begins(world, fault)
  await world.run.start(order)
  await pass(world, 10_000)
  expect(world.wallet.prompts).toEqual([])
  ends()
  const { state, problem } = await orderAt(world, order.id)
  if (state === 'needs_user') {
    expect(problem).toMatchObject({ code: codes[fault], money: 'nothingSent' })
    await world.run.dispatch(order.id, { kind: 'retry' })
  }
  await settles({ world, id: order.id }, column === 'A' ? 2 : 1)
}

export const serviceCells = [
  cell(
    ['network down', '429', '5xx', 'malformed JSON', 'HTML page', 'origin not allowed', 'hosts revoked'],
    'Q',
    'returns no quote, names the reason, and stores nothing',
    async (_column, fault) => {
      const world = await createWorld()
      fund(world, signedAsk)
      const ends = begins(world, fault)
      const asked = world.quotes.quote('view', signedAsk, account)
      const expected = { data: { code: codes[fault], money: 'nothingSent' } }
      await Promise.all([expect(asked).rejects.toMatchObject(expected), pass(world, minuteMs)])
      ends()
      expect((await world.quotes.quote('view', signedAsk, account)).kind).toBe('quote')
    },
  ),

  cell(
    ['network down', 'origin not allowed', 'hosts revoked'],
    'V',
    'makes no review, and sends no wallet request',
    async (_column, fault) => {
      const world = await createWorld()
      fund(world, signedAsk)
      const outcome = await world.quotes.quote('view', signedAsk, account)
      const ends = begins(world, fault)
      if (outcome.kind !== 'quote') throw new Error(outcome.kind)
      const reviewing = makeReview(outcome.held, account, world.reviewPorts)
      const expected = { data: { code: codes[fault], money: 'nothingSent' } }
      await Promise.all([expect(reviewing).rejects.toMatchObject(expected), pass(world, 20_000)])
      expect(world.wallet.prompts).toEqual([])
      ends()
      expect((await makeReview(outcome.held, account, world.reviewPorts)).reviewKey).not.toBe('')
    },
  ),

  cell(
    'hosts revoked',
    ['A', 'G', 'T'],
    'sends the wallet request once the access is granted again',
    askedOnlyAfter,
  ),
  cell(
    ['network down', 'origin not allowed'],
    'G',
    'requests no signature that could not be submitted',
    askedOnlyAfter,
  ),

  cell(
    ['network down', '429', '5xx', 'malformed JSON', 'HTML page', 'origin not allowed', 'hosts revoked'],
    'S',
    'stores the same bytes, which are accepted once',
    outlasts,
  ),
  cell(
    ['network down', '429', '5xx', 'malformed JSON', 'HTML page', 'origin not allowed', 'hosts revoked'],
    'P',
    'keeps the last good status, and notifies of nothing else',
    outlasts,
  ),
  cell(
    ['network down', '5xx', 'malformed JSON', 'HTML page', 'hosts revoked'],
    'N',
    'notifies of the known end, and keeps it',
    outlasts,
  ),

  cell(
    'origin not allowed',
    'T',
    'renews no quote, so that nothing is sent until access is granted',
    async () => {
      const at = await heldAt('T', 'reject')
      await untilState(at.world, at.id, 'needs_user')
      await pass(at.world, 2 * minuteMs)
      const ends = begins(at.world, 'origin not allowed')
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await pass(at.world, 10_000)
      expect(await orderAt(at.world, at.id)).toMatchObject({
        state: 'needs_user',
        problem: { code: 'serviceOriginNotAllowed', money: 'nothingSent' },
      })
      expect(at.world.wallet.prompts).toHaveLength(1)
      ends()
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await settles(at, 2)
    },
  ),
]
