import { signal } from '@preact/signals'
import { expect } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { hourMs, minuteMs } from '../../../lib/base/time.ts'
import { createQuoteModel } from '../../../lib/models/quote-model.ts'
import { requestQuotes } from '../../../lib/models/quote-requests.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import {
  createFundedWorld,
  createUnexecutedOrder,
  nativeRequest,
  signedRequest,
} from '../../harness/actions.ts'
import { account } from '../../harness/chains.ts'
import { type Answers, createFakeClient } from '../../unit/models/fake-client.ts'
import * as data from '../../unit/models/fake-data.ts'
import { createFakePorts } from '../../unit/models/fake-ports.ts'
import { cell } from './fault-matrix.ts'
import { answerPrompt, expectSettled, expectUnchanged, holdAt, settleAtSolver } from './held-swap.ts'

/** Displays the quote of a view, with a background that answers with `quote`. */
async function displayQuote(quote: Answers['quote']) {
  const fake = createFakePorts((nowMs) => createFakeClient({ nowMs, answers: { quote } }))
  const quoteRequest = signal<QuoteRequest | null>(data.quoteRequest)
  const model = createQuoteModel()
  requestQuotes({ ...fake.ports, quotes: model, request: quoteRequest, isHeld: signal(false) })
  await fake.pass(300)
  return { ...fake, model }
}

const busyProblem = () => new Problem('serviceBusy', { reportedBy: 'service', retryAfterMs: 60_000 })

