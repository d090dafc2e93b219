import { screen } from '@testing-library/dom'
import { act } from 'preact/test-utils'
import { describe, expect, it } from 'vitest'
import { OrderAnnouncements } from '../../../../components/history/HistoryList.tsx'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { problem } from '../../../screens/answers.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { renderApp } from '../render-app.tsx'
import { createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

/** Announcements for a running order while `hash` is the screen. */
async function renderAnnouncements(hash: string) {
  let order = fakeOrders.order(bornMs, { state: 'pending', statusCode: 1 })
  const shown = await createTestApp({ orders: [order], answers: { order: () => order } }, hash)
  await act(() => shown.client.push({ kind: 'order', order }))
  draw(<OrderAnnouncements app={shown.app} />)
  return {
    ...shown,
    async becomes(next: Partial<OrderView>): Promise<void> {
      order = { ...order, rev: order.rev + 1, ...next, ...fakeOrders.codesOf(next) }
      await act(() => shown.client.push({ kind: 'order', order }))
    },
  }
}

const readAnnouncement = () => {
  const place = screen.getByRole('status')
  const text = place.textContent?.replace(/[\u2066-\u2069]/g, '')
  return text === '' ? nothing : { [place.getAttribute('aria-live') ?? '']: text }
}
const nothing = {}
const rejected: Partial<OrderView> = {
  state: 'needs_user',
  statusCode: null,
  problem: problem('walletRejected'),
}

describe('OrderAnnouncements', () => {
  it('announces the end of another swap, and whether it is reported or verified', async () => {
    const { becomes } = await renderAnnouncements('#/settings')
    expect(readAnnouncement()).toEqual(nothing)
    await becomes({ state: 'reported_terminal', statusCode: 4 })
    expect(readAnnouncement()).toEqual({ polite: '100 USDC · Harbour → Island: Done, not verified yet' })
    await becomes({ state: 'verified_terminal', statusCode: 4 })
    expect(readAnnouncement()).toEqual({ polite: '100 USDC · Harbour → Island: Done · verified' })
  })

  it('announces immediately that another swap needs the person', async () => {
    const { becomes } = await renderAnnouncements('')
    await becomes(rejected)
    expect(readAnnouncement()).toEqual({ assertive: '100 USDC · Harbour → Island: Action needed' })
  })

  it('announces no progress of another swap', async () => {
    const { becomes } = await renderAnnouncements('#/history')
    await becomes({ statusCode: 2 })
    await becomes({ statusCode: 3 })
    expect(readAnnouncement()).toEqual(nothing)
  })

  it('announces each state change of the swap on screen, without its name', async () => {
    const { becomes } = await renderAnnouncements('#/order/order-1')
    await becomes({ statusCode: 2 })
    expect(readAnnouncement()).toEqual({ polite: 'On its way' })
    await becomes({ state: 'verified_terminal', statusCode: 4 })
    expect(readAnnouncement()).toEqual({ polite: 'Done · verified' })
  })

  it('clears its text when the screen itself shows an alert', async () => {
    const { becomes } = await renderAnnouncements('#/order/order-1')
    await becomes({ statusCode: 2 })
    await becomes(rejected)
    expect(readAnnouncement()).toEqual(nothing)
  })

  it('clears its text on a new screen, and announces nothing twice', async () => {
    const { app, becomes } = await renderAnnouncements('#/settings')
    await becomes({ state: 'verified_terminal', statusCode: 4 })
    await act(() => app.go({ name: 'history' }))
    expect(readAnnouncement()).toEqual(nothing)
    await becomes({ viewed: true })
    expect(readAnnouncement()).toEqual(nothing)
  })

  it('announces the same text for a second swap with a new element, so that screen readers read it', async () => {
    const { becomes, client } = await renderAnnouncements('#/settings')
    const second = fakeOrders.order(bornMs, { id: 'order-2', state: 'pending', statusCode: 1 })
    await act(() => client.push({ kind: 'order', order: second }))
    const end = { state: 'verified_terminal', statusCode: 4 } as const
    await becomes(end)
    const before = [...screen.getByRole('status').childNodes]
    await act(() => client.push({ kind: 'order', order: { ...second, rev: second.rev + 1, ...end } }))
    expect(readAnnouncement()).toEqual({ polite: '100 USDC · Harbour → Island: Done · verified' })
    expect(before.filter((node) => node.isConnected)).toEqual([])
  })

  it('is on every screen exactly once, from the first swap on', async () => {
    const shown = await renderApp({}, { hash: '#/settings' })
    expect(screen.queryByTestId('phase')).toBeNull()
    const order = fakeOrders.order(bornMs, { state: 'pending', statusCode: 1 })
    await act(() => shown.client.push({ kind: 'order', order }))
    await shown.settle()
    const place = screen.getByTestId('phase')
    await act(() => shown.app.go({ name: 'home' }))
    expect(screen.getAllByTestId('phase')).toEqual([place])
  })
})
