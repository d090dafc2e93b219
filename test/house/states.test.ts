import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawings, fencedAfter } from './drawn-states.ts'

const readme = readFileSync('lib/order/README.md', 'utf8')

test.each(drawings)('"$line" is drawn from the table of states', ({ line, draw }) => {
  expect(readme).toContain(`\n${line}\n`)
  expect(fencedAfter(readme, line), 'node test/run/draw-states.ts draws it anew').toBe(draw())
})
