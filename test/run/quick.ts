import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { allImports } from '../repository/import-graph.ts'
import { affordable, testsReaching } from './nearest-tests.ts'
import { onChange, sources } from './on-change.ts'

const { values: flags } = parseArgs({ options: { watch: { type: 'boolean', default: false } } })

/** More checkers than cores look at the same types twice. */
const checkers = String(Math.min(4, availableParallelism()))

/** Leaves out the lint rules that read every file, such as the one against cycles; `npm run check` has them. */
const lint = ['check', '--config-path=test/run/quick-lint.json', '--no-errors-on-unmatched']

/** What the tests may cost, in tests of one rule: a few seconds on two cores. */
const mostCost = 36

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n')

/** Every file that differs from the last commit, or from the one before it where nothing is changed since. */
function changedPaths(): readonly string[] {
  const isSaved = git('status', '--porcelain').join('') === ''
  const changed = git('diff', '--name-only', isSaved ? 'HEAD~1' : 'HEAD')
  return [...changed, ...git('ls-files', '--others', '--exclude-standard')].filter((path) => path !== '')
}

/** Component tests draw on all models, so each reaches nearly every file: they are run where what is drawn has changed. */
const isDrawn = (path: string) => /^(components|test\/unit\/components)\//.test(path)

/** Runs a command to its end; resolves whether all was well. What it prints comes at its end, so that no two are mixed. */
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

/** Looks at types, lint and the nearest unit and flow tests, with those of components where one changed; no chains, no browser. */
async function quick(): Promise<boolean> {
  const beganMs = performance.now()
  const changed = changedPaths()
  const withComponents = changed.some(isDrawn)
  const reaching = testsReaching(changed, allImports).filter(({ path }) => withComponents || !isDrawn(path))
  const tests = affordable(reaching, mostCost).map(({ path }) => path)
  const linted = changed.filter((path) => existsSync(path))
  const all = await Promise.all([
    isGood('tsc', ['--noEmit', '--checkers', checkers, '-p', '.']),
    linted.length === 0 || isGood('biome', [...lint, ...linted]),
    tests.length === 0 || isGood('vitest', ['run', '--project', 'unit', '--project', 'components', ...tests]),
  ])
  const good = all.every(Boolean)
  console.log(
    tests.length === reaching.length
      ? `test files that reach what changed: ${tests.length}`
      : `test files: the nearest ${tests.length} of ${reaching.length} that reach what changed (npm test runs all)`,
  )
  console.log(
    `${good ? 'all is well' : 'NOT all is well'} after ${((performance.now() - beganMs) / 1000).toFixed(1)} s`,
  )
  return good
}

if (flags.watch) {
  // A run of its own after each change: who imports whom is read as it begins.
  const again = async () => void (await isGood(process.execPath, ['test/run/quick.ts']))
  await again()
  const stop = onChange([...sources, 'test'], again, console.error)
  process.once('SIGINT', stop)
} else process.exitCode = (await quick()) ? 0 : 1
