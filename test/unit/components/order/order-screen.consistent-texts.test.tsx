import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { hasExitRequest } from '../../../../lib/order/exits/exit-rules.ts'
import { isProvenOnChain, orderPhase, orderStateWords } from '../../../../lib/order/order-state.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import type { OrderKind } from '../../../../lib/quote/terms.ts'
import messages from '../../../../public/_locales/en/messages.json'
import { bornMs } from '../../models/fake-data.ts'
import { inBrowser } from '../test-app.tsx'
import { allStates, reached, stayed } from './reached-orders.ts'
import { shownOrder } from './shown-order.tsx'

inBrowser()

type Place = 'kept' | 'away' | 'back' | 'unseen' | 'unknown'

/** The claim of each text about money. One screen may make one claim only. */
const claims: { readonly [key: string]: Place } = {
  money_nothingSent: 'kept',
  money_approvedOnly: 'kept',
  money_signedUnused: 'kept',
  money_signatureLives: 'kept',
  money_neverExecuted: 'kept',
  money_unmoved: 'kept',
  stoppedMoney: 'kept',
  unusedMoney: 'kept',
  cancelledMoney: 'kept',
  offerWhy: 'kept',
  money_inTransit: 'away',
  money_atOrigin: 'away',
  money_signatureUsed: 'away',
  next_refund: 'away',
  next_withdraw: 'away',
  money_refunded: 'back',
  money_refundReported: 'back',
  money_refundedThere: 'back',
  money_refundThereReported: 'back',
  money_refundEitherReported: 'back',
  money_refundUnread: 'back',
  refundedTitle: 'back',
  refundedThereTitle: 'back',
  refundedBackTitle: 'back',
  refundAmount: 'back',
  refundPlace: 'back',
  refundPlaceUnknown: 'back',
  late_swapping: 'away',
  late_crossing: 'away',
  late_crossing_reported: 'away',
  late_notTaken: 'kept',
  money_unknown: 'unknown',
  money_maybeSent: 'unknown',
  stoppedUnknown: 'unknown',
  money_depositNotObserved: 'unseen',
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns a pattern that matches a text with any facts. One that began with any text would search from each letter. */
function patternOf(message: string): RegExp {
  const parts = message.split(/\{\w+\}/).filter((part) => part !== '')
  return new RegExp(parts.map(escaped).join('.+?'))
}

const texts: { readonly [key: string]: { readonly message: string } } = messages
const patterns = Object.entries(claims).flatMap(([key, place]) =>
  [key, `${key}_named`, `${key}_part`].flatMap((one) => {
    const message = texts[one]?.message
    return message === undefined ? [] : [{ place, pattern: patternOf(message) }]
  }),
)

const says = (key: keyof typeof messages) =>
  patternOf(messages[key].message).test(document.body.textContent ?? '')
/** These tests render hundreds of screens. A search by role would walk through each of them. */
const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].some(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  )

const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? ''
const titles = Object.entries(texts).flatMap(([key, { message }]) =>
  key.startsWith('title_') ? [message] : [],
)

/** Returns whether an end begins with the outcome, and the place of the money follows. */
function isOutcomeFirst(): boolean {
  const [first, second] = document.querySelector('.order-words')?.children ?? []
  const isPlace = patterns.some(({ pattern }) => pattern.test(second?.textContent ?? ''))
  return (
    titles.includes(first?.textContent ?? '') &&
    isPlace &&
    textOf('[data-testid=order-money]') === second?.textContent
  )
}

/**
 * The buttons of an order are at the foot of its screen: at most one is the one to do, at most one is another. Only a
 * warning in the card has the button that ends what it warns of.
 */
function dockFaults(): readonly (readonly [boolean, string])[] {
  const count = (selector: string) => document.querySelectorAll(selector).length
  return [
    [count('.primary') > 1, 'two things are the one to do'],
    [count('.foot-bar .secondary') > 1, 'two other buttons'],
    [count('.order-card .primary') > 0, 'the one thing to do in the card'],
    [
      count('.order-card .secondary') > count('.order-card .notice-actions > .secondary:only-child'),
      'a button in the card without a warning',
    ],
  ]
}

