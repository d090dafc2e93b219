import messages from '../../public/_locales/en/messages.json'
import { journeyWaitMs } from '../hang-limits.ts'
import { type Driver, testIdSelector, type View } from './driver.ts'
import type { Journey } from './journey.ts'
import {
  findPage,
  lengthenQuotes,
  listIsCurrent,
  openConsent,
  primaryIs,
  tokenOptionId,
  waitForEnd,
  waitForOrderState,
} from './swap-journey.ts'
import type { SwapScenario } from './swap-scenarios.ts'

/** More than the focusable elements of any screen of Ferry. */
const mostSteps = 60

const focusedTestId = `(document.activeElement?.getAttribute('data-testid') ?? '')`
const activeOption = `(document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.dataset.testid ?? '')`

const focusIsOn = (ferry: View, testId: string) =>
  ferry.waitUntil(`${focusedTestId} === ${JSON.stringify(testId)}`, `the focus on ${testId}`)

/** Waits until the title of the screen has the focus and is the document's title. */
const focusIsOnTitle = (ferry: View, title = '') =>
  ferry.waitUntil(
    `document.activeElement?.matches('h1') && document.activeElement.textContent.includes(${JSON.stringify(title)}) &&
      document.title === document.activeElement.textContent + ' · ${messages.name.message}'`,
    `the focus on the title ${title}`,
  )

async function tabTo(ferry: View, testId: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const met: string[] = []
  while (met.length < mostSteps) {
    const now = String(await ferry.run(focusedTestId))
    if (now === testId) return
    met.push(now)
    await ferry.press(key)
  }
  throw new Error(`no ${key} comes to ${testId}: ${met.join(', ')}`)
}

async function pressAt(
  ferry: View,
  testId: string,
  key: 'Enter' | 'Space' = 'Enter',
  way: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await tabTo(ferry, testId, way)
  await ferry.press(key)
}

async function walkTo(ferry: View, testId: string): Promise<void> {
  await ferry.waitUntil(listIsCurrent, 'the list to answer what was typed')
  for (let steps = 0; steps < mostSteps; steps++) {
    if ((await ferry.run(activeOption)) === testId) return
    await ferry.press('ArrowDown')
  }
  throw new Error(`no arrow comes to ${testId}`)
}

/** Connects the wallet page. In that page the mouse is permitted. */
async function connectByKeys(driver: Driver, ferry: View): Promise<void> {
  await ferry.waitUntil(primaryIs('connect'), 'the form to offer connecting')
  await focusIsOn(ferry, 'amount')
  await ferry.press('Enter')
  await ferry.waitFor('wallet-page')
  await pressAt(ferry, 'wallet-page')
  await ferry.waitFor('wallet-connect')
  await pressAt(ferry, 'wallet-connect')
  const wallet = await findPage(driver, '/wallet')
  await wallet.click('wallet-approve')
  await wallet.choose('wallet-mode', 'auto')
  await ferry.bringToFront()
  await ferry.waitUntil(`!${primaryIs('connect')}`, 'the wallet to be connected', journeyWaitMs * 2)
  await ferry.waitGone('wallet-connect')
  await focusIsOn(ferry, 'amount')
}

async function chooseByKeys(ferry: View, { from, to }: SwapScenario): Promise<void> {
  await pressAt(ferry, 'from-token')
  await focusIsOn(ferry, 'token-search')
  await ferry.type(from.address)
  await walkTo(ferry, tokenOptionId(from))
  await ferry.press('Enter')
  await ferry.waitGone('token-search')
  await focusIsOn(ferry, 'from-token')

  await pressAt(ferry, 'to-token', 'Space')
  await focusIsOn(ferry, 'token-search')
  await ferry.press('Escape')
  await ferry.waitGone('token-search')
  await focusIsOn(ferry, 'to-token')
  await ferry.press('Enter')
  await focusIsOn(ferry, 'token-search')
  await ferry.type(to.symbol)
  await walkTo(ferry, `token-family-${to.symbol}`)
  await ferry.press('Enter')
  // Open it only when the list matches the entered text. An arrow before that would choose another token.
  await ferry.waitFor(tokenOptionId(to))
  await walkTo(ferry, tokenOptionId(to))
  await ferry.press('Enter')
  await ferry.waitGone('token-search')
  await focusIsOn(ferry, 'to-token')
}

/** Opens the review by each key that can, and goes back from it by each. */
async function reviewByKeys(ferry: View): Promise<void> {
  const isReady = () => ferry.waitUntil(primaryIs('review'), 'a quote that can be reviewed')
  await isReady()
  await ferry.press('Enter')
  await focusIsOnTitle(ferry, messages.review.message)
  await ferry.press('Escape')
  await focusIsOn(ferry, 'amount')
  await isReady()
  await pressAt(ferry, 'primary', 'Space')
  await focusIsOnTitle(ferry, messages.review.message)
  await pressAt(ferry, 'back', 'Enter', 'Shift+Tab')
  await focusIsOn(ferry, 'primary')
  await isReady()
  await ferry.press('Enter')
  await focusIsOnTitle(ferry, messages.review.message)
}

async function confirmByKeys(ferry: View): Promise<void> {
  const isReady = `document.querySelector(${JSON.stringify(testIdSelector('confirm'))})?.disabled === false`
  const question = `(document.querySelector(${JSON.stringify(openConsent)})?.dataset.testid ?? '')`
  await ferry.waitUntil(`${isReady} || ${question} !== ''`, 'the review')
  for (;;) {
    const requested = String(await ferry.run(question))
    if (requested === '') break
    await pressAt(ferry, requested, 'Space')
  }
  await ferry.waitUntil(isReady, 'the review to be ready')
  await pressAt(ferry, 'confirm')
}

/** Until both endpoints show it. Returns its final status code (interface 3), and whether it is verified. */
export async function swapByKeys({ control, driver }: Journey, scenario: SwapScenario) {
  // The keyboard path takes longer than the mouse.
  await lengthenQuotes(control)
  const ferry = await driver.openFerry()
  await connectByKeys(driver, ferry)
  await chooseByKeys(ferry, scenario)
  await tabTo(ferry, 'amount', 'Shift+Tab')
  await ferry.type(scenario.amountText)
  await reviewByKeys(ferry)
  await confirmByKeys(ferry)
  await ferry.waitFor('order-screen')
  await focusIsOnTitle(ferry, scenario.amountText)
  const status = await waitForEnd(ferry)
  await waitForOrderState(ferry, ['verified_terminal'])
  const verified = await ferry.attribute('evidence', 'data-verified')
  await focusIsOnTitle(ferry, scenario.amountText)
  await pressAt(ferry, 'menu')
  await focusIsOn(ferry, 'contact-support')
  await ferry.press('Escape')
  await focusIsOn(ferry, 'menu')
  await ferry.press('Escape')
  await focusIsOn(ferry, 'amount')
  return { status, verified }
}
