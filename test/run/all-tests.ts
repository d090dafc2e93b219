import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { freePortBase, portsApart } from '../sandbox/chains/free-port-base.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { failureText } from './failure-text.ts'

interface Tally {
  passed: number
  failures: string[]
}

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
 * Number of test files that run in parallel per browser, each with a sandbox of its own. With five, two cores
 * are full: each file then takes half as long again. Chromium has more files.
 */
const journeyWorkers = { chromium: 2, firefox: 1 } as const

/**
 * `npm test`: types, lint, unused code, all in-process tests and the journeys. Continues after a failure, so
 * that one run reports everything.
 */
async function allTests(): Promise<boolean> {
  if (!ensureBrowser('chromium') || !ensureBrowser('firefox')) return false
  mkdirSync('test-results', { recursive: true })
  const total: Tally = { passed: 0, failures: [] }
  const count = (tally: Tally): void => {
    total.passed += tally.passed
    total.failures.push(...tally.failures)
  }
  for (const tally of await runTools()) count(tally)
  for (const tally of await runAllTests()) count(tally)
  // Printed last, so that a reader of the end of a long output sees the failures.
  console.log(['', ...total.failures, `${total.passed} passed, ${total.failures.length} failed`].join('\n'))
  return total.failures.length === 0 && total.passed > 0
}

/** Runs what needs no test. Most of these use one core. */
async function runTools(): Promise<readonly Tally[]> {
  const tools = [
    ['types', 'tsc', ['--noEmit', '-p', '.']],
    ['lint and format', 'biome', ['ci', '.']],
    ['unused code', 'npm', ['run', 'unused']],
    ['plain words', 'node', ['test/words/check-prose.ts']],
    ['commit subjects', 'node', ['test/run/check-commits.ts']],
  ] as const
  const outputs = createOrderedOutputs(tools.length)
  return Promise.all(
    tools.map(async ([name, command, args], index): Promise<Tally> => {
      const isGood = (await run(command, args, { output: outputs[index] })) === 0
      const said = `${isGood ? 'passed' : 'FAILED'}: ${name}`
      return { passed: isGood ? 1 : 0, failures: isGood ? [] : [said] }
    }),
  )
}

/**
 * Runs the in-process tests, and then the journeys in Chromium. The journeys in Firefox have one worker, which would end last
 * and leave a core idle, so they run from the beginning. The sandbox tests run in parallel in a run of their own: they mostly
 * wait for their chains, and vitest would start them only after all others. Prints each output in one piece.
 */
async function runAllTests(): Promise<readonly Tally[]> {
  const base = await freePortBase(journeyWorkers.chromium + journeyWorkers.firefox)
  const [first, second, third, fourth] = createOrderedOutputs(4)
  const firefox = runTests('firefox', ['--project', 'firefox'], {
    env: journeyEnv(base + journeyWorkers.chromium * portsApart, journeyWorkers.firefox),
    output: fourth,
  })
  const inProcess = await Promise.all([
    // By default vitest keeps one core free, which is half of two.
    runTests('in-process', ['--project', 'unit', '--project', 'components', '--maxWorkers=100%'], {
      output: first,
    }),
    runTests('sandbox', ['--project', 'sandbox'], { output: second }),
  ])
  const chromium = await runTests('chromium', ['--project', 'chromium'], {
    env: journeyEnv(base, journeyWorkers.chromium),
    output: third,
  })
  return [...inProcess, chromium, await firefox]
}

function journeyEnv(base: number, workers: number): NodeJS.ProcessEnv {
  return { FERRY_PORT_BASE: `${base}`, FERRY_JOURNEY_WORKERS: `${workers}` }
}

interface Output {
  write(chunk: Buffer | string): void
  end(): void
}

/** The first is printed immediately, each other after the end of the previous one. */
function createOrderedOutputs(count: number): Output[] {
  const outputs = Array.from({ length: count }, () => ({ held: [] as (Buffer | string)[], isOver: false }))
  const printHeld = (): void => {
    for (const { held, isOver } of outputs) {
      for (const chunk of held.splice(0)) process.stdout.write(chunk)
      if (!isOver) return
    }
  }
  return outputs.map((output) => ({
    write: (chunk) => {
      output.held.push(chunk)
      printHeld()
    },
    end: () => {
      output.isOver = true
      printHeld()
    },
  }))
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly output?: Output | undefined
}

const direct: Output = { write: (chunk) => void process.stdout.write(chunk), end: () => undefined }

async function runTests(name: string, args: readonly string[], options: RunOptions = {}): Promise<Tally> {
  const file = resolve('test-results', `tests-${name}.json`)
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run('vitest', ['run', ...args, ...reporters], options)
  const tally = readTally(file)
  // A run that failed outside its tests (set-up, unhandled error) is a failure too.
  if (code !== 0 && tally.failures.length === 0) tally.failures.push(`FAILED: ${name}, outside its tests`)
  return tally
}

function readTally(file: string): Tally {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    return { passed: report.numPassedTests, failures: report.testResults.flatMap(readFailures) }
  } catch (error) {
    return { passed: 0, failures: [`FAILED: no report in ${file}: ${error}`] }
  }
}

/** A file that failed outside its tests (in a hook, for example) counts as one failure. */
function readFailures({ name, status, message, assertionResults }: Report['testResults'][number]): string[] {
  if (status !== 'failed') return []
  const path = relative('.', name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return [`FAILED: ${path}: ${failureText(message)}`]
  return failed.map(
    ({ fullName, failureMessages }) =>
      `FAILED: ${path}: ${fullName}: ${failureMessages.map(failureText).join('; ')}`,
  )
}

function run(
  command: string,
  args: readonly string[],
  { env, output = direct }: RunOptions = {},
): Promise<number | null> {
  const { write, end } = output
  write(`\n> ${command} ${args.join(' ')}\n`)
  return new Promise((done) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: output === direct ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.on('data', write)
    child.stderr?.on('data', write)
    child.once('error', (error) => {
      write(`${error.message}\n`)
      end()
      done(null)
    })
    child.once('close', (code) => {
      end()
      done(code)
    })
  })
}

process.exitCode = (await allTests()) ? 0 : 1
