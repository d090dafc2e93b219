import { equal } from 'node:assert/strict'
import { minuteMs } from '../../lib/base/time.ts'
import type { OrderState } from '../../lib/order/order-state.ts'
import messages from '../../public/_locales/en/messages.json' with { type: 'json' }
import { testIdSelector } from '../browser/driver.ts'
import { silenceAged } from '../browser/ferry-database.ts'
import { askFor, confirmReview, openReview, waitOrderState } from '../browser/swap-journey.ts'
import type { SwapScenario } from '../browser/swap-scenarios.ts'
import type { WalletManner } from '../sandbox/pages/wallet/wallet-manners.ts'
import type { Cell } from './cell.ts'
import type { WalletScene } from './scene.ts'

type TextKey = keyof typeof messages

/** What a wallet that sleeps, a quote and a block may take on a busy machine. */
const patienceMs = 60_000

/** The person in front of Ferry and the wallet, in the middle of one cell. */
export interface At {
  readonly scene: WalletScene
  readonly scenario: SwapScenario
  /** How the wallet behaves from now on. */
  behaves(...manners: readonly WalletManner[]): Promise<void>
  /**
   * Asks for what the cell is about: a connection, or a swap from the form to its confirmation. `looking` is done while the
   * list of wallets, or the review, is open.
   */
  begins(looking?: () => Promise<void>): Promise<void>
  /** Answers the next question of the cell, which has to be this one. */
  says(answer: 'yes' | 'no', question: string): Promise<void>
  /** Takes note that the next question of the cell was put and is gone, unanswered. */
  misses(question: string): void
  /** Says yes to every question of the cell that is not answered yet. */
  saysYesToAll(): Promise<void>
  /** Waits until Ferry shows all of these texts at once, whatever their facts. */
  sees(...keys: readonly TextKey[]): Promise<void>
  /** Waits until Ferry shows none of this text. */
  seesNoMore(key: TextKey): Promise<void>
  /** Presses what Ferry offers. */
  presses(testId: string): Promise<void>
  isIn(...states: readonly OrderState[]): Promise<void>
  /** Waits for what is offered once an account stood still for three minutes, which are not waited for. */
  seesStillness(): Promise<void>
}

/** Puts a person into a scene for one cell. */
export function personAt(scene: WalletScene, cell: Cell): At {
  const { ferry, person, scenarios, way } = scene
  const isAway = (cell.manner === 'asks-chains' || cell.manner === 'lacks-chains') && cell.step !== 'send'
  const scenario = cell.step === 'send' ? scenarios.native : isAway ? scenarios.away : scenarios.signed
  let answered = 0

  function misses(question: string): void {
    equal(question, cell.asks[answered], 'another question was to come')
    answered += 1
  }

  async function says(answer: 'yes' | 'no', question: string): Promise<void> {
    misses(question)
    const title = await person.question()
    equal(title.split(' ')[0], question.split(' ')[0], `the wallet asks: ${title}`)
    await person.answer(answer === 'yes')
    await ferry.bringToFront()
  }

  return {
    scene,
    scenario,
    behaves: (...manners) => person.setManners(manners),
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
    misses,
    async saysYesToAll() {
      for (const question of cell.asks.slice(answered)) await says('yes', question)
    },
    sees: (...keys) => ferry.waitUntil(keys.map(shows).join(' && '), keys.join(' and '), patienceMs),
    seesNoMore: (key) => ferry.waitUntil(`!(${shows(key)})`, `${key} to be gone`, patienceMs),
    presses: (testId) => ferry.click(testId, patienceMs),
    isIn: async (...states) => {
      await waitOrderState(ferry, states)
    },
    async seesStillness() {
      const isOffered = `document.querySelector(${JSON.stringify(testIdSelector('retry'))}) !== null`
      const aged = `${silenceAged(3 * minuteMs)}.then(() => ${isOffered})`
      await ferry.waitUntil(aged, 'three still minutes to be over', patienceMs)
    },
  }
}

/** An expression: whether a text is on screen, with any facts in it. */
function shows(key: TextKey): string {
  const pattern = messages[key].message
    .split(/\{\w+\}/)
    .map((words) => words.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
    .join('[^]{0,200}?')
  return `new RegExp(${JSON.stringify(pattern)}).test(document.body.innerText)`
}
