import { inject } from 'vitest'
import type { SandboxChain } from '../sandbox/chains/ledger.ts'
import type { BrowserName } from './driver.ts'

export interface JourneyHarness {
  readonly browser: BrowserName
  readonly baseUrl: string
  readonly pagesUrl: string
  readonly chains: readonly SandboxChain[]
  readonly rpcUrls: readonly string[]
  /** A profile to copy for each browser; null if a copy starts no faster than an empty folder. */
  readonly profile: string | null
  /** The folder of the extension that was built for this sandbox. */
  readonly folder: string
  /** The same with the loopback wallet's host granted, because a headless browser cannot show that prompt. */
  readonly grantedFolder: string
  readonly walletFolder: string
  /** The port at which the deployment expects a wallet program. */
  readonly programPort: number
}

declare module 'vitest' {
  interface ProvidedContext {
    harnesses: JourneyHarness[]
  }
}

/** The harness of this worker: each of the files that run in parallel has its own sandbox. */
export function journeyHarness(): JourneyHarness {
  const harness = inject('harnesses')[Number(process.env.VITEST_POOL_ID) - 1]
  if (harness === undefined) throw new Error(`worker ${process.env.VITEST_POOL_ID} has no harness`)
  return harness
}
