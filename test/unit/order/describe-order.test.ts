import { describe, expect, test } from 'vitest'
import type { Text, TextKey } from '../../../lib/base/text.ts'
import { dayMs, minuteMs, secondMs } from '../../../lib/base/time.ts'
import { createProblemData } from '../../../lib/order/change.ts'
import { placeActions } from '../../../lib/order/describe-actions.ts'
import { describeOrder } from '../../../lib/order/describe-order.ts'
import { describeWalletRequest } from '../../../lib/order/describe-wallet-request.ts'
import type { OrderAction, OrderDescription } from '../../../lib/order/description.ts'
import { hasExitRequest } from '../../../lib/order/exits/exit-rules.ts'
import type { OrderView } from '../../../lib/order/order-view.ts'
import messages from '../../../public/_locales/en/messages.json'
import { allStates, reached, stayed } from '../components/order/reached-orders.ts'
import * as fakeOrders from '../models/fake-orders.ts'
import { descriptionContext } from './description-context.ts'
import { nowMs } from './pairs/pair-orders.ts'

const orders = allStates.flatMap((state) => [...(reached.get(state) ?? []), ...(stayed.get(state) ?? [])])
const context = { ...descriptionContext, nowMs }
const describedOf = (order: OrderView) =>
  describeOrder(order, { ...context, allowance: fakeOrders.allowanceOf(order) })
const keysOf = (texts: readonly Text[]) => texts.map(({ key }) => key).join(' ')

/** In brackets if it is the one to do, in parentheses if it stands among the details. */
function writeAction(action: OrderAction, { mainAction, isCancelInDetails }: OrderDescription): string {
  if (action === mainAction) return `[${action}]`
  return isCancelInDetails && action === 'cancel' ? `(${action})` : action
}

/** One line per state, problem and place of the money, with everything that the screen says and offers. */
function lineOf(order: OrderView): string {
  const { state, statusCode, problem } = order
  const described = describedOf(order)
  const { title, tone, money, body, next, notes, actions, label, attention } = described
  return [
    `${state} ${statusCode ?? '-'} ${problem?.code ?? '-'} ${money.place}`,
    `${tone}${attention === null ? '' : ` for the ${attention}`}, ${label.key}`,
    `${title.key}: ${money.text?.key ?? '-'}`,
    `${keysOf(body)} > ${next?.key ?? '-'}`,
    notes.flatMap(({ name }) => (name === 'still-asked' ? [] : [name])).join(' ') || '-',
    actions.map((one) => writeAction(one, described)).join(' ') || '-',
  ].join(' | ')
}

const textsOf = ({ title, money, body, next, notes }: OrderDescription) =>
  [title, money.text, next, ...body, ...notes.flatMap(({ texts }) => texts)].filter((text) => text !== null)

/** These lead to a next step. Opening the wallet does not: it may have lost its request. */
const steps: readonly OrderAction[] = [
  ...(['retry', 'accept', 'sendInstead', 'withdraw', 'cancel', 'revoke', 'repeat', 'newSwap'] as const),
]

/** These say how long nothing can be done, or that Ferry keeps checking and what the person can do. */
const waits: readonly TextKey[] = [
  ...(['canClose', 'canClose_off', 'submitting', 'submittingSlow', 'notAccepted'] as const),
  ...(['promptComes', 'promptAfterBlock', 'promptTries', 'approvalSlowNext'] as const),
  ...(['silentApproval', 'silentSend', 'silentExit'] as const),
  ...(['unansweredSend', 'unheardSendStop', 'unheardDeposit', 'unknownOutcome'] as const),
]

/** An order in these states has an open request, and a restored one is in none of them. */
const isPossible = ({ restored, state, walletRequest }: OrderView) =>
  !state.endsWith('_requested') || (restored !== true && walletRequest !== null)

/** A minute after the event, so that a request of that moment counts as unanswered. */
function hasNextStep(order: OrderView): boolean {
  const later = { ...context, nowMs: nowMs + minuteMs + secondMs, allowance: fakeOrders.allowanceOf(order) }
  const described = describeOrder(order, later)
  const { body, notes } = hasExitRequest(order) ? describeWalletRequest(order, later) : described
  const said = [...body, ...notes.flatMap(({ texts }) => texts)].map(({ key }) => key)
  const isOffered = described.next !== null || described.actions.some((one) => steps.includes(one))
  return isOffered || said.some((key) => waits.includes(key))
}

/** Promises of a notification. */
const promises = /notif(y|ies) you|get a notification/

/** The mutation run imports this test from another folder. */
const tableFile = new URL('describe-order.table.txt', import.meta.url)

