import { expect, it } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { createOrderModel } from '../../../lib/models/order-model.ts'
import { sendInstead } from '../../../lib/models/repeat-swap.ts'
import { createReviewModel } from '../../../lib/models/review-model.ts'
import * as data from './fake-data.ts'
import * as fakeOrders from './fake-orders.ts'
import { openApp } from './open-app.ts'

it('names the answers that are missing one after the other: the address ending, the boxes left, the word', async () => {
  const quote = data.quoteFor(data.quoteRequest, data.bornMs)
  const part = {
    loss: { ...data.reviewFor(quote, 0).loss, level: 'typed' as const, percent: '50.00' },
    requiredConsents: [
      { code: 'unprovenRoute', facts: {} },
      { code: 'priceNotChecked', facts: {} },
    ],
    proposal: {
      swapId: 'swap-1',
      site: { origin: 'https://shop.example', unicode: null },
      receiverChoices: ['dc79c8', '1111ab', '2222cd'],
    },
  } as const
  const answers = { review: () => data.reviewFor(quote, data.bornMs, part) }
  const { app, settle } = await openApp({ answers })
  const model = createReviewModel(app, { quoteKey: 'quote-1' })
  await settle()
  expect(model.missingAnswer.value).toEqual({ kind: 'ending' })
  model.receiverEnding.value = 'dc79c8'
  expect(model.missingAnswer.value).toEqual({ kind: 'boxes', left: 2 })
  model.agree('priceNotChecked', true)
  expect(model.missingAnswer.value).toEqual({ kind: 'boxes', left: 1 })
  model.agree('unprovenRoute', true)
  expect(model.missingAnswer.value).toEqual({ kind: 'word' })
  model.typedWord.value = 'lose'
  expect(model.missingAnswer.value).toBeNull()
  expect(model.isAgreed.value).toBe(true)
})

it('counts the box of a large loss with the consents', async () => {
  const quote = data.quoteFor(data.quoteRequest, data.bornMs)
  const part = {
    loss: { ...data.reviewFor(quote, 0).loss, level: 'confirm' as const, percent: '12.00' },
    requiredConsents: [{ code: 'priceNotChecked', facts: {} }],
  } as const
  const answers = { review: () => data.reviewFor(quote, data.bornMs, part) }
  const { app, settle } = await openApp({ answers })
  const model = createReviewModel(app, { quoteKey: 'quote-1' })
  await settle()
  expect(model.missingAnswer.value).toEqual({ kind: 'boxes', left: 2 })
  model.hasAgreed.value = true
  expect(model.missingAnswer.value).toEqual({ kind: 'boxes', left: 1 })
  model.agree('priceNotChecked', true)
  expect(model.missingAnswer.value).toBeNull()
})

it.each(['quoteExpired', 'notAllowed'] as const)(
  'offers a new quote instead of another press after %s',
  async (code) => {
    const quote = data.quoteFor(data.quoteRequest, data.bornMs)
    const answers = {
      review: () => data.reviewFor(quote, data.bornMs),
      confirm: () => {
        throw new Problem(code)
      },
    }
    const { app, settle } = await openApp({ answers })
    const model = createReviewModel(app, { quoteKey: 'quote-1' })
    await settle()
    await model.confirm()
    expect(model.problem.value?.code).toBe(code)
    expect(model.isSpent.value).toBe(true)
  },
)

it('prepares a swap that could not be signed as a transaction, after abandoning the first one', async () => {
  const { app, settle } = await openApp()
  const { request } = fakeOrders.order(0).reviewed
  const receiverAddress = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
  const stopped = fakeOrders.order(0, {
    reviewed: {
      ...fakeOrders.order(0).reviewed,
      request: { ...request, receiverAddress, options: { refuel: true } },
    },
  })
  let isOverOrPutAway = false
  app.go({ name: 'order', orderId: stopped.id })
  await sendInstead(app, stopped, async () => {
    isOverOrPutAway = app.screen.value.name === 'order'
    return true
  })
  await settle()
  expect(isOverOrPutAway).toBe(true)
  expect(app.screen.value.name).toBe('home')
  const { draft } = app.swap
  expect(draft.options.value).toEqual({ refuel: true, useInbox: true })
  expect(draft.amountText.value).toBe('100')
  expect([draft.receiverText.value, draft.isReceiverOpen.value]).toEqual([receiverAddress, true])
})

it('prepares no second swap while the first one could not be stopped', async () => {
  const stopped = fakeOrders.order(0)
  const { app, settle } = await openApp({
    orders: [stopped],
    answers: { stopOrder: () => Promise.reject(new Problem('internal')) },
  })
  app.go({ name: 'order', orderId: stopped.id })
  const model = createOrderModel(app, stopped.id)
  await settle()
  await sendInstead(app, stopped, model.stop)
  expect([app.screen.value.name, app.swap.draft.amountText.value]).toEqual(['order', ''])
  expect(model.problem.value?.code).toBe('internal')
  model.dispose()
})
