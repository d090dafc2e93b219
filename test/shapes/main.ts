import { parseArgs } from 'node:util'
import { runShapes } from './run.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '20000' }, seed: { type: 'string' } },
})
const count = Number(values.count)
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('use --count N --seed S, both whole numbers')
}

const sums = { lost: 0, crashes: 0, falseFigures: 0 }
const tried = await runShapes(count, seed, ({ shape, verdict }) => {
  console.error(shape, JSON.stringify(verdict))
  sums.lost += verdict.lost.length
  sums.crashes += verdict.crashes.length
  sums.falseFigures += verdict.falseFigures.length
})
const { lost, crashes, falseFigures } = sums
console.log(
  `${tried} shapes, seed ${seed}, ${lost} good routes lost, ${crashes} crashes, ${falseFigures} false figures`,
)
process.exitCode = lost + crashes + falseFigures > 0 || tried === 0 ? 1 : 0
