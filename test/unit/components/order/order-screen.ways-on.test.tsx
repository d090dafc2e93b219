import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { plainProblem } from '../../../../lib/order/change.ts'
import type { OrderKind } from '../../../../lib/order/order.ts'
import type { WalletPurpose, WalletRequestRecord } from '../../../../lib/order/order-parts.ts'
import { isIn, type OrderState } from '../../../../lib/order/order-state.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { states } from '../../../../lib/order/states.ts'
import messages from '../../../../public/_locales/en/messages.json' with { type: 'json' }
import { bornMs, usdcHarbour } from '../../models/fake-data.ts'
import { order } from '../../models/fake-orders.ts'
import { inBrowser } from '../shown-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

type Part = Partial<OrderView>
type Case = readonly [name: string, part: Part]
type Asked = readonly [kind: OrderKind, purpose: WalletPurpose]

/** Acts that lead on, by their names in the page; a wallet's own window is none, which may have forgotten its question. */
const acts = [
  'retry',
  'start-anew',
  'accept-offer',
  'withdraw-open',
  'cancel-order',
  'revoke-open',
  'do-again',
  'new-swap',
] as const

/** Sentences that say until when nothing can be done, or that Ferry keeps looking and what the person can do. */
const waits = [
  ...([
    'canClose',
    'canClose_off',
    'late',
    'late_off',
    'handingOver',
    'stoppingSignature',
    'stoppingSend',
  ] as const),
  ...(['promptComes', 'promptAfterBlock', 'promptTries', 'sentApproval'] as const),
  ...(['silentApproval', 'silentSend', 'silentExit'] as const),
  ...(['unheardSend', 'unheardDeposit', 'unknownOutcome'] as const),
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

/** When the wallet was asked: long enough ago for whatever time alone brings. */
const askedMs = bornMs - 400_000

/** What a wallet may leave behind, by what is known of its silence. */
const silences = {
  asked: {},
  lost: { lostMs: askedMs },
  failed: { lostMs: askedMs, errorMs: askedMs },
  again: {},
} as const satisfies { readonly [name: string]: Partial<WalletRequestRecord> }

const sends: readonly Asked[] = [
  ['native', 'send'],
  ['inbox', 'send'],
  ['inbox', 'sendCalls'],
  ['manual', 'send'],
  ['manual', 'sendCalls'],
  ['deposit', 'send'],
]
const approvals: readonly Asked[] = (['signed', 'inbox', 'manual'] as const).flatMap(
  (kind): readonly Asked[] => [
    [kind, 'approve'],
    [kind, 'resetApproval'],
  ],
)
const signs: readonly Asked[] = [['signed', 'sign']]

/** What may be open at the wallet in a state for the swap itself; where nothing is listed nothing is. */
const asked: { readonly [state in OrderState]?: readonly Asked[] } = {
  approve_requested: approvals,
  approve_sent: approvals.slice(0, 2),
  sign_requested: signs,
  send_requested: sends,
  unknown_outcome: sends,
  abandoned_unsigned: [...approvals, ...signs],
  expired_unused: approvals,
  cancelled_unused: approvals,
}

/** The ways out, by the states in which they may be asked for. */
const exits: readonly (readonly [...Asked, readonly OrderState[]])[] = [
  ['signed', 'cancel', ['submitting', 'submitted', 'pending', 'unknown_outcome', 'reported_terminal']],
  ['native', 'withdraw', ['pending', 'unknown_outcome', 'reported_terminal']],
  ['inbox', 'withdraw', ['pending', 'unknown_outcome', 'reported_terminal']],
  ['signed', 'revoke', ['abandoned_unsigned', 'expired_unused', 'cancelled_unused', 'verified_terminal']],
  ['manual', 'revoke', ['abandoned_unsigned', 'reported_terminal', 'verified_terminal']],
]

/** An address that an order pays. */
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
  ({ requestId, purpose, askedMs, accountNonce: 3, amountUnits: '100000000' }) as const

const inState = (state: OrderState, kind: OrderKind): Part => ({
  ...{ state, kind, problem: null, statusCode: /_terminal$/.test(state) ? 5 : null },
  ...(kind === 'deposit' ? { deposit } : {}),
  ...(kind === 'native' || kind === 'inbox' ? { withdrawFromMs: bornMs - 1 } : {}),
})

const names = Object.keys(states) as OrderState[]
const kinds = ['signed', 'native', 'inbox', 'manual', 'deposit'] as const

/** Where the wallet is asked there is a question. */
const unasked = names.filter((state) => !/_requested$/.test(state))

const plain = unasked.flatMap((state): readonly Case[] => [
  [state, inState(state, 'signed')],
  [
    `${state}, after a read that failed`,
    { ...inState(state, 'signed'), problem: plainProblem('rpcUnreachable') },
  ],
])

/** Of one that is over only the chain is asked what came of it. */
const silencesIn = (state: OrderState) =>
  Object.entries(silences).filter(([name]) => !isIn(state, 'untaken') || name === 'asked' || name === 'lost')

const questions = names.flatMap((state) =>
  (asked[state] ?? []).flatMap(([kind, purpose]) =>
    silencesIn(state).map(([name, silence]): Case => {
      const walletRequest: WalletRequestRecord = { ...requestFor(purpose), ...silence }
      // What was asked before stays open beside what is asked now.
      const before = name === 'again' ? { earlierAskedMs: askedMs } : {}
      const [approval] = order(askedMs).transactions
      const sent = { ...approval, state: 'sent', minedMs: null } as OrderView['transactions'][number]
      const transactions = state === 'approve_sent' ? [sent] : []
      return [
        `${state} ${kind} ${purpose} ${name}`,
        { ...inState(state, kind), walletRequest, transactions, ...before },
      ]
    }),
  ),
)

const waysOut = exits.flatMap(([kind, purpose, where]) =>
  where.flatMap((state): readonly Case[] => {
    const base = inState(state, kind)
    const request = requestFor(purpose)
    const revoking = { reviewKey: 'key', atMs: askedMs, leftUnits: null } as const
    const isRevoked = purpose === 'revoke'
    const beside = {
      ...(purpose === 'cancel' ? { cancelling: { sinceBlock: '7', isTooLate: false } } : {}),
      ...(isRevoked ? { revoking: { ...revoking, state: 'asked', problem: null } } : {}),
    } as Part
    const problem = plainProblem('walletGone', purpose === 'cancel' ? 'untaken' : 'atOrigin')
    const over = { ...revoking, state: 'over', problem: plainProblem('revokeUnknown', 'unmoved') } as const
    const lost = { earlierAskedMs: askedMs, ...(isRevoked ? { revoking: over } : { problem }) } as Part
    return [
      [`${state} ${kind} ${purpose} asked`, { ...base, ...beside, walletRequest: request }],
      [`${state} ${kind} ${purpose} lost or stopped`, { ...base, ...beside, ...lost }],
    ]
  }),
)

/** A copy brings back no question that is open, but for what may have been sent. */
const restored = unasked.flatMap((state) =>
  kinds.map((kind): Case => {
    const isAsked = state === 'unknown_outcome' && kind !== 'signed'
    const walletRequest = isAsked ? requestFor('send') : null
    return [`${state} ${kind} restored`, { ...inState(state, kind), restored: true, walletRequest }]
  }),
)

const offers = ([null, 'loss', 'terms'] as const).map((needsReview): Case => {
  const offer = { offerId: 'o1', promisedAmount: '98', minAmountOut: '97', expiresMs: bornMs, needsReview }
  return [`an offer, ${needsReview}`, { ...inState('needs_user', 'signed'), offer }]
})

/** What there is on screen to go on with. */
function waysOn(): readonly string[] {
  const text = document.body.textContent ?? ''
  const said = waits.filter((_key, index) => patterns[index]?.test(text))
  return [...acts.filter((name) => screen.queryByTestId(name) !== null), ...said]
}

describe('no state is without a way on', () => {
  it.each([...plain, ...questions, ...waysOut, ...restored, ...offers])('%s', async (_name, part) => {
    await shownOrder(part)
    expect(waysOn()).not.toEqual([])
  })

  it.each([...questions, ...waysOut].filter(([name]) => / (asked|again)$/.test(name)))(
    'and one that was asked just now comes to it by time alone: %s',
    async (_name, part) => {
      const now = part.walletRequest && { ...part.walletRequest, askedMs: bornMs }
      const { pass } = await shownOrder({ ...part, walletRequest: now ?? null })
      await pass(62_000)
      expect(waysOn()).not.toEqual([])
    },
  )
})
