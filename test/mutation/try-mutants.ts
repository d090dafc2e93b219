import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { createVitest, type TestModule } from 'vitest/node'
import { dependantsOf } from './dependants.ts'
import { type Mutant, mutated } from './mutants.ts'

export interface Trial {
  readonly key: number
  readonly mutant: Mutant
  readonly tests: readonly string[]
}

export interface TrialMessage {
  readonly key: number
  readonly verdict: 'begun' | 'killed' | 'survived'
  /** The test that failed. */
  readonly by: string
}

const root = resolve(import.meta.dirname, '../..')
const folder = resolve(root, 'test-results/mutation', String(process.pid))
const mark = '?mutant='

/**
 * Tries many mutants in one process. Each has a test file that imports the tests under its own mark. Modules
 * that depend on the changed source are evaluated again under that mark; all others are shared. No source
 * file changes.
 */
async function tryAll(trials: readonly Trial[]): Promise<void> {
  const simulationOf = new Map(trials.map((trial) => [String(trial.key), trial]))
  const dependants = new Map(trials.map(({ key, mutant }) => [String(key), dependantsOf(mutant.path)]))
  const keyOf = (id: string) => id.split(mark)[1] ?? null
  const plugin: Plugin = {
    name: 'ferry-mutant',
    enforce: 'pre',
    async resolveId(source, importer) {
      const key = keyOf(importer ?? '')
      if (keyOf(source) !== null) return source
      if (key === null || importer === undefined) return null
      const found = await this.resolve(source, importer.split(mark)[0], { skipSelf: true })
      if (found === null || found.external) return found
      return dependants.get(key)?.has(relative(root, found.id)) === true ? `${found.id}${mark}${key}` : found
    },
    load(id) {
      const trial = simulationOf.get(keyOf(id) ?? '')
      if (trial === undefined) return null
      const [path = ''] = id.split(mark)
      const text = readFileSync(path, 'utf8')
      return relative(root, path) === trial.mutant.path ? mutated(text, trial.mutant) : text
    },
  }
  const notify = (module: TestModule, verdict: TrialMessage['verdict']) => {
    const key = Number(/(\d+)\.test\.ts$/.exec(module.moduleId)?.[1])
    process.send?.({
      key,
      verdict,
      by: verdict === 'killed' ? firstFailure(module) : '',
    } satisfies TrialMessage)
  }
  mkdirSync(folder, { recursive: true })
  for (const { key, tests } of trials) {
    const lines = ['test/mutation/trial-setup.ts', ...tests].map(
      (test) => `import '${resolve(root, test)}${mark}${key}'\n`,
    )
    writeFileSync(resolve(folder, `${key}.test.ts`), lines.join(''))
  }
  const vitest = await createVitest(
    {
      config: false,
      root,
      watch: false,
      // A missing file of expected texts is a failure, which a mutant must not write.
      update: 'none',
      include: [`${relative(root, folder)}/*.test.ts`],
      // A thread ends with this process, even when a mutant blocks it.
      pool: 'threads',
      maxWorkers: 1,
      isolate: false,
      fsModuleCache: false,
      // A mutant that blocks is ended by `roundLimitsMs`. A slow test must not count as a failure.
      testTimeout: 60_000,
      reporters: [
        {
          onTestModuleQueued: (module) => notify(module, 'begun'),
          onTestModuleEnd: (module) => notify(module, module.state() === 'failed' ? 'killed' : 'survived'),
        },
      ],
    },
    { plugins: [plugin] },
  )
  try {
    await vitest.start()
  } finally {
    await vitest.close()
    rmSync(folder, { recursive: true })
  }
}

function firstFailure(module: TestModule): string {
  const [failed] = module.children.allTests('failed')
  const [error] = failed?.result().errors ?? module.errors()
  return `${failed?.fullName ?? 'the tests as they load'}: ${error?.message ?? ''}`
}

process.once('message', async (trials: readonly Trial[]) => {
  await tryAll(trials)
  // Failing tests are expected here.
  process.exit(0)
})
