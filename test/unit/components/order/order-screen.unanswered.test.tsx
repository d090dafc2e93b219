import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { momentText } from '../../../../lib/base/time-text.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { bornMs, usdcHarbour } from '../../models/fake-data.ts'
import { requestOf, transactionOf } from '../../order/order-fixture.ts'
import { button, inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()

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

/** A request whose connection to the wallet was lost. */
const lost = { requestedMs: bornMs, connectionLostMs: bornMs }

describe('the texts about a wallet that does not answer', () => {
  it('says until when a deposit is accepted, and what to check', async () => {
    const walletRequest = requestOf('send', lost)
    const part = { state: 'unknown_outcome', kind: 'deposit', statusCode: null, problem: null } as const
    await shownOrder({ ...part, deposit, walletRequest })
    expect(screen.queryByTestId('retry')).toBeNull()
    const silence = screen.getByTestId('silence').textContent ?? ''
    expect(silence).toContain('Check its activity; if it isn’t there, reject the request.')
    expect(silence).toContain(
      `The service sends back what arrives after ${momentText(deposit.expiresMs, bornMs)}.`,
    )
  })

  it('offers to retry the approval when the connection to its wallet was lost', async () => {
    const part = { state: 'approve_requested', statusCode: null, problem: null } as const
    const { press, sent } = await shownOrder({ ...part, walletRequest: requestOf('approve', lost) })
    expect(screen.getByTestId('silence').textContent).toBe(
      'Your wallet didn’t report a result. Reject any open request there, then try again.',
    )
    await press(screen.getByTestId('retry'))
    expect(sent('retryOrder')).toEqual([{ orderId: 'order-1', requestId: 'requested' }])
  })

  const waiting = () => screen.getByTestId('waiting-silent').textContent ?? ''

  it.each([
    ['approve', 'approve_requested', 'Try again. Ferry asks for the same exact amount.'],
    ['resetApproval', 'approve_requested', 'Try again. Ferry asks for the same exact amount.'],
    ['sign', 'sign_requested', 'Try again; the old one no longer counts.'],
  ] as const)('offers to retry an unanswered request after a minute: %s', async (purpose, state, text) => {
    const walletRequest = requestOf(purpose, { requestedMs: bornMs })
    const { pass, press, sent } = await shownOrder({ state, statusCode: null, problem: null, walletRequest })
    expect(screen.queryByTestId('retry')).toBeNull()
    await pass(62_000)
    expect(waiting()).toContain(`No request there? ${text}`)
    // It appears without any input, and replaces a hint that screen readers have read.
    expect(screen.getByTestId('waiting-silent').role).toBe('status')
    await press(screen.getByTestId('retry'))
    expect(sent('retryOrder')).toEqual([{ orderId: 'order-1', requestId: 'requested' }])
  })

  it('offers only to stop waiting when the transaction may be sent', async () => {
    const walletRequest = requestOf('send', { requestedMs: bornMs - 400_000 })
    await shownOrder({
      kind: 'native',
      state: 'send_requested',
      statusCode: null,
      problem: null,
      walletRequest,
    })
    expect(waiting()).toContain('Stop waiting: Ferry keeps checking the network for it.')
    expect(screen.getByTestId('stop').textContent).toBe('Stop waiting')
  })

  it('offers to retry an approval that the network does not show after a minute', async () => {
    const walletRequest = requestOf('approve', { requestedMs: bornMs - 400_000 })
    const part = { state: 'approve_sent', statusCode: null, problem: null, walletRequest } as const
    const { becomes, pass } = await shownOrder({ ...part, transactions: [] })
    expect(screen.queryByTestId('retry')).toBeNull()
    expect(screen.getByTestId('between').textContent).toContain('When the network confirms this')
    await pass(62_000)
    expect(screen.getByTestId('between').textContent).toMatch(
      /^T?Approval not confirmed yet.*Check your wallet’s activity\. If it isn’t there, try again\./,
    )
    expect(button('Try again')).toBeDefined()
    await becomes({ problem: createProblemData('rpcUnreachable') })
    expect(screen.getByTestId('between').textContent).toContain('Ferry keeps trying.')
  })

  it('offers to request another quote when the current one needs a review', async () => {
    const figures = { promisedAmount: '98', minAmountOut: '97', cost: null }
    const offer = { offerId: 'o1', ...figures, expiresMs: bornMs } as const
    const part = { state: 'needs_user', statusCode: null, problem: null } as const
    const { press, sent } = await shownOrder({ ...part, offer: { ...offer, needsReview: 'loss' } })
    await press(button('Try again'))
    expect(sent('retryOrder')).toEqual([{ orderId: 'order-1' }])
  })

  it('retries only the request that the pressed button displayed, when an update came first', async () => {
    const needsUser = { statusCode: null, problem: createProblemData('walletRejected') } as const
    const { becomes, press, sent } = await shownOrder({ ...needsUser, state: 'needs_user' })
    const pressed = button('Try again')
    const walletRequest = requestOf('approve', { requestedMs: bornMs })
    await becomes({ state: 'approve_requested', problem: null, walletRequest })
    expect(screen.queryByTestId('retry')).toBeNull()
    await press(pressed)
    expect(sent('retryOrder')).toEqual([{ orderId: 'order-1' }])
  })

  it('offers to stop an unanswered transaction, and never to retry it', async () => {
    const walletRequest = requestOf('send', lost)
    const { becomes, press, sent } = await shownOrder({
      kind: 'native',
      state: 'unknown_outcome',
      statusCode: null,
      problem: null,
      walletRequest,
    })
    expect(screen.getByTestId('silence').textContent).toBe(
      'Your wallet didn’t say if it sent this. Check its activity; if it isn’t there, reject the request and stop this swap.',
    )
    // This text says what the problem would.
    await becomes({ problem: createProblemData('walletSilent', 'unknown') })
    expect(screen.getByTestId('problem').textContent).toBe('')
    expect(screen.queryByTestId('still-asked')).toBeNull()
    expect(screen.queryByTestId('retry')).toBeNull()
    await press(button('Stop swap'))
    expect(sent('stopOrder')).toEqual([{ orderId: 'order-1' }])
  })

  it('offers no stop when the transaction was seen, or another machine sent it', async () => {
    const walletRequest = requestOf('send', lost)
    const part = { kind: 'native', state: 'unknown_outcome', statusCode: null, problem: null } as const
    const { becomes } = await shownOrder({ ...part, walletRequest, restored: true })
    const noStop = () => {
      expect(screen.getByTestId('silence').textContent).not.toContain('stop this swap')
      expect(screen.queryByTestId('stop')).toBeNull()
    }
    noStop()
    const { restored: _restored, ...own } = { ...part, walletRequest, restored: true }
    await becomes({ ...own, transactions: [transactionOf('send', { state: 'dropped', sentMs: bornMs })] })
    noStop()
  })

  const before = { kind: 'native', lastUnansweredMs: bornMs } as const
  it.each<[string, Partial<OrderView>]>([
    [
      'is requested again',
      { state: 'send_requested', walletRequest: requestOf('send', { requestedMs: bornMs }) },
    ],
    ['was sent', { state: 'sent' }],
    ['is on its way', { state: 'pending' }],
    ['is done', { state: 'verified_terminal', statusCode: 4, fundsSettled: true }],
    ['waits for the person', { state: 'needs_user', statusCode: null }],
    ['was stopped', { state: 'abandoned_unsigned', statusCode: null }],
  ])('says once to reject an earlier request of a swap that %s', async (_how, part) => {
    const { becomes } = await shownOrder({ ...before, problem: null, ...part })
    const said = () => screen.queryByTestId('still-asked')?.textContent
    expect(said()).toBe('Your wallet may still show an earlier request for this swap. Reject that one there.')
    await becomes({ lastUnansweredMs: bornMs - 24 * 3_600_000 })
    expect(said()).toBeUndefined()
  })

  it('does not say to reject the open revocation request', async () => {
    const walletRequest = requestOf('revoke', { requestedMs: bornMs })
    await shownOrder({ state: 'abandoned_unsigned', statusCode: null, problem: null, walletRequest })
    expect(screen.queryByTestId('still-asked')).toBeNull()
  })
})
