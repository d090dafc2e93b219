import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { SimulationSummary } from '../../../../lib/chain/effects.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { problem } from '../../../screens/answers.ts'
import { bornMs, ethHarbour, exitReviews } from '../../models/fake-data.ts'
import { order } from '../../models/fake-orders.ts'
import { requestOf } from '../../order/order-fixture.ts'
import { button, inBrowser, noButton, plainText } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

describe('ExitPanel of a withdrawal', () => {
  const failed: Partial<OrderView> = {
    kind: 'inbox',
    state: 'reported_terminal',
    statusCode: 5,
    withdrawFromMs: bornMs + 60_000,
    problem: problem('swapNotDelivered', { money: 'atOrigin', facts: { chain: 'Harbour' } }),
  }

  it('offers the funds of a failed swap before its deadline too, and says where they go', async () => {
    await shownOrder(failed)
    expect(button('Withdraw').className).toBe('primary')
    expect(screen.getByRole('region', { name: /^You can withdraw .*100.*USDC/ })).toBeDefined()
    expect(screen.getByTestId('order-money').textContent).toMatch(/100.*USDC.* is held .*on .*Harbour/)
    expect(screen.getByTestId('problem-next').textContent).toMatch(
      /^Withdraw now \(you only pay gas\) or wait for the refund/,
    )
  })

  it('offers the funds of a running swap in a link of its card, until a solver takes them', async () => {
    const { becomes } = await shownOrder({ ...failed, state: 'pending', statusCode: 1, problem: null })
    expect(button('Withdraw').className).toBe('plain')
    expect(screen.getByTestId('withdraw-panel').textContent).toContain('the swap doesn’t happen')
    await becomes({ statusCode: 2 })
    expect(noButton('Withdraw')).toBe(true)
    await becomes({ withdrawFromMs: bornMs - 1 })
    expect(screen.getByTestId('withdraw-panel').textContent).toContain('You may be able to withdraw')
  })

  it('offers nothing while the wallet has another request', async () => {
    await shownOrder({ ...failed, walletRequest: requestOf('revoke', { requestedMs: bornMs }) })
    expect(noButton('Withdraw')).toBe(true)
  })

  it('names the fees when less comes back than was paid in', async () => {
    const { press } = await shownOrder(failed, {
      reviewExit: ({ orderId }) => ({ ...exitReviews.withdraw, orderId, amountUnits: '99500000' }),
    })
    await press(button('Withdraw'))
    expect(screen.getByTestId('withdraw-net').textContent).toMatch(/You paid in .*100.*USDC/)
    expect(button(/^Withdraw .*99\.5.*USDC/)).toBeDefined()
  })

  it('shows the destination and the payout before the wallet request', async () => {
    const { press, sent } = await shownOrder({ ...failed, withdrawFromMs: bornMs - 1 })
    await press(button('Withdraw'))
    const facts = screen.getAllByRole('definition').map((one) => one.textContent)
    expect(facts).toContainEqual(expect.stringMatching(/100.*USDC/))
    const request = within(screen.getByTestId('withdraw-review')).getByRole('listitem')
    expect(request.textContent).toMatch(/^1?Withdraw Max .*ETH gas/)
    expect(request.textContent?.replace(/\s/g, '')).toContain(exitReviews.withdraw.contract)
    expect(sent('confirmExit')).toEqual([])
    await press(button(/^Withdraw .*100.*USDC/))
    expect(sent('confirmExit')).toEqual([{ kind: 'withdraw', reviewKey: 'withdraw-1' }])
  })

  it('says that native currency may arrive as the wrapped token', async () => {
    const { reviewed } = order(bornMs)
    const wrapped = {
      address: '0x3333333333333333333333333333333333333c3c',
      symbol: 'WETH',
      decimals: 18,
    } as const
    const amountUnits = '2000000000000000000'
    const simulation: SimulationSummary = {
      kind: 'measured',
      ...{ leaves: [], received: null, isWhole: true, sources: 2 },
      arrives: [{ token: wrapped.address, units: amountUnits }],
    }
    const { press } = await shownOrder(
      {
        ...failed,
        kind: 'native',
        reviewed: { ...reviewed, inputToken: ethHarbour },
        withdrawFromMs: bornMs - 1,
      },
      {
        reviewExit: ({ orderId }) => ({ ...exitReviews.withdraw, orderId, simulation, amountUnits, wrapped }),
      },
    )
    await press(button('Withdraw'))
    expect(screen.getByTestId('withdraw-wrapped').textContent).toMatch(/WETH.*wrapped form of.*ETH/)
    expect(screen.getByTestId('simulation').textContent).toMatch(/\+.*2.*WETH/)
  })

  it('says that it was simulated, and does not also say that it was not', async () => {
    const { press } = await shownOrder({ ...failed, withdrawFromMs: bornMs - 1 })
    await press(button('Withdraw'))
    expect(screen.getByText('Simulated: the withdrawal succeeds')).toBeDefined()
    expect(screen.queryByTestId('simulation')).toBeNull()
  })

  it('appears together with the usual refund time, and the elapsed time of a late refund', async () => {
    const timeline = [{ step: 'expired', atMs: bornMs }] as const
    const usual = { count: 3, usualSeconds: 240 }
    const { pass, sent, becomes } = await shownOrder(
      { ...failed, timeline },
      { refundExperience: () => usual },
    )
    expect(sent('refundExperience')).toEqual([{ chainId: 31337 }])
    const said = () => screen.queryByTestId('refund-time')?.textContent
    expect(said()).toMatch(/^Your last 3 refunds on .*Harbour.* took about 4 min/)
    await pass(541_000)
    expect(said()).toMatch(
      /^Taking longer than usual: 10 min so far\. Your last 3 refunds on .*Harbour.* took about 4 min/,
    )
    await becomes({ problem: problem('swapNotDelivered', { money: 'signatureLives' }) })
    expect(said()).not.toBeUndefined()
    await becomes({ withdrawFromMs: null })
    expect(said()).toBeUndefined()
  })

  it('says that the refund time is unknown when the person has no refunds either', async () => {
    await shownOrder(failed)
    expect(screen.getByTestId('refund-time').textContent).toBe(
      'The service doesn’t say how long a refund takes.',
    )
  })

  it('warns in the review of the currency and the network that lacks it, and can be confirmed', async () => {
    const gasProblem = problem('gasTooLow', { money: 'atOrigin', facts: { units: '163000000000000' } })
    const { press, sent } = await shownOrder(failed, {
      reviewExit: ({ orderId }) => ({ ...exitReviews.withdraw, orderId, gasProblem }),
    })
    await press(button('Withdraw'))
    const notice = within(screen.getByTestId('withdraw-review')).getByRole('alert')
    expect(plainText(notice)).toContain(
      'Not enough ETH on Harbour for gas' +
        'You may need ~0.000163 ETH for gas. Add some ETH, unless your wallet pays gas another way.',
    )
    await press(button(/^Withdraw .*100.*USDC/))
    expect(sent('confirmExit')).toEqual([{ kind: 'withdraw', reviewKey: 'withdraw-1' }])
  })
})