describe('describeOrder', () => {
  test('says for every reached state, problem and place of the money what the table says', async () => {
    const lines = [...new Set(orders.map(lineOf))].sort()
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(tableFile.pathname)
  })

  test('every order leads to a next step, or says how long nothing can be done', () => {
    const variants: readonly Partial<OrderView>[] = [
      {},
      { problem: createProblemData('rpcUnreachable') },
      { lastUnansweredMs: nowMs },
      { restored: true },
    ]
    const stuck = variants.flatMap((part) =>
      orders
        .map((order) => ({ ...order, ...part }))
        .filter(isPossible)
        .filter((order) => !describedOf(order).isOver && !hasNextStep(order)),
    )
    expect(stuck.map(lineOf)).toEqual([])
  })

  test('promises no notification when the person has turned them off', () => {
    const described = orders.map((order) => describeOrder(order, { ...context, willNotify: () => false }))
    const promising = described.flatMap(textsOf).filter(({ key }) => promises.test(messages[key].message))
    expect(promising).toEqual([])
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

  test('what happened is the title when the person has to decide, in at most five words', () => {
    const needs = orders.filter(({ state, offer }) => state === 'needs_user' && offer === null)
    const titles = new Set(needs.map((order) => describedOf(order).title.key))
    expect(titles.size).toBeGreaterThan(6)
    for (const key of titles) {
      expect(key).toMatch(/^problem_/)
      expect(messages[key].message.split(' ').length, key).toBeLessThanOrEqual(5)
    }
  })

  test('the title, the active leg and the state in lists name the same leg', () => {
    const running = orders.flatMap((order) => {
      const { progress, title, label } = describedOf(order)
      return progress === null ? [] : [{ title: title.key, label: label.key, legs: progress.legs }]
    })
    const active = (name: string) =>
      running.filter(({ legs }) => legs.some((leg) => leg.name === name && leg.state === 'now'))
    expect(new Set(active('crossing').map(({ title }) => title))).toEqual(new Set(['step_fulfilled_now']))
    expect(new Set(active('crossing').map(({ label }) => label))).toEqual(new Set(['state_crossing']))
    expect(active('sent').length).toBeGreaterThan(0)
    for (const { title, label } of active('sent')) {
      expect(title).not.toMatch(/step_(fulfilled|settled)/)
      expect(label).not.toBe('state_crossing')
    }
  })

  test('says no estimate of a swap without news for a week, and where its money is', () => {
    const part = { kind: 'manual', permitDeadlineMs: null } as const
    const order = fakeOrders.order(nowMs - 7 * dayMs, part)
    const { title, progress, money, tone, actions, mainAction } = describeOrder(order, context)
    expect(title).toMatchObject({
      key: 'noNewsTitle',
      facts: { time: { key: 'spanDays', facts: { count: 7 } } },
    })
    expect([progress, money.text?.key, tone]).toEqual([null, 'late_crossing', 'warning'])
    expect([mainAction, ...actions]).toEqual(['contactSupport', ...['contactSupport', 'putAway']])
    const hidden = { ...order, putAwayMs: nowMs }
    expect(describeOrder(hidden, context).actions).toEqual(['contactSupport', 'showAgain'])
    const over = { ...hidden, state: 'verified_terminal', statusCode: 4 } as const
    expect(describeOrder(over, context).actions).not.toContain('showAgain')
    const unpaid = { ...order, kind: 'deposit', state: 'deposit_awaited' } as const
    expect(describeOrder(unpaid, context).money.text?.key).toBe('money_depositNotObserved')
  })

  test('the dock has the main action and one other, and no action is lost', () => {
    const places = (actions: readonly OrderAction[], mainAction: OrderAction | null = null) =>
      placeActions({ actions, mainAction })
    expect(places(['showWallet', 'retry', 'stop'], 'showWallet')).toEqual({
      dock: ['showWallet', 'retry'],
      menu: ['stop'],
    })
    expect(places(['contactSupport', 'cancel', 'repeat'], 'contactSupport').dock).toEqual([
      'contactSupport',
      'repeat',
    ])
    // Without an action to do there is one button, and no exit is in the dock that has one.
    expect(places(['cancel', 'depositSent', 'newSwap'])).toEqual({ dock: ['depositSent'], menu: [] })
    expect(places(['revoke', 'cancel'])).toEqual({ dock: ['cancel'], menu: [] })
    for (const described of orders.map(describedOf)) {
      const { dock, menu } = placeActions(described)
      expect(dock.length).toBeLessThanOrEqual(described.mainAction === null ? 1 : 2)
      expect(described.isCancelInDetails && dock.includes('cancel')).toBe(false)
      const elsewhere = described.actions.filter((one) => !dock.includes(one) && !menu.includes(one))
      expect(['cancel', 'withdraw', 'revoke', 'contactSupport', 'newSwap']).toEqual(
        expect.arrayContaining(elsewhere),
      )
    }
  })

  test('every end says where the money is', () => {
    const silent = orders.filter((order) => {
      const { isOver, money } = describedOf(order)
      return isOver && money.text === null
    })
    expect(silent).toEqual([])
  })

  test('an end that says to wait or to check first offers no other swap', () => {
    const isWaiting = ({ body, next }: OrderDescription) =>
      [...body, ...(next === null ? [] : [next])].some(({ key }) =>
        / another swap|before swapping|don’t send again/.test(messages[key].message),
      )
    const waiting = orders
      .map(describedOf)
      .filter((one) => (one.isOver || one.phase === 'stopping') && isWaiting(one))
    expect(new Set(waiting.map(({ next }) => next?.key)).size).toBeGreaterThan(6)
    const offering = waiting.filter(({ actions }) =>
      actions.some((one) => one === 'repeat' || one === 'newSwap'),
    )
    expect(offering).toEqual([])
  })

  test('offers no other swap of the same money while a signature may still take it', () => {
    const alive = orders.filter((order) => {
      const { phase, money } = describedOf(order)
      return money.place === 'signatureLives' && (phase === 'failed' || phase === 'stopping')
    })
    expect(new Set(alive.map(({ state }) => state)).size).toBeGreaterThan(2)
    const described = alive.map(describedOf)
    expect(
      described.filter(({ actions }) => actions.some((one) => one === 'repeat' || one === 'newSwap')),
    ).toEqual([])
    expect(new Set(described.map(({ next }) => next?.key))).toEqual(
      new Set(['next_signature', 'next_signatureWait']),
    )
  })

  test('revoking the signature is the first action wherever the text offers it', () => {
    const revocable = orders.map(describedOf).filter(({ next }) => next?.key === 'next_signature')
    expect(new Set(revocable.map(({ phase }) => phase))).toEqual(new Set(['failed', 'stopping']))
    for (const { actions, mainAction } of revocable) {
      expect(actions[0]).toBe('cancel')
      expect(actions).toContain('contactSupport')
      expect(['cancel', null]).toContain(mainAction)
    }
    const waiting = orders.map(describedOf).filter(({ next }) => next?.key === 'next_signatureWait')
    for (const { mainAction } of waiting) expect(mainAction).not.toBe('cancel')
  })

  test('another swap is not the main action while the transaction of a stopped one may still be mined', () => {
    const sent = orders.filter((order) => {
      const { phase, money } = describedOf(order)
      return phase === 'stopping' && money.place === 'unknown'
    })
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.filter((order) => describedOf(order).mainAction === 'repeat')).toEqual([])
  })

  test('no button offers another swap after a stop that leaves it unknown whether something was sent', () => {
    const unread = orders.filter((order) => {
      const { phase, money } = describedOf(order)
      return phase === 'stopped' && money.place === 'unknown'
    })
    expect(unread.length).toBeGreaterThan(0)
    for (const { tone, actions } of unread.map(describedOf)) {
      expect(tone).toBe('warning')
      expect(actions).not.toContain('repeat')
    }
  })

  test('no button offers another swap before the service has accepted a signed one', () => {
    const submitting = orders.filter(({ state }) => state === 'submitting').map(describedOf)
    expect(submitting.length).toBeGreaterThan(0)
    expect(submitting.filter((one) => placeActions(one).dock.includes('newSwap'))).toEqual([])
  })

  test('a swap that runs as expected offers another one', () => {
    const { actions, mainAction } = describedOf(fakeOrders.order(nowMs))
    expect(placeActions({ actions, mainAction }).dock).toEqual(['newSwap'])
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
    expect(green.filter(({ isProvenOnChain }) => !isProvenOnChain)).toEqual([])
  })
})

test.each(['signed', 'native', 'deposit'] as const)(
  'a running swap from a backup, %s, says what Ferry does and leads to support',
  (kind) => {
    const running = orders.filter((order) => order.kind === kind && order.state === 'pending')
    expect(running).not.toEqual([])
    for (const order of running) {
      const { notes, actions } = describedOf({ ...order, restored: true })
      expect(keysOf(notes.filter(({ name }) => name === 'restored').flatMap(({ texts }) => texts))).toBe(
        'restored',
      )
      expect(actions).toContain('contactSupport')
      expect(actions.filter((one) => ['withdraw', 'cancel', 'revoke'].includes(one))).toEqual([])
    }
  },
)
