import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildExtension, grantHosts } from '../run/build-extension.ts'
import { freePortBase, portsApart } from '../sandbox/chains/free-port-base.ts'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import type { BrowserName } from './driver.ts'
import type { JourneyHarness } from './journey-harness.ts'
import { makeStartedProfile } from './started-profile.ts'
import { buildWallet } from './wallet-extension/build-wallet.ts'
import { withTestWallets } from './wallet-extension/test-wallet.ts'

type Undo = () => Promise<void>

export default async function globalSetup(project: TestProject): Promise<Undo> {
  const browser: BrowserName = project.name === 'firefox' ? 'firefox' : 'chromium'
  const workers = project.config.maxWorkers
  const base = await freePortBase(workers)
  const undo: Undo[] = []
  const end = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const sandboxes: Sandbox[] = []
    // One after the other, so that the others use the first one's compiled contracts.
    for (let worker = 0; worker < workers; worker++) {
      const sandbox = await startSandbox({ base: base + worker * portsApart })
      undo.push(sandbox.stop)
      sandboxes.push(sandbox)
    }
    const built = await Promise.allSettled(sandboxes.map((sandbox) => buildFor(sandbox, browser, undo)))
    const harnesses = built.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
    // Provided values are copied between processes, so they must be plain data.
    project.provide('harnesses', JSON.parse(JSON.stringify(harnesses)))
  } catch (error) {
    await end()
    throw error
  }
  return end
}

async function buildFor(
  { ports, baseUrl, pagesUrl, ledger: { chains }, deployment }: Sandbox,
  browser: BrowserName,
  undo: Undo[],
): Promise<JourneyHarness> {
  // Named by the ports, so that two parallel runs do not remove each other's extension.
  const builds = resolve('test-results', `build-journeys-${ports.rpc[0]}`)
  undo.push(() => rm(builds, { recursive: true, force: true }))
  const programPort = ports.rpc[0] + 5
  const folder = await buildExtension(builds, withTestWallets(deployment, programPort), browser)
  const grantedFolder = await grantHosts(folder, join(builds, 'granted'))
  const profile = browser === 'firefox' ? await makeStartedProfile(join(builds, 'profile')) : null
  const walletFolder = await buildWallet(join(builds, 'wallet'), chains, browser)
  const rpcUrls = deployment.chains.flatMap((chain) => chain.rpcUrls)
  return {
    browser,
    baseUrl,
    pagesUrl,
    chains,
    rpcUrls,
    profile,
    folder,
    grantedFolder,
    walletFolder,
    programPort,
  }
}
