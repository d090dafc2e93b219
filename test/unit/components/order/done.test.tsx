import { screen } from '@testing-library/dom'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { button, inBrowser } from '../shown-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()
afterEach(() => vi.unstubAllGlobals())

const done = (part: Partial<OrderView> = {}) => shownOrder(fakeOrders.doneOrder(bornMs, part))
const surplus = () => screen.queryByTestId('surplus')?.textContent ?? null
const figure = () => document.querySelector('.result-figure')?.textContent

describe('Done', () => {
  it.each([
    ['99561200', '+0.0012 USDC more than quoted'],
    ['99560000', 'Exactly what was quoted'],
    ['99060000', '0.5 USDC less than quoted'],
  ])('compares %s that the chain shows with what was quoted', async (fulfilledAmount, said) => {
    await done({ fulfilledAmount })
    expect(surplus()).toBe(said)
    expect(screen.getByTestId('order-done').textContent).toContain('minimum 99.06 USDC')
  })

  it('shows all digits of what arrived', async () => {
    await done({ fulfilledAmount: '1234567891234' })
    expect(figure()).toBe('1,234,567.891234 USDC')
  })

  it('compares with the quote that the swap went on with', async () => {
    await done({ wentOn: { promisedAmount: '99500000', minAmountOut: '99010000', atMs: bornMs } })
    expect(surplus()).toBe('+0.0612 USDC more than quoted')
  })

  it('claims neither a surplus nor a time of what is only reported', async () => {
    await done({ state: 'reported_terminal' })
    expect([surplus(), screen.queryByTestId('took')]).toEqual([null, null])
    expect(screen.getByTestId('order-done').textContent).toContain('minimum 99.06 USDC')
  })

  it('quotes the service for no end that Ferry found itself', async () => {
    await done({ state: 'reported_terminal', reportedCode: null, doubt: 'notShown' })
    const text = screen.getByTestId('order-screen').textContent
    expect(text).toContain('should have arrived on Island')
    expect(text).toContain('Not confirmed on-chain yet')
    expect(text).not.toMatch(/swap service (says|said)|reported by/i)
  })

  it('says how soon it was there at the latest, from the hand-over on', async () => {
    await done()
    expect(screen.getByTestId('took').textContent).toBe('Arrived within 7 sec')
  })

  it('links the transaction that brought it', async () => {
    await done()
    const link = screen.getByTestId('order-done').querySelector('a')
    expect(link?.href).toContain(`0x${'b'.repeat(64)}`)
  })

  it('has one primary action, and the rest in a menu', async () => {
    const { press } = await done()
    expect([...document.querySelectorAll('button.primary')]).toEqual([button('Swap again')])
    await press(button('More actions'))
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
      'Copy support info',
      'Copy order hash',
      'Add USDC to wallet',
      'New swap',
    ])
  })
})

describe('the figure of what arrived', () => {
  /** The frames that are asked for, drawn when the test says so; `isStill` is the wish for less motion. */
  function frames(isStill: boolean) {
    const waiting: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => waiting.push(draw))
    vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
    return (ms: number) => act(() => waiting.splice(0).forEach((draw) => void draw(ms)))
  }

  it('counts up once where it is new, while readers hear its end at once', async () => {
    const at = frames(false)
    const { becomes } = await done({ seen: false })
    expect(figure()).toBe('0 USDC')
    expect(screen.getByRole('heading', { name: /^.?99\.5612 USDC arrived on/ })).toBeDefined()
    await at(1_000)
    await at(1_200)
    expect(figure()).toBe('49.7806 USDC')
    await at(1_400)
    expect(figure()).toBe('99.5612 USDC')
    await becomes({ seen: false })
    expect(figure()).toBe('99.5612 USDC')
  })

  it.each([
    ['is known already', { seen: true }, false],
    ['is to move nothing', { seen: false }, true],
    ['is only reported', { seen: false, state: 'reported_terminal' }, false],
  ] as const)('stands at once where it %s', async (_why, part, isStill) => {
    frames(isStill)
    await done(part)
    expect(figure()).toBe('99.5612 USDC')
  })
})

describe('the ripple of what arrived', () => {
  const ripples = () => screen.getByTestId('order-done').dataset.ripples

  it('runs where it is new, to its end', async () => {
    const { becomes } = await done({ seen: false })
    expect(ripples()).toBe('true')
    await becomes({ seen: true })
    expect(ripples()).toBe('true')
  })

  it.each([
    ['is known already', { seen: true }],
    ['is only reported', { seen: false, state: 'reported_terminal' }],
  ] as const)('does not run where it %s', async (_why, part) => {
    await done(part)
    expect(ripples()).toBe('false')
  })

  it('begins with the proof of what was only reported', async () => {
    const { becomes } = await done({ seen: false, state: 'reported_terminal' })
    await becomes({ state: 'verified_terminal' })
    expect(ripples()).toBe('true')
  })
})
