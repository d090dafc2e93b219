import { describe, expect, test } from 'vitest'
import type { Text } from '../../../lib/base/text.ts'
import { describeOrder } from '../../../lib/order/describe-order.ts'
import type { DescriptionContext } from '../../../lib/order/description.ts'
import type { OrderView } from '../../../lib/order/order-view.ts'
import messages from '../../../public/_locales/en/messages.json'
import { allStates, reached, stayed } from '../components/order/reached-orders.ts'
import { allowanceOf } from '../models/fake-orders.ts'
import { nowMs } from './pairs/pair-orders.ts'

const context: DescriptionContext = {
  chainName: (chainId) => `chain ${chainId}`,
  coinSymbol: () => 'ETH',
  isChainRead: () => true,
  willNotify: () => true,
  hasSupportPage: true,
  openRequests: [],
  wakingRequestId: null,
  usualSeconds: null,
  isReviewing: false,
  allowance: null,
  isDepositSent: false,
}

const orders = allStates.flatMap((state) => [...(reached.get(state) ?? []), ...(stayed.get(state) ?? [])])
const describedOf = (order: OrderView) =>
  describeOrder(order, nowMs, { ...context, allowance: allowanceOf(order) })
const keysOf = (texts: readonly Text[]) => texts.map(({ key }) => key).join(' ')

/** One line per state, problem and place of the money, with everything that the screen says and offers. */
function lineOf(order: OrderView): string {
  const { state, statusCode, problem } = order
  const { title, tone, money, body, next, notes, actions, mainAction, label, attention } = describedOf(order)
  return [
    `${state} ${statusCode ?? '-'} ${problem?.code ?? '-'} ${money.place}`,
    `${tone}${attention === null ? '' : ` for the ${attention}`}, ${label.key}`,
    `${title.key}: ${money.text?.key ?? '-'}`,
    `${keysOf(body)} > ${next?.key ?? '-'}`,
    notes.flatMap(({ name }) => (name === 'still-asked' ? [] : [name])).join(' ') || '-',
    actions.map((one) => (one === mainAction ? `[${one}]` : one)).join(' ') || '-',
  ].join(' | ')
}

describe('describeOrder', () => {
  test('says for every reached state, problem and place of the money what the table says', async () => {
    const lines = [...new Set(orders.map(lineOf))].sort()
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('describe-order.table.txt')
  })

  test('the title of an end has at most five words', () => {
    const titles = new Set(
      orders
        .map(describedOf)
        .filter(({ isOver }) => isOver)
        .map(({ title }) => title.key),
    )
    expect(titles.size).toBeGreaterThan(6)
    for (const key of titles) {
      expect(key).toMatch(/^title_/)
      expect(messages[key].message.split(' ').length, key).toBeLessThanOrEqual(5)
    }
  })

  test('every end says where the money is', () => {
    const silent = orders.filter((order) => {
      const { isOver, money } = describedOf(order)
      return isOver && money.text === null
    })
    expect(silent).toEqual([])
  })

  test('an end is red only where money may be lost', () => {
    const red = orders.map(describedOf).filter(({ tone }) => tone === 'failure')
    expect([...new Set(red.map(({ money }) => money.place))].sort()).toEqual([
      'atOrigin',
      'signatureUsed',
      'unknown',
    ])
  })

  test('an end that is not proven is never green', () => {
    const green = orders.map(describedOf).filter(({ tone }) => tone === 'success')
    expect(green.length).toBeGreaterThan(0)
    expect(green.filter(({ isProven }) => !isProven)).toEqual([])
  })
})
