import { expect } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { hourMs, minuteMs } from '../../../lib/base/time.ts'
import { isAtRest, until, untilState } from '../../harness/actions.ts'
import { harbour, user } from '../../harness/chains.ts'
import { cell } from './fault-matrix.ts'
import { decide, type HeldSwap, heldAt, holds, settles } from './held-swap.ts'

/** Stops a send while the wallet displays it, and waits without any sign of it. */
async function stoppedSend(waitMs: number): Promise<HeldSwap> {
  const at = await heldAt('T')
  await at.world.run.dispatch(at.id, { kind: 'abandon' })
  await untilState(at.world, at.id, 'unknown_outcome')
  await holds(at, waitMs)
  return at
}

const heldUnits = ({ world }: HeldSwap) => world.chain.ledger.balance(harbour.chainId, nativeAddress, user)

export const walletCells = [
  cell('wallet rejects', 'N', 'keeps a row in the history, and notifies no one', async () => {
    const at = await heldAt('G', 'reject')
    await untilState(at.world, at.id, 'needs_user')
    await at.world.run.dispatch(at.id, { kind: 'abandon' })
    const order = await until(at.world, at.id, isAtRest)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', fundsSettled: true })
    expect(await at.world.orders.page(null, 5)).toMatchObject([{ id: at.id }])
    expect(at.world.notices).toEqual([])
  }),

  cell(
    'wallet never answers',
    'T',
    'does not believe "I cancelled it": finds the late transaction, which the inbox refuses after its deadline',
    async () => {
      const inTime = await stoppedSend(9 * minuteMs)
      await decide(inTime, 'deaf')
      await settles(inTime, 1)
      const late = await stoppedSend(hourMs)
      const held = heldUnits(late)
      await decide(late, 'deaf')
      const order = await untilState(late.world, late.id, 'needs_user')
      expect(order.problem).toMatchObject({ code: 'transactionFailed', money: 'unmoved' })
      expect(order.transactions).toMatchObject([{ purpose: 'send', state: 'failed' }])
      expect([heldUnits(late), late.world.service.requests.size]).toEqual([held, 0])
    },
  ),

  cell('wallet answers twice', 'S', 'stores the body once, so that there is no second POST', async () => {
    const at = await heldAt('G')
    await decide(at, 'twice')
    await settles(at, 1)
    expect([...at.world.service.submits.values()]).toMatchObject([{ received: 1, accepted: 1 }])
  }),

  cell('wallet error', 'A', 'waits for the allowance after an unclear error', async () => {
    const at = await heldAt('A', 'unclear')
    await settles(at, 2)
  }),

  cell(
    'wallet rejects',
    ['A', 'G', 'T'],
    'sends no new request by itself, and a retry settles',
    async (column) => {
      const at = await heldAt(column, 'reject')
      const stopped = await untilState(at.world, at.id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code: 'walletRejected', money: 'nothingSent' })
      await holds(at, minuteMs)
      expect(at.world.service.submits.size).toBe(0)
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await settles(at, column === 'A' ? 3 : 2)
    },
  ),

  cell(
    'wallet never answers',
    'A',
    'waits for any time, and finds the approval by its allowance',
    async () => {
      const at = await heldAt('A')
      await holds(at, hourMs)
      await decide(at, 'deaf')
      await settles(at, 2)
    },
  ),

  cell(
    'wallet never answers',
    'G',
    'ends the request with its quote, and drops a late signature',
    async () => {
      const at = await heldAt('G')
      const stopped = await untilState(at.world, at.id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
      await decide(at, 'yes')
      await holds(at, minuteMs)
      expect(at.world.service.submits.size).toBe(0)
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await settles(at, 2)
    },
  ),

  cell('wallet answers twice', ['A', 'G', 'T'], 'changes nothing at the second answer', async (column) => {
    const at = await heldAt(column)
    await decide(at, 'twice')
    const order = await settles(at, column === 'A' ? 2 : 1)
    expect(order.anomalies).toEqual([])
    expect(at.world.chain.sent).toHaveLength(column === 'G' ? 0 : 1)
  }),

  cell(
    'wallet error',
    'G',
    'stops after a signature without a result, and only the person can retry',
    async () => {
      const at = await heldAt('G', 'unclear')
      const stopped = await untilState(at.world, at.id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code: 'walletFailed', money: 'nothingSent' })
      await holds(at, minuteMs)
      expect(at.world.service.submits.size).toBe(0)
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await settles(at, 2)
    },
  ),

  cell('wallet error', 'T', 'stays unknown, searches the transaction, and finds it', async () => {
    const at = await heldAt('T', 'unclear')
    expect(await untilState(at.world, at.id, 'unknown_outcome')).toMatchObject({
      problem: { money: 'unknown' },
    })
    await at.world.run.dispatch(at.id, { kind: 'retry' })
    await settles(at, 1)
  }),
]