/** Returns all contradictions on the screen of an order. */
function contradictions(order: OrderView): readonly string[] {
  const text = document.body.textContent ?? ''
  const places = [...new Set(patterns.filter(({ pattern }) => pattern.test(text)).map(({ place }) => place))]
  if (document.querySelector('[data-testid=menu]') === null) return exitContradictions(order)
  const phase = orderPhase(order)
  const { isOver } = orderStateWords(order)
  const isCollected =
    order.kind === 'signed' &&
    document.querySelector('[data-step=extracted].done, [data-leg=sent].done') !== null
  const isHeld =
    says('withdrawTitle') || document.querySelector('[data-testid=withdraw-panel][aria-label]') !== null
  const isCancellable = buttonNamed('Cancel swap') || buttonNamed('Revoke signature')
  const faults: (readonly [boolean, string])[] = [
    [places.length > 1, `the money is in several places: ${places.join(', ')}`],
    [isOver && phase !== 'done' && places.length === 0, 'an end says nothing of the money'],
    [
      isOver && phase !== 'done' && !isOutcomeFirst(),
      'an end does not begin with the outcome, then the money',
    ],
    [(text.match(/[Rr]eject /g) ?? []).length > 1, 'says to reject twice'],
    [(text.match(/[Cc]heck your wallet’s activity/g) ?? []).length > 1, 'says to check the wallet twice'],
    [isCollected && isCancellable, 'collected, and still to cancel'],
    [isHeld && places.some((place) => ['kept', 'back'].includes(place)), 'to take out, and not there'],
    [
      order.restored === true && (isCancellable || isHeld || buttonNamed('Try again')),
      'back from a backup, and asks',
    ],
    [says('canClose') && /keep your browser open/i.test(text), 'to close, and to keep open'],
    [isCollected && places.includes('kept'), 'collected, and never moved'],
    ...dockFaults(),
    [
      phase === 'failed' &&
        screen.queryByTestId('contact-support') === null &&
        !(isProvenOnChain(order) && (buttonNamed('Swap again') || buttonNamed('New swap'))),
      'failed, and no way to support',
    ],
    [isOver && screen.queryByTestId('crossing') !== null, 'over, and on its way'],
    [
      phase === 'wallet' && screen.queryByTestId('timeline') !== null,
      'progress of the swap next to a prompt',
    ],
    [
      isOver &&
        (says('canClose') ||
          says('late') ||
          says('promptComes') ||
          says('promptTries') ||
          says('promptAfterBlock')),
      'over, and still to wait for',
    ],
    [isOver && buttonNamed('Cancel swap'), 'over, and still to cancel'],
    [isOver && (buttonNamed('Try again') || buttonNamed('Stop swap')), 'over, and still to stop or try'],
    [says('canClose') && ['wallet', 'needsUser', 'offer'].includes(phase), 'to close, and to act'],
    [
      says('canClose') && ['confirmed', 'approve_sent', 'approved', 'signed'].includes(order.state),
      'to close before a prompt',
    ],
    [
      phase === 'needsUser' && document.querySelector('[aria-current=step]') !== null,
      'waits for the user, and is under way',
    ],
    [says('needsUser') && !buttonNamed('Try again'), 'to try again, without the button'],
    [document.querySelector('.card > .timeline:empty') !== null, 'an empty card'],
    [/\{\w+[|},]/.test(text), 'a fact is missing'],
  ]
  return faults.flatMap(([isFault, words]) => (isFault ? [words] : []))
}

/** An exit at the wallet takes the whole screen. */
function exitContradictions(order: OrderView): readonly string[] {
  const isShown = (name: string) => document.querySelector(`[data-testid=${name}]`) !== null
  const others = ['crossing', 'order-outcome', 'order-done', 'order-details', 'do-again', 'new-swap']
  const faults: (readonly [boolean, string])[] = [
    [!hasExitRequest(order), 'the screen of an exit without its request'],
    [!isShown('waiting-screen') || !isShown('stop'), 'an exit at the wallet without its request or stop'],
    [others.some(isShown), 'an exit next to the swap'],
    ...dockFaults(),
  ]
  return faults.flatMap(([isFault, words]) => (isFault ? [words] : []))
}

/** Returns the contradictions on the screens of some orders, each once. */
async function faultsOf(orders: readonly OrderView[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const order of orders) {
    await shownOrder({ ...order, id: 'order-1' })
    const { kind, statusCode, problem, doubt } = order
    for (const fault of contradictions(order)) {
      const facts = [kind, statusCode, problem?.code, problem?.money, doubt].map((fact) => fact ?? '')
      found.push(`${facts.join(' ')}: ${fault}`)
    }
  }
  return [...new Set(found)]
}

test.each(allStates)(
  '%s: title, money, next step and buttons do not contradict each other',
  async (state) => {
    expect(await faultsOf(reached.get(state) ?? [])).toEqual([])
  },
)

const kinds: readonly OrderKind[] = ['signed', 'native', 'inbox', 'manual', 'deposit']
const staying = allStates.flatMap((state) => kinds.map((kind) => [state, kind] as const))

test.each(staying)(
  '%s: they do not contradict each other after events for a %s swap that keep its state',
  async (state, kind) => {
    expect(await faultsOf((stayed.get(state) ?? []).filter((order) => order.kind === kind))).toEqual([])
  },
)

/** Facts that orders of these kinds may have in any state. */
const extras: readonly (readonly [string, readonly OrderKind[], Partial<OrderView>])[] = [
  ['that came back from a backup', kinds, { restored: true }],
  ['that was asked for before', kinds, { lastUnansweredMs: bornMs }],
  ['whose money may be taken out later', ['native', 'inbox'], { withdrawFromMs: bornMs + 60_000 }],
  ['that nobody can take out', ['native', 'inbox'], { withdrawFromMs: null }],
]
/** One order of each state, kind, code and place of its money. */
const oneOfEach = [
  ...Map.groupBy(
    allStates.flatMap((state) => [...(reached.get(state) ?? []), ...(stayed.get(state) ?? [])]),
    ({ state, kind, statusCode, problem }) => [state, kind, statusCode, problem?.money].join(),
  ).values(),
].flatMap(([first]) => first ?? [])

test.each(extras)('they do not contradict each other for a swap %s', async (_, its, part) => {
  const orders = oneOfEach.filter(({ kind }) => its.includes(kind))
  expect(await faultsOf(orders.map((order) => ({ ...order, ...part })))).toEqual([])
})

test('every state is reached', () => {
  expect(allStates.filter((state) => !reached.has(state))).toEqual([])
})
