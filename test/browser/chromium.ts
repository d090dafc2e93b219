import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page, type Worker } from 'playwright-core'
import { requireChromium } from '../run/find-browser.ts'
import { setHostAccess } from './chromium-hosts.ts'
import { obeysQuota } from './chromium-quota.ts'
import { reloadExtension, reloadFromPage } from './chromium-update.ts'
import { chromiumView } from './chromium-view.ts'
import { firstWorker, killWorker, markWorker, stopWorker, workerRuns } from './chromium-worker.ts'
import { type BrowserOptions, type Driver, popupSize, type View } from './driver.ts'
import { freezeTree } from './process-tree.ts'
import { testWalletId } from './wallet-extension/test-wallet.ts'

/** Keep the browser from network calls and dialogs. */
export const quietFlags = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--mute-audio',
]

/**
 * Disabled features. The last such switch counts, so the features that Playwright 1.65 disables come first.
 * The address bar's suggestions are pages of their own, which took two of seven CPU seconds at each start.
 */
const offFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

const startMs = 60_000

interface LaunchOptions {
  /** Folders of unpacked extensions; Ferry's first. */
  readonly extensions: readonly string[]
  readonly headless: boolean
  readonly reducedMotion?: boolean
  readonly forPictures?: boolean
  readonly usesPageCache?: boolean
  /** A profile to use again; absent: a fresh one, removed at the end. */
  readonly profile?: string
}

