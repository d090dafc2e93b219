import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildExtension, grantHosts } from '../run/build-extension.ts'
import { deploymentText } from '../sandbox/chains/deployment-file.ts'
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
    const harnesses: JourneyHarness[] = []
    for (const sandbox of sandboxes) harnesses.push(await buildFor(sandbox, browser, undo, harnesses[0]))
    // Provided values are copied between processes, so they must be plain data.
    project.provide('harnesses', JSON.parse(JSON.stringify(harnesses)))
  } catch (error) {
    await end()
    throw error
  }
  return end
}

/** Builds Ferry and the wallet for a sandbox. The builds of two sandboxes differ only in their ports. */
async function buildFor(
  { ports, baseUrl, pagesUrl, ledger: { chains }, deployment }: Sandbox,
  browser: BrowserName,
  undo: Undo[],
  first: JourneyHarness | undefined,
): Promise<JourneyHarness> {
  // Named by the ports, so that two parallel runs do not remove each other's extension.
  const builds = resolve('test-results', `build-journeys-${ports.rpc[0]}`)
  undo.push(() => rm(builds, { recursive: true, force: true }))
  const programPort = ports.rpc[0] + 5
  const ours = withTestWallets(deployment, programPort)
  const folder =
    first === undefined
      ? await buildExtension(builds, ours, browser)
      : await copyBuild(first, programPort, join(builds, 'copy'), ours)
  const grantedFolder = await grantHosts(folder, join(builds, 'granted'))
  const profile =
    first?.profile ?? (browser === 'firefox' ? await makeStartedProfile(join(builds, 'profile')) : null)
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

/** Copies another sandbox's build. Only its manifest and its deployment file have ports (`package.test.ts`). */
async function copyBuild(
  { folder, programPort: firstPort }: JourneyHarness,
  programPort: number,
  copy: string,
  deployment: object,
): Promise<string> {
  await cp(folder, copy, { recursive: true })
  await writeFile(join(copy, 'deployment.json'), deploymentText(deployment))
  const manifest = join(copy, 'manifest.json')
  const moved = (await readFile(manifest, 'utf8')).replaceAll(/(?<=127\.0\.0\.1:)\d+/g, (port) =>
    String(Number(port) - firstPort + programPort),
  )
  await writeFile(manifest, moved)
  return copy
}
