import { expect } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { minuteMs } from '../../../lib/base/time.ts'
import {
  account,
  allow,
  confirm,
  fund,
  orderAt,
  review,
  signedAsk,
  untilState,
} from '../../harness/actions.ts'
import { createWorld } from '../../harness/world.ts'
import { cell } from './fault-matrix.ts'
import { decide, type HeldStep, heldAt, holds, settles, solve } from './held-swap.ts'

/** Runs a swap that needs no wallet any more: its page is closed, or its account removed, for good. */
async function withoutWallet(step: HeldStep, row: 'tab closed' | 'account removed'): Promise<void> {
  const at = await heldAt(step)
  if (row === 'tab closed') at.world.walletProblem = new Problem('walletGone')
  else await at.world.run.accountsChanged(account.wallet, [])
  at.world.service.outage = null
  at.world.noticeFails = false
  if (step === 'P') solve(at)
  await settles(at, 1)
}

export const walletGoneCells = [
  cell('tab closed', 'Q', 'returns a quote without a wallet page', async () => {
    const world = await createWorld()
    world.walletProblem = new Problem('walletGone')
    expect((await world.quotes.quote('view', signedAsk, null)).kind).toBe('quote')
  }),

  cell(
    'tab closed',
    'A',
    'waits for the allowance after an unknown approval, without a second prompt',
    async () => {
      const at = await heldAt('A')
      await decide(at, 'gone')
      await holds(at, 2 * minuteMs)
      allow(at.world, signedAsk)
      await settles(at, 2)
    },
  ),

  cell('tab closed', 'G', 'drops a lost signature with its page, and posts only the next one', async () => {
    const at = await heldAt('G')
    await decide(at, 'gone')
    await untilState(at.world, at.id, 'needs_user')
    await at.world.run.dispatch(at.id, { kind: 'retry' })
    await settles(at, 2)
  }),

  cell(
    'tab closed',
    'T',
    'follows a transaction that may have been sent, and never requests it again',
    async () => {
      const at = await heldAt('T')
      const asked = at.world.wallet.prompts[0]
      await decide(at, 'gone')
      await untilState(at.world, at.id, 'unknown_outcome')
      await holds(at, 2 * minuteMs)
      await at.world.wallet.decide(asked?.requestId ?? '', 'deaf')
      await settles(at, 1)
    },
  ),

  cell(
    ['tab closed', 'account removed'],
    ['S', 'P', 'N'],
    'follows a signed swap to its end without a wallet, and notifies',
    withoutWallet,
  ),

  cell('account removed', 'A', 'keeps an open approval request, and reads the chain', async () => {
    const at = await heldAt('A')
    await at.world.run.accountsChanged(account.wallet, [])
    await holds(at, minuteMs)
    expect((await orderAt(at.world, at.id)).state).toBe('approve_requested')
  }),

  cell('account removed', 'V', 'confirms nothing from a review', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    const { reviewKey } = await review(world, signedAsk)
    await expect(confirm(world, reviewKey, null)).rejects.toMatchObject({
      data: { code: 'walletNotConnected', money: 'nothingSent' },
    })
    expect(world.wallet.prompts).toEqual([])
  }),

  cell('account removed', 'G', 'stops for the person, and drops the late signature', async () => {
    const at = await heldAt('G')
    await at.world.run.accountsChanged(account.wallet, [])
    expect(await orderAt(at.world, at.id)).toMatchObject({
      state: 'needs_user',
      problem: { code: 'walletUnauthorized', money: 'nothingSent' },
    })
    await decide(at, 'yes')
    await holds(at, minuteMs)
    expect(at.world.service.submits.size).toBe(0)
    await at.world.run.dispatch(at.id, { kind: 'retry' })
    await settles(at, 2)
  }),

  cell(
    'account removed',
    'T',
    'keeps an open transaction request, because it may still be sent',
    async () => {
      const at = await heldAt('T')
      await at.world.run.accountsChanged(account.wallet, [])
      await holds(at, minuteMs)
      expect((await orderAt(at.world, at.id)).state).toBe('send_requested')
      await decide(at, 'yes')
      await settles(at, 1)
    },
  ),

  cell(
    'tab closed',
    'V',
    'sends no request to a wallet without a page, and sends it when the page is back',
    async () => {
      const world = await createWorld()
      fund(world, signedAsk)
      const { reviewKey } = await review(world, signedAsk)
      world.walletProblem = new Problem('walletGone')
      await confirm(world, reviewKey)
      expect(await untilState(world, reviewKey, 'needs_user')).toMatchObject({
        problem: { code: 'walletGone', money: 'nothingSent' },
      })
      expect(world.wallet.prompts).toEqual([])
      world.walletProblem = null
      await world.run.dispatch(reviewKey, { kind: 'retry' })
      await settles({ world, id: reviewKey }, 2)
    },
  ),
]
