import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { FundsLocation } from '../../../../lib/base/problem-codes.ts'
import { minuteMs } from '../../../../lib/base/time.ts'
import { momentText } from '../../../../lib/base/time-text.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { bornMs, usdcHarbour } from '../../models/fake-data.ts'
import { button, inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

describe('OrderCard of a deposit', () => {
  const address = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
  const deposit = {
    address,
    token: usdcHarbour,
    amount: '100000000',
    chainId: 31337,
    memo: '4711',
    expiresMs: bornMs + 540_000,
    refundAddress: null,
  } as const
  const awaited: Partial<OrderView> = {
    kind: 'deposit',
    state: 'deposit_awaited',
    statusCode: null,
    wallet: null,
    transactions: [],
    deposit,
  }

  it('shows every value to copy exactly, and counts the time down', async () => {
    const { pass } = await shownOrder(awaited)
    expect(screen.getByTestId('deposit-address').textContent).toBe(address)
    expect(screen.getByTestId('deposit-memo').textContent).toBe('4711')
    expect(screen.getByTestId('deposit-amount').textContent).toBe('100')
    expect(screen.getByTestId('deposit-left').textContent).toBe('9:00')
    await pass(61_000)
    expect(screen.getByTestId('deposit-left').textContent).toMatch(/^7:5\d|8:00$/)
    expect(screen.getByRole('img', { name: 'QR code of the deposit address' })).toBeDefined()
  })

  it.each([
    [59 * minuteMs + 59_000, '59:59'],
    [60 * minuteMs, '1:00:00'],
    [25 * 60 * minuteMs + 65_000, '25:01:05'],
  ])('counts down from %i ms, in hours if it has them', async (leftMs, shown) => {
    await shownOrder({ ...awaited, deposit: { ...deposit, expiresMs: bornMs + leftMs } })
    expect(screen.getByTestId('deposit-left').textContent).toBe(shown)
  })

  it.each([
    ['amount', '100'],
    ['memo', '4711'],
    ['address', address],
  ])('copies the %s by a press anywhere on its row', async (name, value) => {
    const { press } = await shownOrder(awaited)
    await press(screen.getByTestId(`deposit-${name}`))
    expect(await navigator.clipboard.readText()).toBe(value)
  })

  it('folds the QR code, because most people pay in the same browser', async () => {
    await shownOrder(awaited)
    expect(screen.getByTestId('deposit-qr').closest('details')?.open).toBe(false)
  })

  it('has the title of step 3 until the deposit is seen', async () => {
    const { becomes } = await shownOrder(awaited)
    const title = screen.getByRole('heading', { level: 1 })
    expect([title.textContent, document.activeElement]).toEqual(['Step 3 of 3: Deposit', title])
    expect(document.querySelector('[aria-current="step"]')?.textContent).toBe('Deposit')
    await becomes({ depositObserved: { units: '100000000', atMs: bornMs } })
    expect(title.textContent).toMatch(/100.*USDC/)
    expect(screen.queryByTestId('deposit-steps')).toBeNull()
  })

  it('warns about the memo and fees before the address can be copied', async () => {
    await shownOrder(awaited)
    const text = screen.getByTestId('deposit-panel').textContent ?? ''
    const at = (words: string) => text.indexOf(words)
    expect(at('If your exchange deducts a fee')).toBeGreaterThan(0)
    expect(at('Memo (required)')).toBeLessThan(at(address))
    expect(at('9:00')).toBeLessThan(at('Memo (required)'))
  })

  it('watches the deposit after the person reports it sent, and can show the address again', async () => {
    const { press } = await shownOrder(awaited)
    await press(button('I’ve sent it'))
    expect(screen.queryByTestId('deposit-address')).toBeNull()
    expect(screen.getByRole('heading', { name: /^Waiting for .*100.*USDC/ })).toBeDefined()
    await press(button('Show address'))
    expect(screen.getByTestId('deposit-address').textContent).toBe(address)
  })

  it('says how long Ferry waits, and that the wait ends by itself', async () => {
    const { press, becomes } = await shownOrder(awaited)
    const until = `Ferry waits for your deposit until ${momentText(bornMs + 540_000 + 3_600_000, bornMs)}.`
    const said = () => screen.getByTestId('deposit-panel').textContent ?? ''
    expect(said()).toContain(`${until} If nothing arrives, the swap then ends automatically.`)
    await press(button('I’ve sent it'))
    expect(said()).toContain(until)
    await becomes({ deposit: { ...deposit, expiresMs: bornMs - 1_000 } })
    expect(screen.getByRole('heading', { name: 'Time to deposit is over' })).toBeDefined()
    expect(said()).toContain(`until ${momentText(bornMs - 1_000 + 3_600_000, bornMs)}.`)
    // If Ferry cannot read the chain, it does not wait for the deposit itself.
    await becomes({ deposit: { ...deposit, chainId: 8453 } })
    expect(said()).not.toContain('Ferry waits')
    expect(said()).toContain('The swap continues')
    // A deposit that arrived continues.
    await becomes({ deposit, depositObserved: { units: deposit.amount, atMs: bornMs } })
    expect(said()).not.toMatch(/ends|is over/)
  })

  it('says at the end how long no deposit was seen, and what to do if one was sent', async () => {
    const over = (part: Partial<OrderView>, money: FundsLocation, facts = {}) => ({
      ...awaited,
      ...({ state: 'reported_terminal', statusCode: 5, fundsSettled: false } as const),
      problem: { ...createProblemData('swapNotDelivered', money), facts },
      ...part,
    })
    const said = () => screen.getByTestId('order-outcome').textContent ?? ''
    const readMs = bornMs + 700_000
    const unseen = { depositUnseenMs: String(readMs) }
    const { becomes } = await shownOrder(over({}, 'unknown'))
    // Ferry has not read the chain since that end.
    expect(said()).toMatch(
      /^Swap expiredChecking where your money is.*If you sent a deposit, don’t send again\. Keep your proof/,
    )
    await becomes(over({ depositUnseenMs: readMs }, 'depositNotObserved', unseen))
    expect(said()).toContain(`No deposit seen by ${momentText(readMs, bornMs)}`)
    expect(said()).toContain(
      `Ferry watches its address until ${momentText(bornMs + 540_000 + 3_600_000, bornMs)}`,
    )
    expect(screen.queryByTestId('do-again')).toBeNull()
    const proven = { state: 'verified_terminal', fundsSettled: true, depositUnseenMs: readMs } as const
    await becomes(over(proven, 'depositNotObserved', unseen))
    expect(said()).toContain('If you sent one, don’t send again: ask where you sent it from')
    expect(screen.queryByTestId('do-again')).toBeNull()
    for (const text of ['Nothing was sent', 'hasn’t moved'])
      expect(document.body.textContent).not.toContain(text)
  })

  it('says for an unreadable chain that Ferry cannot check it, while waiting and at the end', async () => {
    const unread = { ...awaited, deposit: { ...deposit, chainId: 8453 } }
    const { press, becomes } = await shownOrder(unread)
    await press(button('I’ve sent it'))
    expect(screen.getByText(/shows here once the service has seen it: Ferry can’t read .*Base/)).toBeDefined()
    const problem = createProblemData('swapNotDelivered', 'unknown')
    await becomes({ ...unread, state: 'reported_terminal', statusCode: 5, problem })
    expect(screen.getByTestId('order-outcome').textContent).toMatch(
      /^Swap expiredFerry can’t read .*Base.*, so it can’t check where your money is\..*If you sent a deposit, don’t send again/,
    )
    expect(document.body.textContent).not.toContain('Checking where')
  })

  it.each([
    ['4711', false],
    ['für Ä', true],
    ['x'.repeat(65), true],
  ])('calls the memo %s unusual: %s', async (memo, isUnusual) => {
    await shownOrder({ ...awaited, deposit: { ...deposit, memo } })
    expect(screen.getByTestId('deposit-memo').textContent).toBe(memo)
    expect(screen.queryByTestId('memo-unusual') !== null).toBe(isUnusual)
  })

  it('says to include the memo only if there is one', async () => {
    await shownOrder({ ...awaited, deposit: { ...deposit, memo: null } })
    expect(screen.queryByText(/Memo/)).toBeNull()
  })

  it.each([
    [
      'the wrong amount',
      { units: '90000000', atMs: bornMs },
      'Wrong amount received',
      /90.*arrived, not .*100/,
    ],
    ['the right amount', { units: '100000000', atMs: bornMs }, 'Deposit received', /100.* arrived/],
    [
      'another token',
      { units: '100000000', atMs: bornMs, token: 'other' },
      'Wrong token received',
      /The token you sent isn’t .*USDC/,
    ],
    [
      'the right amount too late',
      { units: '100000000', atMs: bornMs + 540_001 },
      'Deposit seen late',
      // The deposit may have arrived in time, while Ferry did not check.
      /^Deposit seen late.*100.* seen after the deadline.*If it was too late, the service sends it back/,
    ],
    [
      'what only the service says',
      { units: '100000000', atMs: bornMs, isReported: true },
      'Deposit received',
      /100.* arrived.*Reported by the service, not confirmed on-chainYou can close Ferry/,
    ],
  ])(
    'requests no payment and hides the address after a deposit of %s',
    async (_, depositObserved, title, said) => {
      await shownOrder({ ...awaited, depositObserved } as Partial<OrderView>)
      const panel = screen.getByTestId('deposit-panel')
      expect(panel.textContent).toMatch(said)
      expect(within(panel).getByRole('heading').textContent).toBe(title)
      expect(panel.textContent).not.toContain('Send')
      expect(screen.queryByTestId('deposit-address')).toBeNull()
    },
  )

  it('requests no payment after the address has expired', async () => {
    const { pass } = await shownOrder(awaited)
    const heading = () => within(screen.getByTestId('deposit-panel')).getByRole('heading').textContent
    expect(heading()).toMatch(/^Send .*100.*USDC.* on .*Harbour/)
    await pass(541_000)
    expect(heading()).toBe('Time to deposit is over')
  })
})
