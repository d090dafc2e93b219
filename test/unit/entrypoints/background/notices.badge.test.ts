import { expect, it } from 'vitest'
import { badgeText } from '../../../../entrypoints/background/notices.ts'
import { orderOf, withTerms } from '../../order/order-fixture.ts'

const running = orderOf({ state: 'pending' })
const failed = orderOf({
  state: 'verified_terminal',
  statusCode: 5,
  notification: { kind: 'failed', state: 'notified' },
  viewed: false,
})

it('counts every running order, however many newer ones there are', () => {
  expect(badgeText([running, running], [], false, 0)).toEqual({ text: '2', tone: 'running' })
})

it('counts no order that was stopped, or put away after a week without news', () => {
  const stopping = { ...running, state: 'stopping' as const }
  const away = { ...running, putAwayMs: 1 }
  expect(badgeText([stopping, away], [], false, 0)).toEqual({ text: '', tone: 'running' })
})

it('shows a failure until it is seen, even if no order is open', () => {
  expect(badgeText([], [failed], false, 0)).toEqual({ text: '!', tone: 'failed' })
  expect(badgeText([], [{ ...failed, viewed: true }], false, 0)).toEqual({ text: '', tone: 'running' })
})

it('shows that swaps wait for host access, whatever else there is', () => {
  expect(badgeText([running], [], true, 1)).toEqual({ text: '!', tone: 'needsUser' })
})

it('shows a proposal with "?", and a failure by its color', () => {
  expect(badgeText([running], [], false, 1)).toEqual({ text: '?', tone: 'needsUser' })
  expect(badgeText([], [failed], false, 2)).toEqual({ text: '?', tone: 'failed' })
})

it('shows a failure by a symbol and not by color alone, however many others run', () => {
  expect(badgeText([running], [failed], false, 0)).toEqual({ text: '!', tone: 'failed' })
})

it('shows that a swap needs the person, before any failure', () => {
  const needsUser = orderOf({ state: 'needs_user' })
  expect(badgeText([running, needsUser], [failed], false, 0)).toEqual({ text: '!', tone: 'needsUser' })
})

it('shows that an unpaid deposit expires soon', () => {
  const endsMs = 1_800_000_600_000
  const deposit = {
    ...{ address: '0xb2', token: '0xa1', amount: '5', chainId: 31337, memo: null, refundAddress: null },
    expirySeconds: endsMs / 1000,
  }
  const at = (beforeMs: number, part: object = {}) => {
    const order = orderOf({ kind: 'deposit', state: 'deposit_awaited', createdMs: endsMs - 600_000, ...part })
    return { ...withTerms(order, { deposit, clockOffsetMs: 0 }), updatedMs: endsMs - beforeMs }
  }
  const shown = (order: ReturnType<typeof at>) => badgeText([order], [], false, 0).text
  expect(shown(at(120_001))).toBe('1')
  expect(shown(at(120_000))).toBe('!')
  expect(shown(at(0))).toBe('1')
  expect(shown(at(60_000, { depositObserved: { units: '5', atMs: 1 } }))).toBe('1')
})
