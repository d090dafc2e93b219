import { expect } from 'vitest'
import { createOrdersModel } from '../../../lib/models/orders-model.ts'
import { orderView } from '../../../lib/order/order-view.ts'
import { makeReview } from '../../../lib/review/review.ts'
import { createFundedWorld, signedRequest } from '../../harness/actions.ts'
import { account } from '../../harness/chains.ts'
import { createFakePorts } from '../../unit/models/fake-ports.ts'
import { cell } from './fault-matrix.ts'
import { answerPrompt, expectSettled, holdAt, settleAtSolver } from './held-swap.ts'
import { openPopup } from './popup.ts'

export const windowCells = [
  cell('popup closed', 'Q', 'drops the response for the closed view', async () => {
    const world = await createFundedWorld(signedRequest)
    const requested = world.quotes.quote('view', signedRequest, account)
    world.quotes.drop('view')
    expect((await requested).kind).toBe('superseded')
  }),

  cell('popup closed', 'V', 'confirms a review in the next view', async () => {
    const world = await createFundedWorld(signedRequest)
    const outcome = await world.requestQuote(signedRequest)
    const reviewing = makeReview(outcome.held, account, world.reviewPorts)
    // The last message of a view that closes.
    world.quotes.drop('view')
    const { reviewKey, checked } = await reviewing
    await world.confirm(reviewKey)
    expect((await world.readOrder(reviewKey)).reviewed).toEqual(checked.reviewed)
    await expectSettled({ world, id: reviewKey }, 2)
  }),

  cell('popup closed', ['A', 'G', 'T'], 'receives the wallet’s answer in the background', async (column) => {
    const at = await holdAt(column)
    const popup = openPopup(at.world)
    popup.close()
    await answerPrompt(at, 'yes')
    await expectSettled(at, column === 'A' ? 2 : 1)
    expect(popup.countThrows()).toBe(1)
  }),

  cell(
    'popup closed',
    ['S', 'P', 'N'],
    'follows the swap to its end without a view, and notifies',
    async (column) => {
      const at = await holdAt(column)
      const popup = openPopup(at.world)
      popup.close()
      at.world.service.outage = null
      at.world.failsNotices = false
      if (column === 'P') settleAtSolver(at)
      await expectSettled(at, 1)
      expect(popup.countThrows()).toBe(1)
    },
  ),

  cell('two windows', 'Q', 'quotes each window separately, also when the other one fails', async () => {
    const world = await createFundedWorld(signedRequest)
    world.service.faults.quote.push({ code: 'serviceFailed' })
    const [first, second] = await Promise.allSettled(
      ['one', 'two'].map((view) => world.quotes.quote(view, signedRequest, account)),
    )
    expect(first).toMatchObject({ status: 'rejected', reason: { data: { code: 'serviceFailed' } } })
    expect(second).toMatchObject({ status: 'fulfilled', value: { kind: 'quote' } })
  }),

  cell(
    'two windows',
    'V',
    'makes one swap from two reviews of one quote, confirmed one after the other',
    async () => {
      const world = await createFundedWorld(signedRequest)
      const { held } = await world.requestQuote(signedRequest)
      const first = await makeReview(held, account, world.reviewPorts)
      const second = await makeReview(held, account, world.reviewPorts)
      const id = await world.confirm(first.reviewKey)
      await expect(world.confirm(second.reviewKey)).rejects.toMatchObject({
        data: { code: 'checkFailed', facts: { reason: 'X-3' } },
      })
      await expectSettled({ world, id }, 2)
    },
  ),

  cell(
    'two windows',
    ['A', 'G', 'T'],
    'sends one request when both press "Ask again" in parallel',
    async (column) => {
      const at = await holdAt(column, 'reject')
      await at.world.waitForState(at.id, 'needs_user')
      await Promise.all([1, 2].map(() => at.world.run.dispatch(at.id, { kind: 'retry' })))
      await expectSettled(at, column === 'A' ? 3 : 2)
    },
  ),

  cell('two windows', 'S', 'is accepted once when both wake the order during its submit', async () => {
    const at = await holdAt('S')
    at.world.service.outage = null
    await Promise.all([at.world.run.reconcile(), at.world.run.reconcile()])
    await expectSettled(at, 1)
    expect([...at.world.service.submits.values()]).toMatchObject([{ received: 1, accepted: 1 }])
  }),

  cell('two windows', 'P', 'polls once at a time, however many wakes arrive', async () => {
    const at = await holdAt('P')
    at.world.service.calls.length = 0
    for (let wake = 0; wake < 5; wake += 1) await at.world.run.reconcile()
    await at.world.settle()
    expect(at.world.service.calls.length).toBeLessThanOrEqual(1)
    settleAtSolver(at)
    await expectSettled(at, 1)
  }),

  cell(
    'two windows',
    'N',
    'displays the end in both, in whatever order they receive the changes',
    async () => {
      const at = await holdAt('N')
      at.world.failsNotices = false
      const end = await expectSettled(at, 1)
      const reported = at.world.commits.map((order) => orderView(order, null))
      for (const receivedMessages of [reported, reported.toReversed()]) {
        const orders = createOrdersModel(createFakePorts().ports)
        for (const order of receivedMessages) orders.onPush({ kind: 'order', order })
        expect(orders.byId.value.get(at.id)).toMatchObject({ rev: end.rev, state: 'verified_terminal' })
      }
    },
  ),
]
