import { equal } from 'node:assert/strict'
import type { WalletMethod } from '../../lib/wallet/port.ts'
import { type Cell, cells, usualMined, usualPrompts } from './cell.ts'
import type { CellPerson } from './cell-person.ts'

const promptsWithRetry = (step: Cell['step']) => [usualPrompts[step][0], ...usualPrompts[step]]

/** Runs a cell until the connection to the wallet ended during the request, and checks the texts about it. */
async function loseConnection(at: CellPerson, step: 'approve' | 'sign'): Promise<void> {
  await at.start()
  if (step === 'approve') await at.waitForTexts('problem_walletGone', 'lostApproval', 'askAgain')
  else await at.waitForTexts('problem_walletGone', 'problem_walletGone_next', 'askAgain')
}

/** Runs a cell until a transaction has no answer, and checks that the screen only offers Stop. */
async function expectSilentSend(at: CellPerson): Promise<void> {
  await at.waitForState('unknown_outcome')
  await at.waitForTexts('problem_walletSilent', 'unheardSendStop', 'stop')
  await at.waitUntilGone('askAgain')
}

async function loseAndRetry(at: CellPerson, step: 'connect' | 'approve' | 'sign'): Promise<void> {
  at.recordMissed(usualPrompts[step][0])
  if (step === 'connect') {
    await at.start()
    await at.waitForTexts('problem_walletGone')
    await at.start()
    return
  }
  await loseConnection(at, step)
  await at.press('retry')
}

const dies = [
  ...cells(
    'dies',
    { steps: ['connect', 'approve', 'sign'] },
    'reports the lost request, and only the person can retry',
    (step) => ({
      prompts: promptsWithRetry(step),
      run: async (at) => {
        await at.setBehaviours('dies')
        await loseAndRetry(at, step)
      },
    }),
  ),
  ...cells(
    'dies',
    { steps: ['send'] },
    'never requests the transaction again, and the swap can be put away',
    () => ({
      mined: 0,
      ends: 'stopping',
      run: async (at) => {
        await at.setBehaviours('dies')
        await at.start()
        at.recordMissed('Send')
        await expectSilentSend(at)
        await at.press('stop')
        await at.waitForTexts('title_stopped', 'stoppingSend')
      },
    }),
  ),
]

const methods = {
  approve: 'eth_sendTransaction',
  sign: 'eth_signTypedData_v4',
} as const satisfies { readonly [step in 'approve' | 'sign']: WalletMethod }

const keeps = [
  ...cells(
    'keeps',
    { steps: ['connect'] },
    'reports the wallet as busy with its old prompt, and connects once that is answered',
    () => ({
      run: async (at) => {
        await at.setBehaviours('keeps')
        await at.start()
        await at.waitForTexts('problem_walletGone')
        await at.start()
        await at.waitForTexts('problem_walletBusy')
        await at.answer('yes', 'Connect')
        await at.start()
      },
    }),
  ),
  ...cells(
    'keeps',
    { steps: ['approve', 'sign'] },
    'makes one swap when the old prompt and the next one are approved',
    (step) => ({
      prompts: promptsWithRetry(step),
      mined: 2 * usualMined[step],
      run: async (at) => {
        const [question] = usualPrompts[step]
        await at.setBehaviours('keeps')
        await loseConnection(at, step)
        await at.retry(methods[step])
        const [first, second] = [await at.answer('yes', question), await at.answer('yes', question)]
        equal(second, first, 'the two questions are not about the same')
      },
    }),
  ),
  ...cells(
    'keeps',
    { steps: ['send'] },
    'finds the transaction that the wallet sends later, and makes one swap',
    () => ({
      run: async (at) => {
        await at.setBehaviours('keeps')
        await at.start()
        await expectSilentSend(at)
        await at.answer('yes', 'Send')
      },
    }),
  ),
]

const forgets = [
  ...cells('forgets', { steps: ['connect'] }, 'connects at a retry', () => ({
    prompts: ['Connect', 'Connect'],
    run: async (at) => {
      await at.setBehaviours('forgets')
      await at.start()
      await at.answer('yes', 'Connect')
      await at.waitForTexts('connecting')
      await at.setBehaviours()
      await at.start()
    },
  })),
  ...cells('forgets', { steps: ['approve', 'sign'] }, 'stops the wait, and no money moved', (step) => ({
    prompts: usualPrompts[step].slice(0, 1),
    mined: 0,
    ends: 'stopped',
    run: async (at) => {
      await at.setBehaviours('forgets')
      await at.start()
      await at.answer('yes', usualPrompts[step][0])
      await at.waitForTexts('waitingTitle_named')
      await at.press('stop')
      await at.waitForTexts('title_stopped', 'stoppedMoney', 'stillAsked')
    },
  })),
  ...cells('forgets', { steps: ['send'] }, 'stays unknown after the stop, and can be put away', () => ({
    mined: 0,
    ends: 'stopping',
    run: async (at) => {
      await at.setBehaviours('forgets')
      await at.start()
      await at.answer('yes', 'Send')
      await at.press('stop')
      await expectSilentSend(at)
      await at.press('stop')
      await at.waitForTexts('title_stopped', 'stoppingSend')
    },
  })),
]

const late = [
  ...cells('sends-late', { steps: ['connect'] }, 'connects a late account', () => ({
    run: async (at) => {
      await at.setBehaviours('sends-late')
      await at.start()
      await at.answer('yes', 'Connect')
      await at.waitForTexts('connecting')
      await at.setBehaviours()
    },
  })),
  ...cells(
    'sends-late',
    { steps: ['approve'] },
    'reports the late approval of a stopped swap, and revokes it',
    () => ({
      prompts: ['Approve', 'Approve'],
      mined: 2,
      ends: 'stopped',
      run: async (at) => {
        await at.setBehaviours('sends-late')
        await at.start()
        await at.answer('yes', 'Approve')
        await at.press('stop')
        await at.waitForTexts('title_stopped', 'stillAsked')
        await at.setBehaviours()
        await at.waitUntilGone('stillAsked')
        await at.press('revoke-open')
        await at.press('revoke-confirm')
        await at.answer('yes', 'Approve')
        await at.scene.ferry.waitFor('revoked')
      },
    }),
  ),
  ...cells('sends-late', { steps: ['sign'] }, 'drops the late signature of a stopped swap', () => ({
    ends: 'stopped',
    run: async (at) => {
      await at.setBehaviours('sends-late')
      await at.start()
      await at.answer('yes', 'Sign')
      await at.press('stop')
      await at.waitForTexts('title_stopped', 'stillAsked')
      await at.setBehaviours()
      await at.waitUntilGone('stillAsked')
    },
  })),
  ...cells(
    'sends-late',
    { steps: ['send'] },
    'finds a transaction that is sent after the stop, and never requests it again',
    () => ({
      run: async (at) => {
        await at.setBehaviours('sends-late')
        await at.start()
        await at.answer('yes', 'Send')
        await at.press('stop')
        await at.waitForState('unknown_outcome')
        await at.waitForTexts('problem_walletSilent', 'unheardSendStop')
        await at.setBehaviours()
      },
    }),
  ),
]

/** Cells in which a prompt is never answered, or much later. */
export const lostCells: readonly Cell[] = [...dies, ...keeps, ...forgets, ...late]
