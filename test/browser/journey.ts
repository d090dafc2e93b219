import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, type RunnerTask } from 'vitest'
import type { WalletMode } from '../sandbox/pages/wallet/wallet-mode.ts'
import { type Control, controlOf } from '../sandbox/service/control-client.ts'
import { checkSingleSubmits } from './balances.ts'
import { type BrowserOptions, type Driver, testIdSelector, type View } from './driver.ts'
import { storedItem } from './ferry-database.ts'
import { type JourneyHarness, journeyHarness } from './journey-harness.ts'
import { startBrowser } from './start-browser.ts'
import { newProfile } from './started-profile.ts'
import { connect, primaryIs } from './swap-journey.ts'

export interface Journey {
  readonly harness: JourneyHarness
  readonly control: Control
  readonly driver: Driver
  /** Kills the browser and starts it again on the same profile. Afterwards `journey()` has the new driver. */
  relaunch(): Promise<void>
}

/**
 * Gives each test of a file a reset sandbox and a browser with a new profile, or all of them together if `isShared`. Each
 * test fails if a request was accepted twice, the solver had a problem, or one of Ferry's pages complained.
 */
export function useJourney(
  how: Pick<BrowserOptions, 'hasShortIdleTimeout' | 'isAlwaysPrivate' | 'usesPageCache' | 'others'> & {
    readonly wallet?: 'extension' | 'loopback'
    /** Ferry's folder, if it is not the build of the harness. */
    readonly folder?: string
    /** Pages have motion, as for most people. Other journeys use reduced motion. */
    readonly hasMotion?: boolean
    /**
     * The tests of the file have one browser and one sandbox, without a reset between them. They connect by `openConnected` or
     * `useWallet`, and undo what would change the next one.
     */
    readonly isShared?: boolean
  } = {},
): () => Journey {
  let now: Journey | null = null
  let profile = ''

  async function open(): Promise<void> {
    const harness = journeyHarness()
    const control = controlOf(harness.baseUrl)
    await control.reset()
    profile = await newProfile(harness.profile)
    const start = () =>
      startBrowser(harness.browser, {
        folder: how.folder ?? (how.wallet === 'loopback' ? harness.grantedFolder : harness.folder),
        others: [...(how.wallet === 'extension' ? [harness.walletFolder] : []), ...(how.others ?? [])],
        headless: true,
        reducedMotion: how.hasMotion !== true,
        hasShortIdleTimeout: how.hasShortIdleTimeout ?? false,
        isAlwaysPrivate: how.isAlwaysPrivate ?? false,
        usesPageCache: how.usesPageCache ?? false,
        profile,
      })
    const driver = await start()
    await control.origins([driver.extensionOrigin])
    const relaunch = async (): Promise<void> => {
      await now?.driver.kill()
      now = { harness, control, driver: await start(), relaunch }
    }
    now = { harness, control, driver, relaunch }
  }

  async function close(): Promise<void> {
    await now?.driver.close()
    now = null
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }

  if (how.isShared === true) {
    beforeAll(open)
    afterAll(close)
  } else beforeEach(open)
  afterEach(async ({ task }) => {
    if (now === null) return
    try {
      await checkJourney(now, task)
      if (how.isShared === true) await closePages(now.driver)
    } finally {
      if (how.isShared !== true) await close()
    }
  })
  return () => {
    if (now === null) throw new Error('a journey is only there inside a test')
    return now
  }
}

/**
 * Opens Ferry with the wallet page in this mode. The first test of a shared browser connects them; for the others Ferry stores
 * the connection, and only the page is closed.
 */
export async function openConnected(
  { driver, harness }: Journey,
  mode: WalletMode = 'auto',
): Promise<{ readonly ferry: View; readonly wallet: View }> {
  const ferry = await driver.openFerry()
  const account = `document.querySelector('${testIdSelector('account')}') !== null`
  await ferry.waitUntil(`${account} || ${primaryIs('connect')}`, 'the form to know the wallet')
  if (!(await ferry.run(account))) return { ferry, wallet: await connect(driver, ferry, mode) }
  const tabs = `${storedItem('walletTabs')}.then((kept) => JSON.stringify(kept))`
  const before = JSON.stringify(await ferry.run(tabs))
  const wallet = await driver.openPage(`${harness.pagesUrl}/wallet`)
  await wallet.choose('wallet-mode', mode)
  await ferry.waitUntil(`${tabs}.then((now) => now !== ${before})`, 'the wallet page to be known')
  await ferry.bringToFront()
  return { ferry, wallet }
}

async function checkJourney(
  { control, driver }: Journey,
  { name, result }: Readonly<RunnerTask>,
): Promise<void> {
  if (result?.state === 'fail') await pictureAll(driver, name)
  await checkSingleSubmits(control)
  const { problems } = await control.truth()
  if (problems.length > 0) throw new Error(`the solver met: ${problems.join('; ')}`)
  const ours = driver.loggedErrors().filter((complaint) => complaint.startsWith(driver.extensionOrigin))
  if (ours.length > 0) throw new Error(`Ferry's pages complained: ${ours.join('; ')}`)
}

async function closePages(driver: Driver): Promise<void> {
  const pages = driver.pages()
  // A browser without any page may end.
  await driver.openPage('about:blank')
  for (const page of pages) if (!page.isClosed()) await page.close()
}

export async function pictureAll(driver: Driver, name: string): Promise<void> {
  const safeName = name.replace(/[^a-z0-9]+/gi, '-')
  const open = driver.pages().filter((page) => !page.isClosed() && page.url() !== 'about:blank')
  for (const [index, page] of open.entries()) {
    await page.screenshot(join('test-results', 'failures', `${safeName}-${index}.png`))
  }
}
