import { afterAll, beforeEach, onTestFinished } from 'vitest'
import type { Deployment } from '../../lib/deployment/schema.ts'
import type { Account, WalletRef } from '../../lib/wallet/port.ts'
import { freePortBase } from './chains/free-port-base.ts'
import type { Ledger } from './chains/ledger.ts'
import { startChains } from './chains/start-chains.ts'
import { type LiveEngine, type LiveWallet, startLiveEngine } from './live-engine.ts'
import { type LiveSandbox, startLiveSandbox } from './service/live-sandbox.ts'
import { startTestService, type TestService } from './service/test-service.ts'

/** Starts a whole sandbox for one test file. It resets before each test. */
export async function useLiveSandbox(word?: string): Promise<LiveSandbox> {
  const bench = await startLiveSandbox(await freePortBase(), word)
  afterAll(() => bench.sandbox.stop())
  beforeEach(() => bench.resetAll())
  return bench
}

/** Starts the chains for one test file. */
export async function useChains(base: number): Promise<Ledger> {
  const ledger = await startChains({ base })
  afterAll(() => ledger.stop())
  return ledger
}

/** Starts a service without chains for one test file. It resets before each test. */
export async function useTestService(port: number, origins?: readonly string[]): Promise<TestService> {
  const service = await startTestService(port, origins)
  afterAll(() => service.stop())
  beforeEach(() => service.control.reset())
  return service
}

/** Starts an engine that runs until the end of the test. */
export function useLiveEngine(deployment: Deployment, wallet: LiveWallet): LiveEngine {
  const engine = startLiveEngine(deployment, wallet)
  onTestFinished(() => engine.stop())
  return engine
}

/** An account on Harbour whose wallet is a page. */
export function pageAccount(address: Account['address']): Account & { readonly wallet: WalletRef } {
  const wallet = {
    ...({ connector: 'page', id: 'local.test', name: 'Test' } as const),
    ...{ origin: 'http://127.0.0.1', iconUrl: null },
  }
  return { address, chainId: 31337, wallet }
}
