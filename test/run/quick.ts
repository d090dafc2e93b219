import { execFileSync, spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { onChange, sources } from './on-change.ts'

const { values: flags } = parseArgs({ options: { watch: { type: 'boolean', default: false } } })

/** Walks through every death, schedule and lie take minutes; `npm test` has them. */
const long = ['test/flow/{deaths,schedules,matrix}/**', 'test/hostile/**', 'test/house/**']

/** What the types were found to be, so that only what changed is looked at again. */
const typesFile = 'node_modules/.cache/quick.tsbuildinfo'

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' })

/** The commit that the tree is compared with, the last one, or the one before it where nothing is changed since; and what is. */
function changes(): { readonly base: string; readonly paths: readonly string[] } {
  const unsaved = git('status', '--porcelain', '--untracked-files=all')
  const base = unsaved === '' ? 'HEAD~1' : 'HEAD'
  const paths = [
    ...git('diff', '--name-only', base).split('\n'),
    ...unsaved.split('\n').map((line) => line.slice(3)),
  ]
  return { base, paths }
}

/** Component tests draw on all models, so each reaches nearly every file: they are run where what is drawn has changed. */
const isDrawn = (path: string) => /^(components|test\/unit\/components)\//.test(path)

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

/** Looks at types, lint and the unit and flow tests that reach what changed, with those of components where one did; no chains, no browser. */
async function quick(): Promise<boolean> {
  const beganMs = performance.now()
  const excluded = long.flatMap((path) => ['--exclude', path])
  const { base, paths } = changes()
  const projects = ['--project', 'unit', ...(paths.some(isDrawn) ? ['--project', 'components'] : [])]
  const tests = ['run', ...projects, '--changed', base, '--passWithNoTests', ...excluded]
  const all = await Promise.all([
    isGood('tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', typesFile, '-p', '.']),
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
