import { equal } from 'node:assert/strict'
import type { OrderState } from '../../lib/order/order-state.ts'
import type { WalletMethod } from '../../lib/wallet/port.ts'
import messages from '../../public/_locales/en/messages.json' with { type: 'json' }
import { testIdSelector } from '../browser/driver.ts'
import {
  confirmReview,
  fillForm,
  openReview,
  openWallets,
  waitForOrderState,
} from '../browser/swap-journey.ts'
import type { SwapScenario } from '../browser/swap-scenarios.ts'
import type { WalletBehaviour } from '../sandbox/pages/wallet/wallet-behaviours.ts'
import type { Cell } from './cell.ts'
import type { WalletScene } from './scene.ts'

type TextKey = keyof typeof messages

/** The time that a sleeping wallet, a quote and a block may take on a busy machine. */
const patienceMs = 60_000

export interface CellPerson {
  readonly scene: WalletScene
  readonly scenario: SwapScenario
  setBehaviours(...behaviours: readonly WalletBehaviour[]): Promise<void>
  /** Lets Ferry discover the wallet, so that it answered once. Connects nothing. */
  discover(): Promise<void>
  /**
   * Starts the subject of the cell: a connection, or a swap from the form to its confirmation. `looking` runs
   * while the list of wallets or the review is open.
   */
  start(looking?: () => Promise<void>): Promise<void>
  /** Answers the next prompt of the cell, which must be this one. Returns the facts in the prompt. */
  answer(answer: 'yes' | 'no', question: string): Promise<string>
  /** Waits until the request reached the wallet, where the first one is still open. */
  retry(method: WalletMethod): Promise<void>
  /** Records that the next prompt of the cell appeared and disappeared without an answer. */
  recordMissed(question: string): void
  approveAll(): Promise<void>
  /** Waits until Ferry displays all of these texts together, with any facts. */
  waitForTexts(...keys: readonly TextKey[]): Promise<void>
  /** Waits until Ferry displays this text while such an element exists. */
  waitForTextWith(testId: string, key: TextKey): Promise<void>
  waitUntilGone(key: TextKey): Promise<void>
  press(testId: string): Promise<void>
  /** Waits until the open review announces at least this number of wallet confirmations. */
  waitForAnnounced(least: number): Promise<void>
  waitForState(...states: readonly OrderState[]): Promise<void>
}

export function createCellPerson(scene: WalletScene, cell: Cell): CellPerson {
  const { ferry, person, scenarios, way } = scene
  const isAway =
    (cell.behaviour === 'asks-chains' || cell.behaviour === 'lacks-chains') && cell.step !== 'send'
  const scenario = cell.step === 'send' ? scenarios.native : isAway ? scenarios.away : scenarios.signed
  let answered = 0

  function misses(question: string): void {
    equal(question, cell.prompts[answered], 'another question was to come')
    answered += 1
  }

  async function says(answer: 'yes' | 'no', question: string): Promise<string> {
    misses(question)
    const title = await person.waitForPrompt()
    equal(title.split(' ')[0], question.split(' ')[0], `the wallet asks: ${title}`)
    const facts = await person.readPromptFacts()
    await person.answer(answer === 'yes')
    await ferry.bringToFront()
    return facts
  }

  async function asksAgain(method: WalletMethod): Promise<void> {
    const before = await person.countRequests(method)
    await ferry.click('retry', patienceMs)
    for (const endMs = performance.now() + patienceMs; (await person.countRequests(method)) === before; ) {
      if (performance.now() > endMs) throw new Error(`the wallet was not asked again for ${method}`)
      await new Promise((done) => setTimeout(done, 100))
    }
  }

  return {
    scene,
    scenario,
    setBehaviours: (...behaviours) => person.setBehaviours(behaviours),
    async discover() {
      await openWallets(ferry)
      await ferry.waitFor(`wallet-${way}`, patienceMs)
      await ferry.click('sheet-close')
    },
    async start(looking) {
      if (cell.step === 'connect') {
        await openWallets(ferry)
        await looking?.()
        await ferry.click(`wallet-${way}`, patienceMs)
        await ferry.click('wallet-connect')
        return
      }
      await fillForm(ferry, scenario)
      await openReview(ferry)
      await looking?.()
      await confirmReview(ferry)
    },
    answer: says,
    retry: asksAgain,
    recordMissed: misses,
    async approveAll() {
      for (const question of cell.prompts.slice(answered)) await says('yes', question)
    },
    waitForTexts: (...keys) =>
      ferry.waitUntil(keys.map(hasTextExpression).join(' && '), keys.join(' and '), patienceMs),
    waitForTextWith: (testId, key) =>
      ferry.waitUntil(
        `document.querySelector(${JSON.stringify(testIdSelector(testId))}) !== null && ${hasTextExpression(key)}`,
        `${testId} next to ${key}`,
        patienceMs,
      ),
    waitUntilGone: (key) => ferry.waitUntil(`!(${hasTextExpression(key)})`, `${key} to be gone`, patienceMs),
    waitForAnnounced(least) {
      const announced = `document.querySelector('[data-testid="review-steps"][data-count="${least}"][data-more="true"]')`
      return ferry.waitUntil(
        `${announced} !== null`,
        `at least ${least} confirmations to be announced`,
        patienceMs,
      )
    },
    press: (testId) => ferry.click(testId, patienceMs),
    waitForState: async (...states) => {
      await waitForOrderState(ferry, states)
    },
  }
}

function hasTextExpression(key: TextKey): string {
  const pattern = messages[key].message
    .split(/\{\w+\}/)
    .map((words) => words.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
    .join('[^]{0,200}?')
  return `new RegExp(${JSON.stringify(pattern)}).test(document.body.innerText)`
}
