import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { fail, never, problem } from '../../../screens/answers.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { requestOf } from '../../order/order-fixture.ts'
import { button, inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

/** A running order that no solver has taken. */
const neverExecuted: Partial<OrderView> = {
  statusCode: 0,
  sourceTransactionHash: null,
  timeline: fakeOrders.order(bornMs).timeline.slice(0, 4),
}

describe('ExitPanel of a cancellation', () => {
  it('sends the request to the wallet only after the review displays the transaction', async () => {
    const { press, sent } = await shownOrder(neverExecuted)
    await press(button('Cancel swap'))
    const review = screen.getByTestId('cancel-review')
    expect(review.textContent).toMatch(/Network.*Harbour/)
    expect(within(review).getByRole('listitem').textContent).toMatch(
      /Revoke signature for .*100.*USDC.*0\.24/,
    )
    expect(sent('confirmExit')).toEqual([])
    await press(button('Cancel swap'))
    expect(sent('confirmExit')).toEqual([{ kind: 'cancel', reviewKey: 'cancel-1' }])
  })

  it('takes the whole screen during the review and the wallet request, and back closes the review', async () => {
    const { press, becomes } = await shownOrder(neverExecuted)
    const isAlone = () => screen.queryByTestId('crossing') === null && screen.queryByTestId('menu') === null
    expect(isAlone()).toBe(false)
    await press(button('Cancel swap'))
    expect(isAlone()).toBe(true)
    await press(button('Back'))
    expect(isAlone()).toBe(false)
    await becomes({ walletRequest: requestOf('cancel', { requestedMs: bornMs }) })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cancel swap')
    expect(screen.getByTestId('waiting-screen')).toBeDefined()
    expect(isAlone()).toBe(true)
    await becomes({ walletRequest: null })
    expect(isAlone()).toBe(false)
  })

  it('keeps the review, without a second press, until the wallet has the request', async () => {
    const { press, sent } = await shownOrder(neverExecuted, { confirmExit: never })
    await press(button('Cancel swap'))
    await press(button('Cancel swap'))
    expect(screen.getByTestId('cancel-review')).toBeDefined()
    expect(screen.getByTestId('cancel-confirm').matches(':disabled')).toBe(true)
    expect(sent('confirmExit')).toHaveLength(1)
  })

  it.each([
    ['needs_user', 'A web page may still use your signature for this swap.'],
    ['stopping', 'You stopped this swap, but your signature may still be used.'],
  ] as const)('offers to revoke a signature that a page may have stored: %s', async (state, why) => {
    const part = {
      state,
      statusCode: null,
      problem: problem('walletRejected'),
      liveUntilMs: bornMs + 600_000,
    }
    const { press, sent } = await shownOrder({ ...neverExecuted, ...part })
    await press(button('Revoke signature'))
    const review = screen.getByTestId('cancel-review')
    expect(review.textContent).toContain(why)
    await press(button('Not now'))
    await press(button('Revoke signature'))
    await press(screen.getByTestId('cancel-confirm'))
    expect(sent('confirmExit')).toEqual([{ kind: 'cancel', reviewKey: 'cancel-1' }])
  })

  it('shows why the cancellation failed, and still offers it', async () => {
    const { press } = await shownOrder(neverExecuted, { reviewExit: fail(problem('rpcUnreachable')) })
    await press(button('Cancel swap'))
    expect(screen.getByRole('alert').textContent).not.toBe('')
    expect(button('Cancel swap')).toBeDefined()
  })

  it('moves the focus to the review, and back to the button that opened it when the person keeps the swap', async () => {
    const { press, sent } = await shownOrder(neverExecuted)
    await press(button('Cancel swap'))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Cancel swap' }))
    await press(button('Keep swap'))
    expect(document.activeElement).toBe(button('Cancel swap'))
    expect(sent('confirmExit')).toEqual([])
  })

  it('moves the focus to the title when the wallet request removes the button', async () => {
    const { press, becomes } = await shownOrder(neverExecuted)
    await press(button('Cancel swap'))
    await press(button('Cancel swap'))
    await becomes({ walletRequest: requestOf('cancel', { requestedMs: bornMs }) })
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })
})
