import type { OrderState } from '../../lib/order/order-state.ts'
import { type Cell, cells, steps, usualAsks } from './cell.ts'

const swapSteps = ['approve', 'sign', 'send'] as const

/** Puts another prompt before the usual ones of a step. */
const after = (first: string, step: Cell['step']) => [first, ...usualAsks[step]]

const stateOf = {
  Approve: 'approve_requested',
  Sign: 'sign_requested',
  Send: 'send_requested',
} as const satisfies {
  readonly [question in (typeof usualAsks)[(typeof swapSteps)[number]][number]]: OrderState
}

const sleeps = (['asleep', 'deaf'] as const).flatMap((manner) => [
  ...cells(
    manner,
    { ways: ['extension'], steps: ['connect'] },
    'lists the other wallets immediately, reports that this one wakes, and then connects',
    () => ({
      work: async (at) => {
        await at.answersOnce()
        await at.behaves(manner)
        await at.begins(async () => {
          // The other wallets are listed in the meantime.
          await at.seesBeside('wallet-page', 'walletWaking')
        })
      },
    }),
  ),
  ...cells(
    manner,
    { ways: ['extension'], steps: swapSteps },
    'reports the wallet as asleep, waits, and sends one request',
    () => ({
      work: async (at) => {
        // Not earlier, because the reads of the review would wake it before its request.
        await at.begins(() => at.behaves(manner))
        await at.sees('wakingTitle', 'wakingText_named')
      },
    }),
  ),
])

const hides = [
  ...cells('hides', { steps: ['connect'] }, 'says after a while where the prompt is', (_step, way) => ({
    work: async (at) => {
      await at.behaves('hides')
      await at.begins()
      await at.sees('connecting', way === 'extension' ? 'waitingIcon_named' : 'waitingOpen_named')
      await at.scene.person.look()
    },
  })),
  ...cells(
    'hides',
    { ways: ['extension'], steps: swapSteps },
    'says after a while where the prompt is',
    (step) => ({
      work: async (at) => {
        await at.behaves('hides')
        await at.begins()
        for (const question of usualAsks[step]) {
          await at.isIn(stateOf[question])
          await at.sees('waitingTitle_named', 'waitingIcon_named')
          await at.scene.person.look()
          await at.says('yes', question)
        }
      },
    }),
  ),
  ...cells('hides', { ways: ['page'], steps: swapSteps }, 'brings the wallet’s tab to the front', (step) => ({
    work: async (at) => {
      await at.behaves('hides')
      await at.begins()
      for (const question of usualAsks[step]) {
        await at.isIn(stateOf[question])
        await at.sees('waitingTitle_named', 'showWallet', 'waitingOpen_named')
        await at.presses('primary')
        await at.scene.person.look()
        await at.says('yes', question)
      }
    },
  })),
]

const asksChains = cells(
  'asks-chains',
  { steps: swapSteps },
  'announces the prompt for the chain, and names it while it is open',
  (step) => ({
    asks: after('Use this network', step),
    work: async (at) => {
      await at.behaves('asks-chains')
      await at.begins(async () => {
        await at.sees('review_useChain')
        // A wallet never reports a chain as added before it was used on it.
        await at.announces(after('Use this network', step).length)
      })
      await at.sees('waiting_useChain')
    },
  }),
)

const lacksChains = cells(
  'lacks-chains',
  { steps: swapSteps },
  'counts the prompt to add the chain on top of the announced minimum, and names it while it is open',
  (step) => ({
    asks: ['Add Island', ...after('Use this network', step)],
    work: async (at) => {
      await at.behaves('lacks-chains', 'asks-chains')
      await at.begins(async () => {
        await at.sees('review_useChain')
        await at.announces(after('Use this network', step).length)
      })
      await at.sees('waiting_addChain')
    },
  }),
)

const busy = [
  ...cells(
    'busy',
    { steps: ['connect'] },
    'reports the busy wallet, and connects once the other prompt is answered',
    () => ({
      asks: after('Another request', 'connect'),
      work: async (at) => {
        await at.behaves('busy')
        await at.begins()
        await at.sees('problem_walletBusy')
        await at.says('yes', 'Another request')
        await at.begins()
      },
    }),
  ),
  ...cells(
    'busy',
    { steps: swapSteps },
    'reports the busy wallet, and continues once the other prompt is answered',
    (step) => ({
      asks: after('Another request', step),
      work: async (at) => {
        await at.behaves('busy')
        await at.begins()
        await at.isIn('needs_user')
        await at.sees('problem_walletBusy', 'problem_walletBusy_next', 'askAgain')
        await at.says('yes', 'Another request')
        await at.presses('retry')
      },
    }),
  ),
]

const locks = cells('locks', { steps }, 'continues after the prompt for the password', (step) => ({
  asks: after('Unlock', step),
  work: async (at) => {
    await at.behaves('locks')
    await at.begins()
    await at.sees(step === 'connect' ? 'connecting' : 'waitingTitle_named')
  },
}))

/** Cells in which the wallet prompts late, in another place, or with additional prompts. */
export const askedCells: readonly Cell[] = [
  ...sleeps,
  ...hides,
  ...asksChains,
  ...lacksChains,
  ...busy,
  ...locks,
]
