import { readFileSync, writeFileSync } from 'node:fs'
import { redrawn } from '../house/drawn-states.ts'

/** Draws the table of states into the document of the orders anew. */
const path = 'lib/order/README.md'
writeFileSync(path, redrawn(readFileSync(path, 'utf8')))
