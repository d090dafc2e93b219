import { type Signal, signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { followForm } from '../../../lib/models/follow-form.ts'
import { createQuoteModel } from '../../../lib/models/quote-model.ts'
import { requestQuotes } from '../../../lib/models/quote-requests.ts'
import type { QuoteReply } from '../../../lib/quote/quote-messages.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import { type Answers, createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'
import { openApp } from './open-app.ts'

const askOf = (amount: string): QuoteRequest => ({ ...data.quoteRequest, inputAmount: amount })

function setup(quote?: Answers['quote']) {
  const answers = quote === undefined ? {} : { quote }
  const fake = createFakePorts((nowMs) => createFakeClient({ nowMs, answers }))
  const quoteRequest = signal<QuoteRequest | null>(null)
  const isHeld = signal(false)
  const model = createQuoteModel()
  const dispose = requestQuotes({ ...fake.ports, quotes: model, request: quoteRequest, isHeld })
  const requested = () => fake.sent('quote').length
  /** Requests a quote of this amount, and lets a time pass. */
  async function request(amount: string, waitMs = 500): Promise<void> {
    quoteRequest.value = askOf(amount)
    await fake.pass(waitMs)
  }
  return { ...fake, quoteRequest, request, isHeld, model, dispose, requested }
}

/** Answers that the test gives in any order. */
function byHand() {
  const answers: { request: QuoteRequest; give: (reply: QuoteReply) => void }[] = []
  const quote: Answers['quote'] = ({ request: quoteRequest }) =>
    new Promise((give) => {
      answers.push({ request: quoteRequest, give })
    })
  return { answers, quote }
}

describe('requestQuotes', () => {
  it('requests at the first key, and again after the last one', async () => {
    const { quoteRequest, pass, requested, model } = setup()
    for (const amount of ['1', '10', '100']) {
      quoteRequest.value = askOf(amount)
      expect(requested()).toBe(1)
      await pass(100)
    }
    expect(requested()).toBe(1)
    await pass(500)
    expect(requested()).toBe(2)
    expect(model.quote.value?.request.inputAmount).toBe('100')
    expect(model.state.value).toBe('ready')
  })

  it('does not repeat a running request when the quote before it expires', async () => {
    const { answers, quote } = byHand()
    const { request, pass, requested, model, ports } = setup(quote)
    const nowMs = ports.clock.nowMs()
    await request('1')
    answers[0]?.give({ kind: 'quote', quote: data.quoteFor(askOf('1'), nowMs) })
    await pass(50_000)
    await request('2')
    await pass(30_000)
    expect(requested()).toBe(2)
    answers[1]?.give({ kind: 'quote', quote: data.quoteFor(askOf('2'), nowMs) })
    await pass(1)
    expect(model.quote.value?.request.inputAmount).toBe('2')
  })

  it('repeats a failed request when the browser is online again', async () => {
    const network = { isOn: false }
    const { request, ports, pass, model } = setup(({ request: wanted }) => {
      if (!network.isOn) throw new Problem('serviceUnreachable')
      return { kind: 'quote', quote: data.quoteFor(wanted, 0) }
    })
    const isOnline = ports.isOnline as Signal<boolean>
    isOnline.value = false
    await request('1')
    expect(model.state.value).toBe('failed')
    network.isOn = true
    isOnline.value = true
    await pass(1)
    expect(model.state.value).toBe('ready')
  })

  it('never shows an answer to an older request', async () => {
    const { answers, quote } = byHand()
    const { request, settle, model } = setup(quote)
    await request('100000000')
    await request('200000000')
    const [older, newer] = answers
    newer?.give({ kind: 'quote', quote: data.quoteFor(askOf('200000000'), data.bornMs) })
    await settle()
    older?.give({ kind: 'quote', quote: data.quoteFor(askOf('100000000'), data.bornMs) })
    await settle()
    expect(model.quote.value?.request.inputAmount).toBe('200000000')
  })

  it('drops an answer that arrives after the field was emptied', async () => {
    const { answers, quote } = byHand()
    const { request, quoteRequest, settle, model, client } = setup(quote)
    await request('100000000')
    quoteRequest.value = null
    answers[0]?.give({ kind: 'quote', quote: data.quoteFor(askOf('100000000'), data.bornMs) })
    await settle()
    expect(model.quote.value).toBe(null)
    expect(model.state.value).toBe('idle')
    expect(client.sent.at(-1)?.name).toBe('dropQuote')
  })

  it('keeps the old quote, marked as ageing, until the next arrives', async () => {
    const { request, quoteRequest, pass, model } = setup()
    await request('100000000')
    expect(model.isAgeing.value).toBe(false)
    quoteRequest.value = askOf('200000000')
    expect(model.quote.value?.request.inputAmount).toBe('100000000')
    expect(model.isAgeing.value).toBe(true)
    await pass(500)
    expect(model.isAgeing.value).toBe(false)
  })

  it('never shows the quote of another pair', async () => {
    const { answers, quote } = byHand()
    const { request, quoteRequest, pass, settle, model } = setup(quote)
    await request('100000000')
    answers[0]?.give({ kind: 'quote', quote: data.quoteFor(askOf('100000000'), data.bornMs) })
    await settle()
    expect(model.quote.value).not.toBe(null)
    quoteRequest.value = { ...askOf('100000000'), outputToken: nativeAddress }
    expect([model.quote.value, model.state.value]).toEqual([null, 'loading'])
    await pass(500)
    expect(model.quote.value).toBe(null)
  })

  it('refreshes at expiry while visible, and not before', async () => {
    const { request, pass, requested } = setup()
    await request('100000000', 59_999)
    expect(requested()).toBe(1)
    await pass(1)
    expect(requested()).toBe(2)
  })

  it('requests at most every 5 s where quotes arrive expired', async () => {
    const { request, pass, requested } = setup(({ request: quoteRequest }) => ({
      kind: 'quote',
      quote: data.quoteFor(quoteRequest, 0),
    }))
    await request('100000000')
    await pass(20_000)
    expect(requested()).toBe(5)
  })

  it('retries by itself when a busy service allows it, and shows the time', async () => {
    let isBusy = true
    const { request, pass, requested, model } = setup(({ request: quoteRequest }) => {
      if (!isBusy) return { kind: 'quote', quote: data.quoteFor(quoteRequest, data.bornMs) }
      throw new Problem('serviceBusy', {
        reportedBy: 'service',
        facts: { untilMs: String(data.bornMs + 20_300) },
        retryAfterMs: 20_000,
      })
    })
    await request('100000000', 0)
    expect(model.problem.value?.facts).toEqual({ untilMs: String(data.bornMs + 20_300) })
    await pass(19_999)
    expect(requested()).toBe(1)
    isBusy = false
    await pass(1)
    expect(requested()).toBe(2)
    expect([model.state.value, model.problem.value]).toEqual(['ready', null])
  })

  it('does not refresh while hidden, held or offline, and catches up afterwards', async () => {
    for (const blocked of ['isVisible', 'isHeld', 'isOnline'] as const) {
      const all = setup()
      await all.request('100000000')
      all[blocked].value = blocked === 'isHeld'
      await all.pass(200_000)
      expect(all.requested()).toBe(1)
      expect(all.model.isAgeing.value).toBe(true)
      all[blocked].value = blocked !== 'isHeld'
      await all.settle()
      expect(all.requested()).toBe(2)
    }
  })

  it('keeps the last quote next to a failure and retries on demand', async () => {
    let isBroken = false
    const { request, settle, model } = setup(({ request: quoteRequest }) => {
      if (isBroken) {
        throw new Problem('serviceFailed', { reportedBy: 'service', serverRequestId: 'r1' })
      }
      return { kind: 'quote', quote: data.quoteFor(quoteRequest, data.bornMs) }
    })
    await request('100000000')
    isBroken = true
    model.refresh()
    await settle()
    expect(model.state.value).toBe('failed')
    expect(model.problem.value?.serverRequestId).toBe('r1')
    expect(model.quote.value).not.toBe(null)
    expect(model.isAgeing.value).toBe(true)
    isBroken = false
    model.refresh()
    await settle()
    expect(model.state.value).toBe('ready')
    expect(model.problem.value).toBe(null)
  })

  it('sends nothing after it is disposed', async () => {
    const { quoteRequest, pass, requested, dispose } = setup()
    quoteRequest.value = askOf('100000000')
    quoteRequest.value = askOf('200000000')
    dispose()
    await pass(100_000)
    // The first key requests immediately; the pause after the second never ends.
    expect(requested()).toBe(1)
  })
})

it('requests a quote for an amount typed before its code was loaded, once the code is there', async () => {
  const { ports, settle, sent } = createFakePorts((nowMs) => createFakeClient({ nowMs }))
  const app = createAppModel(ports)
  app.swap.draft.pick('input', data.usdcHarbour)
  app.swap.draft.pick('output', data.usdcIsland)
  app.swap.draft.setAmount('100')
  await settle()
  await app.swap.quotes.refresh()
  expect([app.swap.step.value, sent('quote')]).toEqual(['quoting', []])
  followForm(app)
  await settle()
  expect(sent('quote')).toHaveLength(1)
  expect(app.swap.step.value).toBe('review')
})

it('forgets the form and the pairs when another view deleted the history', async () => {
  const { app, client, pass } = await openApp()
  app.swap.draft.setAmount('100')
  app.swap.draft.setReceiver('0xab')
  app.recentPairs.put(data.usdcHarbour, data.usdcIsland)
  await pass(300)
  client.push({ kind: 'wiped' })
  await pass(300)
  expect([app.swap.draft.amountText.value, app.swap.draft.receiverText.value]).toEqual(['', ''])
  expect(app.recentPairs.pairs.value).toEqual([])
})

it('requests a quote again after the wallet of a watched account is connected', async () => {
  const watched = { ...data.account, wallet: null }
  const isWatching = { now: true }
  const quote: Answers['quote'] = ({ request }) => ({
    kind: 'quote',
    quote: data.quoteFor(request, 0, { executable: !isWatching.now, expiresMs: Number.MAX_SAFE_INTEGER }),
  })
  const start = { ...data.start, account: watched }
  const { app, ...fake } = await openApp({ start, answers: { quote } })
  const { client, pass } = fake
  app.swap.draft.setAmount('100')
  await pass(300)
  expect(app.swap.step.value).toBe('connect')
  isWatching.now = false
  client.push({ kind: 'account', account: data.account, problem: null })
  await pass(300)
  expect(app.swap.step.value).toBe('review')
})
