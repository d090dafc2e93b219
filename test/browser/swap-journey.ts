import { localKeys } from '../../lib/models/view-ports.ts'
import type { OrderState } from '../../lib/order/order-state.ts'
import type { WalletMode } from '../sandbox/pages/wallet/wallet-mode.ts'
import type { Control } from '../sandbox/service/control-client.ts'
import { nativeAddress, type RoutedToken } from '../sandbox/service/listed-token.ts'
import { type Driver, testIdSelector, type View } from './driver.ts'
import { storedItem } from './ferry-database.ts'
import type { SwapScenario } from './swap-scenarios.ts'

/** Anvil's first account, the sandbox wallet's. */
export const walletAddress = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

export const doneStates: readonly OrderState[] = ['reported_terminal', 'verified_terminal']

/** An alarm fires after half a minute, and a poll follows it. On a busy machine both take longer. */
const patienceMs = 90_000

export async function openWallets(ferry: View): Promise<void> {
  await ferry.waitUntil(primaryIs('connect'), 'the form to offer connecting')
  await ferry.click('primary')
}

/** Approves in the wallet page that Ferry opens, and sets the wallet's mode. Returns that page. */
export async function connect(driver: Driver, ferry: View, mode: WalletMode = 'auto'): Promise<View> {
  await openWallets(ferry)
  await ferry.click('wallet-page')
  await ferry.click('wallet-connect')
  const wallet = await findPage(driver, '/wallet')
  await wallet.click('wallet-approve')
  await wallet.choose('wallet-mode', mode)
  await ferry.bringToFront()
  await ferry.waitFor('account', patienceMs)
  return wallet
}

/** Waits until Ferry knows a wallet page that it did not open. That page announces itself in its own time. */
export function walletPageIsKnown(ferry: View): Promise<void> {
  const known = `${storedItem('walletTabs')}.then((kept) => kept?.picked.length > 0)`
  return ferry.waitUntil(known, 'the wallet page to be known', patienceMs)
}

export async function findPage(driver: Driver, path: string): Promise<View> {
  for (const endMs = performance.now() + patienceMs; performance.now() < endMs; ) {
    const found = driver
      .pages()
      .find((page) => page.url().startsWith('http') && new URL(page.url()).pathname === path)
    if (found !== undefined) return found
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`no page at ${path} was opened`)
}

export async function pickToken(ferry: View, side: 'from' | 'to', token: RoutedToken): Promise<void> {
  const { address, kind, symbol } = token
  await ferry.click(`${side}-token`)
  await ferry.waitFor('token-search')
  // The native asset has one address on every chain, so it is searched by its symbol.
  await ferry.fill('token-search', kind === 'native' || address === nativeAddress ? symbol : address)
  await ferry.waitUntil(listIsCurrent, 'the list to answer what was typed')
  await ferry.click(tokenOptionId(token))
  await ferry.waitGone('token-search')
}

export function tokenOptionId({ address, chainId }: RoutedToken): string {
  return `token-option-${chainId}-${address.startsWith('0x') ? address.toLowerCase() : address}`
}

/** An expression: the list is not about to be replaced under the pointer. */
export const listIsCurrent = `document.querySelector('[role="listbox"]')?.ariaBusy === 'false'`

/** Picks the tokens that the form does not show yet. It begins with a pair, and a new view has the last one. */
export async function pickPair(
  ferry: View,
  { from, to }: { readonly from: RoutedToken; readonly to: RoutedToken },
): Promise<void> {
  await ferry.waitFor('from-token')
  if (!(await ferry.run(showsToken('from', from)))) await pickToken(ferry, 'from', from)
  // Read after the first pick, which may have exchanged the two.
  if (!(await ferry.run(showsToken('to', to)))) await pickToken(ferry, 'to', to)
}

/** An expression: the form stores this token and shows its symbol. Another view may have stored another draft. */
function showsToken(side: 'from' | 'to', { address, chainId, symbol }: RoutedToken): string {
  const stored = `JSON.parse(localStorage.getItem('${localKeys.draft}') ?? 'null')?.${side === 'from' ? 'input' : 'output'}`
  const shown = `document.querySelector('${testIdSelector(`${side}-token`)} b')?.textContent`
  return `((token) => token?.chainId === ${chainId} &&
    token.address.toLowerCase() === ${JSON.stringify(address.toLowerCase())} && ${shown} === ${JSON.stringify(symbol)})(${stored})`
}

