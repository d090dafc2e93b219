import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { allImports } from '../repository/import-graph.ts'
import { findReachingTests, selectWithinCost } from './nearest-tests.ts'
import { sources, watchSources } from './watch-sources.ts'

const { values: flags } = parseArgs({ options: { watch: { type: 'boolean', default: false } } })

/** More type checkers than cores would repeat work. */
const checkers = String(Math.min(4, availableParallelism()))

/** Skips lint rules that read every file, such as the one against cycles; `npm run check` runs them. */
const lint = ['check', '--config-path=test/run/quick-lint.json', '--no-errors-on-unmatched']

/** Budget in units of a single-rule test: a few seconds on two cores. */
const mostCost = 36

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n')

/** Files that differ from the last commit; if there are none, files of the last commit. */
function changedPaths(): readonly string[] {
  const isSaved = git('status', '--porcelain').join('') === ''
  const changed = git('diff', '--name-only', isSaved ? 'HEAD~1' : 'HEAD')
  return [...changed, ...git('ls-files', '--others', '--exclude-standard')].filter((path) => path !== '')
}

/**
 * Component tests import all models, so nearly every change reaches them. Run them only if components changed.
 */
const isComponentFile = (path: string) => /^(components|test\/unit\/components)\//.test(path)

/** Prints the output at the end, so that parallel outputs do not mix. */
function runCommand(command: string, args: readonly string[]): Promise<boolean> {
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

/**
 * Checks types, lint and the nearest unit and flow tests; component tests only if components changed. No
 * chains, no browser.
 */
async function quick(): Promise<boolean> {
  const beganMs = performance.now()
  const changed = changedPaths()
  const withComponents = changed.some(isComponentFile)
  const reaching = findReachingTests(changed, allImports).filter(
    ({ path }) => withComponents || !isComponentFile(path),
  )
  const tests = selectWithinCost(reaching, mostCost).map(({ path }) => path)
  const linted = changed.filter((path) => existsSync(path))
  const all = await Promise.all([
    runCommand('tsc', ['--noEmit', '--checkers', checkers, '-p', '.']),
    linted.length === 0 || runCommand('biome', [...lint, ...linted]),
    tests.length === 0 ||
      runCommand('vitest', ['run', '--project', 'unit', '--project', 'components', ...tests]),
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
  // A new process for each change: the import graph is read at its start.
  const again = async () => void (await runCommand(process.execPath, ['test/run/quick.ts']))
  await again()
  const stop = watchSources([...sources, 'test'], again, console.error)
  process.once('SIGINT', stop)
} else process.exitCode = (await quick()) ? 0 : 1
