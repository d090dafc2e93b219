import { expect, it } from 'vitest'
import { badgeWords } from '../../../entrypoints/background/badge-words.ts'
import { orderOf } from '../order/order-fixture.ts'

const running = orderOf({ state: 'pending' })
const failed = orderOf({
  state: 'verified_terminal',
  statusCode: 5,
  notice: { kind: 'failed', state: 'notified' },
  seen: false,
})

it('counts every open order that runs, however many newer ones there are', () => {
  expect(badgeWords([running, running], [], false, 0)).toEqual({ text: '2', failed: false })
})

it('shows a failure until it is seen, also when nothing is open any more', () => {
  expect(badgeWords([], [failed], false, 0)).toEqual({ text: '!', failed: true })
  expect(badgeWords([running], [failed], false, 0)).toEqual({ text: '1', failed: true })
  expect(badgeWords([], [{ ...failed, seen: true }], false, 0)).toEqual({ text: '', failed: false })
})

it('shows that swaps wait for a leave, whatever else there is', () => {
  expect(badgeWords([running], [], true, 1)).toEqual({ text: '!', failed: true })
})

it('asks for a look at what a site proposes, and still tells a failure by its colour', () => {
  expect(badgeWords([running], [], false, 1)).toEqual({ text: '?', failed: false })
  expect(badgeWords([], [failed], false, 2)).toEqual({ text: '?', failed: true })
})
