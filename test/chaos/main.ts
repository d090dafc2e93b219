import { inspect, parseArgs } from 'node:util'
import fc from 'fast-check'
import { judge } from './judge.ts'
import { judgeNotices } from './judge-notices.ts'
import { runSchedule } from './run-schedule.ts'
import {
  exitSchedules,
  lostSendSchedules,
  neverApprovedSchedules,
  nonceUsedSchedules,
  routeNames,
  scheduleOf,
  schedulesWithoutDeaths,
} from './schedule.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    /** With the seed of a failure: runs that one schedule again. */
    path: { type: 'string' },
  },
})
const runs = Number(values.runs)
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('use --runs N --seed S, both whole numbers')
}

let done = 0
const startMs = performance.now()
/** Schedules of each kind that the tests run with fixed seeds. */
const drawn = fc.oneof(
  fc.record({
    given: fc.oneof(
      scheduleOf(...routeNames),
      exitSchedules,
      lostSendSchedules,
      nonceUsedSchedules,
      neverApprovedSchedules,
    ),
    isAlive: fc.constant(false),
  }),
  fc.record({ given: schedulesWithoutDeaths, isAlive: fc.constant(true) }),
)
const property = fc.asyncProperty(drawn, async ({ given, isAlive }) => {
  const lived = await runSchedule(given)
  judge(lived)
  if (isAlive) judgeNotices(lived)
  done += 1
  if (done % 1000 === 0) {
    const perSecond = Math.round((done / (performance.now() - startMs)) * 1000)
    console.log(`${done} of ${runs}, ${perSecond} a second`)
  }
})
const report = await fc.check(property, {
  numRuns: runs,
  seed,
  ...(values.path === undefined ? {} : { path: values.path }),
})
if (report.failed) {
  console.error(inspect(report.counterexample, { depth: 6 }))
  console.error(report.errorInstance)
  console.error(`npm run chaos -- --runs ${runs} --seed ${seed} --path ${report.counterexamplePath}`)
}
console.log(`${report.numRuns} runs, seed ${seed}, ${report.failed ? 1 : 0} violations`)
process.exitCode = report.failed ? 1 : 0
