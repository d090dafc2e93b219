import { parseArgs } from 'node:util'
import { lineOf, runLies } from './run.ts'

const { values } = parseArgs({
  options: { verbose: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const reported = await runLies(values.only, (one) => {
  if (values.verbose || one.observed.believed.length > 0) console.log(lineOf(one))
})
const believed = reported.filter(({ observed }) => observed.believed.length > 0).length
console.log(`${reported.length} lies, ${believed} believed`)
process.exitCode = believed > 0 || reported.length === 0 ? 1 : 0
