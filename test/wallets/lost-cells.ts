import { equal } from 'node:assert/strict'
import type { WalletMethod } from '../../lib/wallet/port.ts'
import type { At } from './cell-person.ts'
import { type Cell, cells, usualAsks, usualMined } from './cell.ts'

const twice = (step: Cell['step']) => [usualAsks[step][0], ...usualAsks[step]]

/** Runs a cell until the connection to the wallet ended during the request, and checks the texts about it. */
async function losesSight(at: At, step: 'approve' | 'sign'): Promise<void> {
  await at.begins()
  if (step === 'approve') await at.sees('problem_walletGone', 'lostApproval', 'askAgain')
  else await at.sees('problem_walletGone', 'problem_walletGone_next', 'askAgain')
}

/** Runs a cell until a transaction has no answer, and checks that the screen only offers Stop. */
async function seesSilentSend(at: At): Promise<void> {
  await at.isIn('unknown_outcome')
  await at.sees('problem_walletSilent', 'unheardSendStop', 'stop')
  await at.seesNoMore('askAgain')
}

/** Runs a cell whose prompt ended for good, and retries. */
async function diesAndIsAskedAgain(at: At, step: 'connect' | 'approve' | 'sign'): Promise<void> {
  at.misses(usualAsks[step][0])
  if (step === 'connect') {
    await at.begins()
    await at.sees('problem_walletGone')
    await at.begins()
    return
  }
  await losesSight(at, step)
  await at.presses('retry')
}

const dies = [
  ...cells(
    'dies',
    { steps: ['connect', 'approve', 'sign'] },
    'reports the lost request, and only the person can retry',
    (step) => ({
      asks: twice(step),
      work: async (at) => {
        await at.behaves('dies')
        await diesAndIsAskedAgain(at, step)
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
      work: async (at) => {
        await at.behaves('dies')
        await at.begins()
        at.misses('Send')
        await seesSilentSend(at)
        await at.presses('abandon')
        await at.sees('stoppedTitle', 'stoppingSend')
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
      work: async (at) => {
        await at.behaves('keeps')
        await at.begins()
        await at.sees('problem_walletGone')
        await at.begins()
        await at.sees('problem_walletBusy')
        await at.says('yes', 'Connect')
        await at.begins()
      },
    }),
  ),
  ...cells(
    'keeps',
    { steps: ['approve', 'sign'] },
    'makes one swap when the old prompt and the next one are approved',
    (step) => ({
      asks: twice(step),
      mined: 2 * usualMined[step],
      work: async (at) => {
        const [question] = usualAsks[step]
        await at.behaves('keeps')
        await losesSight(at, step)
        await at.asksAgain(methods[step])
        const [first, second] = [await at.says('yes', question), await at.says('yes', question)]
        equal(second, first, 'the two questions are not about the same')
      },
    }),
  ),
  ...cells(
    'keeps',
    { steps: ['send'] },
    'finds the transaction that the wallet sends later, and makes one swap',
    () => ({
      work: async (at) => {
        await at.behaves('keeps')
        await at.begins()
        await seesSilentSend(at)
        await at.says('yes', 'Send')
      },
    }),
  ),
]

const forgets = [
  ...cells('forgets', { steps: ['connect'] }, 'connects at a retry', () => ({
    asks: ['Connect', 'Connect'],
    work: async (at) => {
      await at.behaves('forgets')
      await at.begins()
      await at.says('yes', 'Connect')
      await at.sees('connecting')
      await at.behaves()
      await at.begins()
    },
  })),
  ...cells('forgets', { steps: ['approve', 'sign'] }, 'stops the wait, and no money moved', (step) => ({
    asks: usualAsks[step].slice(0, 1),
    mined: 0,
    ends: 'stopped',
    work: async (at) => {
      await at.behaves('forgets')
      await at.begins()
      await at.says('yes', usualAsks[step][0])
      await at.sees('waitingTitle_named')
      await at.presses('abandon')
      await at.sees('stoppedTitle', 'stoppedMoney', 'stillAsked')
    },
  })),
  ...cells('forgets', { steps: ['send'] }, 'stays unknown after the stop, and can be put away', () => ({
    mined: 0,
    ends: 'stopping',
    work: async (at) => {
      await at.behaves('forgets')
      await at.begins()
      await at.says('yes', 'Send')
      await at.presses('abandon')
      await seesSilentSend(at)
      await at.presses('abandon')
      await at.sees('stoppedTitle', 'stoppingSend')
    },
  })),
]

const late = [
  ...cells('sends-late', { steps: ['connect'] }, 'connects a late account', () => ({
    work: async (at) => {
      await at.behaves('sends-late')
      await at.begins()
      await at.says('yes', 'Connect')
      await at.sees('connecting')
      await at.behaves()
    },
  })),
  ...cells(
    'sends-late',
    { steps: ['approve'] },
    'reports the late approval of a stopped swap, and revokes it',
    () => ({
      asks: ['Approve', 'Approve'],
      mined: 2,
      ends: 'stopped',
      work: async (at) => {
        await at.behaves('sends-late')
        await at.begins()
        await at.says('yes', 'Approve')
        await at.presses('abandon')
        await at.sees('stoppedTitle', 'stillAsked')
        await at.behaves()
        await at.seesNoMore('stillAsked')
        await at.presses('revoke-open')
        await at.presses('revoke-confirm')
        await at.says('yes', 'Approve')
        await at.scene.ferry.waitFor('revoked')
      },
    }),
  ),
  ...cells('sends-late', { steps: ['sign'] }, 'drops the late signature of a stopped swap', () => ({
    ends: 'stopped',
    work: async (at) => {
      await at.behaves('sends-late')
      await at.begins()
      await at.says('yes', 'Sign')
      await at.presses('abandon')
      await at.sees('stoppedTitle', 'stillAsked')
      await at.behaves()
      await at.seesNoMore('stillAsked')
    },
  })),
  ...cells(
    'sends-late',
    { steps: ['send'] },
    'finds a transaction that is sent after the stop, and never requests it again',
    () => ({
      work: async (at) => {
        await at.behaves('sends-late')
        await at.begins()
        await at.says('yes', 'Send')
        await at.presses('abandon')
        await at.isIn('unknown_outcome')
        await at.sees('problem_walletSilent', 'unheardSendStop')
        await at.behaves()
      },
    }),
  ),
]

/** Cells in which a prompt is never answered, or much later. */
export const lostCells: readonly Cell[] = [...dies, ...keeps, ...forgets, ...late]
