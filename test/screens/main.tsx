import './messages.ts'
import { effect, signal } from '@preact/signals'
import { render } from 'preact'
import { App } from '../../components/App.tsx'
import { followFormLater } from '../../components/LazyScreen.tsx'
import { t } from '../../components/parts/text.ts'
import { wide } from '../../entrypoints/popup/local-page.ts'
import { textDirection, textLanguage } from '../../lib/base/text.ts'
import { createAppModel } from '../../lib/models/app-model.ts'
import type { RpcClient } from '../../lib/rpc/rpc-client.ts'
import { createFakeClient } from '../unit/models/fake-client.ts'
import { start, usdcHarbour, usdcIsland } from '../unit/models/fake-data.ts'
import { balancesWithCoin } from './answers.ts'
import { addLogos, logos } from './logos.ts'
import { scenes } from './scenes.ts'

const wanted = new URLSearchParams(location.search)
const scene = scenes.find(({ name }) => name === wanted.get('scene')) ?? { name: 'home-empty' }
const theme = wanted.get('theme') === 'dark' ? 'dark' : 'light'

// Like the real page: the texts have the language, and only the popup has a fixed size.
document.documentElement.lang = textLanguage
document.documentElement.dir = textDirection
document.documentElement.classList.toggle('fluid', wanted.has('fluid'))

const kept = new Map<string, string>()
if (scene.isNew !== true) kept.set('ferry.welcomed', '1')
for (const [key, value] of Object.entries(scene.kept ?? {})) kept.set(key, JSON.stringify(addLogos(value)))
if (scene.amountText !== undefined) {
  const draft = {
    input: usdcHarbour,
    output: usdcIsland,
    amountText: scene.amountText,
    entry: 'token',
    receiverText: '',
    isReceiverOpen: false,
    prices: {},
  }
  kept.set('ferry.draft.1', JSON.stringify(addLogos(draft)))
}

const orders = scene.orders?.(Date.now()) ?? []
const background = createFakeClient({
  start: {
    ...start,
    ...scene.start,
    running: orders,
    settings: { ...start.settings, ...scene.start?.settings, theme },
  },
  orders,
  proposals: scene.proposals ?? [],
  nowMs: Date.now,
  // An account that can pay for its next transaction, wherever it is.
  answers: { balances: balancesWithCoin('1500000000000000000'), images: () => logos, ...scene.answers },
  past: scene.past ?? [],
})
const client: RpcClient = {
  ...background,
  send: async (...message) => addLogos(await background.send(...message)),
  sendOnce: async (...message) => addLogos(await background.sendOnce(...message)),
}
const app = createAppModel({
  client,
  clock: { nowMs: Date.now },
  timers: {
    after(waitMs, work) {
      const timer = setTimeout(work, scene.isTimeOver ? waitMs / 100 : waitMs)
      return () => clearTimeout(timer)
    },
  },
  storage: {
    read: (key) => kept.get(key) ?? null,
    write: (key, text) => {
      kept.set(key, text)
    },
  },
  isVisible: signal(true),
  isOnline: signal(scene.isOffline !== true),
  unknownChainName: (chainId) => t('unknownChain', { id: String(chainId) }),
  requestHostAccessAll: () => Promise.resolve(true),
  places: () =>
    Promise.resolve(
      (['side', 'window', 'tab'] as const).map((name) => ({
        name,
        open: () => (scene.isSideRefused ? Promise.reject(new Error('no side')) : Promise.resolve()),
      })),
    ),
  requestHostAccess: () => Promise.resolve(true),
  focusChanges: signal(0),
  close: () => undefined,
  restart: () => undefined,
  openNormalWindow: () => Promise.resolve(),
  openProposals: () => undefined,
  openOwnForm: () => undefined,
  viewId: 'screens',
  hash: scene.hash ?? '',
  version: () => '0.1.0',
})
document.documentElement.dataset.theme = theme
effect(() => {
  document.documentElement.dataset.theme = app.start.isFresh.value ? app.start.settings.value.theme : theme
})

const root = document.getElementById('root')
followFormLater(app)
if (root !== null) render(<App app={app} isWide={signal(wide.matches)} />, root)
for (const push of scene.pushes ?? []) background.push(addLogos(push))
addEventListener('clicked', () => {
  for (const push of scene.laterPushes ?? []) background.push(addLogos(push))
})
