import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildExtension, grantHosts } from '../run/build-extension.ts'
import { freePortBase, portsApart } from '../sandbox/chains/free-port-base.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import type { BrowserName } from './driver.ts'
import type { JourneyHarness } from './journey-harness.ts'
import { buildWallet } from './wallet-extension/build-wallet.ts'
import { withTestWallets } from './wallet-extension/test-wallet.ts'

type Undo = () => Promise<void>

/** For each worker, starts a sandbox and builds Ferry for it; gives how to end them. */
export default async function globalSetup(project: TestProject): Promise<Undo> {
  const browser: BrowserName = project.name === 'firefox' ? 'firefox' : 'chromium'
  const workers = project.config.maxWorkers
  const base = await freePortBase(workers)
  const undo: Undo[] = []
  const end = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const harnesses: JourneyHarness[] = []
    for (let worker = 0; worker < workers; worker++) {
      harnesses.push(await setUpHarness(browser, base + worker * portsApart, undo))
    }
    // Provided values are copied between processes, so only plain data goes in.
    project.provide('harnesses', JSON.parse(JSON.stringify(harnesses)))
  } catch (error) {
    await end()
    throw error
  }
  return end
}

/** One sandbox and what is built for it; how to end each part is added to `undo` once it is there. */
async function setUpHarness(browser: BrowserName, base: number, undo: Undo[]): Promise<JourneyHarness> {
  const { baseUrl, pagesUrl, ledger, deployment, stop } = await startSandbox({ base })
  undo.push(stop)
  // Named by the ports, so that two runs at once do not pull the extension from under each other.
  const builds = resolve('test-results', `build-journeys-${base}`)
  undo.push(() => rm(builds, { recursive: true, force: true }))
  const { chains } = ledger
  const programPort = base + 5
  const folder = await buildExtension(builds, withTestWallets(deployment, programPort), browser)
  const grantedFolder = await grantHosts(folder, join(builds, 'granted'))
  const walletFolder = await buildWallet(join(builds, 'wallet'), chains, browser)
  const rpcUrls = deployment.chains.flatMap((chain) => chain.rpcUrls)
  return { browser, baseUrl, pagesUrl, chains, rpcUrls, folder, grantedFolder, walletFolder, programPort }
}
