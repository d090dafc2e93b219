import { expect } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { minuteMs } from '../../../lib/base/time.ts'
import { createBackup, reconcileBackup } from '../../../lib/order/backup.ts'
import { isOrder } from '../../../lib/order/order.ts'
import { createOrders } from '../../../lib/order/orders.ts'
import { makeReview } from '../../../lib/review/review.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { storageHandlers } from '../../../lib/storage/rescue.ts'
import { defaultSettings } from '../../../lib/storage/settings.ts'
import { createFundedWorld, nativeRequest, signedRequest } from '../../harness/actions.ts'
import { account } from '../../harness/chains.ts'
import { createWorld } from '../../harness/world.ts'
import { memoryArea } from '../../unit/storage/memory-area.ts'
import { cell } from './fault-matrix.ts'
import { answerPrompt, expectSettled, type HeldStep, holdAt, settleAtSolver } from './held-swap.ts'

let names = 0

/**
 * Makes the database fail while the wallet has the request, and restores it. Nothing is requested or posted
 * in between.
 */
async function runWithoutStore(step: HeldStep): Promise<void> {
  const at = await holdAt(step)
  const { read, listOpen, write } = at.world.orders
  const gone = () => Promise.reject(new Problem('storageFailed'))
  Object.assign(at.world.orders, { read: gone, listOpen: gone, write: gone })
  const prompts = at.world.wallet.prompts.length
  await at.world.advanceTime(minuteMs / 2)
  expect([at.world.wallet.prompts.length, at.world.service.submits.size]).toEqual([prompts, 0])
  Object.assign(at.world.orders, { read, listOpen, write })
  await at.world.restart()
  await answerPrompt(at, 'yes')
  await expectSettled(at, step === 'A' ? 2 : 1)
}

/** The write that a transaction is sent to the wallet. Without it the wallet gets nothing. */
const claimWrite = 3

