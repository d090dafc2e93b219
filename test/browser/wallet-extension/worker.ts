import './stream-globals.ts'
import type { Runtime } from 'webextension-polyfill'
import type { KnownToken, WalletPrompt } from '../../sandbox/pages/wallet/describe-request.ts'
import { SandboxWallet } from '../../sandbox/pages/wallet/sandbox-wallet.ts'
import { type WalletChain, WalletMemory } from '../../sandbox/pages/wallet/wallet-memory.ts'
import { CachedStorage } from './cached-storage.ts'
import { servePort } from './serve-port.ts'
import { walletBrowser } from './wallet-browser.ts'
import type { PageMessage, WalletState } from './worker-messages.ts'

interface Settings {
  readonly chains: readonly WalletChain[]
  readonly tokens: readonly KnownToken[]
}

const pages = new Set<Runtime.Port>()
const log: string[] = []
let origin = ''
let presetId = ''
let open: {
  readonly question: NonNullable<WalletState['question']>
  readonly answer: (isApproved: boolean) => void
} | null = null
/** The prompt is hidden until the wallet's page is opened. */
let isHidden = false
/** Ports of other extensions. */
const outsiders = new Set<Runtime.Port>()
/** The time that its worker needs to start again. */
const sleepMs = 5_000
let asleepUntilMs = 0
let isDeaf = false

/** Prompts wait for one another; each waits for the page's answer. */
let questions: Promise<unknown> = Promise.resolve()
function prompt(question: WalletPrompt): Promise<boolean> {
  const answered = questions.then(
    () =>
      new Promise<boolean>((answer) => {
        open = { question: { ...question, id: crypto.randomUUID() }, answer }
        void applyBehaviours()
      }),
  )
  questions = answered
  return answered
}

async function applyBehaviours(): Promise<void> {
  const { memory } = await ready
  isHidden = memory.useBehaviour('hides')
  if (memory.useBehaviour('keeps')) closePorts()
  if (memory.useBehaviour('dies')) endWorker()
  notifyPages()
}

/** The ports close, the prompts are gone, and the next worker knows only stored values. */
function endWorker(): void {
  open = null
  questions = Promise.resolve()
  closePorts()
  ready = start()
}

function closePorts(): void {
  for (const port of outsiders) port.disconnect()
  outsiders.clear()
}

/** Resolves when its worker has started. Until then the port closes, or has no listener. */
async function waitUntilStarted(port: Runtime.Port): Promise<void> {
  const { memory } = await ready
  for (const behaviour of ['asleep', 'deaf'] as const) {
    if (!memory.useBehaviour(behaviour)) continue
    asleepUntilMs = Date.now() + sleepMs
    isDeaf = behaviour === 'deaf'
  }
  if (Date.now() >= asleepUntilMs) return
  if (!isDeaf) port.disconnect()
  await new Promise(() => {})
}

let ready = start()
async function start(): Promise<{ wallet: SandboxWallet; memory: WalletMemory }> {
  const read = await fetch(walletBrowser.runtime.getURL('chains.json'))
  const { chains, tokens } = (await read.json()) as Settings
  const storage = await CachedStorage.open(walletBrowser.storage.local)
  const memory = new WalletMemory(storage, storage)
  const note = (line: string): void => {
    log.push(line)
    notifyPages()
  }
  return {
    memory,
    wallet: new SandboxWallet({ memory, chains, tokens, prompt, changed: notifyPages, note }),
  }
}

function notifyPages(): void {
  void ready.then(({ wallet, memory }) => {
    const state: WalletState = {
      address: wallet.address,
      chain: `${wallet.chain.name} (${wallet.chain.chainId})`,
      connected: memory.connected,
      mode: memory.mode,
      account: String(memory.accountIndex),
      question: isHidden ? null : (open?.question ?? null),
      origin,
      log,
      presetId,
    }
    for (const page of pages) page.postMessage(state)
  })
}

async function handleMessage(message: PageMessage): Promise<void> {
  const { wallet, memory } = await ready
  if (message.kind === 'preset') {
    memory.preset(new URLSearchParams(message.query))
    wallet.reportLock()
    presetId = message.id
    // A stopped worker's ports close. The next connection starts it again.
    if (memory.hasBehaviour('asleep') || memory.hasBehaviour('deaf')) closePorts()
  }
  if (message.kind === 'account') wallet.chooseAccount(message.index)
  if (message.kind === 'disconnect') wallet.disconnect()
  if (message.kind === 'answer' && open?.question.id === message.id) {
    open.answer(message.isApproved)
    open = null
  }
  notifyPages()
}

walletBrowser.runtime.onConnect.addListener((page) => {
  pages.add(page)
  isHidden = false
  page.onDisconnect.addListener(() => void pages.delete(page))
  page.onMessage.addListener((message) => void handleMessage(message as PageMessage))
  notifyPages()
})

walletBrowser.runtime.onConnectExternal.addListener((port) => {
  origin = port.sender?.id ?? ''
  outsiders.add(port)
  port.onDisconnect.addListener(() => void outsiders.delete(port))
  servePort(port, {
    async request(requested) {
      await waitUntilStarted(port)
      return (await ready).wallet.request(requested)
    },
    on: (event, listener) => void ready.then(({ wallet }) => wallet.on(event, listener)),
    removeListener: (event, listener) =>
      void ready.then(({ wallet }) => wallet.removeListener(event, listener)),
    isTwice: async () => (await ready).memory.mode === 'twice',
  })
})
