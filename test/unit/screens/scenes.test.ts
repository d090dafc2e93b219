import { expect, it } from 'vitest'
import { orderStateWords } from '../../../lib/order/order-state.ts'
import { states } from '../../../lib/order/states.ts'
import { mainScenes, scenes } from '../../screens/scenes.ts'

const shown = new Set(
  scenes.flatMap(({ orders }) => (orders?.(Date.now()) ?? []).map((order) => orderStateWords(order).wordKey)),
)
const ends = (['reported_terminal', 'verified_terminal'] as const).flatMap((state) =>
  ([4, 5, 7] as const).map((statusCode) => orderStateWords({ state, statusCode }).wordKey),
)
const others = Object.keys(states)
  .filter((state) => !state.endsWith('_terminal'))
  .map((state) => `state_${state}` as const)

it.each([...others, ...ends])('the screens have a picture of %s', (wordKey) => {
  expect([...shown]).toContain(wordKey)
})

it('scene names are unique, and every scene in many sizes exists', () => {
  const names = scenes.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect([...mainScenes].filter((name) => !names.includes(name))).toEqual([])
})
