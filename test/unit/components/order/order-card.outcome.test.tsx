import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { problem } from '../../../screens/answers.ts'
import { bornMs } from '../../models/fake-data.ts'
import { transactionOf } from '../../order/order-fixture.ts'
import { inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

const words = (element: Element | null | undefined) =>
  element?.textContent?.replace(/[\u2066-\u2069]/g, '').replace(/\u00a0/g, ' ') ?? null
const result = () => words(document.querySelector('.order-words'))
const left = () => words(screen.queryByTestId('left-allowance'))

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
  it.each<[OrderView['state'], string, string, string | null]>([
    [
      'abandoned_unsigned',
      'Nothing was sent',
      'Swap stopped',
      'Any approval you gave covers only this amount.',
    ],
    ['expired_unused', '100 USDC never left your wallet', 'Swap expired unused', null],
    [
      'cancelled_unused',
      '100 USDC stayed in your wallet',
      'Swap canceled',
      'Your signature can’t be used anymore.',
    ],
  ])('%s says first what happened, then where the money is', async (state, money, title, why) => {
    await shownOrder({ ...ended, state, transactions: [] })
    expect(screen.getByRole('heading', { name: title })).toBeDefined()
    expect(result()).toBe([title, money, why ?? ''].join(''))
  })

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

  it('says for a stopped swap that its approval was sent', async () => {
    await shownOrder({ ...ended, state: 'abandoned_unsigned' })
    expect(screen.getByTestId('order-money').textContent).toMatch(/^.*100.*USDC.* approved, not moved$/)
    expect(result()).not.toMatch(/Nothing was sent|hasn’t moved/)
  })

  it.each([
    [bornMs + 600_000, 'Revoke it or wait before swapping this money again.', 'Revoke signature'],
    [null, 'Ferry watches the network for one day.', null],
  ])(
    'says how long a stopped swap is watched, and what the person can do',
    async (liveUntilMs, text, exit) => {
      const kind = liveUntilMs === null ? 'native' : 'signed'
      const nothingSent = problem('walletRejected', { money: 'nothingSent' })
      await shownOrder({
        ...ended,
        kind,
        state: 'stopping',
        fundsSettled: false,
        liveUntilMs,
        problem: nothingSent,
      })
      expect(screen.getByRole('heading', { name: 'Swap stopped' })).toBeDefined()
      expect(result()).toContain(text)
      expect(result()).not.toMatch(/Nothing was sent|hasn’t moved/)
      expect(words(screen.queryByTestId('cancel-open'))).toBe(exit)
      expect(screen.queryByTestId('stop')).toBeNull()
    },
  )

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
    expect(words(document.body)?.match(/Nothing was sent/g)).toHaveLength(1)
  })
})

describe('the allowance that is left', () => {
  it.each(['abandoned_unsigned', 'expired_unused', 'cancelled_unused'] as const)(
    'is shown for an approval that %s leaves',
    async (state) => {
      await shownOrder({ ...ended, state, transactions: [approved] })
      expect(left()).toBe(
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
    expect(left()).toBeNull()
  })

  it('is hidden for a swap that used the allowance', async () => {
    await shownOrder({ state: 'verified_terminal', statusCode: 4, transactions: [approved] })
    expect(left()).toBeNull()
  })
})