export const storageCells = [
  cell('storage full', 'Q', 'returns no quote that cannot be stored, so that no review uses it', async () => {
    const world = await createWorld()
    const full = new Problem('storageFailed', { facts: { reason: 'QuotaExceededError' } })
    Object.assign(world.expiringStore, { put: () => Promise.reject(full) })
    await expect(world.quotes.quote('view', signedRequest, account)).rejects.toMatchObject({
      data: { code: 'storageFailed', money: 'nothingSent' },
    })
  }),
  cell(
    'storage full',
    'T',
    'requests no transaction twice or without a record, whichever write fails',
    async () => {
      for (const nth of [2, 3, 4, 5, 6]) {
        const world = await createFundedWorld(nativeRequest)
        world.disk.failAt = nth
        const id = await world.startOrder(nativeRequest)
        if (nth !== claimWrite) {
          await expectSettled({ world, id }, 1)
          continue
        }
        const { problem } = await world.waitForState(id, 'needs_user')
        expect(problem).toMatchObject({ code: 'walletGone', money: 'nothingSent' })
        expect(world.wallet.prompts).toEqual([])
      }
    },
  ),
  cell('storage corrupt', 'Q', 'still returns quotes while the orders cannot be read', async () => {
    const world = await createWorld()
    Object.assign(world.orders, { listOpen: () => Promise.reject(new Problem('storageFailed')) })
    expect((await world.quotes.quote('view', signedRequest, account)).kind).toBe('quote')
  }),
  cell(
    'storage corrupt',
    'A',
    'sends no request while the store is down, and counts the approval afterwards',
    () => runWithoutStore('A'),
  ),
  cell('storage corrupt', 'G', 'posts nothing while the store is down', () => runWithoutStore('G')),
  cell('storage corrupt', 'T', 'sends nothing again when the store is back', () => runWithoutStore('T')),

  cell(
    'storage full',
    'V',
    'makes no review that cannot be stored, and sends no wallet request',
    async () => {
      const world = await createFundedWorld(signedRequest)
      const outcome = await world.requestQuote(signedRequest)
      const put = () => Promise.reject(new Problem('storageFailed'))
      Object.assign(world.expiringStore, { put })
      await expect(makeReview(outcome.held, account, world.reviewPorts)).rejects.toMatchObject({
        data: { code: 'storageFailed', money: 'nothingSent' },
      })
      expect(world.wallet.prompts).toEqual([])
    },
  ),

  cell(
    'storage full',
    ['A', 'G'],
    'follows an answer that cannot be stored by no prompt and no POST, and stores it later',
    async (column) => {
      const at = await holdAt(column)
      at.world.disk.isFull = true
      await answerPrompt(at, 'yes')
      await at.world.advanceTime(10_000)
      expect([at.world.wallet.prompts.length, at.world.service.submits.size]).toEqual([1, 0])
      at.world.disk.isFull = false
      await expectSettled(at, column === 'A' ? 2 : 1)
    },
  ),

  cell(
    'storage full',
    ['S', 'P'],
    'notifies of nothing that is not stored, and is accepted once',
    async (column) => {
      const at = await holdAt(column)
      at.world.disk.isFull = true
      at.world.service.outage = null
      if (column === 'P') settleAtSolver(at)
      await at.world.advanceTime(minuteMs / 3)
      expect(at.world.notices).toEqual([])
      at.world.disk.isFull = false
      await expectSettled(at, 1)
      expect([...at.world.service.submits.values()]).toMatchObject([{ accepted: 1 }])
    },
  ),

  cell('storage full', 'N', 'repeats a notification that is not stored, under the same name', async () => {
    const at = await holdAt('N')
    at.world.failsNotices = false
    at.world.disk.isFull = true
    await at.world.advanceTime(2 * minuteMs)
    at.world.disk.isFull = false
    await at.world.waitForEnd(at.id)
    expect(new Set(at.world.notices.map(({ orderId, kind }) => `${orderId} ${kind}`))).toEqual(
      new Set([`${at.id} done`]),
    )
  }),

  cell(
    'storage corrupt',
    'V',
    'makes no review while the orders cannot be read, because two could use one nonce',
    async () => {
      const world = await createFundedWorld(signedRequest)
      Object.assign(world.orders, { listOpen: () => Promise.reject(new Problem('storageFailed')) })
      await expect(world.createReview(signedRequest)).rejects.toMatchObject({
        data: { code: 'storageFailed' },
      })
      expect(world.wallet.prompts).toEqual([])
    },
  ),

  cell(
    'storage corrupt',
    ['S', 'P'],
    'restores a lost database from the backup, and continues the swap',
    async (column) => {
      const at = await holdAt(column)
      const backup = createBackup(memoryArea())
      await reconcileBackup(at.world.orders, backup, at.world.clock.nowMs())
      at.world.life.isDead = true
      names += 1
      Object.assign(at.world.orders, createOrders(createDatabase(`lost-${names}`)))
      expect(await at.world.orders.page(null, 5)).toEqual([])
      expect(await reconcileBackup(at.world.orders, backup, at.world.clock.nowMs())).toEqual([at.id])
      await at.world.restart()
      at.world.service.outage = null
      if (column === 'P') settleAtSolver(at)
      await expectSettled(at, 1)
      expect([...at.world.service.submits.values()]).toMatchObject([{ accepted: 1 }])
    },
  ),

  cell(
    'storage corrupt',
    'N',
    'rescues the readable rows with the end, and without a signature',
    async () => {
      const at = await holdAt('P')
      const { submitBody } = at.world.commits.find(({ state }) => state === 'submitting') ?? {}
      const { userSignature } = JSON.parse(submitBody ?? '')
      settleAtSolver(at)
      names += 1
      const database = createDatabase(`rescued-${names}`)
      const orders = createOrders(database)
      for (const order of [...at.world.commits, await expectSettled(at, 1)]) await orders.restore(order)
      const { rescue } = storageHandlers({
        database,
        areas: { local: memoryArea(), items: memoryArea() },
        isOrder,
        settings: { get: async () => defaultSettings, set: async () => undefined },
        onSettingsChanged: () => undefined,
        clock: at.world.clock,
        version: '1',
      })
      const { text } = await rescue(null)
      expect(JSON.parse(text).database.orders).toMatchObject([{ id: at.id, order: { statusCode: 4 } }])
      expect(text).not.toContain(userSignature)
    },
  ),
]
