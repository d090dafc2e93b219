import { expect } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { minuteMs } from '../../../lib/base/time.ts'
import { createFundedWorld, signedRequest } from '../../harness/actions.ts'
import { account, stranger } from '../../harness/chains.ts'
import { createWorld } from '../../harness/world.ts'
import { cell } from './fault-matrix.ts'
import {
  answerPrompt,
  expectSettled,
  expectUnchanged,
  type HeldStep,
  holdAt,
  settleAtSolver,
} from './held-swap.ts'

/** Runs a swap that needs no wallet any more: its page is closed, or its account removed, for good. */
async function runWithoutWallet(step: HeldStep, row: 'tab closed' | 'account removed'): Promise<void> {
  const at = await holdAt(step)
  if (row === 'tab closed') at.world.walletProblem = new Problem('walletGone')
  else await at.world.run.accountsChanged(account.wallet, [stranger.address])
  at.world.service.outage = null
  at.world.failsNotices = false
  if (step === 'P') settleAtSolver(at)
  await expectSettled(at, 1)
}

export const walletGoneCells = [
  cell('tab closed', 'Q', 'returns a quote without a wallet page', async () => {
    const world = await createWorld()
    world.walletProblem = new Problem('walletGone')
    expect((await world.quotes.quote('view', signedRequest, null)).kind).toBe('quote')
  }),

  cell(
    'tab closed',
    'A',
    'waits for the allowance after an unknown approval, without a second prompt',
    async () => {
      const at = await holdAt('A')
      await answerPrompt(at, 'gone')
      await expectUnchanged(at, 2 * minuteMs)
      at.world.allowPermit2(signedRequest)
      await expectSettled(at, 2)
    },
  ),

  cell('tab closed', 'G', 'drops a lost signature with its page, and posts only the next one', async () => {
    const at = await holdAt('G')
    await answerPrompt(at, 'gone')
    await at.world.waitForState(at.id, 'needs_user')
    await at.world.run.dispatch(at.id, { kind: 'retry' })
    await expectSettled(at, 2)
  }),

  cell(
    'tab closed',
    'T',
    'follows a transaction that may have been sent, and never requests it again',
    async () => {
      const at = await holdAt('T')
      const requested = at.world.wallet.prompts[0]
      await answerPrompt(at, 'gone')
      await at.world.waitForState(at.id, 'unknown_outcome')
      await expectUnchanged(at, 2 * minuteMs)
      await at.world.wallet.decide(requested?.requestId ?? '', 'deaf')
      await expectSettled(at, 1)
    },
  ),

  cell(
    ['tab closed', 'account removed'],
    ['S', 'P', 'N'],
    'follows a signed swap to its end without a wallet, and notifies',
    runWithoutWallet,
  ),

  cell('account removed', 'A', 'keeps an open approval request, and reads the chain', async () => {
    const at = await holdAt('A')
    await at.world.run.accountsChanged(account.wallet, [stranger.address])
    await expectUnchanged(at, minuteMs)
    expect((await at.world.readOrder(at.id)).state).toBe('approve_requested')
  }),

  cell('account removed', 'V', 'confirms nothing from a review', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await world.createReview(signedRequest)
    await expect(world.confirm(reviewKey, null)).rejects.toMatchObject({
      data: { code: 'walletNotConnected', money: 'nothingSent' },
    })
    expect(world.wallet.prompts).toEqual([])
  }),

  cell('account removed', 'G', 'stops for the person, and drops the late signature', async () => {
    const at = await holdAt('G')
    await at.world.run.accountsChanged(account.wallet, [stranger.address])
    expect(await at.world.readOrder(at.id)).toMatchObject({
      state: 'needs_user',
      problem: { code: 'walletWrongAccount', money: 'nothingSent' },
    })
    await answerPrompt(at, 'yes')
    await expectUnchanged(at, minuteMs)
    expect(at.world.service.submits.size).toBe(0)
    await at.world.run.dispatch(at.id, { kind: 'retry' })
    await expectSettled(at, 2)
  }),

  cell(
    'account removed',
    'T',
    'keeps an open transaction request, because it may still be sent',
    async () => {
      const at = await holdAt('T')
      await at.world.run.accountsChanged(account.wallet, [stranger.address])
      await expectUnchanged(at, minuteMs)
      expect((await at.world.readOrder(at.id)).state).toBe('send_requested')
      await answerPrompt(at, 'yes')
      await expectSettled(at, 1)
    },
  ),

  cell(
    'tab closed',
    'V',
    'sends no request to a wallet without a page, and sends it when the page is back',
    async () => {
      const world = await createFundedWorld(signedRequest)
      const { reviewKey } = await world.createReview(signedRequest)
      world.walletProblem = new Problem('walletGone')
      await world.confirm(reviewKey)
      expect(await world.waitForState(reviewKey, 'needs_user')).toMatchObject({
        problem: { code: 'walletGone', money: 'nothingSent' },
      })
      expect(world.wallet.prompts).toEqual([])
      world.walletProblem = null
      await world.run.dispatch(reviewKey, { kind: 'retry' })
      await expectSettled({ world, id: reviewKey }, 2)
    },
  ),
]
