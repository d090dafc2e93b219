import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { momentText } from '../../../../components/parts/format.ts'
import { plainProblem } from '../../../../lib/order/change.ts'
import type { OrderKind } from '../../../../lib/order/order.ts'
import type { WalletPurpose, WalletRequestRecord } from '../../../../lib/order/order-parts.ts'
import type { OrderState } from '../../../../lib/order/order-state.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { states } from '../../../../lib/order/states.ts'
import messages from '../../../../public/_locales/en/messages.json' with { type: 'json' }
import { bornMs, usdcHarbour } from '../../models/fake-data.ts'
import { inBrowser } from '../shown-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

type Asked = readonly [kind: OrderKind, purpose: WalletPurpose]

/** Acts that lead on, by their names in the page; that of a wallet that asks is in its own window. */
const acts = [
  'waiting-screen',
  'retry',
  'start-anew',
  'accept-offer',
  'withdraw-open',
  'cancel-order',
  'do-again',
] as const

/** Sentences that say what is waited for, and who ends the waiting. */
const waits = [
  'canClose',
  'handingOver',
  'promptComes',
  'lostApprovalChecking',
  'idleSendChecking',
  'unheardSend',
  'neverUsed',
  'neverOneSource',
  'neverUntried',
  'unheardDeposit',
  'unknownOutcome',
] as const

const isSaid = (text: string) =>
  waits.some((key) => text.includes(messages[key].message.split('{')[0]?.trim() ?? key))

/** What a wallet may leave behind, by what it was asked. */
const silences: readonly Partial<WalletRequestRecord>[] = [
  {},
  { lostMs: bornMs },
  { lostMs: bornMs, idle: { sinceMs: bornMs - 200_000, untilMs: bornMs } },
  { lostMs: bornMs, idle: { sinceMs: bornMs - 200_000, untilMs: bornMs, isTooLate: true } },
  { lostMs: bornMs, idle: { sinceMs: bornMs - 200_000, untilMs: bornMs }, isWanted: true },
  { isBound: true },
  { lostMs: bornMs, cannotAgain: 'nonceUsed' },
  { lostMs: bornMs, cannotAgain: 'oneSource' },
  { lostMs: bornMs, cannotAgain: 'untried' },
]
const sends: readonly Asked[] = [
  ['native', 'send'],
  ['inbox', 'send'],
  ['inbox', 'sendCalls'],
  ['manual', 'send'],
  ['manual', 'sendCalls'],
  ['deposit', 'send'],
]
const asked: { readonly [state in OrderState]?: readonly Asked[] } = {
  approve_requested: [
    ['signed', 'approve'],
    ['inbox', 'resetApproval'],
  ],
  sign_requested: [['signed', 'sign']],
  send_requested: sends,
  unknown_outcome: sends,
  abandoned_unsigned: [
    ['signed', 'approve'],
    ['signed', 'sign'],
  ],
}

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

const each = (Object.keys(states) as OrderState[]).flatMap((state) => {
  const base = { state, statusCode: null, problem: null } as const
  const questions = asked[state]
  if (questions === undefined) return [{ name: state as string, part: base as Partial<OrderView> }]
  return questions.flatMap(([kind, purpose]) => {
    const request = { requestId: 'r1', purpose, askedMs: bornMs, accountNonce: 3, amountUnits: '100000000' }
    return silences.map((one, index) => ({
      name: `${state} ${kind} ${purpose} ${['asked', 'lost', 'idle', 'late', 'wanted', 'again', 'used', 'alone', 'untried'][index]}`,
      part: {
        ...base,
        kind,
        walletRequest: { ...request, ...one },
        // What was asked before stays open beside what is asked now.
        ...(one.isBound === true ? { askedBefore: [{ ...request, requestId: 'r0' }] } : {}),
        ...(kind === 'deposit' ? { deposit } : {}),
      } as Partial<OrderView>,
    }))
  })
})

