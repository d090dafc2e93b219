import { deepEqual } from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { createPublicClient, createWalletClient, erc20Abi, http } from 'viem'
import { viewChannel } from '../../lib/rpc/rpc-client.ts'
import type { Driver, View } from '../browser/driver.ts'
import type { JourneyHarness } from '../browser/journey-harness.ts'
import { startBrowser } from '../browser/start-browser.ts'
import { newProfile } from '../browser/started-profile.ts'
import { walletAddress, walletPageIsKnown } from '../browser/swap-journey.ts'
import { basicScenarios, type SwapScenario, scenarioUnits, tokenOf } from '../browser/swap-scenarios.ts'
import { extensionPerson, pagePerson, type WalletPerson } from '../browser/wallet-person.ts'
import type { SandboxChain } from '../sandbox/chains/ledger.ts'
import { walletKeys } from '../sandbox/pages/wallet/wallet-keys.ts'
import { type Control, controlOf } from '../sandbox/service/control-client.ts'
import type { Way } from './cell.ts'

export type SceneHarness = Pick<
  JourneyHarness,
  'browser' | 'baseUrl' | 'pagesUrl' | 'chains' | 'folder' | 'walletFolder' | 'profile'
>

/** One browser with Ferry and one wallet. Cells run in it one after the other. */
export interface WalletScene {
  readonly way: Way
  readonly harness: SceneHarness
  readonly control: Control
  readonly driver: Driver
  readonly ferry: View
  readonly person: WalletPerson
  readonly scenarios: WalletScenarios
  close(): Promise<void>
}

/** The swaps of the cells: two from the wallet's first chain, and one that needs a change of the chain. */
interface WalletScenarios {
  readonly signed: SwapScenario
  readonly native: SwapScenario
  readonly away: SwapScenario
}

export async function openWalletScene(way: Way, harness: SceneHarness): Promise<WalletScene> {
  const control = controlOf(harness.baseUrl)
  await control.reset()
  // A prompt may stay open for longer than a quote is valid.
  await control.life({ quoteSeconds: 600 })
  const profile = await newProfile(harness.profile)
  const driver = await startBrowser(harness.browser, {
    folder: harness.folder,
    others: way === 'extension' ? [harness.walletFolder] : [],
    headless: true,
    reducedMotion: true,
    profile,
  })
  const close = async () => {
    await driver.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await control.origins([driver.extensionOrigin])
    const journey = { driver, harness }
    const person = way === 'extension' ? await extensionPerson(journey) : await pagePerson(journey)
    const ferry = await driver.openFerry()
    if (way === 'page') await walletPageIsKnown(ferry)
    const scenarios = walletScenarios(harness.chains)
    return { way, harness, control, driver, ferry, person, scenarios, close }
  } catch (thrown) {
    await close()
    throw thrown
  }
}

function walletScenarios(chains: readonly SandboxChain[]): WalletScenarios {
  const [signed, native] = basicScenarios(chains)
  if (signed === undefined || native === undefined) throw new Error('the sandbox has no swaps')
  const away: SwapScenario = {
    ...signed,
    name: 'ERC-20 by signature, Island to Harbour',
    from: tokenOf(chains, 'Island', 'USDC'),
    to: tokenOf(chains, 'Harbour', 'USDC'),
  }
  return { signed, native, away }
}

type Chains = Pick<SceneHarness, 'chains'>

function chainOf({ chains }: Chains, scenario: SwapScenario): SandboxChain {
  const chain = chains.find(({ chainId }) => chainId === scenario.from.chainId)
  if (chain === undefined) throw new Error('no chain of this scenario')
  return chain
}

export function countMined(harness: Chains, scenario: SwapScenario): Promise<number> {
  const client = createPublicClient({ transport: http(chainOf(harness, scenario).rpcUrl) })
  return client.getTransactionCount({ address: walletAddress })
}

export function lowestAllowanceUnits(harness: Chains, scenario: SwapScenario): Promise<bigint> {
  const { rpcUrl, permit2 } = chainOf(harness, scenario)
  const client = createPublicClient({ transport: http(rpcUrl) })
  return client.readContract({
    address: scenario.from.address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [walletAddress, permit2],
  })
}

export async function setAllowance(
  harness: Chains,
  scenario: SwapScenario,
  isAllowed: boolean,
): Promise<void> {
  const units = isAllowed ? scenarioUnits(scenario) : 0n
  if ((await lowestAllowanceUnits(harness, scenario)) === units) return
  const { rpcUrl, permit2 } = chainOf(harness, scenario)
  const transport = http(rpcUrl)
  const hash = await createWalletClient({ account: walletKeys(0).chosen, transport }).writeContract({
    chain: null,
    address: scenario.from.address,
    abi: erc20Abi,
    functionName: 'approve',
    args: [permit2, units],
  })
  await createPublicClient({ transport, pollingInterval: 50 }).waitForTransactionReceipt({ hash })
}

/** Makes Ferry forget its wallet, if it has one, as the button in its settings does. */
export async function disconnect(ferry: View): Promise<void> {
  const message = JSON.stringify({ channel: viewChannel, name: 'disconnectWallet', input: null })
  deepEqual(await ferry.run(`chrome.runtime.sendMessage(${message})`), { ok: true, output: null })
}