export const quoteCells = [
  cell('quote expired', 'Q', 'renews the quote while it is displayed', async () => {
    let requested = 0
    const { model, pass: passes } = await displayQuote(({ request: quoteRequest }) => {
      requested += 1
      return { kind: 'quote', quote: data.quoteFor(quoteRequest, data.bornMs + (requested - 1) * minuteMs) }
    })
    const first = model.quote.value
    await passes(minuteMs)
    expect(requested).toBe(2)
    expect(model.quote.value?.expiresMs).toBeGreaterThan(first?.expiresMs ?? Infinity)
  }),

  cell('429', 'V', 'keeps the displayed quote, marks it as ageing, and sends no early request', async () => {
    let requested = 0
    const { model, pass: passes } = await displayQuote(({ request: quoteRequest }) => {
      requested += 1
      if (requested > 1) throw busyProblem()
      return { kind: 'quote', quote: data.quoteFor(quoteRequest, data.bornMs) }
    })
    await passes(minuteMs)
    expect([model.quote.value?.request, model.isAgeing.value, model.problem.value?.code]).toEqual([
      data.quoteRequest,
      true,
      'serviceBusy',
    ])
    await passes(minuteMs / 2)
    expect(requested).toBe(2)
  }),

  cell('quote expired', 'V', 'confirms nothing from its review, and sends no wallet request', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    await world.advanceTime(minuteMs)
    await expect(world.confirm(reviewKey)).rejects.toMatchObject({
      data: { code: 'quoteExpired', money: 'nothingSent' },
    })
    expect(world.wallet.prompts).toEqual([])
  }),

  cell(
    'quote expired',
    'A',
    'renews the quote after the approval: signs one that is no worse, and stops for a worse one',
    async () => {
      for (const permille of [990n, 980n]) {
        const world = await createFundedWorld(signedRequest)
        world.service.quoteLifeSeconds = 17
        const id = await world.startOrder(signedRequest)
        world.service.quoteLifeSeconds = 60
        world.service.permille = permille
        if (permille === 990n) {
          const { terms, reviewed } = await expectSettled({ world, id }, 2)
          expect(BigInt(terms.minAmountOut)).toBeGreaterThanOrEqual(BigInt(reviewed.minAmountOut))
          expect(world.service.issued.size).toBe(2)
        } else {
          const { problem } = await world.waitForState(id, 'needs_user')
          expect(problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
          expect(world.wallet.signed).toEqual([])
        }
      }
    },
  ),

  cell('quote expired', 'T', 'requests the transaction with a renewed quote', async () => {
    const at = await holdAt('T', 'reject')
    const stopped = await at.world.waitForState(at.id, 'needs_user')
    await at.world.advanceTime(2 * minuteMs)
    await at.world.run.dispatch(at.id, { kind: 'retry' })
    const { terms } = await expectSettled(at, 2)
    expect(terms.requestHash).not.toBe(stopped.terms.requestHash)
    expect(at.world.chain.sent).toHaveLength(1)
  }),

  cell('quote expired', 'S', 'ends as unused only after the deadline of the refused signature', async () => {
    const at = await holdAt('S')
    await at.world.advanceTime(2 * minuteMs)
    at.world.service.outage = null
    await at.world.advanceTime(2 * minuteMs)
    const held = await at.world.readOrder(at.id)
    expect([held.state, at.world.service.requests.size]).toEqual(['submitting', 0])
    const order = await at.world.waitForOrder(at.id, ({ state }) => state === 'expired_unused', 1_000)
    expect(order.updatedMs).toBeGreaterThan((order.terms.permitDeadlineSeconds ?? 0) * 1000)
    expect(at.world.wallet.signed).toHaveLength(1)
  }),

  cell(
    'clock skew',
    'Q',
    'measures the clock offset from the service’s response, and displays the quote',
    async () => {
      for (const hours of [-24, 24]) {
        const world = await createFundedWorld(nativeRequest)
        world.clock.skewMs = hours * hourMs
        const outcome = await world.quotes.quote('view', nativeRequest, account)
        expect(outcome).toMatchObject({
          kind: 'quote',
          held: { response: { clockOffsetMs: -hours * hourMs } },
        })
      }
    },
  ),

  cell('clock skew', 'V', 'refuses the review, and names the person’s clock', async () => {
    for (const hours of [-24, 24]) {
      const world = await createFundedWorld(signedRequest)
      world.clock.skewMs = hours * hourMs
      await expect(world.createReview(signedRequest)).rejects.toMatchObject({
        data: { code: 'ownClockOff', facts: { minutes: '1440' } },
      })
      expect(world.wallet.prompts).toEqual([])
    }
  }),

  cell(
    'clock skew',
    'G',
    'loses only the quote when the clock jumps ahead during the wallet request',
    async () => {
      const ahead = await holdAt('G')
      ahead.world.clock.skewMs = 24 * hourMs
      await answerPrompt(ahead, 'yes')
      const stopped = await ahead.world.waitForState(ahead.id, 'needs_user')
      expect(stopped).toMatchObject({
        signature: null,
        problem: { code: 'quoteExpired', money: 'nothingSent' },
      })
      expect(ahead.world.service.submits.size).toBe(0)
      ahead.world.clock.skewMs = 0
      await ahead.world.run.dispatch(ahead.id, { kind: 'retry' })
      await expectSettled(ahead, 2)

      const behind = await holdAt('G')
      behind.world.clock.skewMs = -24 * hourMs
      await answerPrompt(behind, 'yes')
      await expectSettled(behind, 1)
    },
  ),

  cell(
    'clock skew',
    'N',
    'ends a permit by the chain’s time, not by evidence that was dated ahead',
    async () => {
      const { world, id } = await createUnexecutedOrder()
      world.service.isIndexing = false
      world.clock.skewMs = 24 * hourMs
      await world.advanceTime(5 * minuteMs)
      expect((await world.readOrder(id)).state).toBe('pending')
      // Also past the permit's end on the chain, so that Ferry reads its nonce as unused one time.
      await world.advanceTime(6 * minuteMs)
      world.clock.skewMs = 0
      const order = await world.waitForState(id, 'expired_unused')
      expect(order.fundsSettled).toBe(true)
      expect(order.updatedMs).toBeGreaterThan((order.terms.permitDeadlineSeconds ?? 0) * 1000)
    },
  ),

  cell(
    'quote expired',
    'G',
    'renews a quote with less than 15 s left before the wallet request',
    async () => {
      const world = await createFundedWorld(signedRequest, { behaviours: ['silent'] })
      world.service.quoteLifeSeconds = 17
      const id = await world.startOrder(signedRequest)
      await world.waitForState(id, 'approve_requested')
      const { quoteId } = (await world.readOrder(id)).terms
      await world.advanceTime(5_000)
      world.service.quoteLifeSeconds = 60
      await answerPrompt({ world, id }, 'yes')
      const order = await expectSettled({ world, id }, 2)
      expect(order.terms.quoteId).not.toBe(quoteId)
      expect(world.wallet.signed).toHaveLength(1)
    },
  ),

  cell(
    'clock skew',
    'P',
    'delays no end by more than one poll when the clock jumps a day back and forth',
    async () => {
      const at = await holdAt('P')
      for (const hours of [24, -24, 0, 24, 0]) {
        at.world.clock.skewMs = hours * hourMs
        await expectUnchanged(at, 40_000)
      }
      settleAtSolver(at)
      await at.world.advanceTime(6_000)
      expect((await at.world.readOrder(at.id)).statusCode).toBe(4)
      await expectSettled(at, 1)
    },
  ),
]
