import { parseArgs } from 'node:util'
import { lineCounts, measureHouse } from './measures.ts'

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
const lines = lineCounts.reduce((sum, count) => sum + count, 0)
console.log(`${lines} lines, median of a file ${lineCounts[Math.floor(lineCounts.length / 2)]}`)

const measures = measureHouse()
for (const { name, value, most, among = [] } of measures) {
  const isWithin = value <= most
  console.log(`${isWithin ? 'ok ' : 'NO '} ${String(value).padStart(4)} of at most ${most}  ${name}`)
  if (values.all || (!isWithin && most === 0)) for (const one of among) console.log(`          ${one}`)
}
const within = measures.filter(({ value, most }) => value <= most).length
console.log(`house: ${within} of ${measures.length} within goal`)
process.exitCode = within === measures.length ? 0 : 1
