import { expect } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { hourMs, minuteMs, secondMs } from '../../../lib/base/time.ts'
import { harbour, user } from '../../harness/chains.ts'
import { cell } from './fault-matrix.ts'
import { answerPrompt, expectSettled, expectUnchanged, type HeldSwap, holdAt } from './held-swap.ts'

/** Stops a send while the wallet displays it, and waits without any sign of it. */
async function stopSend(waitMs: number): Promise<HeldSwap> {
  const at = await holdAt('T')
  await at.world.run.dispatch(at.id, { kind: 'stop' })
  await at.world.waitForState(at.id, 'unknown_outcome')
  await expectUnchanged(at, waitMs)
  return at
}

const heldUnits = ({ world }: HeldSwap) => world.chain.ledger.balance(harbour.chainId, nativeAddress, user)

export const walletCells = [
  cell('wallet rejects', 'N', 'keeps a row in the history, and notifies no one', async () => {
    const at = await holdAt('G', 'reject')
    await at.world.waitForState(at.id, 'needs_user')
    await at.world.run.dispatch(at.id, { kind: 'stop' })
    const order = await at.world.waitForEnd(at.id)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', fundsSettled: true })
    expect(await at.world.orders.page(null, 5)).toMatchObject([{ id: at.id }])
    expect(at.world.notices).toEqual([])
  }),

  cell(
    'wallet never answers',
    'T',
    'does not believe "I cancelled it": finds the late transaction, which the inbox refuses after its deadline',
    async () => {
      const inTime = await stopSend(9 * minuteMs)
      await answerPrompt(inTime, 'deaf')
      await expectSettled(inTime, 1)
      const late = await stopSend(hourMs)
      const held = heldUnits(late)
      await answerPrompt(late, 'deaf')
      const order = await late.world.waitForState(late.id, 'needs_user')
      expect(order.problem).toMatchObject({ code: 'transactionFailed', money: 'unmoved' })
      expect(order.transactions).toMatchObject([{ purpose: 'send', state: 'failed' }])
      expect([heldUnits(late), late.world.service.requests.size]).toEqual([held, 0])
    },
  ),

  cell('wallet answers twice', 'S', 'stores the body once, so that there is no second POST', async () => {
    const at = await holdAt('G')
    await answerPrompt(at, 'twice')
    await expectSettled(at, 1)
    expect([...at.world.service.submits.values()]).toMatchObject([{ received: 1, accepted: 1 }])
  }),

  cell('wallet error', 'A', 'waits for the allowance after an unclear error', async () => {
    const at = await holdAt('A', 'unclear')
    await expectSettled(at, 2)
  }),

  cell(
    'wallet rejects',
    ['A', 'G', 'T'],
    'sends no new request by itself, and a retry settles',
    async (column) => {
      const at = await holdAt(column, 'reject')
      const stopped = await at.world.waitForState(at.id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code: 'walletRejected', money: 'nothingSent' })
      await expectUnchanged(at, minuteMs)
      expect(at.world.service.submits.size).toBe(0)
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await expectSettled(at, column === 'A' ? 3 : 2)
    },
  ),

  cell(
    'wallet never answers',
    'A',
    'waits for any time, and finds the approval by its allowance',
    async () => {
      const at = await holdAt('A')
      await expectUnchanged(at, hourMs)
      await answerPrompt(at, 'deaf')
      await expectSettled(at, 2)
    },
  ),

  cell(
    'wallet never answers',
    'G',
    'ends the request with its quote, and drops a late signature',
    async () => {
      const at = await holdAt('G')
      const stopped = await at.world.waitForState(at.id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
      expect(stopped.updatedMs).toBe(stopped.terms.quoteExpirySeconds * secondMs)
      await answerPrompt(at, 'yes')
      await expectUnchanged(at, minuteMs)
      expect(at.world.service.submits.size).toBe(0)
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await expectSettled(at, 2)
    },
  ),

  cell('wallet answers twice', ['A', 'G', 'T'], 'changes nothing at the second answer', async (column) => {
    const at = await holdAt(column)
    await answerPrompt(at, 'twice')
    const order = await expectSettled(at, column === 'A' ? 2 : 1)
    expect(order.anomalies).toEqual([])
    expect(at.world.chain.sent).toHaveLength(column === 'G' ? 0 : 1)
  }),

  cell(
    'wallet error',
    'G',
    'stops after a signature without a result, and only the person can retry',
    async () => {
      const at = await holdAt('G', 'unclear')
      const stopped = await at.world.waitForState(at.id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code: 'walletFailed', money: 'nothingSent' })
      await expectUnchanged(at, minuteMs)
      expect(at.world.service.submits.size).toBe(0)
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await expectSettled(at, 2)
    },
  ),

  cell('wallet error', 'T', 'stays unknown, searches the transaction, and finds it', async () => {
    const at = await holdAt('T', 'unclear')
    expect(await at.world.waitForState(at.id, 'unknown_outcome')).toMatchObject({
      problem: { money: 'unknown' },
    })
    await at.world.run.dispatch(at.id, { kind: 'retry' })
    await expectSettled(at, 1)
  }),
]
