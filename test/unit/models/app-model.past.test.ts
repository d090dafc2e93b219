import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { quoteRequestOfOrder } from '../../../lib/history/past-quote-request.ts'
import type { AppModel } from '../../../lib/models/app-model.ts'
import { createExperienceModel } from '../../../lib/models/experience-model.ts'
import { repeatSwap } from '../../../lib/models/repeat-swap.ts'
import type { QuoteView } from '../../../lib/quote/quote-view.ts'
import { known, withRoutes } from '../../screens/history-data.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import * as fakeOrders from './fake-orders.ts'
import { openApp } from './open-app.ts'

const failure = new Problem('storageFailed', { money: 'unknown' })

describe('past results', () => {
  it('are requested once for the routes of a quote, not at each refresh', async () => {
    const quote = signal<QuoteView | null>(null)
    const client = createFakeClient({ answers: { experience: () => known } })
    const model = createExperienceModel(client, quote)
    quote.value = withRoutes(data.quoteRequest)
    quote.value = withRoutes({ ...data.quoteRequest, inputAmount: '7' })
    await Promise.resolve()
    await Promise.resolve()
    expect(model.byRoute.value).toEqual(known)
    expect(client.sent).toEqual([
      {
        name: 'experience',
        input: {
          originChainId: 31_337,
          destinationChainId: 31_338,
          routeKeys: ['auto:sign:Automatic', 'manual:Lighter V2:'],
        },
      },
    ])
    quote.value = withRoutes({ ...data.quoteRequest, destinationChainId: 31_339 })
    expect(client.sent).toHaveLength(2)
    model.dispose()
    quote.value = withRoutes(data.quoteRequest)
    expect(client.sent).toHaveLength(2)
  })

  it('show why they could not be read', async () => {
    const client = createFakeClient({ answers: { experience: () => Promise.reject(failure) } })
    const model = createExperienceModel(client, signal(withRoutes(data.quoteRequest)))
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    expect([model.problem.value?.code, model.byRoute.value]).toEqual(['storageFailed', {}])
  })
})

describe('repeating a past swap', () => {
  const { reviewed } = fakeOrders.doneOrder(data.bornMs)
  const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

  it('fills the form with everything of its request, and requests a new quote', async () => {
    const { app, pass, client } = await openApp({}, '#/order/order-1')
    const quoteRequest = { ...reviewed.request, receiverAddress: other, options: { useInbox: true } }
    repeatSwap(app, quoteRequestOfOrder({ ...reviewed, request: quoteRequest }))
    expect(app.screen.value).toEqual({ name: 'home' })
    const { draft } = app.swap
    expect([draft.input.value, draft.output.value]).toEqual([reviewed.inputToken, reviewed.outputToken])
    expect([draft.amountText.value, draft.entry.value, draft.receiverText.value]).toEqual([
      '100',
      'token',
      other,
    ])
    await pass(1_000)
    const quoted = client.sent.findLast(({ name }) => name === 'quote')?.input
    expect(quoted).toMatchObject({
      request: { inputAmount: '100000000', receiverAddress: other, options: { useInbox: true } },
    })
  })

  it('shows the review of the new quote, with the form behind it', async () => {
    const { app, pass } = await openApp({}, '#/order/order-1')
    repeatSwap(app, quoteRequestOfOrder(reviewed))
    await pass(1_000)
    const { quoteKey, routeKey } = app.swap.quotes.quote.value ?? {}
    expect(app.screen.value).toEqual({ name: 'review', quoteKey, routeKey, pay: 'wallet' })
    app.back()
    expect(app.screen.value).toEqual({ name: 'home' })
    // A user who returned to the form is not sent to the review again.
    await pass(120_000)
    expect(app.screen.value).toEqual({ name: 'home' })
  })

  it.each([
    ['types', (app: AppModel) => app.swap.draft.setAmount('7')],
    ['opens a sheet', (app: AppModel) => app.openSheet({ name: 'routes' })],
    ['goes elsewhere', (app: AppModel) => app.go({ name: 'settings' })],
  ])('leaves the form to a user who %s meanwhile', async (_, meddle) => {
    const { app, settle, pass } = await openApp({}, '#/order/order-1')
    repeatSwap(app, quoteRequestOfOrder(reviewed))
    await settle()
    meddle(app)
    const { name } = app.screen.value
    await pass(1_000)
    app.closeSheet()
    await pass(1_000)
    expect(app.screen.value.name).toBe(name)
  })

  it('leaves the form unchanged where the swap cannot be reviewed again', async () => {
    const { app, pass } = await openApp({}, '#/order/order-1')
    repeatSwap(app, { ...quoteRequestOfOrder(reviewed), inputAmount: '5000000000' })
    await pass(1_000)
    expect([app.screen.value.name, app.swap.step.value]).toEqual(['home', 'notEnough'])
    app.swap.draft.setAmount('100')
    await pass(1_000)
    expect([app.screen.value.name, app.swap.step.value]).toEqual(['home', 'review'])
  })

  it('makes the account the receiver where it was the sender', () => {
    expect(quoteRequestOfOrder(reviewed)).toMatchObject({ receiver: null, options: {} })
  })
})
