import { readFileSync, writeFileSync } from 'node:fs'
import { besidesLine, drawnBesides, drawnStates, fencedAfter, statesLine } from '../house/drawn-states.ts'

/** Draws the table of states into the document of the orders anew. */
const path = 'lib/order/README.md'
const text = readFileSync(path, 'utf8')
const drawn = text
  .replace(fencedAfter(text, statesLine), () => drawnStates())
  .replace(fencedAfter(text, besidesLine), () => drawnBesides())
writeFileSync(path, drawn)
