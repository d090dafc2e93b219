import { screen } from '@testing-library/dom'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FundsLocation } from '../../../../lib/base/problem-codes.ts'
import { dayMs } from '../../../../lib/base/time.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { problem } from '../../../screens/answers.ts'
import { bornMs, usdcHarbour } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { button, inBrowser, plainText } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()
afterEach(() => vi.unstubAllGlobals())

const done = (part: Partial<OrderView> = {}) => shownOrder(fakeOrders.doneOrder(bornMs, part))
const surplus = () => screen.queryByTestId('surplus')?.textContent ?? null
const receipt = () => plainText(screen.getByTestId('receipt'))
const figure = () => document.querySelector('.result-figure')?.textContent
const lands = () => screen.getByTestId('receipt-token').dataset.lands

describe('Receipt', () => {
  it.each([
    ['99552000', '0.012 USDC more than quoted'],
    ['99541200', '0.0012 USDC more than quoted'],
    ['99540000', 'As quoted'],
    ['99040000', '0.50 USDC less than quoted'],
  ])('compares the verified amount %s with the quote', async (fulfilledAmount, said) => {
    await done({ fulfilledAmount })
    expect(surplus()).toBe(said)
  })

  it('shows the first digits of the received amount, never rounded up, and all digits in the receipt', async () => {
    await done({ fulfilledAmount: '1234567899999' })
    expect(figure()).toBe('+1,234,567.89 USDC')
    expect(receipt()).toContain('Received1,234,567.899999 USDC')
  })

  it('shows the minimum as a minimum while the received amount is unknown', async () => {
    await done({ fulfilledAmount: null })
    expect(figure()).toBe('At least 99.0423 USDC')
  })

  it('shows the amount paid, and leaves the amounts of the quote to the details', async () => {
    await done()
    expect(receipt()).toMatch(/^Paid100 USDCReceived99\.5412 USDC/)
    expect(receipt()).not.toMatch(/Quoted|Minimum/)
    const details = screen.getByTestId('order-details').closest('details')
    expect(details?.textContent).toMatch(/Minimum.*99\.04/)
  })

  it('shows the value of what arrived at the reviewed price, rounded down', async () => {
    await done({ fulfilledAmount: '99541200' })
    expect(screen.getByTestId('received-value').textContent).toBe('$99.54')
    await done({ fulfilledAmount: '99539999' })
    expect(screen.getByTestId('received-value').textContent).toBe('$99.53')
  })

  it('shows the total cost of what arrived, with the gas that was paid', async () => {
    const [approval] = fakeOrders.doneOrder(bornMs).transactions
    await done({ fulfilledAmount: '99540000' })
    expect(receipt()).toContain('Total cost$0.49 (0.49%)')
    const { gasUnits: _gas, ...unknown } = approval ?? {}
    await done({ fulfilledAmount: '99040000', transactions: [unknown as OrderView['transactions'][number]] })
    expect(receipt()).toContain('Total costAt least $0.96 (0.96%)')
  })

  it('shows no value without a price, but the surplus', async () => {
    const { reviewed } = fakeOrders.doneOrder(bornMs)
    await done({ reviewed: { ...reviewed, outputValueInUsd: null } })
    expect(screen.queryByTestId('received-value')).toBeNull()
    expect(surplus()).toBe('0.0012 USDC more than quoted')
  })

  it('shows no surplus and no duration for a reported end', async () => {
    await done({ state: 'reported_terminal' })
    expect([surplus(), screen.queryByTestId('took')]).toEqual([null, null])
    expect(receipt()).toContain('Received (reported)99.5412 USDC')
  })

  it('attributes an end that Ferry found to Ferry, not to the service', async () => {
    await done({ state: 'reported_terminal', reportedCode: null, doubt: 'notShown' })
    const text = screen.getByTestId('order-screen').textContent
    expect(text).toContain('should have arrived on Island')
    expect(text).toContain('Not confirmed on-chain yet')
    expect(text).not.toMatch(/service (says|said)|reported by/i)
  })

  it('shows the longest possible duration, counted from the submission', async () => {
    await done()
    expect(screen.getByTestId('took').textContent).toBe('In under 7 sec')
  })

  it('links the delivery transaction', async () => {
    await done()
    const link = screen.getByTestId('order-done').querySelector('a')
    expect(link?.href).toContain(`0x${'b'.repeat(64)}`)
    expect(link?.textContent).toBe('View on explorer')
  })

  it('has one primary action, and the others in a menu', async () => {
    const { press } = await done()
    expect([...document.querySelectorAll('button.primary')]).toEqual([button('Done')])
    await press(button('More actions'))
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
      'Contact support',
      'Copy support info',
      'Copy order hash',
      'New swap',
    ])
  })
})

