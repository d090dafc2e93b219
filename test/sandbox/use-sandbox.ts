import { afterAll, beforeEach, onTestFinished } from 'vitest'
import type { Deployment } from '../../lib/deployment/schema.ts'
import type { Account, WalletRef } from '../../lib/wallet/port.ts'
import { otherPortBase } from './chains/free-port-base.ts'
import { type LiveEngine, type LiveWallet, startLiveEngine } from './live-engine.ts'
import { type LiveSandbox, startLiveSandbox } from './service/live-sandbox.ts'
import { startTestService, type TestService } from './service/test-service.ts'

let shared: Promise<LiveSandbox> | undefined

/**
 * The sandbox that all test files share. The first of them starts it, and it ends with their process. It resets before each
 * test.
 */
export async function useLiveSandbox(): Promise<LiveSandbox> {
  shared ??= otherPortBase().then((base) => startLiveSandbox(base))
  const bench = await shared
  beforeEach(() => bench.resetAll())
  return bench
}

/** Starts a sandbox for one test file, whose service has another name. It resets before each test. */
export async function useNamedSandbox(word: string): Promise<LiveSandbox> {
  const bench = await startLiveSandbox(await otherPortBase(), word)
  afterAll(() => bench.sandbox.stop())
  beforeEach(() => bench.resetAll())
  return bench
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
