import type { OrderState } from '../../lib/order/order-state.ts'
import { type Cell, cells, steps, usualAsks } from './cell.ts'

const swapSteps = ['approve', 'sign', 'send'] as const

/** It is asked what the wallet asks first, and then all that it asks anyway. */
const after = (first: string, step: Cell['step']) => [first, ...usualAsks[step]]

/** The state of a swap while a question of it is put. */
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
    'the list is there at once, says that it wakes, and it comes in',
    () => ({
      work: async (at) => {
        await at.answersOnce()
        await at.behaves(manner)
        await at.begins(async () => {
          // The others are there meanwhile.
          await at.seesBeside('wallet-page', 'walletWaking')
        })
      },
    }),
  ),
  ...cells(
    manner,
    { ways: ['extension'], steps: swapSteps },
    'it is called asleep, waited for, and asked once',
    () => ({
      work: async (at) => {
        // Not before: what the review reads would wake it, and it might be up when it is asked.
        await at.begins(() => at.behaves(manner))
        await at.sees('wakingTitle', 'wakingText_named')
      },
    }),
  ),
])

const hides = [
  ...cells('hides', { steps: ['connect'] }, 'after a while it is said where to look', (_step, way) => ({
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
    'after a while it is said where to look',
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
  ...cells('hides', { ways: ['page'], steps: swapSteps }, 'its tab is brought to the front', (step) => ({
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
  'its question for the chain is announced, and named while it is open',
  (step) => ({
    asks: after('Use this network', step),
    work: async (at) => {
      await at.behaves('asks-chains')
      await at.begins(async () => {
        await at.sees('review_useChain')
        // No wallet says that it has a chain on which it was not seen.
        await at.announces(after('Use this network', step).length)
      })
      await at.sees('waiting_useChain')
    },
  }),
)

const lacksChains = cells(
  'lacks-chains',
  { steps: swapSteps },
  'its question to add the chain is one more than the least that was announced, and named while it is open',
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
    'it is said, and connects once the other question is answered',
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
    'it is said, and goes on once the other question is answered',
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

const locks = cells('locks', { steps }, 'its password is asked first, and the swap goes on', (step) => ({
  asks: after('Unlock', step),
  work: async (at) => {
    await at.behaves('locks')
    await at.begins()
    await at.sees(step === 'connect' ? 'connecting' : 'waitingTitle_named')
  },
}))

/** Cells in which the wallet asks, but not at once, not here, or not only this. */
export const askedCells: readonly Cell[] = [
  ...sleeps,
  ...hides,
  ...asksChains,
  ...lacksChains,
  ...busy,
  ...locks,
]
