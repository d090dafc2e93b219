import { defineConfig } from 'vitest/config'
import { hungTestMs, hungWaitMs, journeyWaitMs } from './test/hang-limits.ts'

/**
 * Journeys that Firefox is spared: what the service and a wallet answer, how a swap ends, which routes there are and how
 * screens read is decided in code that no browser differs in (Firefox has seven minutes). It prerenders nothing.
 */
const chromiumOnly = [
  'wallet-abilities',
  'bad-service',
  'hostile-service',
  'hostile-lies',
  'routes',
  'deposits',
  'screens',
  'history',
  'other-extension',
  'prerendered-page',
  'wallet-answers',
  'refusals',
  'other-ends',
  'cancelled-swap',
  'two-open',
  'expiry',
  'said-and-pressed',
  'own-name',
].map((name) => `test/browser/${name}.test.ts`)

/** Only a hang ends a test by time: see `test/hang-limits.ts`. */
const hangLimits = {
  testTimeout: hungTestMs,
  hookTimeout: hungTestMs,
  expect: { poll: { timeout: hungWaitMs } },
}

/** Journeys about what only Firefox does. */
const firefoxOnly = ['test/browser/forgetful-firefox.test.ts']

/**
 * The same journeys in each browser: one sandbox and one build for each worker (`npm test` names how many run at once);
 * each journey has a browser and a profile of its own.
 */
const journeys = (name: 'chromium' | 'firefox') => ({
  extends: true as const,
  test: {
    name,
    include: ['test/browser/**/*.test.ts'],
    exclude: name === 'firefox' ? chromiumOnly : firefoxOnly,
    globalSetup: ['test/browser/global-setup.ts'],
    environment: 'node' as const,
    ...hangLimits,
    expect: { poll: { timeout: journeyWaitMs } },
    maxWorkers: Number(process.env.FERRY_JOURNEY_WORKERS ?? 1),
  },
})

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    // Of `npm run coverage`: what decides about money, by the in-process tests alone (PR17).
    coverage: {
      provider: 'v8',
      include: ['lib/{checks,order,quote,review}/**/*.ts'],
      reporter: [['text', { skipFull: true }], 'json'],
      reportsDirectory: 'test-results/coverage',
      thresholds: { lines: 100, functions: 100, branches: 97 },
    },
    // Journeys in real browsers are runs of their own (`npm run test:chromium`, `test:firefox`), not part of the in-process tests.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{unit,flow,repository,hostile,shapes}/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['test/fixed-seed.ts'],
          ...hangLimits,
          // A fresh world for each file took three of four minutes; the files share none but what they import.
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
          fileParallelism: false,
        },
      },
      journeys('chromium'),
      journeys('firefox'),
    ],
  },
})
