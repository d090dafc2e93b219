import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ReviewScreen } from '../../../../components/review/ReviewScreen.tsx'
import { createReviewModel } from '../../../../lib/models/review-model.ts'
import type { QuoteView } from '../../../../lib/quote/quote-view.ts'
import type { ReviewView } from '../../../../lib/review/review-view.ts'
import { fail, problem } from '../../../screens/answers.ts'
import type { Answers } from '../../models/fake-client.ts'
import { bornMs, quoteFor, quoteRequest, reviewFor, sendGas } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

const of = { quoteKey: 'quote-100000000', routeKey: 'auto:sign:Automatic', pay: 'wallet' } as const
const own = { ...quoteRequest, receiverAddress: null }
const later = 60_001

/**
 * A review with an expired quote. The next quote differs in `next` (null: it is refused), the first review in
 * `part`.
 */
async function renderExpiringReview(next: Partial<QuoteView> | null, part: Partial<ReviewView> = {}) {
  let count = 0
  const quote: Answers['quote'] = ({ request: requested }) => {
    count += 1
    if (count === 1) return { kind: 'quote', quote: quoteFor(requested, bornMs) }
    if (next === null) return fail(problem('serviceRefused'))()
    return {
      kind: 'quote',
      quote: quoteFor(requested, bornMs + later, { ...next, quoteKey: `quote-${count}` }),
    }
  }
  const review: Answers['review'] = ({ quoteKey }) =>
    quoteKey === of.quoteKey
      ? reviewFor(quoteFor(own, bornMs), bornMs, part)
      : reviewFor(quoteFor(own, bornMs + later, { ...next, quoteKey }), bornMs + later, {
          reviewKey: 'review-2',
        })
  const shown = await createTestApp({ answers: { review, quote } })
  const model = createReviewModel(shown.app, of)
  await shown.settle()
  draw(<ReviewScreen app={shown.app} model={model} />)
  shown.app.swap.draft.setAmount('100')
  await shown.pass(300)
  shown.app.go({ name: 'review', ...of })
  await shown.pass(later)
  return {
    ...shown,
    /** Presses for another quote. Resolves after its review is drawn, if it is reviewed in place. */
    async renew(): Promise<void> {
      await shown.press(button('Get new quote'))
      await shown.pass(0)
      const now = shown.app.screen.value
      if (now.name !== 'review') return
      const { name: _name, ...next } = now
      const renewed = createReviewModel(shown.app, next)
      await shown.settle()
      draw(<ReviewScreen key={next.quoteKey} app={shown.app} model={renewed} />)
    },
  }
}

const rows = () =>
  within(screen.getByTestId('renewed'))
    .queryAllByRole('row')
    .slice(1)
    .map((row) => row.textContent?.replace(/\s/g, ' '))

