import { screen } from '@testing-library/dom'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { button, inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()
afterEach(() => vi.unstubAllGlobals())

const done = (part: Partial<OrderView> = {}) => shownOrder(fakeOrders.doneOrder(bornMs, part))
const surplus = () => screen.queryByTestId('surplus')?.textContent ?? null
const figure = () => document.querySelector('.result-figure')?.textContent

describe('Receipt', () => {
  it.each([
    ['99561200', '0.0012 USDC more than quoted'],
    ['99560000', 'Exactly what was quoted'],
    ['99060000', '0.5 USDC less than quoted'],
  ])('compares the verified amount %s with the quote', async (fulfilledAmount, said) => {
    await done({ fulfilledAmount })
    expect(surplus()).toBe(said)
    expect(screen.getByTestId('order-done').textContent).toContain('minimum 99.06 USDC')
  })

  it('shows all digits of the received amount', async () => {
    await done({ fulfilledAmount: '1234567891234' })
    expect(figure()).toBe('+1,234,567.891234 USDC')
  })

  it('shows no surplus and no duration for a reported end', async () => {
    await done({ state: 'reported_terminal' })
    expect([surplus(), screen.queryByTestId('took')]).toEqual([null, null])
    expect(screen.getByTestId('order-done').textContent).toContain('minimum 99.06 USDC')
  })

  it('attributes an end that Ferry found to Ferry, not to the service', async () => {
    await done({ state: 'reported_terminal', reportedCode: null, doubt: 'notShown' })
    const text = screen.getByTestId('order-screen').textContent
    expect(text).toContain('should have arrived on Island')
    expect(text).toContain('Not confirmed on-chain yet')
    expect(text).not.toMatch(/swap service (says|said)|reported by/i)
  })

  it('shows the longest possible duration, counted from the submission', async () => {
    await done()
    expect(screen.getByTestId('took').textContent).toBe('In under 7 sec')
  })

  it('links the delivery transaction', async () => {
    await done()
    const link = screen.getByTestId('order-done').querySelector('a')
    expect(link?.href).toContain(`0x${'b'.repeat(64)}`)
  })

  it('has one primary action, and the others in a menu', async () => {
    const { press } = await done()
    expect([...document.querySelectorAll('button.primary')]).toEqual([button('Done')])
    await press(button('More actions'))
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
      'Copy support info',
      'Copy order hash',
      'Add USDC to wallet',
      'New swap',
    ])
  })
})

describe('the figure of the received amount', () => {
  /**
   * Requested animation frames, drawn when the test says so. `isStill`: the person prefers reduced motion.
   */
  function frames(isStill: boolean) {
    const waiting: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => waiting.push(draw))
    vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
    return (ms: number) => act(() => waiting.splice(0).forEach((draw) => void draw(ms)))
  }

  it('counts up once for a new result, while screen readers get the final amount immediately', async () => {
    const at = frames(false)
    const { becomes } = await done({ viewed: false })
    expect(figure()).toBe('+0 USDC')
    expect(screen.getByRole('heading', { name: /^.?99\.5612 USDC arrived on/ })).toBeDefined()
    await at(1_000)
    await at(1_200)
    expect(figure()).toBe('+49.7806 USDC')
    await at(1_400)
    expect(figure()).toBe('+99.5612 USDC')
    await becomes({ viewed: false })
    expect(figure()).toBe('+99.5612 USDC')
  })

  it.each([
    ['is known already', { viewed: true }, false],
    ['is to move nothing', { viewed: false }, true],
    ['is only reported', { viewed: false, state: 'reported_terminal' }, false],
  ] as const)('does not animate when it %s', async (_why, part, isStill) => {
    frames(isStill)
    await done(part)
    expect(figure()).toBe('+99.5612 USDC')
  })
})

describe('the ripple of a new result', () => {
  const ripples = () => screen.getByTestId('receipt-token').dataset.ripples

  it('runs to its end for a new result', async () => {
    const { becomes } = await done({ viewed: false })
    expect(ripples()).toBe('true')
    await becomes({ viewed: true })
    expect(ripples()).toBe('true')
  })

  it.each([
    ['is known already', { viewed: true }],
    ['is only reported', { viewed: false, state: 'reported_terminal' }],
  ] as const)('does not run when it %s', async (_why, part) => {
    await done(part)
    expect(ripples()).toBe('false')
  })

  it('starts when a reported end is verified', async () => {
    const { becomes } = await done({ viewed: false, state: 'reported_terminal' })
    await becomes({ state: 'verified_terminal' })
    expect(ripples()).toBe('true')
  })
})
