import { parseArgs } from 'node:util'
import { fuzzPages } from './fuzz-pages.ts'

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '100000' }, seed: { type: 'string' } },
})
const messages = Number(values.messages)
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
if (!Number.isSafeInteger(messages) || messages < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('use --messages N --seed S, both whole numbers')
}

const violations = await fuzzPages(messages, seed)
for (const { what, given } of violations.slice(0, 10)) console.error(what, JSON.stringify(given))
console.log(`${messages} messages, seed ${seed}, ${violations.length} violations`)
process.exitCode = violations.length > 0 ? 1 : 0