describe('a review whose quote has expired', () => {
  it('renews in place by the same route, and repeats the review', async () => {
    const { renew, app, sent, pass } = await renderExpiringReview({})
    await renew()
    expect(app.screen.value).toMatchObject({ name: 'review', ...of, quoteKey: 'quote-2' })
    // Only the new quote is checked. The review that the person read stays on screen.
    expect(sent('review')).toEqual([of, { ...of, quoteKey: 'quote-2' }])
    expect(screen.getByTestId('renewed').textContent).toBe('New quote: same price, cost and time')
    expect(screen.getByTestId('cost-total').textContent).toBe('$0.49 (0.49%)')
    await pass(700)
    expect(button(/^Approve 100/).disabled).toBe(false)
  })

  it('shows a lower amount clearly, before and after', async () => {
    const { renew } = await renderExpiringReview({ promisedAmount: '99460000' })
    await renew()
    expect(screen.getByRole('alert').textContent).toBe('The price got worse')
    expect(rows()).toEqual([
      expect.stringMatching(/^Expected\W*99\.54 USDC\W*99\.46 USDC\W*$/),
      expect.stringMatching(/^Minimum\W*99\.0423 USDC\W*98\.9627 USDC\W*$/),
      expect.stringMatching(/^Total cost\W*\$0\.49 \(0\.49%\)\W*\$0\.57 \(0\.57%\)$/),
    ])
    const amounts = screen.getByTestId('review-amounts').textContent
    expect(amounts).toMatch(/at least .*98\.9627/)
    expect(amounts).not.toMatch(/99\.0423/)
    // The comparison has the total cost already.
    expect(amounts).not.toMatch(/Total cost/)
    expect(within(screen.getByTestId('review-cost')).getByText('Cost details')).toBeDefined()
  })

  it.each<[string, Partial<QuoteView>, string, readonly RegExp[]]>([
    [
      'a higher amount',
      { promisedAmount: '99600000' },
      'The price got better',
      [/^Expected/, /^Minimum/, /^Total cost/],
    ],
    [
      'a changed cost',
      { fees: [sendGas] },
      'The cost changed',
      [/^Total cost\W*\$0\.49 \(0\.49%\)\W*\$0\.55 \(0\.55%\)/],
    ],
    [
      'a longer time',
      { estimatedSeconds: 1_200 },
      'The estimated time changed',
      [/^Estimated time\W*14 sec\W*20 min\W*$/],
    ],
  ])('shows %s without a warning', async (_, next, title, changed) => {
    const { renew } = await renderExpiringReview(next)
    await renew()
    expect(within(screen.getByTestId('renewed')).getByRole('status').textContent).toBe(title)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(rows()).toEqual(changed.map((row) => expect.stringMatching(row)))
  })

  it('confirms the displayed review, and only after the cooldown', async () => {
    const { renew, press, pass, sent } = await renderExpiringReview({ promisedAmount: '99460000' })
    await renew()
    // The second click of a double click on "Get new quote".
    await press(button(/^Read the new price first/))
    await pass(699)
    await press(button(/^Read the new price first/))
    expect(sent('confirm')).toEqual([])
    await pass(1)
    await press(button(/^Accept and approve 100\W*USDC/))
    expect(sent('confirm')).toEqual([{ reviewKey: 'review-2' }])
  })

  it('requests one quote however often the button is pressed', async () => {
    const { app, sent, settle, pass } = await renderExpiringReview({})
    const pressed = button('Get new quote')
    pressed.click()
    pressed.click()
    await settle()
    await pass(0)
    expect(sent('quote')).toHaveLength(2)
    expect(app.screen.value).toMatchObject({ name: 'review', quoteKey: 'quote-2' })
  })

  it('does not reopen a review that was left while the quote was requested', async () => {
    const { app, settle, pass } = await renderExpiringReview({})
    button('Get new quote').click()
    button('Back').click()
    // Its screen stays until the frame of the next one.
    await settle()
    await pass(0)
    expect(app.screen.value).toEqual({ name: 'home' })
  })

  const bounds = { promisedAmount: '99042300', minAmountOut: '98544600' }

  it.each([
    [
      'a single unit less arrives',
      { minAmountOut: '99042299' },
      /^Minimum\W*99\.0423 USDC\W*99\.042299 USDC/,
    ],
    ['it is the displayed minimum, and its own is as far below as before', bounds, /^Expected/],
  ])('stays when %s', async (_, next, row) => {
    const { renew, app } = await renderExpiringReview(next)
    await renew()
    expect(app.screen.value).toMatchObject({ name: 'review', quoteKey: 'quote-2' })
    expect(rows()).toContainEqual(expect.stringMatching(row))
  })

  it('stays when the person took another slippage, whose minimum is lower', async () => {
    const { renew, app } = await renderExpiringReview({
      request: { ...own, slippagePercent: '1' },
      minAmountOut: '98500000',
    })
    await renew()
    expect(app.screen.value).toMatchObject({ name: 'review', quoteKey: 'quote-2' })
  })

  it.each([
    ['its route is not offered any more', { routeKey: 'manual:Across:' }],
    ['what is expected is less than the least that was read', { ...bounds, promisedAmount: '99042299' }],
    ['its least is further below than before', { ...bounds, minAmountOut: '98544599' }],
    ['no least is guaranteed any more', { minAmountOut: '0' }],
    ['it is no quote to swap by', { executable: false }],
    ['something else was asked for meanwhile', { request: { ...quoteRequest, inputAmount: '7' } }],
    ['another quote is refused, and says why there', null],
  ])('returns to the form when %s', async (_why, change) => {
    const { renew, app } = await renderExpiringReview(change)
    await renew()
    expect(app.screen.value).toEqual({ name: 'home' })
  })
})
