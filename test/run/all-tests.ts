import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { freePortBase, portsApart } from '../sandbox/chains/free-port-base.ts'
import { ensureBrowser } from './ensure-browser.ts'

/** How many tests of a run passed, and which failed and why, a line each. */
interface Tally {
  passed: number
  failures: string[]
}

/** What we read of vitest's report. */
interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/**
 * Files of journeys that run at once in each browser, each with a sandbox of its own: a journey mostly waits for blocks and
 * looks (ten of thirty seconds of one core), so three share two cores well. Chromium has the more of them.
 */
const journeyWorkers = { chromium: 2, firefox: 1 } as const

/** `npm test`: types, lint, every in-process test and the journeys; goes on after a failure, so that one run tells all. */
async function allTests(): Promise<boolean> {
  if (!ensureBrowser('chromium') || !ensureBrowser('firefox')) return false
  mkdirSync('test-results', { recursive: true })
  const total: Tally = { passed: 0, failures: [] }
  const count = (tally: Tally): void => {
    total.passed += tally.passed
    total.failures.push(...tally.failures)
  }
  count(await tool('types', 'tsc', ['--noEmit', '-p', '.']))
  count(await tool('lint and format', 'biome', ['ci', '.']))
  const inProcess = ['--project', 'unit', '--project', 'components', '--project', 'sandbox']
  // Left to itself it keeps one core free, which of two is half.
  count(await tests('in-process', [...inProcess, '--maxWorkers=100%']))
  for (const tally of await journeys()) count(tally)
  // Last of all, so that who sees only the end of a long output sees what failed.
  console.log(['', ...total.failures, `${total.passed} passed, ${total.failures.length} failed`].join('\n'))
  return total.failures.length === 0 && total.passed > 0
}

/** A tool that is right or wrong as a whole counts as one test. */
async function tool(name: string, command: string, args: readonly string[]): Promise<Tally> {
  const isGood = (await run(command, args)) === 0
  console.log(`${isGood ? 'passed' : 'FAILED'}: ${name}`)
  return { passed: isGood ? 1 : 0, failures: isGood ? [] : [`FAILED: ${name}`] }
}

/**
 * Both browsers at once, each with sandboxes of its own. What Firefox's run says is held back until Chromium's has ended,
 * so that neither is torn.
 */
async function journeys(): Promise<readonly Tally[]> {
  const base = await freePortBase(journeyWorkers.chromium + journeyWorkers.firefox)
  const held: Buffer[] = []
  const next = base + journeyWorkers.chromium * portsApart
  const firefox = tests('firefox', ['--project', 'firefox'], {
    base: next,
    workers: journeyWorkers.firefox,
    held,
  })
  const chromium = await tests('chromium', ['--project', 'chromium'], {
    base,
    workers: journeyWorkers.chromium,
  })
  const tally = await firefox
  process.stdout.write(Buffer.concat(held))
  return [chromium, tally]
}

/** The ports of a run's sandboxes and how many there are, and where its words are kept until somebody prints them. */
interface RunOptions {
  readonly base?: number
  readonly workers?: number
  readonly held?: Buffer[]
}

async function tests(name: string, args: readonly string[], options: RunOptions = {}): Promise<Tally> {
  const file = resolve('test-results', `tests-${name}.json`)
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run('vitest', ['run', ...args, ...reporters], options)
  const tally = readTally(file)
  // A run that broke outside its tests (a set-up, an unhandled error) is a failure too.
  if (code !== 0 && tally.failures.length === 0) tally.failures.push(`FAILED: ${name}, outside its tests`)
  return tally
}

function readTally(file: string): Tally {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    return { passed: report.numPassedTests, failures: report.testResults.flatMap(failuresOf) }
  } catch (error) {
    return { passed: 0, failures: [`FAILED: no report in ${file}: ${error}`] }
  }
}

/** A file that failed before or after its tests (in a hook, say) counts as one failure. */
function failuresOf({ name, status, message, assertionResults }: Report['testResults'][number]): string[] {
  if (status !== 'failed') return []
  const path = relative('.', name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return [`FAILED: ${path}: ${firstLine(message)}`]
  return failed.map(
    ({ fullName, failureMessages }) =>
      `FAILED: ${path}: ${fullName}: ${failureMessages.map(firstLine).join('; ')}`,
  )
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

function run(
  command: string,
  args: readonly string[],
  { base, workers = 1, held }: RunOptions = {},
): Promise<number | null> {
  const say = (text: string): void => void (held ? held.push(Buffer.from(text)) : process.stdout.write(text))
  say(`\n> ${command} ${args.join(' ')}\n`)
  const journeys = { FERRY_PORT_BASE: `${base}`, FERRY_JOURNEY_WORKERS: `${workers}` }
  const env = base === undefined ? process.env : { ...process.env, ...journeys }
  return new Promise((done) => {
    const child = spawn(command, args, { env, stdio: held ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    child.stdout?.on('data', (chunk: Buffer) => held?.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => held?.push(chunk))
    child.once('error', (error) => {
      say(`${error.message}\n`)
      done(null)
    })
    child.once('close', (code) => done(code))
  })
}

process.exitCode = (await allTests()) ? 0 : 1