describe('no state is without a way on', () => {
  it.each(each)('$name', async ({ part }) => {
    await shownOrder(part)
    const isOffered = acts.some((name) => screen.queryByTestId(name) !== null)
    expect(isOffered || isSaid(document.body.textContent ?? '')).toBe(true)
  })

  it('says of a deposit until when it is taken, and what to check', async () => {
    const request = { requestId: 'r1', purpose: 'send', askedMs: bornMs, accountNonce: 3 } as const
    const walletRequest = { ...request, amountUnits: '5', lostMs: bornMs }
    const part = { state: 'unknown_outcome', kind: 'deposit', statusCode: null, problem: null } as const
    await shownOrder({ ...part, deposit, walletRequest })
    expect(screen.queryByTestId('retry')).toBeNull()
    const silence = screen.getByTestId('silence').textContent ?? ''
    expect(silence).toContain('Reject any open request there before you swap again.')
    expect(silence).toContain(
      `The swap service sends back what arrives after ${momentText(deposit.expiresMs)}.`,
    )
  })

  it('offers an approval again only once the allowance was read', async () => {
    const request = { requestId: 'r1', purpose: 'approve', askedMs: bornMs, accountNonce: 3 } as const
    const lost = { ...request, amountUnits: '5', lostMs: bornMs }
    const part = { state: 'approve_requested', statusCode: null, problem: null } as const
    const { becomes, press, sent } = await shownOrder({ ...part, walletRequest: lost })
    expect(screen.queryByTestId('retry')).toBeNull()
    expect(screen.getByTestId('silence').textContent).toBe(
      'Your wallet didn’t report a result. Ferry is checking whether you approved.',
    )
    await becomes({ walletRequest: { ...lost, idle: { sinceMs: bornMs, untilMs: bornMs } } })
    expect(screen.getByTestId('silence').textContent).toBe(
      'The network shows no approval of this amount. Reject any open request in your wallet before you try again.',
    )
    await press(screen.getByTestId('retry'))
    expect(sent('retryOrder')).toEqual([{ orderId: 'order-1', requestId: 'r1' }])
  })

  it.each([
    ['that waits', {}],
    ['that was lost sight of', { lostMs: bornMs }],
  ])('says to reject what the wallet may still show of a stopped swap %s', async (_how, silence) => {
    const request = { requestId: 'r1', purpose: 'approve', askedMs: bornMs, accountNonce: 3 } as const
    const walletRequest = { ...request, amountUnits: '5', ...silence }
    await shownOrder({ state: 'abandoned_unsigned', statusCode: null, problem: null, walletRequest })
    expect(screen.getByTestId('still-asked').textContent).toContain('Reject it there')
  })

  it.each([
    ['nonceUsed', /^Your account has sent a transaction since/],
    ['oneSource', /^Only one RPC node answers/],
    ['untried', /^No RPC node can tell whether the contract/],
  ] as const)('promises no second try where there will be none: %s', async (cannotAgain, said) => {
    const request = { requestId: 'r1', purpose: 'send', askedMs: bornMs, accountNonce: 3 } as const
    const walletRequest = { ...request, amountUnits: '5', lostMs: bornMs, cannotAgain }
    const { becomes } = await shownOrder({
      kind: 'native',
      state: 'unknown_outcome',
      statusCode: null,
      problem: null,
      walletRequest,
    })
    const silence = screen.getByTestId('silence').textContent ?? ''
    expect(silence).toMatch(said)
    // What the problem would say as well is left to this.
    await becomes({ problem: plainProblem('walletSilent', 'unknown') })
    expect(screen.getByTestId('problem-next').textContent).toBe('If it was sent, Ferry will track it.')
    expect(silence).toMatch(/heck your wallet’s activity.*eject any open request there/)
    expect(silence).not.toContain('for three minutes, you can')
    expect(screen.queryByTestId('still-asked')).toBeNull()
  })

  const once = { purpose: 'send', askedMs: bornMs, accountNonce: 3, amountUnits: '5' } as const
  const before = { kind: 'native', askedBefore: [{ ...once, requestId: 'r0' }] } as const
  it.each<[string, Partial<OrderView>]>([
    ['is asked once more', { state: 'send_requested', walletRequest: { ...once, requestId: 'r1' } }],
    ['was sent', { state: 'sent' }],
    ['is on its way', { state: 'pending' }],
    ['is done', { state: 'verified_terminal', statusCode: 4, fundsSettled: true }],
    ['waits for the person', { state: 'needs_user', statusCode: null }],
  ])('says once to reject an earlier question of a swap that %s', async (_how, part) => {
    const { becomes } = await shownOrder({ ...before, problem: null, ...part })
    const said = () => screen.queryByTestId('still-asked')?.textContent
    expect(said()).toBe('Your wallet may still show an earlier request for this swap. Reject that one there.')
    const [asked] = before.askedBefore
    await becomes({ askedBefore: [{ ...asked, askedMs: bornMs - 24 * 3_600_000 }] })
    expect(said()).toBeUndefined()
  })

  it('tells nobody to reject what is asked now to take an approval back', async () => {
    const walletRequest = { ...once, purpose: 'revoke', requestId: 'r1' } as const
    await shownOrder({ state: 'abandoned_unsigned', statusCode: null, problem: null, walletRequest })
    expect(screen.queryByTestId('still-asked')).toBeNull()
  })
})
