import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { AllowancesScreen } from '../../../../components/settings/AllowancesScreen.tsx'
import { createPickerModel } from '../../../../lib/models/picker-model.ts'
import { createAllowancesModel } from '../../../../lib/models/settings-models.ts'
import type { AllowanceEntry } from '../../../../lib/order/allowances.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { fail, problem } from '../../../screens/answers.ts'
import { account, bornMs, usdcHarbour } from '../../models/fake-data.ts'
import { holdings } from '../../models/fake-holdings.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

describe('AllowancesScreen', () => {
  const line = (part: Partial<AllowanceEntry>): AllowanceEntry => ({
    orderId: 'order-1',
    kind: 'signed',
    token: usdcHarbour,
    owner: account.address,
    spender: `0x${'22'.repeat(20)}`,
    left: { units: '5000000', sources: 2 },
    revokeBlockedBy: null,
    ...part,
  })

  const renderAllowances = (...lines: readonly AllowanceEntry[]) => renderAllowancesWithOrder({}, ...lines)

  async function renderAllowancesWithOrder(part: Partial<OrderView>, ...lines: readonly AllowanceEntry[]) {
    const order = fakeOrders.order(bornMs, { state: 'abandoned_unsigned', statusCode: null, ...part })
    const shown = await createTestApp({ orders: [order], answers: { allowances: () => lines } })
    const model = createAllowancesModel(shown.app)
    await shown.settle()
    draw(<AllowancesScreen app={shown.app} model={model} />)
    await shown.settle()
    return shown
  }

  it('shows amount, spender and chain of an allowance, and revokes it after a review', async () => {
    const { press, sent } = await renderAllowances(line({}))
    expect(screen.getByText(/^5.*USDC/, { selector: 'b' })).toBeDefined()
    await press(button(/^Revoke approval: .*USDC.*Permit2.* on .*Harbour/))
    // The review's code loads with the first review.
    expect(screen.getByTestId('revoke-confirm')).toBeDefined()
    expect(sent('reviewExit')).toHaveLength(1)
    // The revocation takes the whole screen.
    expect(screen.queryByTestId('allowances-read')).toBeNull()
    expect(sent('confirmExit')).toEqual([])
  })

  it('shows what a contract could take now: the smaller one of allowance and balance', async () => {
    await renderAllowances(
      line({}),
      line({ spender: `0x${'33'.repeat(20)}`, left: { units: null, sources: 2 } }),
      line({ spender: `0x${'44'.repeat(20)}`, owner: `0x${'55'.repeat(20)}` }),
      line({ spender: `0x${'66'.repeat(20)}`, left: null }),
    )
    const texts = screen.getAllByTestId('allowance-at-risk').map(({ textContent }) => textContent)
    expect(texts).toEqual([
      expect.stringMatching(/^Can take \W*1,240\.50\W*USDC\W* now$/),
      expect.stringMatching(/^Can take \W*5.*USDC\W* now$/),
    ])
  })

  it('shows the value at risk where a price is known', async () => {
    const shown = await createTestApp({ answers: { allowances: () => [line({})], holdings: () => holdings } })
    createPickerModel(shown.app, 'input')
    const model = createAllowancesModel(shown.app)
    draw(<AllowancesScreen app={shown.app} model={model} />)
    await shown.settle()
    expect(screen.getByTestId('allowance-at-risk').textContent).toBe('Can take $5.00 now')
  })

  it('tells the person to reject a stopped revocation, because the wallet may still show it', async () => {
    const { press } = await renderAllowancesWithOrder({ lastUnansweredMs: bornMs }, line({}))
    expect(screen.queryByTestId('still-asked')).toBeNull()
    await press(button(/^Revoke approval: .*USDC.*Permit2.* on .*Harbour/))
    await press(button('Not now'))
    expect(screen.getByTestId('still-asked').textContent).toContain('Reject that one there.')
  })

  it('shows unlimited, single-source and unreadable allowances', async () => {
    await renderAllowances(
      line({ left: { units: null, sources: 1 } }),
      line({ spender: `0x${'33'.repeat(20)}`, left: null }),
    )
    expect(screen.getByText(/Unlimited .*USDC/).closest('section')?.textContent).toMatch(
      /Not verified: only one source answered/,
    )
    expect(screen.getByText(/Couldn’t read .*Harbour/)).toBeDefined()
  })

  it('shows unlimited allowances first, in the color of a warning', async () => {
    const unlimited = { spender: `0x${'33'.repeat(20)}`, left: { units: null, sources: 2 } } as const
    await renderAllowances(line({}), line(unlimited))
    const shown = screen.getAllByTestId('allowance').map((one) => one.dataset.left)
    expect(shown).toEqual(['unlimited', '5000000'])
    expect(screen.getByText(/Unlimited .*USDC/).className).toBe('tone-warning')
  })

  it('offers no revocation while a swap needs the allowance, and names the swap', async () => {
    await renderAllowances(line({ revokeBlockedBy: 'inUse' }))
    expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull()
    expect(screen.getByText('A swap in progress needs it.')).toBeDefined()
  })

  it('folds allowances that are used up', async () => {
    await renderAllowances(line({ left: { units: '0', sources: 2 } }))
    expect(screen.getByText('Used up (1)').closest('details')?.open).toBe(false)
    expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull()
  })

  it('says why they cannot be read, without the location of the money, and reads them again', async () => {
    // The default text of this problem is about saving.
    let answer: () => readonly AllowanceEntry[] | Promise<never> = fail(problem('storageFailed'))
    const { app, settle, press } = await createTestApp({ answers: { allowances: () => answer() } })
    const model = createAllowancesModel(app)
    draw(<AllowancesScreen app={app} model={model} />)
    await settle()
    expect(screen.getByRole('alert').textContent).toMatch(/^Couldn’t read your approvals/)
    expect(screen.getByRole('alert').textContent).not.toMatch(/Nothing was sent|hasn’t moved/)
    answer = () => []
    await press(button('Try again'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says that there are none', async () => {
    await renderAllowances()
    expect(screen.getByRole('status').textContent).toMatch(/^No approvals yet/)
    expect(screen.queryByText(/can still spend/)).toBeNull()
  })
})
