import { createPublicClient, createWalletClient, erc20Abi, http } from 'viem'
import type { Driver, View } from '../browser/driver.ts'
import type { Stage } from '../browser/stage.ts'
import { startBrowser } from '../browser/start-browser.ts'
import { walletAddress, walletPageIsKnown } from '../browser/swap-journey.ts'
import { basicScenarios, type SwapScenario, scenarioUnits, tokenOf } from '../browser/swap-scenarios.ts'
import { extensionPerson, pagePerson, type WalletPerson } from '../browser/wallet-person.ts'
import type { SandboxChain } from '../sandbox/chains/ledger.ts'
import { walletKeys } from '../sandbox/pages/wallet/wallet-keys.ts'
import { type Control, controlOf } from '../sandbox/service/control-client.ts'
import type { Way } from './cell.ts'

/** What a scene needs of what was built and started for it. */
export type SceneStage = Pick<
  Stage,
  'browser' | 'baseUrl' | 'pagesUrl' | 'chains' | 'folder' | 'walletFolder'
>

/** One browser with Ferry and one wallet, in which one cell after the other is lived. */
export interface WalletScene {
  readonly way: Way
  readonly stage: SceneStage
  readonly control: Control
  readonly driver: Driver
  readonly ferry: View
  readonly person: WalletPerson
  readonly rides: Rides
  close(): Promise<void>
}

/** The swaps of the cells: from the chain the wallet is on at first, and one whose chain it has to be asked for. */
interface Rides {
  readonly signed: SwapScenario
  readonly native: SwapScenario
  readonly away: SwapScenario
}

/** Starts the browser, and puts the wallet's person in front of it. */
export async function openWalletScene(way: Way, stage: SceneStage): Promise<WalletScene> {
  const control = controlOf(stage.baseUrl)
  await control.reset()
  // A question may stay open for longer than a quote lives.
  await control.life({ quoteSeconds: 600 })
  const driver = await startBrowser(stage.browser, {
    folder: stage.folder,
    others: way === 'extension' ? [stage.walletFolder] : [],
    headless: true,
  })
  try {
    await control.origins([driver.extensionOrigin])
    const journey = { driver, stage }
    const person = way === 'extension' ? await extensionPerson(journey) : await pagePerson(journey)
    const ferry = await driver.openFerry()
    if (way === 'page') await walletPageIsKnown(ferry)
    const rides = ridesOf(stage.chains)
    return { way, stage, control, driver, ferry, person, rides, close: () => driver.close() }
  } catch (thrown) {
    await driver.close()
    throw thrown
  }
}

function ridesOf(chains: readonly SandboxChain[]): Rides {
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

function chainOf({ stage }: WalletScene, ride: SwapScenario): SandboxChain {
  const chain = stage.chains.find(({ chainId }) => chainId === ride.from.chainId)
  if (chain === undefined) throw new Error('no chain of this ride')
  return chain
}

/** How many transactions of the account its ride's chain has mined. */
export function minedOf(scene: WalletScene, ride: SwapScenario): Promise<number> {
  const client = createPublicClient({ transport: http(chainOf(scene, ride).rpcUrl) })
  return client.getTransactionCount({ address: walletAddress })
}

/** What Permit2 may take of the ride's token. */
export function allowedUnits(scene: WalletScene, ride: SwapScenario): Promise<bigint> {
  const { rpcUrl, permit2 } = chainOf(scene, ride)
  const client = createPublicClient({ transport: http(rpcUrl) })
  return client.readContract({
    address: ride.from.address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [walletAddress, permit2],
  })
}

/** Approves the ride beforehand, or takes that back, past every wallet. */
export async function allowBeforehand(
  scene: WalletScene,
  ride: SwapScenario,
  isAllowed: boolean,
): Promise<void> {
  const units = isAllowed ? scenarioUnits(ride) : 0n
  if ((await allowedUnits(scene, ride)) === units) return
  const { rpcUrl, permit2 } = chainOf(scene, ride)
  const transport = http(rpcUrl)
  const hash = await createWalletClient({ account: walletKeys(0).chosen, transport }).writeContract({
    chain: null,
    address: ride.from.address,
    abi: erc20Abi,
    functionName: 'approve',
    args: [permit2, units],
  })
  await createPublicClient({ transport }).waitForTransactionReceipt({ hash })
}
