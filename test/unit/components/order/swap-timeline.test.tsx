import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { SwapTimeline } from '../../../../components/order/SwapTimeline.tsx'
import { dayMs } from '../../../../lib/base/time.ts'
import { timelineOf } from '../../../../lib/order/order-timeline.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

async function walked(order: OrderView): Promise<readonly HTMLElement[]> {
  const { app } = await createTestApp()
  draw(<SwapTimeline app={app} order={order} steps={timelineOf(order)} />)
  return screen.getAllByRole('listitem')
}

const current = () =>
  screen.getAllByRole('listitem').filter((one) => one.getAttribute('aria-current') === 'step')

describe('the steps of a swap', () => {
  it('shows one step as current, and the completed ones with their times', async () => {
    const steps = await walked(fakeOrders.order(bornMs))
    const at = steps.findIndex((one) => one.getAttribute('aria-current') === 'step')
    expect(current()).toHaveLength(1)
    expect(steps[at - 1]?.textContent).toMatch(/\d:\d\d/)
    expect(steps[at]?.textContent).not.toMatch(/\d:\d\d/)
  })

  it('dates the steps of another day', async () => {
    const order = fakeOrders.doneOrder(bornMs)
    const timeline = order.timeline.map((entry) => ({ ...entry, atMs: entry.atMs - 3 * dayMs }))
    const [first] = await walked({ ...order, timeline })
    expect(first?.textContent).toContain(
      new Date(timeline[0]?.atMs ?? 0).toLocaleString('en-US', { month: 'short', day: 'numeric' }),
    )
  })

  it('has no current step once the swap is over', async () => {
    await walked(fakeOrders.doneOrder(bornMs))
    expect(current()).toEqual([])
  })

  it('words an end that only the service reports as reported', async () => {
    const proven = await walked(fakeOrders.doneOrder(bornMs))
    const words = proven.map((one) => one.textContent)
    const reported = await walked(fakeOrders.doneOrder(bornMs, { state: 'reported_terminal' }))
    const others = reported.map((one) => one.textContent)
    expect(others).not.toEqual(words)
    // The steps collected, delivered and completed.
    expect(others.filter((text) => /says the service/.test(text))).toHaveLength(3)
    expect(words.filter((text) => /says the service/.test(text))).toEqual([])
  })

  it('links the transaction that proves a step, but none for a future step', async () => {
    const steps = await walked(fakeOrders.order(bornMs))
    const links = steps.map((one) => one.querySelectorAll('a').length)
    const names = steps.map((one) => one.dataset.step)
    expect(links[names.indexOf('extracted')]).toBe(1)
    expect(links[names.indexOf('fulfilled')]).toBe(0)
  })
})
