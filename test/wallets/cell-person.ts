import { equal } from 'node:assert/strict'
import type { OrderState } from '../../lib/order/order-state.ts'
import type { WalletMethod } from '../../lib/wallet/port.ts'
import messages from '../../public/_locales/en/messages.json' with { type: 'json' }
import { testIdSelector } from '../browser/driver.ts'
import { askFor, confirmReview, openReview, waitOrderState } from '../browser/swap-journey.ts'
import type { SwapScenario } from '../browser/swap-scenarios.ts'
import type { WalletManner } from '../sandbox/pages/wallet/wallet-behaviours.ts'
import type { Cell } from './cell.ts'
import type { WalletScene } from './scene.ts'

type TextKey = keyof typeof messages

/** The time that a sleeping wallet, a quote and a block may take on a busy machine. */
const patienceMs = 60_000

/** The person at Ferry and the wallet, during one cell. */
export interface At {
  readonly scene: WalletScene
  readonly scenario: SwapScenario
  behaves(...manners: readonly WalletManner[]): Promise<void>
  /** Lets Ferry discover the wallet, so that it answered once. Connects nothing. */
  answersOnce(): Promise<void>
  /**
   * Starts the subject of the cell: a connection, or a swap from the form to its confirmation. `looking` runs
   * while the list of wallets or the review is open.
   */
  begins(looking?: () => Promise<void>): Promise<void>
  /** Answers the next prompt of the cell, which must be this one. Returns the facts in the prompt. */
  says(answer: 'yes' | 'no', question: string): Promise<string>
  /**
   * Presses retry in Ferry, and waits until the request reached the wallet, where the first one is still
   * open.
   */
  asksAgain(method: WalletMethod): Promise<void>
  /** Records that the next prompt of the cell appeared and disappeared without an answer. */
  misses(question: string): void
  /** Approves each prompt of the cell that is not answered yet. */
  saysYesToAll(): Promise<void>
  /** Waits until Ferry displays all of these texts together, with any facts. */
  sees(...keys: readonly TextKey[]): Promise<void>
  /** Waits until Ferry displays this text while such an element exists. */
  seesBeside(testId: string, key: TextKey): Promise<void>
  /** Waits until Ferry no longer displays this text. */
  seesNoMore(key: TextKey): Promise<void>
  presses(testId: string): Promise<void>
  /** Waits until the open review announces at least this number of wallet confirmations. */
  announces(least: number): Promise<void>
  isIn(...states: readonly OrderState[]): Promise<void>
}

export function personAt(scene: WalletScene, cell: Cell): At {
  const { ferry, person, scenarios, way } = scene
  const isAway = (cell.manner === 'asks-chains' || cell.manner === 'lacks-chains') && cell.step !== 'send'
  const scenario = cell.step === 'send' ? scenarios.native : isAway ? scenarios.away : scenarios.signed
  let answered = 0

  function misses(question: string): void {
    equal(question, cell.asks[answered], 'another question was to come')
    answered += 1
  }

  async function says(answer: 'yes' | 'no', question: string): Promise<string> {
    misses(question)
    const title = await person.question()
    equal(title.split(' ')[0], question.split(' ')[0], `the wallet asks: ${title}`)
    const facts = await person.facts()
    await person.answer(answer === 'yes')
    await ferry.bringToFront()
    return facts
  }

  async function asksAgain(method: WalletMethod): Promise<void> {
    const before = await person.heard(method)
    await ferry.click('retry', patienceMs)
    for (const endMs = performance.now() + patienceMs; (await person.heard(method)) === before; ) {
      if (performance.now() > endMs) throw new Error(`the wallet was not asked again for ${method}`)
      await new Promise((done) => setTimeout(done, 100))
    }
  }

  return {
    scene,
    scenario,
    behaves: (...manners) => person.setManners(manners),
    async answersOnce() {
      await ferry.click('connect')
      await ferry.waitFor(`wallet-${way}`, patienceMs)
      await ferry.click('sheet-close')
    },
    async begins(looking) {
      if (cell.step === 'connect') {
        await ferry.click('connect')
        await looking?.()
        await ferry.click(`wallet-${way}`, patienceMs)
        await ferry.click('wallet-connect')
        return
      }
      await askFor(ferry, scenario)
      await openReview(ferry)
      await looking?.()
      await confirmReview(ferry)
    },
    says,
    asksAgain,
    misses,
    async saysYesToAll() {
      for (const question of cell.asks.slice(answered)) await says('yes', question)
    },
    sees: (...keys) => ferry.waitUntil(keys.map(shows).join(' && '), keys.join(' and '), patienceMs),
    seesBeside: (testId, key) =>
      ferry.waitUntil(
        `document.querySelector(${JSON.stringify(testIdSelector(testId))}) !== null && ${shows(key)}`,
        `${testId} beside ${key}`,
        patienceMs,
      ),
    seesNoMore: (key) => ferry.waitUntil(`!(${shows(key)})`, `${key} to be gone`, patienceMs),
    announces(least) {
      const said = `document.querySelector('[data-testid="review-steps"] h2')?.textContent`
      const wanted = `At least ${least} wallet confirmation${least === 1 ? '' : 's'}`
      return ferry.waitUntil(`${said} === ${JSON.stringify(wanted)}`, wanted, patienceMs)
    },
    presses: (testId) => ferry.click(testId, patienceMs),
    isIn: async (...states) => {
      await waitOrderState(ferry, states)
    },
  }
}

/** Returns an expression that tests whether a text is on screen, with any facts in it. */
function shows(key: TextKey): string {
  const pattern = messages[key].message
    .split(/\{\w+\}/)
    .map((words) => words.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
    .join('[^]{0,200}?')
  return `new RegExp(${JSON.stringify(pattern)}).test(document.body.innerText)`
}
