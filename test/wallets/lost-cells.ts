import { equal } from 'node:assert/strict'
import type { WalletMethod } from '../../lib/wallet/port.ts'
import type { At } from './at.ts'
import { type Cell, cells, usualAsks, usualMined } from './cell.ts'

const twice = (step: Cell['step']) => [usualAsks[step][0], ...usualAsks[step]]

/** Lives to where the way to the wallet is gone while it asks, which is said with what may follow from it. */
async function losesSight(at: At, step: 'approve' | 'sign'): Promise<void> {
  await at.begins()
  if (step === 'approve') await at.sees('problem_walletGone', 'lostApproval', 'askAgain')
  else await at.sees('problem_walletGone', 'problem_walletGone_next', 'askAgain')
}

/** Lives to where a transaction has no answer: what to check is said, and only that the swap can be stopped. */
async function seesSilentSend(at: At): Promise<void> {
  await at.isIn('unknown_outcome')
  await at.sees('problem_walletSilent', 'unheardSendStop', 'stop')
  await at.seesNoMore('askAgain')
}

/** Its question is dead, and known to be dead: said, and asked again when the person says so. */
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
    'the dead question is called dead, and asked again by the person alone',
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
    'the transaction is never requested again, and the swap can be put away',
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

/** By what a wallet is asked at a step. */
const methods = {
  approve: 'eth_sendTransaction',
  sign: 'eth_signTypedData_v4',
} as const satisfies { readonly [step in 'approve' | 'sign']: WalletMethod }

const keeps = [
  ...cells(
    'keeps',
    { steps: ['connect'] },
    'it is called busy with the question it kept, and connects once that is answered',
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
    'both the question it kept and the next one get a yes, and the swap is made once',
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
    'what it kept and sends later is found, and the swap is made once',
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
  ...cells('forgets', { steps: ['connect'] }, 'it may be asked once more', () => ({
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
  ...cells(
    'forgets',
    { steps: ['approve', 'sign'] },
    'the waiting can be stopped, and nothing has moved',
    (step) => ({
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
    }),
  ),
  ...cells('forgets', { steps: ['send'] }, 'stopped it stays unknown, and can be put away', () => ({
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
  ...cells('sends-late', { steps: ['connect'] }, 'a late account is connected', () => ({
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
    'a late approval of a stopped swap is told, and taken back',
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
  ...cells('sends-late', { steps: ['sign'] }, 'a late signature of a stopped swap is nobody’s', () => ({
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
    'what is sent after it was stopped is found, and never asked again',
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

/** Cells in which a question is answered by nobody, or much later. */
export const lostCells: readonly Cell[] = [...dies, ...keeps, ...forgets, ...late]
