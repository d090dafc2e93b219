import { describe, expect, it } from 'vitest'
import { formProposal, reviewScreen } from '../../../lib/models/open-review.ts'
import { createProposalModel } from '../../../lib/models/proposal-model.ts'
import { repeatSwap } from '../../../lib/models/repeat-swap.ts'
import { createReviewModel } from '../../../lib/models/review-model.ts'
import type { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { proposal } from './fake-sites.ts'
import { openApp } from './open-app.ts'

const allowed = { ...proposal, isAllowed: true, outputToken: data.usdcIsland }
const second = { ...allowed, swapId: 'swap-2' }

async function setup(options: Parameters<typeof createFakeClient>[0] = {}) {
  const { app, ...fake } = await openApp(options, '#/proposal')
  const model = createProposalModel(app)
  await fake.settle()
  const names = () => fake.client.sent.map(({ name }) => name)
  return { ...fake, app, model, names }
}

describe('createProposalModel', () => {
  it('asks about an unknown site first, and only after a cooldown of 700 ms (M4)', async () => {
    const { model, names, pass, focusChanges } = await setup({ proposals: [proposal] })
    expect(model.phase.value).toBe('question')
    await pass(699)
    await model.allow()
    await model.allowOnce()
    expect(names()).not.toContain('allowSite')
    expect(names()).not.toContain('allowSiteOnce')
    await pass(1)
    focusChanges.value += 1
    await model.allow()
    expect(names()).not.toContain('allowSite')
    await pass(700)
    await model.allow()
    expect(names()).toContain('allowSite')
    expect(model.shown.value?.isAllowed).toBe(true)
  })

  it("fills the form with the proposal, and does not store it as the user's own draft", async () => {
    const receiverAddress = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const swap = { ...allowed.swap, receiverAddress }
    const { app, model, texts, pass } = await setup({ proposals: [{ ...allowed, swap }] })
    const { draft } = app.swap
    expect(model.phase.value).toBe('form')
    expect([draft.input.value, draft.output.value]).toEqual([data.usdcHarbour, data.usdcIsland])
    expect([draft.amountText.value, draft.receiverText.value]).toEqual(['100', receiverAddress])
    expect(model.isAsProposed.value).toBe(true)
    draft.setAmount('99')
    expect(model.isAsProposed.value).toBe(false)
    model.fill()
    expect(model.isAsProposed.value).toBe(true)
    await pass(1000)
    expect([...texts.keys()]).not.toContain('ferry.draft.1')
  })

  it('never replaces the displayed proposal with a newer one (M4)', async () => {
    const { model, client } = await setup({ proposals: [allowed] })
    client.push({ kind: 'proposals', proposals: [second, allowed] })
    expect(model.shown.value?.swapId).toBe('swap-1')
    expect(model.count.value).toBe(2)
  })

  it('shows the form when a token of the displayed proposal is found late', async () => {
    const { app, model, client } = await setup({ proposals: [{ ...allowed, outputToken: null }] })
    expect(model.phase.value).toBe('unknownToken')
    client.push({ kind: 'proposals', proposals: [second, allowed] })
    expect([model.shown.value?.swapId, model.phase.value]).toEqual(['swap-1', 'form'])
    const { draft } = app.swap
    expect([draft.output.value, draft.amountText.value]).toEqual([data.usdcIsland, '100'])
    expect(model.isAsProposed.value).toBe(true)
  })

  it('tells an unread token from an unknown one, and reads it again on demand and when the browser is online', async () => {
    const unread = { ...allowed, outputToken: null, areTokensRead: false }
    const { model, names, client, isOnline, settle } = await setup({ proposals: [unread] })
    expect(model.phase.value).toBe('unreadToken')
    const reads = () => names().filter((name) => name === 'proposals').length
    const before = reads()
    await model.readAgain()
    expect(reads()).toBe(before + 1)
    isOnline.value = false
    isOnline.value = true
    await settle()
    expect(reads()).toBe(before + 2)
    client.push({ kind: 'proposals', proposals: [{ ...unread, areTokensRead: true }] })
    expect(model.phase.value).toBe('unknownToken')
  })

  it("keeps the user's edits when the same proposal is sent again", async () => {
    const { app, model, client } = await setup({ proposals: [allowed] })
    app.swap.draft.setAmount('99')
    client.push({ kind: 'proposals', proposals: [{ ...allowed }] })
    expect([app.swap.draft.amountText.value, model.phase.value]).toEqual(['99', 'form'])
  })

  it('closes the window when a token is found while the user declines', async () => {
    const { model, client, closed, settle } = await setup({ proposals: [{ ...allowed, outputToken: null }] })
    const refused = model.refuse()
    client.push({ kind: 'proposals', proposals: [allowed] })
    client.push({ kind: 'proposals', proposals: [] })
    await refused
    await settle()
    expect(closed.count).toBe(1)
  })

  it('shows that the site cancelled it where no other waits', async () => {
    const { model, client } = await setup({ proposals: [allowed] })
    client.push({ kind: 'proposals', proposals: [] })
    expect(model.phase.value).toBe('gone')
    expect(model.problem.value?.code).toBe('proposalGone')
  })

  it('shows the next one immediately where the site cancelled it, with a cooldown first', async () => {
    const other = { ...proposal, swapId: 'swap-2' }
    const { model, client, names, pass } = await setup({ proposals: [allowed, other] })
    await pass(700)
    expect(model.isCooldownOver.value).toBe(true)
    client.push({ kind: 'proposals', proposals: [other] })
    expect([model.shown.value?.swapId, model.phase.value]).toEqual(['swap-2', 'question'])
    expect(model.isCooldownOver.value).toBe(false)
    await model.allow()
    expect(names()).not.toContain('allowSite')
  })

  it('shows one that arrives after the displayed one has ended', async () => {
    const { model, client } = await setup({ proposals: [allowed] })
    client.push({ kind: 'proposals', proposals: [] })
    client.push({ kind: 'proposals', proposals: [second] })
    expect([model.shown.value?.swapId, model.phase.value]).toEqual(['swap-2', 'form'])
  })

  it('refuses a site permanently, and closes the window when no other waits', async () => {
    const { model, client, closed, settle } = await setup({ proposals: [proposal] })
    expect(model.phase.value).toBe('question')
    await model.never()
    await settle()
    expect(client.sent.at(-1)).toEqual({ name: 'neverSite', input: { swapId: 'swap-1' } })
    expect(closed.count).toBe(1)
  })

  it("names the proposal on every way to a review of its form, and shows the user's own form on Home", async () => {
    const { app, opened } = await setup({ proposals: [allowed] })
    const of = { quoteKey: 'quote-1', routeKey: 'deposit', pay: 'elsewhere' } as const
    for (const screen of [{ name: 'proposal' }, { name: 'deposit', step: 2 }, { name: 'history' }] as const) {
      app.go(screen)
      expect(reviewScreen(app, of)).toEqual({ name: 'review', ...of, swapId: 'swap-1' })
    }
    expect(opened).toEqual([])
    app.go({ name: 'home' })
    expect(opened).toEqual(['own form'])
  })

  it("shows the user's own form also after the site cancelled its proposal", async () => {
    const { app, client, opened } = await setup({ proposals: [allowed] })
    client.push({ kind: 'proposals', proposals: [] })
    app.go({ name: 'home' })
    expect(opened).toEqual(['own form'])
  })

  it('names no proposal after the user fills its view with a swap of their own', async () => {
    const { app, opened } = await setup({ proposals: [allowed] })
    const own = {
      input: data.usdcHarbour,
      output: data.usdcIsland,
      inputAmount: '7',
      receiver: null,
      options: {},
    }
    repeatSwap(app, own)
    expect([app.screen.value.name, formProposal(app)]).toEqual(['home', null])
    // Otherwise a new proposal would only focus this view, and a reload would show proposals.
    expect(opened).toEqual(['filled form'])
    repeatSwap(app, own)
    expect(opened).toEqual(['filled form'])
  })

  it('names the proposal in its review, and shows it as confirmed afterwards', async () => {
    const { app, model, client, settle } = await setup({ proposals: [allowed] })
    const review = createReviewModel(app, { quoteKey: 'quote-1', swapId: 'swap-1' })
    await settle()
    expect(client.sent.find(({ name }) => name === 'review')?.input).toEqual({
      quoteKey: 'quote-1',
      swapId: 'swap-1',
    })
    await review.confirm()
    await settle()
    client.push({ kind: 'proposals', proposals: [] })
    expect(model.phase.value).toBe('confirmed')
  })
})