/** Fills in the form of a scenario, until the button says "Review swap". */
export async function fillForm(ferry: View, scenario: SwapScenario): Promise<void> {
  await pickPair(ferry, scenario)
  await ferry.fill('amount', scenario.amountText)
  await ferry.waitUntil(primaryIs('review'), 'a quote that can be reviewed')
}

/** Opens the card of the quote, if it is not open yet. */
export async function openQuote(ferry: View): Promise<void> {
  await ferry.waitUntil(
    `document.querySelector('[data-testid="quote-open"], [data-testid="routes-open"]') !== null`,
    'a quote',
  )
  if (!(await ferry.isVisible('routes-open'))) await ferry.click('quote-open')
}

/** From the form with a quote to the review with its button ready; gives all consents. */
export async function openReview(ferry: View): Promise<void> {
  await ferry.click('primary')
  await giveAllConsents(ferry)
}

export async function giveAllConsents(ferry: View): Promise<void> {
  const ready = isReady(testIdSelector('confirm'))
  await ferry.waitUntil(
    `${ready} || document.querySelector(${JSON.stringify(openConsent)}) !== null`,
    'the review',
  )
  await ferry.run(`for (const box of document.querySelectorAll(${JSON.stringify(openConsent)})) box.click()`)
  await ferry.waitUntil(ready, 'the review to be ready')
}

/** An open consent of a review. The wallet's steps have the same names. */
export const openConsent = 'input[data-consent]:not(:checked)'

/** Confirms the review. Returns the order's id from the screen that follows. */
export async function confirmReview(ferry: View): Promise<string> {
  await ferry.click('confirm')
  await ferry.waitFor('order-screen')
  const orderId = await ferry.attribute('order-screen', 'data-order')
  if (orderId === null || orderId === '') throw new Error('the order screen names no order')
  return orderId
}

export async function startScenario(ferry: View, scenario: SwapScenario): Promise<string> {
  await fillForm(ferry, scenario)
  await openReview(ferry)
  return confirmReview(ferry)
}

export async function waitForOrderState(
  ferry: View,
  states: readonly OrderState[],
  timeoutMs = patienceMs,
): Promise<OrderState> {
  const test = `${JSON.stringify(states)}.includes(${screenAttribute('data-state')})`
  await ferry.waitUntil(test, `the order to be ${states.join(' or ')}`, timeoutMs)
  return (await ferry.attribute('order-screen', 'data-state')) as OrderState
}

/** Stops the service from assigning requests, so that a swap stays PENDING while a test needs it. */
export function holdPending(control: Control): Promise<void> {
  return control.pace({ assigned: 600_000 })
}

export function releasePending(control: Control): Promise<void> {
  return control.pace({ assigned: 0 })
}

/** Gives quotes a life longer than any request of a test. A signature request ends with its quote. */
export function lengthenQuotes(control: Control): Promise<void> {
  return control.life({ quoteSeconds: 300 })
}

/** Waits until the order on screen is over and returns its status code (interface 3). */
export async function waitForEnd(ferry: View, timeoutMs = patienceMs): Promise<number> {
  await waitForOrderState(ferry, doneStates, timeoutMs)
  return Number(await ferry.attribute('order-screen', 'data-status'))
}

export async function waitForProblem(ferry: View, timeoutMs = patienceMs): Promise<string> {
  await ferry.waitFor('problem', timeoutMs)
  return (await ferry.attribute('problem', 'data-code')) ?? ''
}

export async function goHome(ferry: View): Promise<void> {
  for (let steps = 0; steps < 5 && !(await ferry.isVisible('amount')); steps++) {
    await ferry.click('back')
    // The browser draws the next screen in the same frame in which it caches this one.
    await ferry.waitUntil('document.documentElement.dataset.turn === undefined', 'the turn to another screen')
  }
  await ferry.waitFor('amount')
}

/** An expression: the form's button is enabled and names this step. */
export function primaryIs(step: string): string {
  return isReady(`${testIdSelector('primary')}[data-step="${step}"]`)
}

function isReady(selector: string): string {
  return `(() => { const button = document.querySelector(${JSON.stringify(selector)}); return button !== null && !button.disabled && button.ariaDisabled !== 'true' })()`
}

function screenAttribute(name: string): string {
  return `document.querySelector(${JSON.stringify(testIdSelector('order-screen'))})?.getAttribute(${JSON.stringify(name)})`
}
