import { describe, expect, it } from 'vitest'
import { isStepOpen, performStep, stepText } from '../../../components/home/form-steps.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { openReview } from '../../../lib/models/open-review.ts'
import { createPickerModel } from '../../../lib/models/picker-model.ts'
import { createReviewModel } from '../../../lib/models/review-model.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import * as fakeOrders from './fake-orders.ts'
import { openApp, openQuoted } from './open-app.ts'

describe('createAppModel', () => {
  it('goes from an empty form to a review', async () => {
    const { app, pass } = await openApp()
    const { swap } = app
    expect(swap.draft.input.value).toEqual(data.usdcHarbour)
    expect(swap.draft.output.value).toEqual(data.usdcIsland)
    expect(swap.step.value).toBe('enterAmount')
    swap.draft.setAmount('ten')
    expect(swap.step.value).toBe('fixAmount')
    swap.draft.setAmount('5000')
    await pass(0)
    expect(swap.step.value).toBe('notEnough')
    swap.draft.setAmount('100')
    expect(swap.step.value).toBe('quoting')
    await pass(500)
    expect(swap.step.value).toBe('review')
  })

  it('asks for a wallet first, and still shows an indicative quote', async () => {
    const { app, pass, client } = await openQuoted({ start: { ...data.start, account: null } })
    expect(app.swap.quotes.quote.value?.executable).toBe(false)
    expect(app.swap.step.value).toBe('connect')
    void app.start.connect({ connector: 'page', id: null })
    expect(app.swap.step.value).toBe('connecting')
    client.push({ kind: 'account', account: data.account, problem: null })
    expect(app.swap.step.value).toBe('quoting')
    await pass(500)
    expect(app.swap.quotes.quote.value?.executable).toBe(true)
    expect(app.swap.step.value).toBe('review')
  })

  it('shows the list of wallets, and no error, where the opened page has several', async () => {
    const { app, client } = await openApp({ start: { ...data.start, account: null } })
    void app.start.connect({ connector: 'page', id: null })
    client.push({ kind: 'account', account: null, problem: new Problem('walletSeveral').data })
    expect(app.start.accountProblem.value).toBeNull()
    expect(app.sheet.value).toEqual({ name: 'wallets', isPageOpen: true })
  })

  it('shows the selected account when its switch closed a review', async () => {
    const { app, pass, client } = await openQuoted()
    const other = { ...data.account, address: `0x${'0b'.repeat(20)}` } as const
    client.push({ kind: 'account', account: other, problem: null })
    expect(app.reviewLeft.value).toBeNull()
    openReview(app)
    expect(app.screen.value.name).toBe('review')
    client.push({ kind: 'account', account: { ...other, chainId: 5 }, problem: null })
    expect([app.screen.value.name, app.reviewLeft.value]).toEqual(['review', null])
    client.push({ kind: 'account', account: data.account, problem: null })
    expect([app.screen.value.name, app.reviewLeft.value]).toEqual(['home', { account: data.account }])
    await pass(500)
    openReview(app)
    expect(app.reviewLeft.value).toBeNull()
  })

  it('keeps an open review when the wallet is locked', async () => {
    const { app, client } = await openQuoted()
    openReview(app)
    client.push({ kind: 'account', account: { ...data.account, isLocked: true }, problem: null })
    expect([app.screen.value.name, app.reviewLeft.value]).toEqual(['review', null])
  })

  it('requests no quote without a wallet or indicative address, except for a deposit', async () => {
    const { app, pass, client, sent } = await openApp({
      start: { ...data.start, account: null, needsWalletFirst: true },
    })
    const requestFor = () => sent('quote').length
    app.swap.draft.setAmount('100')
    await pass(500)
    expect([app.swap.step.value, app.swap.quotes.quote.value, requestFor()]).toEqual(['connect', null, 0])
    app.swap.draft.options.value = { enableDepositAddress: true, refundAddress: data.account.address }
    app.swap.draft.setReceiver(data.account.address)
    await pass(600)
    expect(requestFor()).toBe(1)
    app.swap.draft.options.value = {}
    client.push({ kind: 'account', account: data.account, problem: null })
    await pass(500)
    expect(requestFor()).toBe(2)
    expect(app.swap.step.value).toBe('review')
  })

  it('shows its last state before the background answers', async () => {
    const first = await openApp()
    first.app.swap.draft.setAmount('7')
    const never = createFakeClient({ answers: { start: () => new Promise(() => {}) } })
    const app = createAppModel({ ...first.ports, client: never, hash: '' })
    expect(app.start.view.value?.account).toEqual(data.account)
    expect(app.swap.draft.amountText.value).toBe('7')
    expect(app.start.isFresh.value).toBe(false)
  })

  it('shows that the background does not answer, and retries on demand and when the browser is online again', async () => {
    let tries = 0
    const { app, settle, isOnline } = await openApp({
      answers: {
        start: () => {
          tries++
          if (tries < 3) throw new Error('gone')
          return data.start
        },
      },
    })
    expect(app.swap.step.value).toBe('failed')
    expect(app.start.problem.value?.code).toBe('internal')
    void app.start.load()
    await settle()
    expect(app.swap.step.value).toBe('failed')
    isOnline.value = false
    isOnline.value = true
    await settle()
    expect(app.start.problem.value).toBe(null)
    expect(app.swap.step.value).toBe('enterAmount')
  })

  it('reviews no swap to oneself while the field for another receiver is open and empty', async () => {
    const { app, pass } = await openApp()
    app.swap.draft.setAmount('100')
    await pass(900)
    expect(app.swap.step.value).toBe('review')
    app.swap.draft.openReceiver()
    for (const text of ['', '  ']) {
      app.swap.draft.setReceiver(text)
      await pass(900)
      expect([app.swap.step.value, app.swap.quotes.quote.value]).toEqual(['needReceiver', null])
    }
    app.swap.draft.removeReceiver()
    await pass(900)
    expect(app.swap.step.value).toBe('review')
    expect(app.swap.quotes.quote.value?.request.receiverAddress).toBe(null)
  })

  it('does not refresh while an order has an open wallet request', async () => {
    const { pass, client, sent } = await openQuoted()
    client.push({ kind: 'order', order: fakeOrders.order(data.bornMs, { state: 'sign_requested' }) })
    await pass(120_000)
    expect(sent('quote')).toHaveLength(1)
    client.push({ kind: 'order', order: fakeOrders.order(data.bornMs, { state: 'pending', rev: 10 }) })
    await pass(0)
    expect(sent('quote')).toHaveLength(2)
  })

  it('offers to get a new quote once the old one expired while an order has an open wallet request', async () => {
    const { app, pass, settle, client, sent } = await openQuoted()
    client.push({ kind: 'order', order: fakeOrders.order(data.bornMs, { state: 'sign_requested' }) })
    expect(app.swap.step.value).toBe('review')
    await pass(120_000)
    expect([app.swap.step.value, isStepOpen(app), stepText(app)]).toEqual(['expired', true, 'form_expired'])
    performStep(app)
    await settle()
    expect([sent('quote').length, app.swap.step.value]).toEqual([2, 'review'])
  })

  it('keeps the newer state of an order, in whatever order they arrive', async () => {
    const { app, client } = await openApp()
    client.push({ kind: 'order', order: fakeOrders.doneOrder(data.bornMs, { rev: 12 }) })
    client.push({ kind: 'order', order: fakeOrders.order(data.bornMs, { rev: 11 }) })
    expect(app.orders.byId.value.get('order-1')?.state).toBe('verified_terminal')
    expect(app.orders.running.value).toEqual([])
  })

  it('shows the end of a swap whose push was lost', async () => {
    let running = [fakeOrders.order(data.bornMs)]
    const { app, client, settle } = await openApp({
      orders: [fakeOrders.doneOrder(data.bornMs, { rev: 99 })],
      answers: { start: () => ({ ...data.start, running }) },
    })
    expect(app.orders.running.value.map(({ id }) => id)).toEqual(['order-1'])
    running = []
    client.reconnect()
    await settle()
    expect([app.orders.running.value, app.orders.byId.value.get('order-1')?.rev]).toEqual([[], 99])
  })

  it('reads everything again after a reconnect', async () => {
    const { client, settle } = await openApp({ orders: [fakeOrders.order(data.bornMs)] }, '#/order/order-1')
    const before = client.sent.length
    client.reconnect()
    await settle()
    expect(client.sent.slice(before).map(({ name }) => name)).toEqual(['start', 'proposals', 'order'])
  })

  it('removes a running order that was deleted while its push was lost', async () => {
    let running = [fakeOrders.order(data.bornMs)]
    const { app, client, settle } = await openApp({ answers: { start: () => ({ ...data.start, running }) } })
    expect(app.orders.running.value).toHaveLength(1)
    running = []
    client.reconnect()
    await settle()
    expect([app.orders.running.value, app.start.ownProblem.value]).toEqual([[], null])
  })

  it('opens deep links, and goes back', async () => {
    const { app } = await openApp({}, '#/order/order-1')
    expect(app.screen.value).toEqual({ name: 'order', orderId: 'order-1' })
    app.back()
    expect(app.screen.value).toEqual({ name: 'home' })
    app.openHash('#/history')
    expect(app.screen.value).toEqual({ name: 'history' })
    app.openHash('#/nothing/<b>')
    expect(app.screen.value).toEqual({ name: 'home' })
  })
})

describe('createReviewModel', () => {
  it('confirms one time, clears the form and opens the order', async () => {
    const { app, settle, sent } = await openQuoted()
    app.go({ name: 'review', quoteKey: 'quote-1' })
    const model = createReviewModel(app, { quoteKey: 'quote-1' })
    await settle()
    await Promise.all([model.confirm(), model.confirm()])
    expect(sent('confirm')).toHaveLength(1)
    expect(app.screen.value).toEqual({ name: 'order', orderId: 'order-made' })
    expect(app.swap.draft.amountText.value).toBe('')
    app.back()
    expect(app.screen.value).toEqual({ name: 'home' })
  })
})

describe('createPickerModel', () => {
  it('offers only tokens that can be sent, until the user searches for more', async () => {
    const { app, pass } = await openApp()
    const model = createPickerModel(app, 'input')
    await pass(0)
    const chainsShown = () => new Set(model.groups.value.rest.map(({ token }) => token.chainId))
    expect([...chainsShown()].sort()).toEqual([31337, 31338, 31339])
    expect(model.canUse(1)).toBe(false)
    model.query.value = 'tk17'
    await pass(60)
    expect([...chainsShown()]).toEqual([1])
  })
})
