import { join, resolve } from 'node:path'
import type { BrowserName, Driver } from '../browser/driver.ts'
import { newerBuild } from '../browser/newer-build.ts'
import { startBrowser } from '../browser/start-browser.ts'
import { buildWallet } from '../browser/wallet-extension/build-wallet.ts'
import { withTestWallets } from '../browser/wallet-extension/test-wallet.ts'
import { extensionPerson, programPerson, type WalletPerson } from '../browser/wallet-person.ts'
import { portBaseOf } from '../sandbox/chains/ports.ts'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import { buildExtension, grantHosts, setServiceKind } from './build-extension.ts'

export const walletConnections = ['page', 'extension', 'loopback'] as const

type WalletConnection = (typeof walletConnections)[number]

/** The port of Frame, and so of the deployment's wallet on this machine. */
const framePort = 1248

export interface LiveHarness {
  readonly sandbox: Sandbox
  readonly driver: Driver
  /** Drives the wallet if it is not in the sandbox's page. */
  readonly person: WalletPerson | null
  /** Builds Ferry from its current sources, and reloads it in the browser. */
  reload(): Promise<void>
  /** Prints a line with the seconds since the start. */
  say(what: string): void
  /** Stops everything. A second call does nothing. */
  stop(): Promise<void>
}

interface HarnessOptions {
  readonly browser: BrowserName
  readonly headless: boolean
  readonly wallet: WalletConnection
  readonly forPictures?: boolean
  /** The service's own name in paths, fields and types. */
  readonly word?: string
  /** First port of the sandbox. Default: from the environment, else the agreed ports. */
  readonly base?: number | undefined
}

/** Starts everything. On failure, stops everything and throws one clear line. */
export async function startHarness({
  browser,
  headless,
  wallet,
  forPictures = false,
  word,
  base = portBaseOf(process.env.FERRY_PORT_BASE),
}: HarnessOptions): Promise<LiveHarness> {
  const beganMs = performance.now()
  const say = (what: string) =>
    console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  const parts: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of parts.splice(0).reverse()) await end()
  }
  try {
    const sandbox = await startSandbox({ base, word })
    parts.push(() => sandbox.stop())
    say(`sandbox up: service ${sandbox.baseUrl}, pages ${sandbox.pagesUrl}`)
    const programPort = base === undefined ? framePort : base + 5
    const builds = resolve('test-results', `build-start-${sandbox.ledger.word}`)
    const deployment =
      wallet === 'page' ? sandbox.deployment : withTestWallets(sandbox.deployment, programPort)
    const build = async (): Promise<string> => {
      const built = await buildExtension(builds, deployment, browser)
      // A store release shows no sandbox strip, and neither do the stores' pictures.
      if (forPictures) await setServiceKind(built, 'frontend')
      // A headless browser cannot show the host permission prompt.
      return wallet === 'loopback' ? grantHosts(built, join(builds, 'granted')) : built
    }
    const folder = await build()
    say('extension built for it')
    const { chains } = sandbox.ledger
    const others = wallet === 'extension' ? [await buildWallet(join(builds, 'wallet'), chains, browser)] : []
    const driver = await startBrowser(browser, { folder, others, headless, forPictures })
    parts.push(() => driver.close())
    const person = await createWalletPerson(wallet, { driver, harness: { programPort, chains } })
    if (person !== null) parts.push(person.stop)
    await sandbox.control.origins([driver.extensionOrigin])
    say(`${browser} open${headless ? ', without a window' : ''}`)
    let reloads = 0
    const reload = async (): Promise<void> => {
      reloads += 1
      await driver.updateFerry(await newerBuild(await build(), reloads))
    }
    return { sandbox, driver, person, reload, say, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function createWalletPerson(
  wallet: WalletConnection,
  at: Parameters<typeof extensionPerson>[0] & Parameters<typeof programPerson>[0],
): Promise<WalletPerson | null> {
  if (wallet === 'page') return null
  return wallet === 'extension' ? extensionPerson(at) : programPerson(at)
}
