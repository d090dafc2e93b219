import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hungTestMs, hungWaitMs, journeyWaitMs } from './test/hang-limits.ts'

/**
 * Journeys that run in Chromium only. Responses of service and wallet, ends of a swap, routes and screen texts depend on
 * code that is the same in all browsers. What differs in Firefox is the alarm, the session, the hosts, the events of pages and
 * the ports; journeys of their own show each. Firefox also prerenders nothing.
 */
const chromiumOnly = [
  'chaos',
  'closed-views',
  'deposits',
  'accessibility',
  'history',
  'request-blocking-extension',
  'prerendered-page',
  'rejected-requests',
  'swap-ends',
  'screen-reader-and-presses',
  'keyboard-shortcuts',
  'routes',
  'recipient-name',
  'saved-recipient',
  'gas-on-arrival',
].map((name) => `test/browser/${name}.test.ts`)

/** Timeouts only end a test that hangs: see `test/hang-limits.ts`. */
const hangLimits = {
  testTimeout: hungTestMs,
  hookTimeout: hungTestMs,
  expect: { poll: { timeout: hungWaitMs } },
}

/** Journeys about behaviour that only Firefox has. */
const firefoxOnly = ['test/browser/firefox-private-mode.test.ts']

/** The tests that take longest. They are small files, and the last one would run alone. */
const longTests = [
  'browser/wallet-connectors.test.ts',
  'browser/wallet-cells.test.ts',
  'browser/routes.test.ts',
  'browser/chaos.test.ts',
  'browser/accessibility.test.ts',
  'browser/basic-swaps.test.ts',
  'unit/components/order/order-screen.consistent-texts.test.tsx',
  'flow/schedules/sent.test.ts',
  'flow/schedules/never-over.test.ts',
  'flow/schedules/leftover-funds.test.ts',
  'flow/schedules/send-retry.test.ts',
  'flow/schedules/signed.test.ts',
  'flow/deaths/signed.test.ts',
  'flow/deaths/sent.test.ts',
  'flow/notices.test.ts',
  'hostile/hostile.test.ts',
].map((name) => `test/${name}`)

for (const path of [...chromiumOnly, ...firefoxOnly, ...longTests]) {
  if (!existsSync(path)) throw new Error(`${path} is listed here, but does not exist`)
}

/** Starts the long tests first. Of the others vitest starts the longest, or the largest where it has no earlier durations. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longTests.some((path) => moduleId.endsWith(path))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * The same journeys in each browser. Each worker has one sandbox and one build; `npm test` sets the number of parallel
 * workers. Each journey, or each file whose journeys share them, has a browser and a profile of its own.
 */
const journeys = (name: 'chromium' | 'firefox') => ({
  extends: true as const,
  test: {
    name,
    include: ['test/browser/**/*.test.ts'],
    exclude: name === 'firefox' ? chromiumOnly : firefoxOnly,
    globalSetup: ['test/browser/global-setup.ts'],
    environment: 'node' as const,
    // Loading Playwright and viem took most of a second for each file.
    isolate: false,
    ...hangLimits,
    expect: { poll: { timeout: journeyWaitMs } },
    maxWorkers: Number(process.env.FERRY_JOURNEY_WORKERS ?? 1),
  },
})

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    sequence: { sequencer: LongestFirst },
    // For `npm run coverage`: code that decides about money, covered by the in-process tests alone (PR17).
    coverage: {
      provider: 'v8',
      include: ['lib/{checks,order,quote,review}/**/*.ts'],
      reporter: [['text', { skipFull: true }], 'json'],
      reportsDirectory: 'test-results/coverage',
      thresholds: { lines: 100, functions: 100, branches: 97 },
    },
    // Journeys in real browsers are separate runs (`npm run test:chromium`, `test:firefox`).
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{unit,flow,repository,hostile,shapes}/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['test/fixed-seed.ts'],
          ...hangLimits,
          // Isolating each file took three of four minutes. The files share only the modules that they import.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['test/unit/components/**/*.test.tsx'],
          environment: 'happy-dom',
          ...hangLimits,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'sandbox',
          include: ['test/sandbox/**/*.test.ts'],
          environment: 'node',
          ...hangLimits,
          // All files in one process, which has one sandbox.
          isolate: false,
          fileParallelism: false,
        },
      },
      journeys('chromium'),
      journeys('firefox'),
    ],
  },
})
