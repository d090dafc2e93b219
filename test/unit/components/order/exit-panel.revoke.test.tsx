import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { bornMs, exitReviews } from '../../models/fake-data.ts'
import { order } from '../../models/fake-orders.ts'
import { button, inBrowser, plainText } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

const { transactions: approvals } = order(bornMs)
const revocation = { ...approvals[0], purpose: 'revoke', hash: `0x${'a1'.repeat(32)}`, amountUnits: '0' }
const revoked = { transactions: [...approvals, revocation] } as Partial<OrderView>

describe('ExitPanel of a revocation', () => {
  const left: Partial<OrderView> = { state: 'abandoned_unsigned', statusCode: null, problem: null }

  it('shows the remaining allowance, and sends the request only after a review', async () => {
    const { press, sent } = await shownOrder(left)
    expect(screen.getByText(/^Your approval of .*100.*USDC.* for Permit2.* is still there\./)).toBeDefined()
    await press(button('Revoke approval'))
    const review = screen.getByTestId('revoke-review')
    expect(review.textContent).toMatch(
      /Current limit.*5.*USDC.*Network.*Harbour.*Set the .*USDC.* approval to 0/,
    )
    const request = within(review).getByRole('listitem').textContent?.replace(/\s/g, '')
    expect(request).toContain(order(bornMs).reviewed.request.inputToken)
    expect(request).toContain(exitReviews.revoke.contract)
    expect(sent('confirmExit')).toEqual([])
    await press(button('Revoke approval'))
    expect(sent('confirmExit')).toEqual([{ kind: 'revoke', reviewKey: 'revoke-1' }])
  })

  it('shows the verified result of the revocation', async () => {
    const { becomes } = await shownOrder(left)
    const over = { state: 'over', problem: null, atMs: bornMs } as const
    await becomes({ ...revoked, revoking: { ...over, leftUnits: '0' } } as Partial<OrderView>)
    expect(screen.getByTestId('revoked').textContent).toMatch(/is now 0/)
    await becomes({ revoking: { ...over, leftUnits: '5000000' } } as Partial<OrderView>)
    expect(screen.getByTestId('revoke-left').textContent).toMatch(/may take .*5.*USDC/)
    await becomes({ revoking: { ...over, leftUnits: null } } as Partial<OrderView>)
    expect(screen.getByTestId('revoke-left').textContent).toMatch(/Too few sources/)
  })

  it.each([
    ['mined', 'revoke-left', 'still says Permit2 may take'],
    ['sent', 'revoke-may-return', 'may still come'],
  ] as const)(
    'says in one sentence that it was revoked and that a later approval is %s',
    async (state, testId, sentence) => {
      const { becomes } = await shownOrder(left)
      const revoking = { reviewKey: 'r', state: 'over', problem: null, atMs: bornMs, leftUnits: '0' } as const
      const [approval] = approvals
      const late = { ...approval, hash: `0x${'a2'.repeat(32)}`, accountNonce: 9, state }
      const transactions = [...approvals, revocation, late]
      await becomes({ transactions, revoking } as Partial<OrderView>)
      const reported = plainText(await screen.findByTestId(testId))
      expect(reported).toContain(sentence)
      expect(reported).toMatch(/100.*USDC/)
      expect(screen.queryByTestId('revoked')).toBeNull()
      expect(screen.queryByTestId('left-allowance')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Revoke approval' }) !== null).toBe(state === 'mined')
    },
  )
})
