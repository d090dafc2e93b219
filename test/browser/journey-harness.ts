import { inject } from 'vitest'
import type { SandboxChain } from '../sandbox/chains/ledger.ts'
import type { BrowserName } from './driver.ts'

/** What the journeys are told of the sandbox that runs beside them. */
export interface JourneyHarness {
  readonly browser: BrowserName
  readonly baseUrl: string
  readonly pagesUrl: string
  readonly chains: readonly SandboxChain[]
  /** Every endpoint of the chains that the deployment file names. */
  readonly rpcUrls: readonly string[]
  /** A profile to copy for each browser, if a start on a copy is faster than on an empty folder. */
  readonly profile: string | null
  /** The folder of the extension that was built for this sandbox. */
  readonly folder: string
  /** The same with the loopback wallet's host granted: a headless browser shows nobody the question. */
  readonly grantedFolder: string
  /** The folder of the test wallet, an extension of its own. */
  readonly walletFolder: string
  /** Where the deployment expects a wallet program. */
  readonly programPort: number
}

declare module 'vitest' {
  interface ProvidedContext {
    harnesses: JourneyHarness[]
  }
}

/** The harness of this worker: of files that run side by side, each has a sandbox to itself. */
export function journeyHarness(): JourneyHarness {
  const harness = inject('harnesses')[Number(process.env.VITEST_POOL_ID) - 1]
  if (harness === undefined) throw new Error(`worker ${process.env.VITEST_POOL_ID} has no harness`)
  return harness
}
