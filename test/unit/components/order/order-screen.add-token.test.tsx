import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../../lib/base/hex.ts'
import { Problem } from '../../../../lib/base/problem.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { bornMs, usdcIsland } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { button, inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

const arrived = fakeOrders.doneOrder(bornMs)
const { reviewed } = arrived
const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

const received = (outputToken: Partial<OrderView['reviewed']['outputToken']>): OrderView => ({
  ...arrived,
  reviewed: { ...reviewed, outputToken: { ...reviewed.outputToken, ...outputToken } },
})

function refuses(code: 'walletRejected' | 'walletUnsupported' | 'walletGone'): never {
  throw new Problem(code)
}

describe('adding the received token to the wallet', () => {
  it.each<[string, () => boolean, RegExp]>([
    ['lists it', () => true, /lists USDC now/],
    ['does not say so', () => false, /didn’t confirm USDC/],
    ['is told no', () => refuses('walletRejected'), /You rejected USDC/],
    ['does not know how', () => refuses('walletUnsupported'), /Add it there by its address/],
    ['was lost sight of', () => refuses('walletGone'), /Check its token list/],
  ])('sends the request only on a click, and reports that the wallet %s', async (_what, addToken, said) => {
    const { press, sent } = await shownOrder(arrived, { addToken })
    expect(sent('addToken')).toEqual([])
    await press(button('Add USDC to wallet'))
    expect(sent('addToken')).toEqual([{ chainId: usdcIsland.chainId, address: usdcIsland.address }])
    const words = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(words).toContainEqual(expect.stringMatching(said))
  })

  it.each<[string, OrderView]>([
    [
      'went to another address',
      { ...arrived, reviewed: { ...reviewed, request: { ...reviewed.request, receiverAddress: other } } },
    ],
    ['is the coin of its chain', received({ address: nativeAddress })],
    ['is of a chain that Ferry does not read', received({ chainId: 424_242 })],
    ['imitates another token', received({ imitates: 'USDC', isVerified: false })],
    ['has not arrived', fakeOrders.order(bornMs, {})],
  ])('is not offered for a token that %s', async (_what, order) => {
    await shownOrder(order)
    expect(screen.queryByTestId('add-token')).toBeNull()
  })
})
