import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../../lib/base/problem.ts'
import { dayMs } from '../../../../lib/base/time.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { fail, problem } from '../../../screens/answers.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { requestOf } from '../../order/order-fixture.ts'
import { button, inBrowser, noButton } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

const requestFor = (purpose: 'approve' | 'sign' | 'send'): Partial<OrderView> => ({
  state: `${purpose}_requested`,
  statusCode: null,
  walletRequest: requestOf(purpose, { requestedMs: bornMs, amountUnits: '100000000' }),
})

const offer = {
  offerId: 'offer-1',
  promisedAmount: '98000000',
  minAmountOut: '97500000',
  needsReview: null,
  cost: { inUsd: '2.00', percent: '2', isLowerBound: false },
} as NonNullable<OrderView['offer']>
const worse: Partial<OrderView> = { state: 'needs_user', statusCode: null, offer }

describe('OrderScreen with a screen reader', () => {
  it('announces each change of the swap in one element that stays', async () => {
    const { becomes } = await shownOrder({ state: 'pending', statusCode: 3 })
    const place = screen.getByTestId('phase')
    const before = place.textContent
    await becomes({ state: 'verified_terminal', statusCode: 4 })
    expect(screen.getByTestId('phase')).toBe(place)
    expect(place.getAttribute('role')).toBe('status')
    expect(place.textContent).not.toBe(before)
    expect(place.textContent).toMatch(/verified/)
    const said = screen.getAllByRole('status').filter((one) => one.textContent?.trim() !== '')
    expect(said).toEqual([place])
  })
})

