import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { besidesLine, drawnBesides, drawnStates, fencedAfter, statesLine } from './drawn-states.ts'

const readme = readFileSync('lib/order/README.md', 'utf8')
const redraw = 'node test/run/draw-states.ts draws it anew'

test('the table of states is drawn as the code has it', () => {
  expect(fencedAfter(readme, statesLine), redraw).toBe(drawnStates())
  expect(fencedAfter(readme, besidesLine), redraw).toBe(drawnBesides())
})