/** A Chromium with unpacked extensions. `close` ends it and removes a fresh profile. */
export async function launchChromium(
  options: LaunchOptions,
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'ferry-profile-')))
  const folders = options.extensions.join(',')
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: requireChromium(),
    headless: false,
    timeout: startMs,
    viewport: options.headless ? popupSize : null,
    ...(options.forPictures === true ? { deviceScaleFactor: 2 } : {}),
    // The caller handles Ctrl-C: Playwright would exit the process before the sandbox has ended.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ignoreDefaultArgs: [
      '--disable-extensions',
      ...(options.usesPageCache === true ? ['--disable-back-forward-cache'] : []),
    ],
    args: [
      ...quietFlags,
      `--disable-features=${offFeatures.join(',')}`,
      ...(options.reducedMotion === true ? ['--force-prefers-reduced-motion'] : []),
      ...(options.forPictures === true ? ['--hide-scrollbars'] : []),
      ...(options.headless ? ['--headless=new', '--screen-info={1920x1080}'] : []),
      `--disable-extensions-except=${folders}`,
      `--load-extension=${folders}`,
    ],
  })
  return {
    context,
    close: async () => {
      await context.close()
      if (options.profile === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export async function startChromium(options: BrowserOptions): Promise<Driver> {
  const extensions = [options.folder, ...(options.others ?? [])]
  const { context, close } = await launchChromium({ ...options, extensions })
  const complaints: string[] = []
  const views = new Map<Page, View>()
  const viewOf = (page: Page): View => {
    const view = views.get(page) ?? chromiumView(page)
    views.set(page, view)
    return view
  }
  const watch = (page: Page): void => {
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // Ferry's own pages must be silent; others may log.
      if (message.type() === 'error' || page.url().startsWith('chrome-extension:'))
        complaints.push(`${page.url()}: ${message.text()}`)
    })
  }
  context.pages().forEach(watch)
  context.on('page', watch)
  // Any console message of the background is a complaint.
  const watchWorker = (worker: Worker): void => {
    worker.on('console', (message) => complaints.push(`${worker.url()}: ${message.text()}`))
  }
  context.serviceWorkers().forEach(watchWorker)
  context.on('serviceworker', watchWorker)
  let media: { colorScheme: 'light' | 'dark'; reducedMotion: 'reduce' } | null = null
  // Read now, because a browser that hangs does not answer.
  const pid = await browserPid(context)
  let isClosed = false
  const closed = new Promise<void>((done) =>
    context.once('close', () => {
      isClosed = true
      done()
    }),
  )
  const worker = await firstWorker(context).catch(async (thrown: unknown) => {
    // No caller has a handle to end it by.
    await close()
    throw thrown
  })
  const { protocol, host } = new URL(worker.url())
  // `origin` is "null" for schemes other than the web's own.
  const extensionOrigin = `${protocol}//${host}`
  const open = async (url: string): Promise<View> => {
    const page = await context.newPage()
    if (media !== null) await page.emulateMedia(media)
    await page.goto(url, { waitUntil: 'domcontentloaded' })
    return viewOf(page)
  }
  return {
    name: 'chromium',
    extensionOrigin,
    extensionId: host,
    openFerry: (hash = '') => open(`${extensionOrigin}/popup.html${hash}`),
    openPage: open,
    sideUrl: async () => (await sidePage(context, extensionOrigin))?.url ?? null,
    closeSide: () => closeSide(context, extensionOrigin),
    pressIcon: () => pressIcon(context, host),
    pages: () => context.pages().map(viewOf),
    markBackground: () => markWorker(context),
    killBackground: () => killWorker(context),
    waitForBackground: (timeoutMs) => workerRuns(context, timeoutMs),
    killWorkerOf: (extensionId) => stopWorker(context, `://${extensionId}/worker.js`),
    reloadWallet: () => reloadFromPage(context, `chrome-extension://${testWalletId}/`),
    letBackgroundSleep: async () => {
      await killWorker(context)
    },
    revokeHosts: () => setHostAccess(context, host, 'ON_CLICK'),
    grantHosts: () => setHostAccess(context, host, 'ON_ALL_SITES'),
    updateFerry: (version) => reloadExtension(context, extensionOrigin, version),
    freeze: () => freezeTree(pid),
    obeysQuota: () => obeysQuota(context, extensionOrigin),
    preferTheme: async (colorScheme) => {
      media = { colorScheme, reducedMotion: 'reduce' }
      for (const page of context.pages()) await page.emulateMedia(media)
    },
    loggedErrors: () => complaints,
    waitUntilClosed: () => closed,
    kill: async () => {
      if (!isClosed) process.kill(pid, 'SIGKILL')
      await closed
    },
    close,
  }
}

/** The side panel's page. It is no tab, so it is found among the browser's targets. */
async function sidePage(context: BrowserContext, extensionOrigin: string) {
  const session = await browserSession(context)
  const { targetInfos } = await session.send('Target.getTargets')
  await session.detach()
  const tabs = context.pages().map((page) => page.url())
  return targetInfos.find(
    ({ url }) => url.startsWith(extensionOrigin) && url.endsWith('.html') && !tabs.includes(url),
  )
}

async function closeSide(context: BrowserContext, extensionOrigin: string): Promise<void> {
  const page = await sidePage(context, extensionOrigin)
  if (page === undefined) throw new Error('no side panel is open')
  const session = await browserSession(context)
  await session.send('Target.closeTarget', { targetId: page.targetId })
  await session.detach()
}

async function pressIcon(context: BrowserContext, id: string): Promise<void> {
  const session = await browserSession(context)
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] })
  const [tab] = targetInfos
  if (tab === undefined) throw new Error('no window is open')
  await session.send('Extensions.triggerAction', { id, targetId: tab.targetId })
  await session.detach()
}

async function browserSession(context: BrowserContext): Promise<CDPSession> {
  const browser = context.browser()
  if (browser === null) throw new Error('this Chromium does not tell what it runs')
  return browser.newBrowserCDPSession()
}

/** The process id of the browser itself; ending it ends its children. */
async function browserPid(context: BrowserContext): Promise<number> {
  const session = await browserSession(context)
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const own = processInfo.find(({ type }) => type === 'browser')
  if (own === undefined) throw new Error('Chromium names no process of its own')
  return own.id
}

/** `chrome-extension://<id>` of an address; `URL.origin` is "null" there. */
export function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
