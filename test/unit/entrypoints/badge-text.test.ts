import { expect, it } from 'vitest'
import { badgeText } from '../../../entrypoints/background/notices.ts'
import { orderOf } from '../order/order-fixture.ts'

const running = orderOf({ state: 'pending' })
const failed = orderOf({
  state: 'verified_terminal',
  statusCode: 5,
  notice: { kind: 'failed', state: 'notified' },
  seen: false,
})

it('counts every open order that runs, however many newer ones there are', () => {
  expect(badgeText([running, running], [], false, 0)).toEqual({ text: '2', failed: false })
})

it('shows a failure until it is seen, also when nothing is open any more', () => {
  expect(badgeText([], [failed], false, 0)).toEqual({ text: '!', failed: true })
  expect(badgeText([running], [failed], false, 0)).toEqual({ text: '1', failed: true })
  expect(badgeText([], [{ ...failed, seen: true }], false, 0)).toEqual({ text: '', failed: false })
})

it('shows that swaps wait for a leave, whatever else there is', () => {
  expect(badgeText([running], [], true, 1)).toEqual({ text: '!', failed: true })
})

it('asks for a look at what a site proposes, and still tells a failure by its colour', () => {
  expect(badgeText([running], [], false, 1)).toEqual({ text: '?', failed: false })
  expect(badgeText([], [failed], false, 2)).toEqual({ text: '?', failed: true })
})
