import './stream-globals.ts'
import type { Runtime } from 'webextension-polyfill'
import type { KnownToken, Question } from '../../sandbox/pages/wallet/describe-request.ts'
import { SandboxWallet } from '../../sandbox/pages/wallet/sandbox-wallet.ts'
import { type WalletChain, WalletMemory } from '../../sandbox/pages/wallet/wallet-memory.ts'
import { KeptStorage } from './kept-storage.ts'
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
let open: { readonly question: Question; readonly answer: (yes: boolean) => void } | null = null

/** Questions wait for one another; each for the page's answer. */
let questions: Promise<unknown> = Promise.resolve()
function ask(question: Question): Promise<boolean> {
  const answered = questions.then(
    () =>
      new Promise<boolean>((answer) => {
        open = { question, answer }
        tellPages()
      }),
  )
  questions = answered
  return answered
}

const ready = start()
async function start(): Promise<{ wallet: SandboxWallet; memory: WalletMemory }> {
  const read = await fetch(walletBrowser.runtime.getURL('chains.json'))
  const { chains, tokens } = (await read.json()) as Settings
  const storage = await KeptStorage.open(walletBrowser.storage.local)
  const memory = new WalletMemory(storage, storage)
  const note = (line: string): void => {
    log.push(line)
    tellPages()
  }
  return { memory, wallet: new SandboxWallet({ memory, chains, tokens, ask, changed: tellPages, note }) }
}

function tellPages(): void {
  void ready.then(({ wallet, memory }) => {
    const state: WalletState = {
      address: wallet.address,
      chain: `${wallet.chain.name} (${wallet.chain.chainId})`,
      connected: memory.connected,
      mode: memory.mode,
      account: String(memory.accountIndex),
      question: open?.question ?? null,
      origin,
      log,
    }
    for (const page of pages) page.postMessage(state)
  })
}

async function hear(message: PageMessage): Promise<void> {
  const { wallet, memory } = await ready
  if (message.kind === 'preset') memory.preset(new URLSearchParams(message.query))
  if (message.kind === 'account') wallet.chooseAccount(message.index)
  if (message.kind === 'disconnect') wallet.disconnect()
  if (message.kind === 'answer') {
    open?.answer(message.yes)
    open = null
  }
  tellPages()
}

walletBrowser.runtime.onConnect.addListener((page) => {
  pages.add(page)
  page.onDisconnect.addListener(() => void pages.delete(page))
  page.onMessage.addListener((message) => void hear(message as PageMessage))
  tellPages()
})

walletBrowser.runtime.onConnectExternal.addListener((port) => {
  origin = port.sender?.id ?? ''
  servePort(port, {
    request: async (asked) => (await ready).wallet.request(asked),
    on: (event, listener) => void ready.then(({ wallet }) => wallet.on(event, listener)),
    removeListener: (event, listener) =>
      void ready.then(({ wallet }) => wallet.removeListener(event, listener)),
    isTwice: async () => (await ready).memory.mode === 'twice',
  })
})
