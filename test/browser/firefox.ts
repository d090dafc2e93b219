import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderEntries } from '../run/folder-entries.ts'
import { zipBytes } from '../run/zip-bytes.ts'
import { connectBidi } from './bidi.ts'
import { type BrowserOptions, type Driver, popupSize, type View } from './driver.ts'
import { type FirefoxInside, firefoxInside } from './firefox-inside.ts'
import { followPages } from './firefox-pages.ts'
import { startFirefoxProcess } from './firefox-process.ts'
import { fillProfile, firefoxId, firefoxOrigin } from './firefox-profile.ts'
import { firefoxView } from './firefox-view.ts'
import { freezeTree } from './process-tree.ts'
import { testWalletGeckoId, testWalletPagesHost } from './wallet-extension/test-wallet.ts'

const restlessMs = 500
const lookEveryMs = 50
const restPatienceMs = 60_000
const startPatienceMs = 60_000

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Firefox with Ferry from this folder installed permanently, over raw WebDriver BiDi. */
export async function startFirefox(options: BrowserOptions): Promise<Driver> {
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'ferry-profile-')))
  const extensionIds = await fillProfile(profile, [options.folder, ...(options.others ?? [])], {
    ...(options.reducedMotion === true ? { 'ui.prefersReducedMotion': 1 } : {}),
    ...(options.hasShortIdleTimeout === true ? { 'extensions.background.idle.timeout': restlessMs } : {}),
    ...(options.isAlwaysPrivate === true ? { 'browser.privatebrowsing.autostart': true } : {}),
  })
  const firefox = await startFirefoxProcess(profile, options.headless)
  const bidi = await connectBidi(firefox.url, ['browsingContext', 'log'])
  const views = new Map<string, View>()
  const pages = followPages(bidi, (context) => {
    views.set(context, firefoxView(bidi, pages, context))
    // Like Chromium's driver with every page. A page that closed meanwhile needs no size.
    if (options.headless)
      bidi.send('browsingContext.setViewport', { context, viewport: popupSize }).catch(() => undefined)
  })
  const inside = firefoxInside(bidi)
  await waitStarted(inside, extensionIds).catch(async (thrown: unknown) => {
    // No caller has a handle to end it by.
    await firefox.kill()
    throw thrown
  })
  const viewOf = (context: string): View => {
    const view = views.get(context) ?? firefoxView(bidi, pages, context)
    views.set(context, view)
    return view
  }
  const open = async (url: string): Promise<View> => {
    const { context } = await bidi.send('browsingContext.create', { type: 'tab' })
    const view = viewOf(String(context))
    await view.goto(url)
    return view
  }
  /** The pages of an extension close with it, and Firefox sends no event for that. */
  const closeAll = async (origin: string): Promise<void> => {
    for (const page of pages.open().map(viewOf)) if (page.url().startsWith(origin)) await page.close()
  }
  return {
    name: 'firefox',
    extensionOrigin: firefoxOrigin,
    extensionId: firefoxId,
    openFerry: (hash = '') => open(`${firefoxOrigin}/popup.html${hash}`),
    openPage: open,
    sideUrl: () => inside.sideUrl(),
    closeSide: () => inside.closeSide(),
    pressIcon: () => inside.pressIcon(),
    pages: () => pages.open().map(viewOf),
    markBackground: () => markLife(inside),
    killBackground: async () => {
      const mark = await markLife(inside)
      await inside.stopBackground()
      return mark
    },
    waitForBackground: async (timeoutMs) => {
      await waitLife(inside, timeoutMs)
    },
    killWorkerOf: (extensionId) => inside.stopBackground(extensionId),
    reloadWallet: async () => {
      await closeAll(`moz-extension://${testWalletPagesHost}/`)
      await inside.reload(testWalletGeckoId)
    },
    letBackgroundSleep: () => waitRest(inside),
    revokeHosts: () => inside.revokeHosts(),
    // The press itself granted them: the profile answers such prompts automatically.
    grantHosts: () => Promise.resolve(),
    updateFerry: async (version) => {
      const file = join(profile, `${version}.xpi`)
      await writeFile(file, zipBytes(folderEntries(options.folder)))
      // The window stays open with another page.
      await open('about:blank')
      await closeAll(firefoxOrigin)
      await inside.install(file, version)
    },
    freeze: () => freezeTree(firefox.pid),
    obeysQuota: async () => null,
    preferTheme: async (theme) => {
      await inside.setPref('layout.css.prefers-color-scheme.content-override', theme === 'dark' ? 0 : 1)
      await inside.setPref('ui.prefersReducedMotion', 1)
    },
    loggedErrors: () => pages.complaints(),
    waitUntilClosed: () => firefox.gone,
    kill: () => firefox.kill(),
    close: async () => {
      await firefox.kill()
      if (options.profile === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function waitStarted(inside: FirefoxInside, extensionIds: readonly string[]): Promise<void> {
  const endMs = performance.now() + startPatienceMs
  for (const id of extensionIds) {
    while (!(await inside.isStarted(id))) {
      if (performance.now() > endMs) throw new Error(`${id} did not start in ${startPatienceMs} ms`)
      await pause(lookEveryMs)
    }
  }
}

async function markLife(inside: FirefoxInside): Promise<{ proveDeath(): Promise<void> }> {
  const before = await waitLife(inside)
  return {
    proveDeath: async () => {
      if ((await waitLife(inside)) === before) {
        throw new Error('the background was to be dead, and the same one is still alive')
      }
    },
  }
}

/** Waits for the event page's life, which starts with the browser and with each event. */
async function waitLife(inside: FirefoxInside, patienceMs = restPatienceMs): Promise<string> {
  const endMs = performance.now() + patienceMs
  for (;;) {
    const life = await inside.backgroundLife()
    if (life !== null) return life
    if (performance.now() > endMs) throw new Error('the background does not wake')
    await pause(lookEveryMs)
  }
}

async function waitRest(inside: FirefoxInside): Promise<void> {
  const before = await inside.backgroundLife()
  const endMs = performance.now() + restPatienceMs
  // A sleeping event page may stay asleep until it is needed.
  while (before !== null && (await inside.backgroundLife()) === before) {
    if (performance.now() > endMs) throw new Error('the background does not rest')
    await pause(lookEveryMs)
  }
}
