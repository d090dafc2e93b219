import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { type OrderState, orderStates, orderStateWords } from '../../lib/order/order-state.ts'
import { states } from '../../lib/order/states.ts'
import messages from '../../public/_locales/en/messages.json'
import { drawings, outcomesOf, readBlock } from '../run/draw-states.ts'

const readme = readFileSync('lib/order/README.md', 'utf8')
const texts: { readonly [key: string]: { readonly message: string } } = messages

test.each(drawings)('"$line" is drawn from the table of states (npm run draw:states)', ({ line, render }) => {
  expect(readme).toContain(`\n${line}\n`)
  expect(readBlock(readme, line)).toBe(render())
})

it('lists the words of every state: on screen, for pages and in the export', () => {
  const lines = readme.split('\n').map((line) => line.replaceAll(/\s+/g, ' '))
  for (const state of Object.keys(orderStates) as OrderState[]) {
    for (const statusCode of [4, 5, 7] as const) {
      const { wordKey, pageState, csv } = orderStateWords({ state, statusCode })
      expect(lines).toContain(`| \`${state}\` | ${texts[wordKey]?.message} | \`${pageState}\` | \`${csv}\` |`)
    }
  }
})

it('says for every state what happens if the background stops in it', () => {
  const [, section = ''] = readme.match(/^## If the background stops in a state\n([\s\S]*?)^## /m) ?? []
  const rows = [...section.matchAll(/^\| `(\w+)` /gm)].map(([, state]) => state)
  expect(rows).toEqual(Object.keys(orderStates))
})

it('has every row of the path of a signed swap in the guide', () => {
  const path = readBlock(readFileSync('CONTRIBUTING.md', 'utf8'), '## One swap, from the press to the proof')
  const rows = path
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/))
  expect(rows.length).toBeGreaterThan(9)
  for (const [state, , event, next] of rows) {
    const [, { on } = { on: {} }] = Object.entries(states).find(([name]) => name === state) ?? []
    expect(outcomesOf(on, event ?? ''), `${state} ${event}`).toContain(next)
  }
})
