import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { bornMs } from '../../models/fake-data.ts'
import { button, inBrowser } from '../shown-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

describe('RevokePanel', () => {
  const left: Partial<OrderView> = { state: 'abandoned_unsigned', statusCode: null, problem: null }

  it('says what may still be taken, and asks the wallet only after a review', async () => {
    const { press, sent } = await shownOrder(left)
    expect(screen.getByText(/^Your approval of .*100.*USDC.* for Permit2.* is still there\./)).toBeDefined()
    await press(button('Revoke'))
    const review = screen.getByRole('region', { name: /^Revoke on .*Harbour/ })
    expect(review.textContent).toMatch(/Current limit.*5.*USDC/)
    expect(sent('confirmRevoke')).toEqual([])
    await press(within(review).getByRole('button', { name: 'Confirm in wallet' }))
    expect(sent('confirmRevoke')).toEqual([{ reviewKey: 'revoke-1' }])
  })

  it('tells what the chain says came of it', async () => {
    const { becomes } = await shownOrder(left)
    const over = { state: 'over', problem: null, atMs: bornMs } as const
    await becomes({ revoking: { ...over, leftUnits: '0' } } as Partial<OrderView>)
    expect(screen.getByTestId('revoked').textContent).toMatch(/is now 0/)
    await becomes({ revoking: { ...over, leftUnits: '5000000' } } as Partial<OrderView>)
    expect(screen.getByTestId('revoke-left').textContent).toMatch(/may take .*5.*USDC/)
    await becomes({ revoking: { ...over, leftUnits: null } } as Partial<OrderView>)
    expect(screen.getByTestId('revoke-left').textContent).toMatch(/Too few sources/)
  })

  it('moves the focus to its question and back to what opened it', async () => {
    const { press } = await shownOrder(left)
    await press(button('Revoke'))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Revoke on .*Harbour/ }))
    await press(button('Not now'))
    expect(document.activeElement).toBe(button('Revoke'))
  })
})
