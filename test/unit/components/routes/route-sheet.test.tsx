import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { RouteSheet } from '../../../../components/routes/RouteSheet.tsx'
import { createExperienceModel } from '../../../../lib/models/experience-model.ts'
import type { QuoteView } from '../../../../lib/quote/quote-view.ts'
import { problem } from '../../../screens/answers.ts'
import { bornMs, quoteFor, quoteRequest, usdcIsland } from '../../models/fake-data.ts'
import { autoView, figuresOf, manualView } from '../../quote/route-fixture.ts'
import { createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

const route = { ...autoView('Automatic', usdcIsland, bornMs + 60_000), routeTags: ['MAX_OUTPUT'] }
const across = { ...manualView('Across', usdcIsland, bornMs + 60_000), routeTags: ['MAX_OUTPUT'] }

async function renderSheet(part: Partial<QuoteView>) {
  const shown = await createTestApp({
    answers: { quote: ({ request }) => ({ kind: 'quote', quote: quoteFor(request, bornMs, part) }) },
  })
  shown.app.swap.draft.setAmount('100')
  await shown.pass(300)
  const past = createExperienceModel(shown.app.client, shown.app.swap.quotes.quote)
  draw(<RouteSheet app={shown.app} experienceModel={past} />)
  await shown.settle()
  return shown
}

const routes = () => screen.getAllByTestId<HTMLButtonElement>('route-card')
const card = (at: number) => routes()[at]?.closest('li')?.textContent ?? ''

describe('RouteSheet', () => {
  it('focuses its title, not a switch', async () => {
    await renderSheet({ routes: [route, across] })
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Routes' }))
  })

  it('compares what the routes cost, and shows which route is picked', async () => {
    const dearer = figuresOf(quoteFor(quoteRequest, bornMs, { promisedAmount: '99230000' }))
    await renderSheet({ routes: [route, { ...across, ...dearer }] })
    expect(routes().map((one) => one.getAttribute('aria-pressed'))).toEqual(['true', 'false'])
    expect(card(0)).toMatch(/~.*99\.54.*\$0\.49 cost Best of 2/)
    expect(card(1)).toMatch(/~.*99\.23.*\$0\.80 cost Costs \$0\.31 more/)
    expect(routes()[1]?.textContent).toMatch(/Across/)
  })

  it('has the route and its output as name, and the rest as description', async () => {
    await renderSheet({
      routes: [route, { ...across, routeDetails: { ...across.routeDetails, dexName: 'Paraswap' } }],
    })
    const [automatic, other] = routes()
    const name = /^Automatic ~\W?99\.54\W+USDC\W*$/
    expect(screen.getByRole('button', { name, pressed: true })).toBe(automatic)
    const description = /^\$0\.49 cost Gas Max output ~14 sec · Paraswap/
    expect(screen.getByRole('button', { name: /^Across ~\W?99\.54\W+USDC\W*$/, description })).toBe(other)
    // The form names the tokens.
    expect(card(1)).not.toMatch(/Harbour|Island/)
  })

  it('keeps the picked route, and closes', async () => {
    const { press, app, sent, pass } = await renderSheet({ routes: [route, across] })
    app.openSheet({ name: 'routes' })
    const [, other] = routes()
    if (other === undefined) throw new Error('one route')
    await press(other)
    await pass(300)
    expect(app.sheet.value).toBeNull()
    expect(sent('quote').at(-1)).toMatchObject({ pick: { routeKey: 'manual:Across:' } })
  })

  it('cannot pick a refused route, and says why and what to do', async () => {
    const blocked = problem('balanceTooLow', { facts: { symbol: 'USDC' } })
    const { press, app } = await renderSheet({ routes: [route, { ...across, blocked }] })
    app.openSheet({ name: 'routes' })
    const [, refused] = routes()
    expect(refused?.disabled).toBe(true)
    const name = /^Across ~\W?99\.54\W+USDC\W*$/
    expect(screen.getByRole('button', { name, description: / Not enough .*smaller amount/ })).toBe(refused)
    if (refused !== undefined) await press(refused)
    expect(app.sheet.value).toEqual({ name: 'routes' })
  })

  it('shows an unreadable route as plain text, with its fault', async () => {
    await renderSheet({
      routes: [route],
      unread: [{ kind: 'manual', name: 'Hop', path: '$.manualRoutes[1].output', expected: 'an amount' }],
    })
    expect(routes()).toHaveLength(1)
    expect(screen.getByText('Hop').closest('li')?.textContent).toMatch(/\$\.manualRoutes\[1\]\.output/)
  })

  it('says that there is no route when there is no quote', async () => {
    const shown = await createTestApp()
    const past = createExperienceModel(shown.app.client, shown.app.swap.quotes.quote)
    draw(<RouteSheet app={shown.app} experienceModel={past} />)
    expect(screen.getByRole('status').textContent).toMatch(/route/i)
  })
})
