import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

const legs = () => [...document.querySelectorAll('.legs li')].map((one) => one.textContent)
const timeLeft = () => screen.queryByTestId('time-left')?.textContent ?? null
const just = (...steps: readonly OrderView['timeline'][number]['step'][]): Partial<OrderView> => ({
  timeline: steps.map((step) => ({ step, atMs: bornMs })),
})
const collected = (): Partial<OrderView> => ({
  ...just('signed', 'accepted', 'assigned', 'extracted'),
  statusCode: 2,
})
const percent = () => screen.getByTestId('voyage').dataset.percent
const known = { count: 9, deliveredCount: 9, usualSeconds: 40, withinPercent: '0.1', withinCount: 9 }
const reviewed = { ...fakeOrders.order(bornMs).reviewed, routeKey: 'auto:sign:Automatic' }

describe('Crossing', () => {
  it('shows the expected amount, the minimum, and the position of the boat', async () => {
    const { becomes } = await shownOrder({ ...just('signed', 'accepted'), statusCode: 0 })
    expect(document.querySelector('.crossing-amount')?.textContent).toMatch(/^~99\.54.*USDC/)
    expect(screen.getByText(/^At least .*99\.0423.*USDC.* on .*Island/)).toBeDefined()
    expect(percent()).toBe('0')
    expect(legs()).toEqual(['Sending', 'Crossing', 'Arriving'])
    await becomes(collected())
    expect(percent()).toBe('30')
    expect(legs()).toEqual(['Sent Reported', 'Crossing', 'Arriving'])
    expect(screen.getByTestId('phase').textContent).toBe('On its way')
    expect(screen.queryByTestId('cancel-open')).not.toBeNull()
    // Only the chain ends the option to cancel. Then no text says any longer that it is only reported.
    await becomes({ isPermitOver: true })
    expect(legs()).toEqual(['Sent', 'Crossing', 'Arriving'])
    expect(screen.queryByTestId('cancel-open')).toBeNull()
    expect(screen.getByTestId('crossing-now').textContent).toBe('Crossing to Island')
  })

  it('moves the boat with the time, within the band of the stage, and never backwards', async () => {
    const { becomes, pass } = await shownOrder({ ...just('signed', 'accepted'), statusCode: 0 })
    await pass(7_000)
    expect(percent()).toBe('15')
    await pass(60_000)
    expect(percent()).toBe('30')
    // A longer estimate leads to a smaller share.
    await becomes({ reviewed: { ...reviewed, estimatedSeconds: 3_600 } })
    expect(percent()).toBe('30')
    await becomes({ ...collected(), reviewed })
    expect(percent()).toBe('85')
  })

  it('counts down this person’s usual time for the route, and says when it is over', async () => {
    const part = { ...collected(), reviewed }
    const { pass, sent } = await shownOrder(part, { experience: () => ({ 'auto:sign:Automatic': known }) })
    expect(timeLeft()).toBe('40 sec left')
    // It changes every second, which no screen reader should say.
    expect(screen.getByTestId('time-left').closest('[aria-live]')?.getAttribute('aria-live')).toBe('off')
    expect(screen.getByTestId('time-left').closest('[role=alert], [role=status]')).toBeNull()
    await pass(10_000)
    expect(timeLeft()).toBe('30 sec left')
    await pass(31_000)
    expect(timeLeft()).toBe('41 sec so far')
    expect(sent('experience')).toHaveLength(1)
    await pass(100_000)
    expect(timeLeft()).toBe('3 min so far, usually 40 sec')
    expect(screen.queryByText(/You can close Ferry/)).toBeNull()
  })

  it('shows each promised figure once outside the details, and one sign for an estimate', async () => {
    await shownOrder()
    screen.getByTestId('order-details').closest('details')?.remove()
    const text = document.body.textContent ?? ''
    for (const figure of [/99\.0423/g, /99\.54/g, /~/g]) expect(text.match(figure)).toHaveLength(1)
  })
})