describe('the receipt of a swap that delivered nothing', () => {
  const ended = (statusCode: 5 | 7, money: FundsLocation, part: Partial<OrderView> = {}) =>
    shownOrder({
      ...{ state: 'reported_terminal', statusCode, ...part },
      problem: problem('swapNotDelivered', { money }),
    })

  it.each([
    [5, 'atOrigin', /^Paid100 USDCReturnedNot yetWhen/],
    [5, 'signedUnused', /^Taken from walletNothingWhen/],
    [5, 'signatureLives', /^Taken from walletNothing so farWhen/],
    [7, 'refundReported', /^Paid100 USDCReturnedNot reportedWhen/],
    // It is not known whether anything was paid.
    [5, 'unknown', /^$/],
  ] as const)(
    'states for code %s and place %s the paid and the returned amount',
    async (code, money, said) => {
      await ended(code, money)
      expect(receipt()).toMatch(said)
    },
  )

  it('says that a refund is only reported', async () => {
    const token = usdcHarbour
    await ended(7, 'refundReported', {
      evidence: {
        ...{ kind: 'refund', chainId: token.chainId, hash: `0x${'c'.repeat(64)}`, sources: 1 },
        ...{ token: token.address, units: '98900000', logIndexes: [0] },
        ...{ blockNumber: '120', blockSeconds: 1_764_583_200 },
      },
    } as Partial<OrderView>)
    expect(receipt()).toMatch(/^Paid100 USDCReturned \(reported\)98\.90 USDCWhen/)
  })
})

it.each([
  ['runs', {}, /^$/],
  ['stops after its transaction was requested', { state: 'stopping' }, /^Taken from walletUnknownStarted/],
  [
    'stops while its signature is valid',
    { state: 'stopping', liveUntilMs: bornMs + 500_000 },
    /^Taken from walletNothing so farStarted/,
  ],
  [
    'has no news',
    fakeOrders.order(bornMs - 8 * dayMs, { kind: 'manual', permitDeadlineMs: null }),
    /^Paid100 USDCStarted/,
  ],
] as const)('the receipt of a swap that %s states the money that is concerned', async (_, part, said) => {
  await shownOrder({ statusCode: null, ...part })
  expect(receipt()).toMatch(said)
})

describe('the figure and the landing token of a new result', () => {
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
    expect([figure(), lands()]).toEqual(['+0 USDC', 'true'])
    expect(screen.getByText(/^.?99\.5412 USDC arrived on/)).toBeDefined()
    await at(1_000)
    await at(1_200)
    expect(figure()).toBe('+49.77 USDC')
    await at(1_400)
    expect(figure()).toBe('+99.54 USDC')
    await becomes({ viewed: true })
    expect([figure(), lands()]).toEqual(['+99.54 USDC', 'true'])
  })

  it.each([
    ['is known already', { viewed: true }, false, 'false', 'false'],
    // The styles have no landing then.
    ['is to move nothing', { viewed: false }, true, 'true', 'true'],
    ['is only reported', { viewed: false, state: 'reported_terminal' }, false, 'false', 'true'],
  ] as const)('does not count up when it %s', async (_why, part, isStill, before, after) => {
    frames(isStill)
    const { becomes } = await done(part)
    expect([figure(), lands()]).toEqual(['+99.54 USDC', before])
    await becomes({ state: 'verified_terminal' })
    expect(lands()).toBe(after)
  })
})
