import { walletModes } from '../../sandbox/pages/wallet/wallet-mode.ts'
import { walletBrowser } from './wallet-browser.ts'
import type { PageMessage, WalletState } from './worker-messages.ts'

function part<T extends Element>(name: string, kind: abstract new () => T): T {
  const found = document.querySelector(`[data-testid="wallet-${name}"]`)
  if (found instanceof kind) return found
  throw new Error(`the page has no ${name}`)
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

const mode = part('mode', HTMLSelectElement)
const account = part('account', HTMLSelectElement)
const question = part('dialog', HTMLElement)
mode.append(...walletModes.map((name) => new Option(name, name)))

let port = connect()
function connect() {
  const made = walletBrowser.runtime.connect({ name: 'page' })
  made.onMessage.addListener((state) => draw(state as WalletState))
  // The worker may die. The next connection starts it again.
  made.onDisconnect.addListener(() => {
    port = connect()
  })
  return made
}

const notify = (message: PageMessage): void => port.postMessage(message)

let presetId = ''
/** Sets the wallet's state. `isPreset` of the body is true afterwards. */
function preset(query: string): void {
  presetId = crypto.randomUUID()
  notify({ kind: 'preset', query, id: presetId })
}

let shown: WalletState['question'] = null
/** The latest answered prompt. Its worker may still show it. */
let answeredId = ''

function draw(state: WalletState): void {
  part('address', HTMLElement).textContent = state.address
  part('chain', HTMLElement).textContent = state.chain
  part('connected', HTMLElement).textContent = state.connected ? 'yes' : 'no'
  part('origin', HTMLElement).textContent = state.origin
  part('log', HTMLElement).replaceChildren(...state.log.map((line) => element('li', line)))
  mode.value = state.mode
  account.value = state.account
  shown = state.question?.id === answeredId ? null : state.question
  question.hidden = shown === null
  part('title', HTMLElement).textContent = shown?.title ?? ''
  const rows = (shown?.facts ?? []).flatMap(([name, text]) => [element('dt', name), element('dd', text)])
  part('facts', HTMLElement).replaceChildren(...rows)
  document.body.dataset.mode = state.mode
  if (state.presetId === presetId) document.body.dataset.isPreset = 'true'
}

function answer(isApproved: boolean): void {
  if (shown === null) return
  answeredId = shown.id
  notify({ kind: 'answer', id: answeredId, isApproved })
  question.hidden = true
}

mode.addEventListener('change', () => preset(`mode=${mode.value}`))
account.addEventListener('change', () => notify({ kind: 'account', index: Number(account.value) }))
part('disconnect', HTMLButtonElement).addEventListener('click', () => notify({ kind: 'disconnect' }))
part('approve', HTMLButtonElement).addEventListener('click', () => answer(true))
part('reject', HTMLButtonElement).addEventListener('click', () => answer(false))
if (location.search !== '') preset(location.search.slice(1))
