import type { KnownToken, WalletPrompt } from './describe-request.ts'
import { SandboxWallet } from './sandbox-wallet.ts'
import { type SiteRequest, WalletMemory } from './wallet-memory.ts'
import { isWalletMode } from './wallet-mode.ts'

interface PageChain {
  readonly chainId: number
  readonly name: string
  readonly rpcUrl: string
  readonly currency: { readonly symbol: string }
  readonly tokens: readonly KnownToken[]
}

function part<T extends Element>(name: string, kind: abstract new () => T): T {
  const found = document.querySelector(`[data-testid="wallet-${name}"]`)
  if (found instanceof kind) return found
  throw new Error(`the page has no ${name}`)
}

const chains = JSON.parse(document.querySelector('#sandbox-chains')?.textContent ?? '[]') as PageChain[]
const memory = new WalletMemory(localStorage, sessionStorage)
memory.preset(new URLSearchParams(location.search))

const dialog = part('dialog', HTMLDialogElement)

const promptsFor =
  /^(eth_(requestAccounts|sendTransaction|signTypedData_v4)|wallet_(add|switch|watch|send)\w+)$/
let lastRequest: SiteRequest | null = null

/** Shows a prompt and resolves with the pressed button. Closing it by Escape rejects. */
async function prompt(question: WalletPrompt): Promise<boolean> {
  // The prompt disappears with its document, and is never answered.
  if (memory.useBehaviour('dies')) location.reload()
  // A wallet with its own window still has the prompt. The reloaded page does not wait for its answer.
  if (lastRequest !== null && memory.useBehaviour('keeps')) {
    memory.storeOpenRequest(lastRequest)
    location.reload()
  }
  if (memory.useBehaviour('hides')) await waitUntilPromptOpened()
  part('title', HTMLElement).textContent = question.title
  part('origin', HTMLElement).textContent = location.origin
  const rows = question.facts.flatMap(([name, text]) => [element('dt', name), element('dd', text)])
  part('facts', HTMLElement).replaceChildren(...rows)
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'approve'), { once: true })
  })
}

function waitUntilPromptOpened(): Promise<unknown> {
  return new Promise((done) =>
    part('look', HTMLButtonElement).addEventListener('click', done, { once: true }),
  )
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

let questions: Promise<unknown> = Promise.resolve()

const wallet = new SandboxWallet({
  memory,
  chains: chains.map(({ chainId, name, rpcUrl, currency }) => ({
    chainId,
    name,
    rpcUrl,
    symbol: currency.symbol,
  })),
  tokens: chains.flatMap((chain) => chain.tokens),
  // There is one dialog, so prompts wait for one another.
  prompt: (question) => {
    const answer = questions.then(() => prompt(question))
    questions = answer
    return answer
  },
  changed: draw,
  note: (line) => part('log', HTMLElement).append(element('li', line)),
})

function draw(): void {
  part('address', HTMLElement).textContent = wallet.address
  part('chain', HTMLElement).textContent = `${wallet.chain.name} (${wallet.chain.chainId})`
  part('connected', HTMLElement).textContent = memory.connected ? 'yes' : 'no'
  mode.value = memory.mode
  account.value = String(memory.accountIndex)
}

const mode = part('mode', HTMLSelectElement)
const account = part('account', HTMLSelectElement)
mode.addEventListener('change', () => {
  if (isWalletMode(mode.value)) memory.mode = mode.value
})
account.addEventListener('change', () => wallet.chooseAccount(Number(account.value)))
part('disconnect', HTMLButtonElement).addEventListener('click', () => wallet.disconnect())
part('approve', HTMLButtonElement).addEventListener('click', () => dialog.close('approve'))
part('reject', HTMLButtonElement).addEventListener('click', () => dialog.close('reject'))
draw()

/** A raster picture, drawn here so that no file is needed. */
function icon(): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 64
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('no canvas')
  pen.fillStyle = '#0f766e'
  pen.fillRect(0, 0, 64, 64)
  pen.fillStyle = '#ffffff'
  pen.fillRect(14, 22, 36, 24)
  pen.fillStyle = '#0f766e'
  pen.fillRect(38, 30, 12, 8)
  return canvas.toDataURL('image/png')
}

const provider = Object.freeze({
  request(requested: SiteRequest): Promise<unknown> {
    if (promptsFor.test(requested.method)) lastRequest = requested
    return wallet.request(requested)
  },
  on: wallet.on.bind(wallet),
  removeListener: wallet.removeListener.bind(wallet),
})
const info = Object.freeze({
  uuid: crypto.randomUUID(),
  name: 'Sandbox Wallet',
  icon: icon(),
  rdns: 'local.sandbox.wallet',
})

function announce(): void {
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
}

const keptOpen = memory.takeOpenRequest()
// No caller receives its result.
if (keptOpen !== null) void provider.request(keptOpen).catch(() => undefined)

// Other programs of the tab change its behaviours in the storage.
addEventListener('storage', () => wallet.reportLock())
addEventListener('eip6963:requestProvider', announce)
announce()
