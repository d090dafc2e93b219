import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { HistoryScreen } from '../../../../components/history/HistoryScreen.tsx'
import { fail, problem } from '../../../screens/answers.ts'
import { bornMs, start } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { button, draw, inBrowser, shownApp } from '../shown-app.tsx'

inBrowser()

const done = fakeOrders.doneOrder(bornMs)

const stopped = fakeOrders.order(bornMs, {
  id: 'order-2',
  state: 'abandoned_unsigned',
  statusCode: null,
  createdMs: bornMs - 200_000,
})

async function listed(options: Parameters<typeof shownApp>[0] = {}) {
  const shown = await shownApp({ orders: [done, stopped], ...options })
  const model = await shown.app.create.history()
  await shown.settle()
  draw(<HistoryScreen app={shown.app} model={model} isBeside={false} />)
  await shown.settle()
  return shown
}

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

describe('HistoryScreen', () => {
  it('shows what arrived, and of a swap that delivered nothing no amount', async () => {
    await listed()
    expect(rows()).toEqual([
      expect.stringMatching(/100.*USDC → .*99\.5612.*USDC.*On .*Island/),
      expect.stringMatching(/100.*USDC → USDC/),
    ])
  })

  it('opens the swap that is pressed', async () => {
    const { press, app } = await listed()
    await press(within(screen.getAllByRole('listitem')[0] ?? document.body).getByRole('button'))
    expect(app.screen.value).toEqual({ name: 'order', orderId: 'order-1' })
  })

  it('says that there is nothing yet', async () => {
    await listed({ orders: [] })
    expect(screen.getByText('No swaps yet')).toBeDefined()
  })

  it('says what is wrong and tries again', async () => {
    let tries = 0
    const { press } = await listed({
      answers: {
        history: () => {
          tries += 1
          return fail(problem('storageFailed'))()
        },
      },
    })
    expect(screen.getByRole('alert')).toBeDefined()
    expect(screen.queryByText('No swaps yet')).toBeNull()
    const before = tries
    await press(button('Try again'))
    expect(tries).toBe(before + 1)
  })

  it('asks the service only when pressed, and of nobody without an account', async () => {
    const { press, sent } = await listed()
    expect(sent('readServiceHistory')).toEqual([])
    await press(within(screen.getByRole('region', { name: 'Swaps made elsewhere' })).getByRole('button'))
    expect(sent('readServiceHistory')).toHaveLength(1)
    await listed({ start: { ...start, account: null } })
    expect(screen.getByText(/Connect a wallet to find swaps/)).toBeDefined()
  })
})
