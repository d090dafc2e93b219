import { describe, expect, it } from 'vitest'
import { ReviewScreen } from '../../../../components/review/ReviewScreen.tsx'
import type { QuoteView } from '../../../../lib/quote/quote-view.ts'
import type { Answers } from '../../models/fake-client.ts'
import { ask, bornMs, quoteFor, reviewFor } from '../../models/fake-data.ts'
import { button, draw, inBrowser, shownApp } from '../shown-app.tsx'

inBrowser()

const of = { quoteKey: 'quote-100000000', routeKey: 'auto:sign:Automatic', pay: 'wallet' } as const

/** A review whose quote has run out, where the next quote of the same differs in this. */
async function expiring(next: Partial<QuoteView>) {
  let count = 0
  const quote: Answers['quote'] = ({ ask: asked }) => {
    count += 1
    const part = count === 1 ? {} : { ...next, quoteKey: `quote-${count}` }
    return { kind: 'quote', quote: quoteFor(asked, bornMs, part) }
  }
  const review: Answers['review'] = () =>
    reviewFor(quoteFor({ ...ask, receiverAddress: null }, bornMs), bornMs, {})
  const shown = await shownApp({ answers: { review, quote } })
  const model = await shown.app.create.review(of)
  await shown.settle()
  draw(<ReviewScreen app={shown.app} model={model} />)
  shown.app.swap.draft.setAmount('100')
  await shown.pass(300)
  shown.app.go({ name: 'review', ...of })
  await shown.pass(60_001)
  return shown
}

describe('a review whose quote has run out', () => {
  it('is renewed in place, by the same route, once its quote has run out', async () => {
    const { pass, press, app } = await expiring({})
    await press(button('Get new quote'))
    await pass(0)
    expect(app.screen.value).toEqual({ name: 'review', ...of, quoteKey: 'quote-2' })
  })

  it.each([
    ['its route is not offered any more', { routeKey: 'manual:Across:' }],
    ['the least that arrives is less than was read', { minAmountOut: '1' }],
    ['something else was asked for meanwhile', { ask: { ...ask, inputAmount: '7' } }],
  ])('leaves the choice to the form where %s', async (_why, change) => {
    const { pass, press, app } = await expiring(change)
    await press(button('Get new quote'))
    await pass(0)
    expect(app.screen.value).toEqual({ name: 'home' })
  })
})
