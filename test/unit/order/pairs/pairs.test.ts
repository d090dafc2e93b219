import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { OrderState } from '../../../../lib/order/order.ts'
import { orderEnds, orderStates } from '../../../../lib/order/order-state.ts'
import { drawnPairs, fencedAfter, type Outcomes } from './drawing.ts'
import { eventKinds } from './pair-events.ts'
import { besides } from './pair-orders.ts'
import { outcomesIn } from './seen-pairs.ts'

const readme = readFileSync('lib/order/README.md', 'utf8')
const states = [...Object.keys(orderStates), ...Object.keys(orderEnds)] as readonly OrderState[]

/** What every state does, drawn once. */
const everywhere = ['clockSetBack', 'notified', 'seen']

/** What the wallet and the chain say of what is beside the swap: the rest goes on as the state's own row says. */
const ofBesides = [
  'walletAnswered',
  'walletRefused',
  'walletLost',
  'abandon',
  'cancelSeen',
  'revokeSeen',
] as const

const rows = states.map((state) => [state, outcomesIn([state])] as const)
const rowOf: { readonly [state: string]: Outcomes } = Object.fromEntries(rows)

describe('every state with every event', () => {
  test('comes to what is drawn', () => {
    const own = rows.map(([state, outcomes]) => {
      const listed = Object.entries(outcomes).filter(([kind]) => !everywhere.includes(kind))
      return [state, Object.fromEntries(listed)] as const
    })
    expect(fencedAfter(readme, 'What each state listens to:')).toBe(
      drawnPairs(Object.fromEntries(own), ['stays', ...states]),
    )
  })

  test('stays where it is told what changes no state', () => {
    for (const [state, outcomes] of rows) {
      for (const kind of everywhere) expect(outcomes[kind], `${state} ${kind}`).toEqual(['stays'])
    }
  })
})

test('what is open beside a swap leaves its own course as it is', () => {
  const course = eventKinds.filter((kind) => !ofBesides.some((one) => one === kind))
  for (const { states: where, fields } of Object.values(besides)) {
    for (const state of where) {
      for (const [kind, words] of Object.entries(outcomesIn([state], fields, course))) {
        if (kind === 'readFailed') expect(words).toEqual(['stays'])
        else expect(rowOf[state]?.[kind], `${state} ${kind}`).toEqual(expect.arrayContaining([...words]))
      }
    }
  }
})

test('what is open beside a swap comes to what is drawn', () => {
  const drawn = Object.entries(besides).map(
    ([name, { states: where, fields }]) => [name, outcomesIn(where, fields, ofBesides)] as const,
  )
  expect(fencedAfter(readme, 'What is open beside the swap listens first:')).toBe(
    drawnPairs(Object.fromEntries(drawn), ['stays', ...states]),
  )
})
