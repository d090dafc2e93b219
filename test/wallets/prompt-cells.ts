import type { OrderState } from '../../lib/order/order-state.ts'
import { type Cell, cells, steps, usualPrompts } from './cell.ts'

const swapSteps = ['approve', 'sign', 'send'] as const

const promptsAfter = (first: string, step: Cell['step']) => [first, ...usualPrompts[step]]

const stateOf = {
  Approve: 'approve_requested',
  Sign: 'sign_requested',
  Send: 'send_requested',
} as const satisfies {
  readonly [question in (typeof usualPrompts)[(typeof swapSteps)[number]][number]]: OrderState
}

const sleeps = (['asleep', 'deaf'] as const).flatMap((behaviour) => [
  ...cells(
    behaviour,
    { ways: ['extension'], steps: ['connect'] },
    'lists the other wallets immediately, reports that this one wakes, and then connects',
    () => ({
      run: async (at) => {
        await at.discover()
        await at.setBehaviours(behaviour)
        await at.start(async () => {
          // The other wallets are listed in the meantime.
          await at.waitForTextWith('wallet-page', 'walletWaking')
        })
      },
    }),
  ),
  ...cells(
    behaviour,
    { ways: ['extension'], steps: swapSteps },
    'reports the wallet as asleep, waits, and sends one request',
    () => ({
      run: async (at) => {
        // Not earlier, because the reads of the review would wake it before its request.
        await at.start(() => at.setBehaviours(behaviour))
        await at.waitForTexts('wakingTitle', 'wakingText_named')
      },
    }),
  ),
])

const hides = [
  ...cells('hides', { steps: ['connect'] }, 'says after a while where the prompt is', (_step, way) => ({
    run: async (at) => {
      await at.setBehaviours('hides')
      await at.start()
      await at.waitForTexts('connecting', way === 'extension' ? 'waitingIcon_named' : 'waitingOpen_named')
      await at.scene.person.openPrompt()
    },
  })),
  ...cells(
    'hides',
    { ways: ['extension'], steps: swapSteps },
    'says after a while where the prompt is',
    (step) => ({
      run: async (at) => {
        await at.setBehaviours('hides')
        await at.start()
        for (const question of usualPrompts[step]) {
          await at.waitForState(stateOf[question])
          await at.waitForTexts('waitingTitle_named', 'waitingIcon_named')
          await at.scene.person.openPrompt()
          await at.answer('yes', question)
        }
      },
    }),
  ),
  ...cells('hides', { ways: ['page'], steps: swapSteps }, 'brings the wallet’s tab to the front', (step) => ({
    run: async (at) => {
      await at.setBehaviours('hides')
      await at.start()
      for (const question of usualPrompts[step]) {
        await at.waitForState(stateOf[question])
        await at.waitForTexts('waitingTitle_named', 'showWallet', 'waitingOpen_named')
        await at.press('show-wallet')
        await at.scene.person.openPrompt()
        await at.answer('yes', question)
      }
    },
  })),
]

const asksChains = cells(
  'asks-chains',
  { steps: swapSteps },
  'says that the wallet may ask for the chain, and names the prompt while it is open',
  (step) => ({
    prompts: promptsAfter('Use this network', step),
    run: async (at) => {
      await at.setBehaviours('asks-chains')
      await at.start(async () => {
        await at.waitForTexts('review_useChain')
        // The prompt for the chain is not counted: no wallet reports it before.
        await at.waitForAnnounced(promptsAfter('Use this network', step).length - 1)
      })
      await at.waitForTexts('waiting_useChain')
    },
  }),
)

const lacksChains = cells(
  'lacks-chains',
  { steps: swapSteps },
  'says that the wallet may ask to add the chain, and names the prompt while it is open',
  (step) => ({
    prompts: ['Add Island', ...promptsAfter('Use this network', step)],
    run: async (at) => {
      await at.setBehaviours('lacks-chains', 'asks-chains')
      await at.start(async () => {
        await at.waitForTexts('review_useChain')
        await at.waitForAnnounced(promptsAfter('Use this network', step).length - 1)
      })
      await at.waitForTexts('waiting_addChain')
    },
  }),
)

const busy = [
  ...cells(
    'busy',
    { steps: ['connect'] },
    'reports the busy wallet, and connects once the other prompt is answered',
    () => ({
      prompts: promptsAfter('Another request', 'connect'),
      run: async (at) => {
        await at.setBehaviours('busy')
        await at.start()
        await at.waitForTexts('problem_walletBusy')
        await at.answer('yes', 'Another request')
        await at.start()
      },
    }),
  ),
  ...cells(
    'busy',
    { steps: swapSteps },
    'reports the busy wallet, and continues once the other prompt is answered',
    (step) => ({
      prompts: promptsAfter('Another request', step),
      run: async (at) => {
        await at.setBehaviours('busy')
        await at.start()
        await at.waitForState('needs_user')
        await at.waitForTexts('problem_walletBusy', 'problem_walletBusy_next', 'askAgain')
        await at.answer('yes', 'Another request')
        await at.press('retry')
      },
    }),
  ),
]

const locks = cells('locks', { steps }, 'continues after the prompt for the password', (step) => ({
  prompts: promptsAfter('Unlock', step),
  run: async (at) => {
    await at.setBehaviours('locks')
    await at.start()
    await at.waitForTexts(step === 'connect' ? 'connecting' : 'waitingTitle_named')
    // A new view makes Ferry read the wallet's accounts, and the locked wallet shares none.
    const view = await at.scene.driver.openFerry()
    await view.waitFor(step === 'connect' ? 'connect' : 'account')
    await view.close()
  },
}))

/** Cells in which the wallet prompts late, in another place, or with additional prompts. */
export const promptCells: readonly Cell[] = [
  ...sleeps,
  ...hides,
  ...asksChains,
  ...lacksChains,
  ...busy,
  ...locks,
]
