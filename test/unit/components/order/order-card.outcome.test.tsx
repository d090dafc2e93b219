import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { problem } from '../../../screens/answers.ts'
import { bornMs } from '../../models/fake-data.ts'
import { transactionOf } from '../../order/order-fixture.ts'
import { inBrowser, plainText } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

const result = () => plainText(document.querySelector('.order-words'))

const ended: Partial<OrderView> = {
  statusCode: null,
  sourceTransactionHash: null,
  dueMs: null,
  fundsSettled: true,
}
const approved = transactionOf('approve', {
  ...{ state: 'mined', sentMs: bornMs - 30_000, minedMs: bornMs - 29_000, amountUnits: '100000000' },
})

describe('an end at which no funds moved', () => {
  it('never says that nothing was sent when the wallet sent a different transaction', async () => {
    const other = { ...approved, purpose: 'send', differs: true } as const
    await shownOrder({
      ...ended,
      state: 'abandoned_unsigned',
      transactions: [other],
    })
    expect(result()).toMatch(/^Swap stoppedYour wallet sent another transaction/)
    expect(result()).not.toMatch(/Nothing was sent|hasn’t moved/)
  })

  it('shows the evidence only for a cancellation, which is verified', async () => {
    await shownOrder({ ...ended, state: 'cancelled_unused' })
    expect(screen.getByTestId('evidence').textContent).toContain('Verified on-chain')
    await shownOrder({ ...ended, state: 'abandoned_unsigned' })
    expect(screen.queryByTestId('evidence')).toBeNull()
  })

  it('says why the swap stopped, without repeating where the money is', async () => {
    await shownOrder({
      ...ended,
      state: 'abandoned_unsigned',
      transactions: [],
      problem: problem('walletRejected', { money: 'nothingSent' }),
    })
    expect(plainText(document.body).match(/Nothing was sent/g)).toHaveLength(1)
  })
})

describe('the allowance that is left', () => {
  it.each(['abandoned_unsigned', 'expired_unused', 'cancelled_unused'] as const)(
    'is shown for an approval that %s leaves',
    async (state) => {
      await shownOrder({ ...ended, state, transactions: [approved] })
      expect(plainText(screen.getByTestId('left-allowance'))).toBe(
        'Your approval of 100 USDC for Permit2 is still there. Revoke it if you don’t need it.Revoke approval',
      )
    },
  )

  it.each<[string, Partial<OrderView>]>([
    ['nothing was approved', { transactions: [] }],
    ['the approval failed', { transactions: [{ ...approved, state: 'failed' }] }],
    [
      'it was taken back',
      { transactions: [approved, { ...approved, purpose: 'resetApproval', sentMs: bornMs }] },
    ],
  ])('is hidden when %s', async (_, part) => {
    await shownOrder({ ...ended, state: 'abandoned_unsigned', ...part })
    expect(screen.queryByTestId('left-allowance')).toBeNull()
  })

  it('is hidden for a swap that used the allowance', async () => {
    await shownOrder({ state: 'verified_terminal', statusCode: 4, transactions: [approved] })
    expect(screen.queryByTestId('left-allowance')).toBeNull()
  })
})
