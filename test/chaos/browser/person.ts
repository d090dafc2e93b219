import type { View } from '../../browser/driver.ts'
import { giveAllConsents, openConsent, pickPair } from '../../browser/swap-journey.ts'
import type { SwapScenario } from '../../browser/swap-scenarios.ts'
import { retryInterrupted } from './retry-interrupted.ts'
import type { Life, Scene } from './scene.ts'
import { answerWallet, openWalletPrompt, type SceneWallet } from './wallet.ts'

interface ScreenContent {
  readonly order: string | null
  readonly state: string | null
  /** The next step of the form; null if another screen is open. */
  readonly step: string | null
  readonly ready: readonly string[]
  /** Whether a review needs a consent. */
  readonly requests: boolean
}

const buttons = [
  'wallet-connect',
  'wallet-extension',
  'wallet-page',
  'confirm',
  'primary',
  'retry',
  'accept-offer',
  'stop',
  'back',
]

const readScreen = `(() => {
  const find = (id) => document.querySelector('[data-testid="' + id + '"]')
  const isReady = (id) => {
    const found = find(id)
    return found !== null && !found.disabled && found.ariaDisabled !== 'true'
  }
  const screen = find('order-screen')
  return JSON.stringify({
    order: screen?.dataset.order ?? null,
    state: screen?.dataset.state ?? null,
    step: find('primary')?.dataset.step ?? null,
    ready: ${JSON.stringify(buttons)}.filter(isReady),
    asks: document.querySelector(${JSON.stringify(openConsent)}) !== null,
  })
})()`

const overStates = ['reported_terminal', 'verified_terminal', 'expired_unused', 'abandoned_unsigned']
const pressMs = 5_000
const patienceMs = 60_000
const mostRetries = 6
/** How long the person waits for a silent wallet before the stop. */
const silenceMs = 25_000
const walletStepInterval = 20

export interface WantedSwap {
  readonly scenario: SwapScenario
  readonly amountText: string
}

export interface SwapOutcome {
  readonly orderId: string | null
  readonly isOver: boolean
}

/**
 * Makes one swap: does what the screen requires, and starts again after an interruption.
 *
 * A failure during an interruption does not count. Any other failure counts when it repeats. Calls
 * `confirmed` once the swap is confirmed.
 */
export async function makeSwap(
  scene: Scene,
  wanted: WantedSwap,
  confirmed: () => void,
): Promise<SwapOutcome> {
  const known = new Set((await retryInterrupted(scene, ({ orders }) => orders())).map((order) => order.id))
  const mind: PersonState = {
    known,
    orderId: null,
    filled: null,
    retries: 0,
    seen: '',
    isTired: false,
    looks: 0,
    ...startState(''),
  }
  const beganMs = performance.now()
  for (;;) {
    const waitedMs = performance.now() - beganMs
    mind.isTired = waitedMs > patienceMs
    const isOver = await retryInterrupted(scene, (life) => takeStep(life, scene.wallet, wanted, mind))
    const { orderId } = mind
    if (orderId !== null) confirmed()
    if (isOver || (orderId !== null && mind.isTired)) return { orderId, isOver }
    // A person under constant interruption cannot confirm, which is no failure.
    if (orderId === null && Math.min(waitedMs, scene.calmMs()) > patienceMs)
      throw new Error(`nothing was confirmed in ${patienceMs} ms; last seen ${mind.seen}`)
    await new Promise((done) => setTimeout(done, 150))
  }
}

interface PersonState {
  readonly known: ReadonlySet<string>
  orderId: string | null
  filled: View | null
  retries: number
  /** For the error message when the swap does not continue. */
  seen: string
  /** The person starts the next swap after this step. */
  isTired: boolean
  /** The number of steps. Some of them look into the wallet. */
  looks: number
  state: string
  sinceMs: number
}

const startState = (state: string) => ({ state, sinceMs: performance.now() })

/** Does one step. Returns true when the swap ended. */
async function takeStep(
  life: Life,
  wallet: SceneWallet,
  wanted: WantedSwap,
  mind: PersonState,
): Promise<boolean> {
  mind.looks += 1
  if (mind.looks % walletStepInterval === 0) await openWalletPrompt(life.driver, wallet)
  await answerWallet(life.driver, wallet)
  const ferry = await life.ferry()
  const seen = JSON.parse(String(await ferry.run(readScreen))) as ScreenContent
  mind.seen = JSON.stringify(seen)
  const press = (testId: string) => ferry.click(testId, pressMs)
  if (seen.ready.includes('wallet-connect')) await press('wallet-connect')
  else if (seen.ready.includes(`wallet-${wallet.way}`)) await press(`wallet-${wallet.way}`)
  else if (seen.order !== null) return actAtOrder(seen, mind, press)
  else if (seen.requests) await giveAllConsents(ferry)
  else if (seen.ready.includes('confirm')) await press('confirm')
  else if (seen.step !== null) await actAtForm(life, ferry, seen, wanted, mind)
  else if (seen.ready.includes('primary')) await press('primary')
  return false
}

async function startOver(press: (testId: string) => Promise<void>): Promise<void> {
  await press('menu')
  await press('new-swap')
}

async function actAtOrder(
  seen: ScreenContent,
  mind: PersonState,
  press: (testId: string) => Promise<void>,
): Promise<boolean> {
  if (seen.order === null || mind.known.has(seen.order)) {
    await startOver(press)
    return false
  }
  mind.orderId = seen.order
  if (overStates.includes(seen.state ?? '')) {
    await startOver(press)
    return true
  }
  if (mind.state !== seen.state) Object.assign(mind, startState(seen.state ?? ''))
  const isLong = mind.isTired || performance.now() - mind.sinceMs > silenceMs
  const stops = isLong || seen.state === 'needs_user' ? ['stop'] : []
  const requests = mind.isTired || mind.retries >= mostRetries ? [] : ['accept-offer', 'retry']
  const button = [...requests, ...stops].find((testId) => seen.ready.includes(testId))
  if (button === undefined) return false
  mind.retries += 1
  await press(button)
  return false
}

async function actAtForm(
  { orders }: Life,
  ferry: View,
  seen: ScreenContent,
  wanted: WantedSwap,
  mind: PersonState,
): Promise<void> {
  // The swap was confirmed before the interruption, so the person continues on its screen.
  const mine = (await orders()).find((order) => !mind.known.has(order.id))
  if (mine !== undefined) {
    mind.orderId = mine.id
    await ferry.run(`location.hash = ${JSON.stringify(`#/order/${mine.id}`)}`)
    await ferry.waitFor('order-screen', pressMs)
    return
  }
  if (seen.step === 'connect') return ferry.click('primary', pressMs)
  if (mind.filled !== ferry && !['connecting', 'starting'].includes(seen.step ?? '')) {
    await pickPair(ferry, wanted.scenario)
    await ferry.fill('amount', wanted.amountText)
    mind.filled = ferry
    return
  }
  if (seen.step === 'review' || seen.step === 'failed') await ferry.click('primary', pressMs)
}
