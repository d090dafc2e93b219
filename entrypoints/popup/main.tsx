import { effect, signal } from '@preact/signals'
import { render } from 'preact'
import { App } from '../../components/App.tsx'
import { followFormLater } from '../../components/LazyScreen.tsx'
import { keepMovedPresses } from '../../components/parts/moved-press.ts'
import { t } from '../../components/parts/text.ts'
import { matchPattern } from '../../lib/deployment/deployment.ts'
import { createAppModel } from '../../lib/models/app-model.ts'
import { readFrameWords } from '../../lib/models/screen.ts'
import { localKeys, writeLocal } from '../../lib/models/view-ports.ts'
import { firstPaint, timers } from '../../lib/platform/timers.ts'
import { viewBrowser } from '../../lib/platform/view-browser.ts'
import { createBrowserClient } from '../../lib/rpc/rpc-client.ts'
import { storage, wide } from './local-page.ts'

const browser = viewBrowser()
const isFirefox = location.protocol === 'moz-extension:'

const isVisible = signal(document.visibilityState === 'visible')
const isOnline = signal(navigator.onLine)
const focusChanges = signal(0)
const isWide = signal(wide.matches)
document.addEventListener('visibilitychange', () => {
  isVisible.value = document.visibilityState === 'visible'
})
addEventListener('online', () => {
  isOnline.value = true
})
addEventListener('offline', () => {
  isOnline.value = false
})
for (const turn of ['focus', 'blur'] as const) {
  addEventListener(turn, () => {
    focusChanges.value += 1
  })
}
wide.addEventListener('change', () => {
  isWide.value = wide.matches
})

const app = createAppModel({
  client: createBrowserClient(firstPaint(requestAnimationFrame, timers)),
  clock: { nowMs: Date.now },
  timers,
  storage,
  isVisible,
  isOnline,
  requestHostAccess: (endpoint) =>
    browser.permissions.request({ origins: [matchPattern(endpoint, isFirefox)] }),
  unknownChainName: (chainId) => t('unknownChain', { id: String(chainId) }),
  requestHostAccessAll: (patterns) => browser.permissions.request({ origins: [...patterns] }),
  async places() {
    const { viewPlaces } = await import('../../lib/platform/view-places.ts')
    return viewPlaces(browser, { pathname: location.pathname, close: () => window.close() })
  },
  focusChanges,
  close: () => window.close(),
  restart: () => browser.runtime.reload(),
  async openNormalWindow() {
    await browser.windows.create({ url: browser.runtime.getURL('popup.html'), incognito: false })
  },
  openProposals() {
    // The window of an earlier proposal already has this hash.
    if (location.hash === '#/proposal') location.reload()
    else location.hash = '#/proposal'
  },
  openOwnForm(isFilled) {
    history.replaceState(null, '', location.pathname + location.search)
    if (!isFilled) location.reload()
  },
  viewId: crypto.randomUUID(),
  hash: location.hash,
  version: () => browser.runtime.getManifest().version,
})
addEventListener('hashchange', () => {
  // A proposal has a draft of its own, which fills the view from its start.
  if (location.hash === '#/proposal') location.reload()
  else app.openHash(location.hash)
})
effect(() => {
  document.documentElement.dataset.theme = app.start.settings.value.theme
})

// The texts decide, not the browser: it may have a language that Ferry has no texts of.
const words = readFrameWords()
document.documentElement.lang = words.language
document.documentElement.dir = words.direction
writeLocal(storage, localKeys.words, words)

keepMovedPresses(window)
followFormLater(app)

const root = document.getElementById('root')
if (root !== null) {
  // Text typed before the App listened. The frame's cached text is the field's default value.
  const field = root.hidden ? null : root.querySelector('input')
  if (field !== null && field.value !== field.defaultValue && app.screen.peek().name !== 'proposal')
    app.swap.draft.setAmount(field.value)
  if (root.hidden) root.replaceChildren()
  // Until here the page loaded its styles without applying them (`first.ts`): the browser lays it out once, not twice.
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[media]')) sheet.media = 'all'
  render(<App app={app} isWide={isWide} />, root)
  root.hidden = false
}
