import { execFileSync, spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { onChange, sources } from './on-change.ts'

const { values: flags } = parseArgs({ options: { watch: { type: 'boolean', default: false } } })

/** Walks through every death, schedule and lie take minutes; `npm test` has them. */
const long = ['test/flow/{deaths,schedules,matrix}/**', 'test/hostile/**', 'test/house/**']

/** The commit that the tree is compared with: the last one, or the one before it where nothing is changed since. */
function base(): string {
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' })
  return changed === '' ? 'HEAD~1' : 'HEAD'
}

/** Runs a tool of the project; resolves whether all was well. What it prints comes at its end, so that no two are mixed. */
function isGood(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      done(code === 0)
    })
  })
}

/** Looks at types, lint and the unit, component and flow tests that reach what changed; no chains, no browser. */
async function quick(): Promise<boolean> {
  const beganMs = performance.now()
  const excluded = long.flatMap((path) => ['--exclude', path])
  const projects = ['--project', 'unit', '--project', 'components']
  const tests = ['run', ...projects, '--changed', base(), '--passWithNoTests', ...excluded]
  const all = await Promise.all([
    isGood('tsc', ['--noEmit', '-p', '.']),
    isGood('biome', ['check', '.']),
    isGood('vitest', tests),
  ])
  const good = all.every(Boolean)
  console.log(
    `${good ? 'all is well' : 'NOT all is well'} after ${((performance.now() - beganMs) / 1000).toFixed(1)} s`,
  )
  return good
}

const isFine = await quick()
if (flags.watch) {
  const watched = [...sources, 'test']
  const stop = onChange(watched, async () => void (await quick()), console.error)
  process.once('SIGINT', stop)
} else process.exitCode = isFine ? 0 : 1
