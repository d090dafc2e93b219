import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { WalletPurpose, WalletRequestRecord } from '../../../../lib/order/order-parts.ts'
import { isInSet, isOverOrStopping, type OrderState } from '../../../../lib/order/order-state.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { states } from '../../../../lib/order/states.ts'
import type { OrderKind } from '../../../../lib/quote/terms.ts'
import messages from '../../../../public/_locales/en/messages.json' with { type: 'json' }
import { bornMs, usdcHarbour } from '../../models/fake-data.ts'
import { order } from '../../models/fake-orders.ts'
import { inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

type Part = Partial<OrderView>
type Case = readonly [name: string, part: Part]
type Requested = readonly [kind: OrderKind, purpose: WalletPurpose]

/**
 * Actions that lead to a next step, by their names in the page. Opening the wallet is not one: the wallet may
 * have lost its request.
 */
const acts = [
  'retry',
  'accept-offer',
  'withdraw-open',
  'cancel-open',
  'revoke-open',
  'do-again',
  'new-swap',
] as const

/** Texts that say how long nothing can be done, or that Ferry keeps checking and what the person can do. */
const waits = [
  ...([
    'canClose',
    'canClose_off',
    'late',
    'late_off',
    'submitting',
    'submittingSlow',
    'next_signatureWait_named',
    'next_signatureWait',
    'stoppingSend',
  ] as const),
  ...(['promptComes', 'promptAfterBlock', 'promptTries', 'approvalSlowNext'] as const),
  ...(['silentApproval', 'silentSend', 'silentExit'] as const),
  ...(['unansweredSend', 'unheardSendStop', 'unheardDeposit', 'unknownOutcome'] as const),
] as const

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patterns = waits.map(
  (key) =>
    new RegExp(
      messages[key].message
        .split(/\{\w+\}/)
        .map(escaped)
        .join('.+?'),
    ),
)

/** Time of the wallet request: long enough ago for every text that only needs time. */
const requestedMs = bornMs - 400_000

/** States of an unanswered wallet request. */
const silences = {
  requested: {},
  lost: { connectionLostMs: requestedMs },
  failed: { connectionLostMs: requestedMs, walletErrorMs: requestedMs },
  again: {},
} as const satisfies { readonly [name: string]: Partial<WalletRequestRecord> }

const sends: readonly Requested[] = [
  ['native', 'send'],
  ['inbox', 'send'],
  ['inbox', 'sendCalls'],
  ['manual', 'send'],
  ['manual', 'sendCalls'],
  ['deposit', 'send'],
]
const approvals: readonly Requested[] = (['signed', 'inbox', 'manual'] as const).flatMap(
  (kind): readonly Requested[] => [
    [kind, 'approve'],
    [kind, 'resetApproval'],
  ],
)
const signs: readonly Requested[] = [['signed', 'sign']]

/** Possible wallet requests of a state for the swap itself. No entry means none. */
const requests: { readonly [state in OrderState]?: readonly Requested[] } = {
  approve_requested: approvals,
  approve_sent: approvals.slice(0, 2),
  sign_requested: signs,
  send_requested: sends,
  unknown_outcome: sends,
  abandoned_unsigned: [...approvals, ...signs],
  expired_unused: approvals,
  cancelled_unused: approvals,
}

/** The exits, with the states in which they can be requested. */
const exits: readonly (readonly [...Requested, readonly OrderState[]])[] = [
  ['signed', 'cancel', ['submitting', 'submitted', 'pending', 'unknown_outcome', 'reported_terminal']],
  ['native', 'withdraw', ['pending', 'unknown_outcome', 'reported_terminal']],
  ['inbox', 'withdraw', ['pending', 'unknown_outcome', 'reported_terminal']],
  ['signed', 'revoke', ['abandoned_unsigned', 'expired_unused', 'cancelled_unused', 'verified_terminal']],
  ['manual', 'revoke', ['abandoned_unsigned', 'reported_terminal', 'verified_terminal']],
]

/** The address that a deposit order pays. */
const deposit: NonNullable<OrderView['deposit']> = {
  address: '0x00000000000000000000000000000000000000b2',
  amount: '100000000',
  chainId: 1,
  memo: null,
  refundAddress: null,
  token: usdcHarbour,
  expiresMs: bornMs + 600_000,
}

const requestFor = (purpose: WalletPurpose, requestId = 'r1') =>
  ({ requestId, purpose, requestedMs, accountNonce: 3, amountUnits: '100000000' }) as const

const inState = (state: OrderState, kind: OrderKind): Part => ({
  ...{ state, kind, problem: null, statusCode: /_terminal$/.test(state) ? 5 : null },
  ...(kind === 'deposit' ? { deposit } : {}),
  ...(kind === 'native' || kind === 'inbox' ? { withdrawFromMs: bornMs - 1 } : {}),
})

const names = Object.keys(states) as OrderState[]
const kinds = ['signed', 'native', 'inbox', 'manual', 'deposit'] as const

/** These states always have an open wallet request. */
const notRequested = names.filter((state) => !/_requested$/.test(state))

const plain = notRequested.flatMap((state): readonly Case[] => [
  [state, inState(state, 'signed')],
  [
    `${state}, after a read that failed`,
    { ...inState(state, 'signed'), problem: createProblemData('rpcUnreachable') },
  ],
])

/** Only the chain shows the outcome for an order that is over. */
const silentCasesOf = (state: OrderState) =>
  Object.entries(silences).filter(
    ([name]) => !isInSet(state, 'neverExecuted') || name === 'requested' || name === 'lost',
  )

const questions = names.flatMap((state) =>
  (requests[state] ?? []).flatMap(([kind, purpose]) =>
    silentCasesOf(state).map(([name, silence]): Case => {
      const walletRequest: WalletRequestRecord = { ...requestFor(purpose), ...silence }
      // An earlier request stays open in addition to the current one.
      const before = name === 'again' ? { lastUnansweredMs: requestedMs } : {}
      const [approval] = order(requestedMs).transactions
      const sent = { ...approval, state: 'sent', minedMs: null } as OrderView['transactions'][number]
      const transactions = state === 'approve_sent' ? [sent] : []
      return [
        `${state} ${kind} ${purpose} ${name}`,
        { ...inState(state, kind), walletRequest, transactions, ...before },
      ]
    }),
  ),
)

const exitCases = exits.flatMap(([kind, purpose, where]) =>
  where.flatMap((state): readonly Case[] => {
    const base = inState(state, kind)
    const request = requestFor(purpose)
    const revoking = { reviewKey: 'key', atMs: requestedMs, leftUnits: null } as const
    const isRevoked = purpose === 'revoke'
    const extra = {
      ...(purpose === 'cancel' ? { cancelling: { sinceBlock: '7', isTooLate: false } } : {}),
      ...(isRevoked ? { revoking: { ...revoking, state: 'requested', problem: null } } : {}),
    } as Part
    const problem = createProblemData('walletGone', purpose === 'cancel' ? 'neverExecuted' : 'atOrigin')
    const over = {
      ...revoking,
      state: 'over',
      problem: createProblemData('revokeNotSent', 'unmoved'),
    } as const
    const lost = { lastUnansweredMs: requestedMs, ...(isRevoked ? { revoking: over } : { problem }) } as Part
    return [
      [`${state} ${kind} ${purpose} asked`, { ...base, ...extra, walletRequest: request }],
      [`${state} ${kind} ${purpose} lost or stopped`, { ...base, ...extra, ...lost }],
    ]
  }),
)

/** An order from a copy has no open request, except for one that may have been sent. */
const restored = notRequested.flatMap((state) =>
  kinds.map((kind): Case => {
    const isRequested = state === 'unknown_outcome' && kind !== 'signed'
    const walletRequest = isRequested ? requestFor('send') : null
    return [`${state} ${kind} restored`, { ...inState(state, kind), restored: true, walletRequest }]
  }),
)

const offers = ([null, 'loss', 'terms'] as const).map((needsReview): Case => {
  const offer = {
    offerId: 'o1',
    promisedAmount: '98',
    minAmountOut: '97',
    expiresMs: bornMs,
    needsReview,
    cost: null,
  }
  return [`an offer, ${needsReview}`, { ...inState('needs_user', 'signed'), offer }]
})

/** Returns the next steps on the screen. Of an order that is over or stopping, the menu has one, too. */
async function expectedElements({ press, model }: Awaited<ReturnType<typeof shownOrder>>) {
  const [shown, menu] = [model.order.value, screen.queryByTestId('menu')]
  if (shown !== null && isOverOrStopping(shown) && menu !== null) await press(menu)
  const text = document.body.textContent ?? ''
  const said = waits.filter((_key, index) => patterns[index]?.test(text))
  return [...acts.filter((name) => screen.queryByTestId(name) !== null), ...said]
}

describe('every state has a next step', () => {
  it.each([...plain, ...questions, ...exitCases, ...restored, ...offers])('%s', async (_name, part) => {
    expect(await expectedElements(await shownOrder(part))).not.toEqual([])
  })

  it.each([...questions, ...exitCases].filter(([name]) => / (asked|again)$/.test(name)))(
    'and also after a request that was just sent, once time has passed: %s',
    async (_name, part) => {
      const now = part.walletRequest && { ...part.walletRequest, requestedMs: bornMs }
      const shown = await shownOrder({ ...part, walletRequest: now ?? null })
      await shown.pass(62_000)
      expect(await expectedElements(shown)).not.toEqual([])
    },
  )
})
