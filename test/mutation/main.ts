import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isEquivalent } from './equivalent.ts'
import { type Mutant, mutantsOf } from './mutants.ts'
import { roundLimitsMs, testsOf } from './rounds.ts'
import { findKilled } from './run-trials.ts'
import { sources } from './sources.ts'
import type { Trial } from './try-mutants.ts'

const minKilledPercent = 95
const maxPerProcess = 100

function sourceMutants(path: string): readonly Mutant[] {
  const text = readFileSync(path, 'utf8')
  return mutantsOf(path, text).filter((mutant) => !isEquivalent(mutant, text))
}

async function survivorsOf(
  mutants: readonly Mutant[],
  { round, limitMs, jobs }: { readonly round: number; readonly limitMs: number; readonly jobs: number },
): Promise<readonly Mutant[]> {
  const tried = new Map(
    [...Map.groupBy(mutants, ({ path }) => path)].map(([path]) => [path, testsOf(path, round)]),
  )
  const simulationOf = (mutant: Mutant, key: number): Trial => ({
    key,
    mutant,
    tests: tried.get(mutant.path) ?? [],
  })
  const firsts = [...tried.keys()].flatMap((path) => mutants.find((one) => one.path === path) ?? [])
  // Applied without a change: the tests have to pass.
  const unchanged = firsts.map((mutant) => ({ ...mutant, to: mutant.from }))
  const trials = [...unchanged, ...mutants].map(simulationOf).filter(({ tests }) => tests.length > 0)
  const batches: Trial[][] = []
  for (let from = 0; from < trials.length; from += maxPerProcess)
    batches.push(trials.slice(from, from + maxPerProcess))
  const killed = new Set<number>()
  async function work(): Promise<void> {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      for (const [key, by] of await findKilled(batch, limitMs)) {
        const own = unchanged[key]
        if (own !== undefined) throw new Error(`without a mutant of ${own.path} fails ${by}`)
        killed.add(key - unchanged.length)
      }
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return mutants.filter((_, index) => !killed.has(index))
}

async function main(): Promise<void> {
  // For a sample: `--every 20` tries each twentieth, `--only refund-proof` those of one source, `--jobs 1`
  // one process.
  const { values } = parseArgs({
    options: {
      every: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      jobs: { type: 'string', default: String(availableParallelism()) },
    },
  })
  const mutants = sources
    .filter((path) => path.includes(values.only))
    .flatMap(sourceMutants)
    .filter((_, index) => index % Number(values.every) === 0)
  // Files of a run that was interrupted.
  rmSync('test-results/mutation', { recursive: true, force: true })
  if (mutants.length === 0) throw new Error('no mutants')
  let alive: readonly Mutant[] = mutants
  for (const [round, limitMs] of roundLimitsMs.entries()) {
    alive = await survivorsOf(alive, { round, limitMs, jobs: Number(values.jobs) })
    console.log(
      `round ${round + 1} of ${roundLimitsMs.length}: ${alive.length} of ${mutants.length} mutants live`,
    )
  }
  for (const { path, line, from, to } of alive)
    console.log(`survived: ${path}:${line} ${from} to ${to || 'nothing'}`)
  const percent = Math.floor(((mutants.length - alive.length) * 1_000) / mutants.length) / 10
  if (percent < minKilledPercent) process.exitCode = 1
  console.log(`${percent} % of ${mutants.length} mutants killed`)
}

await main()