describe('OrderScreen during a wallet request', () => {
  it('says where to find the wallet, what it requests and whom it names', async () => {
    await shownOrder(requestFor('approve'))
    const said = screen.getByRole('alert')
    expect(within(said).getByRole('heading').textContent).toMatch(/^Confirm in .*Test Wallet/)
    expect(said.textContent).toMatch(/Approve .*100.*USDC/)
    expect(screen.getByTestId('wallet-preview').textContent).toMatch(/Requested by.*127\.0\.0\.1:8788/)
  })

  it('says that the wallet’s page is gone when it cannot be shown', async () => {
    const { press } = await shownOrder(requestFor('sign'), { showWallet: () => false })
    await press(button('Open wallet'))
    expect(screen.getByText(/page that connects your wallet isn’t open/)).toBeDefined()
  })

  it('moves the focus to its title when the focused button disappears', async () => {
    const { press, becomes } = await shownOrder(requestFor('sign'))
    await press(button('Open wallet'))
    expect(document.activeElement).toBe(button('Open wallet'))
    await becomes({ state: 'submitted', statusCode: 0, walletRequest: null } as Partial<OrderView>)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  it('can be stopped', async () => {
    const { press, sent } = await shownOrder(requestFor('sign'))
    await press(button('Stop swap'))
    expect(sent('stopOrder')).toEqual([{ orderId: 'order-1' }])
  })

  it('shows a swap again that the person hid', async () => {
    const timeline = [{ step: 'sent' as const, atMs: bornMs - 8 * dayMs }]
    const { press, sent } = await shownOrder({ kind: 'manual', putAwayMs: bornMs, timeline })
    await press(button('Show again'))
    expect(sent('showOrder')).toEqual([{ orderId: 'order-1' }])
  })
})

describe('OrderScreen with an offer', () => {
  it('shows both figures next to each other, and accepts the displayed offer', async () => {
    const { press, pass, sent } = await shownOrder(worse)
    await pass(700)
    const rows = screen.getAllByRole('row').map((row) => row.textContent)
    expect(rows).toEqual([
      expect.stringMatching(/Before.*Now/),
      expect.stringMatching(/Expected.*99\.54.*98/),
      expect.stringMatching(/Minimum.*99\.0423.*97\.5/),
      expect.stringMatching(/Total cost\$0\.46 \(0\.46%\)\$2\.00 \(2%\)/),
    ])
    expect(screen.getByRole('alert').textContent).toMatch(/Nothing was signed or sent/)
    await press(button('Accept new price'))
    expect(sent('acceptOffer')).toEqual([{ orderId: 'order-1', offerId: 'offer-1' }])
  })

  it('ignores a click on an offer that has just appeared', async () => {
    const { pass } = await shownOrder(worse)
    expect(button('Accept new price').disabled).toBe(true)
    await pass(700)
    expect(button('Accept new price').disabled).toBe(false)
  })

  it.each([
    ['loss', /lose a large part/],
    ['terms', /More than the price changed/],
  ])(
    'does not let the person accept an offer that needs a review (%s), and says why',
    async (needsReview, why) => {
      const { pass } = await shownOrder({ ...worse, offer: { ...offer, needsReview } as typeof offer })
      await pass(700)
      expect(noButton('Accept new price')).toBe(true)
      expect(screen.getByText(why)).toBeDefined()
      expect(button('Stop swap')).toBeDefined()
    },
  )
})

describe('OrderScreen that needs the person', () => {
  const stopped = (
    code: Parameters<typeof problem>[0],
    part: Partial<OrderView> = {},
  ): Partial<OrderView> => ({
    state: 'needs_user',
    statusCode: null,
    problem: problem(code),
    ...part,
  })

  it('says why and where the money is, and retries the wallet request', async () => {
    const { press, sent } = await shownOrder(stopped('walletRejected'))
    expect(screen.getByRole('alert').textContent).toMatch(/100.*USDC.* hasn’t moved/)
    await press(button('Try again'))
    expect(sent('retryOrder')).toEqual([{ orderId: 'order-1' }])
  })

  it('offers a transaction when a signature is not accepted', async () => {
    const { press, app, sent } = await shownOrder(stopped('walletUnsupported'))
    await press(button('Pay by transaction'))
    expect(sent('stopOrder')).toHaveLength(1)
    expect(app.swap.draft.options.value.useInbox).toBe(true)
  })

  it('shows the error of a wallet that failed at the send, and does not suggest an immediate retry', async () => {
    const said = new Problem('walletBlindSigning', {
      money: 'unknown',
      facts: { code: '-32603', message: 'Ledger: off' },
    })
    await shownOrder({ ...stopped('walletBlindSigning', { state: 'unknown_outcome' }), problem: said.data })
    const notice = screen.getByTestId('problem')
    expect(notice.textContent).toContain('Blind signing is off in your hardware wallet')
    expect(screen.getByTestId('problem-details').textContent).toContain('Ledger: off')
    expect(screen.getByTestId('problem-next').textContent).not.toContain('try again')
    expect(screen.getByTestId('problem-next').textContent).toContain('Ferry will track it')
  })
})

describe('OrderScreen of a running swap', () => {
  it('says that Ferry can be closed, but not once the swap is late', async () => {
    const { becomes } = await shownOrder()
    expect(screen.getByText(/You can close Ferry/)).toBeDefined()
    await becomes({ notification: { kind: 'late', state: 'notified' } })
    expect(screen.queryByText(/You can close Ferry/)).toBeNull()
    expect(screen.getByText(/^\d+ sec so far, expected 14 sec$/)).toBeDefined()
    expect(screen.getByTestId('order-money').textContent).toMatch(/100.*USDC.* reported as sent/)
    expect(screen.getByText(/^Nothing has reached .*Island.* yet\.$/)).toBeDefined()
  })

  it.each(['signed', 'submitting'] as const)(
    'warns about a %s swap only once its submission takes longer than usual',
    async (state) => {
      const timeline = [{ step: 'signed', atMs: bornMs }] as const
      const { pass } = await shownOrder({ state, statusCode: null, timeline, problem: null })
      const said = () => screen.getByTestId('not-accepted')
      expect(screen.getByRole('heading', { name: 'Submitting your swap' })).toBeDefined()
      expect([said().className, said().textContent]).toEqual(['hint', 'Keep your browser open.'])
      await pass(9_000)
      expect(said().className).toBe('hint warning')
      expect(said().textContent).toMatch(/^The service hasn’t accepted your swap yet\./)
    },
  )
})

describe('OrderScreen at the end', () => {
  it('shows the received amount as verified only when the chain shows it', async () => {
    const { becomes } = await shownOrder({
      ...fakeOrders.doneOrder(bornMs),
      state: 'reported_terminal',
    })
    expect(screen.getByText('Reported by the service, not confirmed on-chain')).toBeDefined()
    expect(screen.getByText(/^The service says .*99\.5412.* arrived on .*Island/)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Swap reported complete' })).toBeDefined()
    expect(screen.queryByTestId('done-tick')).toBeNull()
    await becomes({ state: 'verified_terminal' })
    expect(screen.getByText('Verified on-chain')).toBeDefined()
    expect(screen.getByText(/^.?99\.5412.* arrived on .*Island/)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Swap complete' })).toBeDefined()
    expect(screen.getByTestId('done-tick')).toBeDefined()
  })

  it('fills the form with the same swap', async () => {
    const { press, app } = await shownOrder(fakeOrders.doneOrder(bornMs))
    await press(button('Swap again'))
    // The first quote of the filled form opens its review.
    expect(app.screen.value.name).toBe('review')
    expect(app.swap.draft.amountText.value).toBe('100')
  })
})

describe('OrderScreen of an order that cannot be read', () => {
  it('shows the problem and retries', async () => {
    let isGone = true
    const { press } = await shownOrder(
      {},
      {
        order: () => {
          if (isGone) return fail(problem('storageFailed'))()
          return fakeOrders.order(bornMs)
        },
      },
    )
    expect(screen.getByRole('alert')).toBeDefined()
    isGone = false
    await press(button('Try again'))
    expect(screen.getByTestId('order-screen')).toBeDefined()
  })
})
