import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { fail, problem } from '../../../screens/answers.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { button, inBrowser, plainText } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

const rows = () =>
  [...(document.querySelector('dl.facts.card')?.children ?? [])].map((row) => row.textContent ?? '')
const names = (part: Partial<OrderView>) => shownOrder(part).then(() => rows().join(' | '))

describe('OrderFacts', () => {
  it.each([
    ['on its way', {}],
    ['at the wallet', { state: 'sign_requested', statusCode: null }],
    ['waiting for the person', { state: 'needs_user', statusCode: null, problem: problem('walletRejected') }],
  ] as const)(
    'shows the amounts of the quote and the fees among the details when the swap is %s',
    async (_, part) => {
      expect(await names(part)).not.toMatch(/Quoted|Minimum|fee/)
      const details = screen.getByTestId('order-details').closest('details')
      expect(details?.textContent).toMatch(/Quoted.*99\.54.*Minimum.*99\.0423.*Delivery fee/)
    },
  )

  it.each([
    ['verified_terminal', /Received99\.5412/],
    ['reported_terminal', /Received \(reported\)99\.5412/],
  ] as const)('leaves the amount of %s to the receipt, which says who reports it', async (state, said) => {
    await shownOrder(fakeOrders.doneOrder(bornMs, { state }))
    expect(document.querySelectorAll('dl.facts.card')).toHaveLength(1)
    expect(plainText(document.querySelector('dl.facts.card'))).toMatch(said)
  })
})

describe('the details', () => {
  const summary = () => screen.getByTestId('order-details').textContent

  it('are one fold, with the steps and their number while the swap runs', async () => {
    await shownOrder({ isPermitOver: true })
    expect(document.querySelectorAll('main > details')).toHaveLength(1)
    expect(screen.getByTestId('timeline').closest('details')?.hasAttribute('open')).toBe(false)
    expect(summary()).toBe('Details: 5 of 7 steps done')
  })

  it.each([
    ['verified_terminal', null],
    ['reported_terminal', null],
    ['abandoned_unsigned', 'stopped'],
    // Whether the wallet sent the swap is not known.
    ['unknown_outcome', null],
  ] as const)('count nothing once the swap is over or its steps are unknown: %s', async (state, step) => {
    const timeline = step === null ? {} : { timeline: [{ step, atMs: bornMs }] }
    await shownOrder(fakeOrders.doneOrder(bornMs, { state, ...timeline }))
    expect(summary()).toBe('Details')
  })

  it('have the facts of a problem and the ID of the request that failed', async () => {
    await shownOrder({
      state: 'reported_terminal',
      statusCode: 5,
      problem: problem('swapNotDelivered', { facts: { chain: 'Harbour' }, serverRequestId: 'req-77aa' }),
    })
    expect(document.querySelectorAll('main details')).toHaveLength(1)
    expect(screen.getByTestId('problem-details').textContent).toMatch(/req-77aa.*chain: Harbour/)
  })

  it.each([
    [{ statusCode: 0 }, false],
    [{ statusCode: 2 }, true],
    [{ state: 'reported_terminal', statusCode: 3 }, true],
    [{ state: 'reported_terminal', statusCode: 5, problem: problem('swapNotDelivered') }, false],
  ] as const)(
    'have the cancellation where the service says that it is too late: %o',
    async (part, isInside) => {
      await shownOrder(part)
      expect(screen.getByTestId('cancel-open').closest('details') !== null).toBe(isInside)
    },
  )
})

describe('the status of the service', () => {
  it.each([
    [null, 'Not known yet'],
    [0, '0 PENDING'],
  ] as const)('%s is “%s”', async (reportedCode, said) => {
    await shownOrder({ reportedCode })
    const row = screen.getByText('Swap service status').parentElement
    expect(row?.textContent).toBe(`Swap service status${said}`)
  })
})

describe('the received amount', () => {
  it('is worded as reported while the order is still followed', async () => {
    expect(await names({ statusCode: 3, fulfilledAmount: '99541200' })).toMatch(
      /Received \(reported\)99\.5412/,
    )
  })
})

describe('the service’s record of the quote', () => {
  const requesting = (fetchDirectRouteStatus: () => unknown) =>
    shownOrder({}, { fetchDirectRouteStatus } as Parameters<typeof shownOrder>[1])

  it('is requested only on a click, and shown unchanged', async () => {
    const { press, sent } = await requesting(() => ({
      text: '{"status":"EXTRACTED"}',
      serverRequestId: 'req-7',
    }))
    expect(sent('fetchDirectRouteStatus')).toEqual([])
    await press(button('Fetch raw status'))
    const answer = screen.getByTestId('service-answer') as HTMLTextAreaElement
    expect([answer.value, answer.readOnly]).toEqual(['{"status":"EXTRACTED"}', true])
    expect(screen.getByText('req-7')).toBeDefined()
    expect(sent('fetchDirectRouteStatus')).toEqual([{ orderId: 'order-1' }])
  })

  it('is described as empty when the answer is empty', async () => {
    const { press } = await requesting(() => ({ text: '  ', serverRequestId: null }))
    await press(button('Fetch raw status'))
    expect(screen.queryByTestId('service-answer')).toBeNull()
  })

  it('can be requested again after a failure', async () => {
    let isDown = true
    const { press } = await requesting(() => {
      if (isDown) return fail(problem('serviceUnreachable'))()
      return { text: 'here', serverRequestId: null }
    })
    await press(button('Fetch raw status'))
    const box = button('Fetch raw status').closest<HTMLElement>('.service-answer')
    expect(box && within(box).getByTestId('problem').dataset.code).toBe('serviceUnreachable')
    isDown = false
    await press(button('Fetch raw status'))
    expect(screen.queryByTestId('problem')).toBeNull()
    expect((screen.getByTestId('service-answer') as HTMLTextAreaElement).value).toBe('here')
  })
})
