import { describe, expect, test } from 'vitest'
import { hourMs } from '../../lib/base/time.ts'
import type { FlowEvent } from '../../lib/order/event.ts'
import type { Order } from '../../lib/order/order.ts'
import { reduce } from '../../lib/order/reduce.ts'
import type { StatusRecord } from '../../lib/service/status.ts'
import { depositRequest, signedRequest } from '../harness/actions.ts'
import { account, user } from '../harness/chains.ts'
import { payElsewhere } from '../harness/deposits.ts'
import { createWaitingOrder, runTask } from '../harness/one-task.ts'
import type { World } from '../harness/world.ts'
import {
  type OrderPart,
  ofKind,
  polledOf,
  recordOf,
  withPart,
  withTerms,
} from '../unit/order/order-fixture.ts'

const solanaId = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
const stellarId = 'ab'.repeat(32)
const stellar = {
  chainId: 1110002,
  id: stellarId,
  account: `G${'A'.repeat(55)}`,
  token: `C${'B'.repeat(55)}`,
}

/** An order for a deposit from Stellar to Island, in the form that the engine stores. */
async function startStellarDeposit(part: OrderPart = {}): Promise<{ world: World; order: Order }> {
  const { world, order } = await createWaitingOrder(depositRequest, payElsewhere)
  const { terms, reviewed } = order
  if (terms.deposit === undefined) throw new Error('no deposit')
  const shown = { ...reviewed, originChainName: null }
  const deposit = {
    ...terms.deposit,
    ...{
      chainId: stellar.chainId,
      address: stellar.account,
      token: stellar.token,
      refundAddress: stellar.account,
    },
  }
  const quoteRequest = { ...reviewed.request, originChainId: stellar.chainId, inputToken: stellar.token }
  const far = withTerms(withPart({ ...order, reviewed: { ...shown, request: quoteRequest } }, part), {
    deposit,
  })
  return { world, order: far }
}

function applyEvent(world: World, order: Order, event: FlowEvent): Order {
  return reduce(order, event, { nowMs: world.clock.nowMs(), freshId: 'fresh' }).order
}

function applyRecord(world: World, order: Order, part: Partial<StatusRecord>): Order {
  const refund = { statusCode: 7, receiverAddress: user, hasSourcePayment: true, ...part } as const
  return applyEvent(world, order, polledOf(recordOf(order, refund)))
}

const verifyOrder = async (world: World, order: Order) =>
  applyEvent(world, order, (await runTask(world, 'verify', order)) as FlowEvent)

describe('a refund on a chain that is not EVM', () => {
  test('keeps its id, is reported, and ends the order', async () => {
    const { world, order } = await startStellarDeposit()
    const refunded = applyRecord(world, order, {
      refundTransactionHash: stellarId,
      sourceTransactionHash: stellarId,
    })
    expect(refunded).toMatchObject({
      state: 'reported_terminal',
      statusCode: 7,
      refundTransactionHash: stellarId,
      sourceTransactionHash: stellarId,
    })
    const over = await verifyOrder(world, refunded)
    expect(over).toMatchObject({
      state: 'reported_terminal',
      fundsSettled: true,
      dueMs: null,
      problem: { code: 'swapNotDelivered', money: 'refundUnread' },
    })
  })

  test('without an id is polled for a while, and then ends the order as reported', async () => {
    const { world, order } = await startStellarDeposit()
    let refunded = applyRecord(world, order, {})
    refunded = await verifyOrder(world, refunded)
    expect(refunded).toMatchObject({ fundsSettled: false })
    const late = await verifyOrder(world, { ...refunded, readCount: 60 })
    expect(late).toMatchObject({ fundsSettled: true, dueMs: null })
  })

  test('turns a swap that was reported as expired or cancelled into a refunded one', async () => {
    const { world, order } = await startStellarDeposit({
      depositObserved: { units: '5', atMs: 1, isReported: true },
    })
    for (const statusCode of [5, 6] as const) {
      const failed = applyRecord(world, order, { statusCode, refundTransactionHash: stellarId })
      const over = await verifyOrder(world, {
        ...failed,
        notification: { kind: 'failed', state: 'notified' },
      })
      expect(over).toMatchObject({
        statusCode: 7,
        fundsSettled: true,
        notification: { kind: 'refunded', state: 'pending' },
        problem: { code: 'swapNotDelivered' },
      })
    }
  })

  test('to the recipient on Solana names Solana and ends the order', async () => {
    const { world, order } = await createWaitingOrder(signedRequest)
    const quoteRequest = { ...order.reviewed.request, destinationChainId: 89999, receiverAddress: 'Far' }
    const manual: Order = {
      ...ofKind(order, 'manual'),
      state: 'pending',
      reviewed: { ...order.reviewed, request: quoteRequest },
    }
    const record = { refundChainId: 89999, refundTransactionHash: solanaId } as const
    const over = await verifyOrder(world, applyRecord(world, manual, record))
    expect(over).toMatchObject({
      refundChainId: 89999,
      refundTransactionHash: solanaId,
      fundsSettled: true,
      problem: { money: 'refundUnread' },
    })
  })

  test('does not end an order whose money may still be in the inbox', async () => {
    const { world, order } = await createWaitingOrder(signedRequest)
    const quoteRequest = { ...order.reviewed.request, destinationChainId: 89999 }
    const reviewed = { ...order.reviewed, request: quoteRequest }
    const inbox: Order = { ...ofKind(order, 'inbox'), state: 'pending', reviewed }
    const said = applyRecord(world, inbox, { refundChainId: 89999, refundTransactionHash: solanaId })
    expect(await verifyOrder(world, said)).toMatchObject({ statusCode: 7, fundsSettled: false })
  })
})

test('does not end an inbox order with a delivery on Solana', async () => {
  const { world, order } = await createWaitingOrder(signedRequest)
  const quoteRequest = { ...order.reviewed.request, destinationChainId: 89999 }
  const inbox: Order = {
    ...ofKind(order, 'inbox'),
    state: 'pending',
    reviewed: { ...order.reviewed, request: quoteRequest },
  }
  const done = applyRecord(world, inbox, { statusCode: 4, destinationTransactionHash: solanaId })
  expect(await verifyOrder(world, done)).toMatchObject({ statusCode: 4, fundsSettled: false })
  // An inbox that paid out refunded the money, which Ferry looks for until its time is over.
  let paidOut = await verifyOrder(world, withPart(done, { isInboxEmpty: true }))
  expect(paidOut).toMatchObject({ statusCode: 4, fundsSettled: false })
  for (let read = 0; read < 100 && !paidOut.fundsSettled; read += 1) {
    world.clock.skip(hourMs)
    paidOut = await verifyOrder(world, paidOut)
  }
  expect(paidOut).toMatchObject({ fundsSettled: true, dueMs: null })
  // Once a gateway took the money, no better proof than the service's report will come.
  const taken = { kind: 'proof', proof: 'unreadable', isExtracted: true } as const
  const over = applyEvent(world, done, taken)
  expect(over).toMatchObject({ fundsSettled: true, dueMs: null })
  expect(over).not.toHaveProperty('isInboxEmpty')
  // The money may still return to the inbox, so Ferry follows a withdrawal.
  const requested = applyEvent(world, over, { kind: 'withdraw', accountNonce: 1, wallet: account.wallet })
  expect(requested).toMatchObject({ fundsSettled: false, walletRequest: { purpose: 'withdraw' } })
  expect(requested.dueMs).not.toBeNull()
})

test('drops a transaction id in the format of another chain', async () => {
  const { world, order } = await createWaitingOrder(signedRequest)
  const said = {
    statusCode: 4,
    destinationTransactionHash: solanaId,
    refundTransactionHash: stellarId,
  } as const
  const done = applyRecord(world, { ...order, state: 'pending' }, said)
  expect(done.statusCode).toBe(4)
  expect([done.destinationTransactionHash, done.refundTransactionHash]).toEqual([null, null])
})

test('polls a deposit on a chain that Ferry does not read after its end, because it may have been paid', async () => {
  const { world, order } = await startStellarDeposit()
  const expired = applyRecord(world, order, { statusCode: 5, hasSourcePayment: false })
  expect(await verifyOrder(world, expired)).toMatchObject({ fundsSettled: false })
  world.clock.skip(2 * hourMs)
  const late = await verifyOrder(world, expired)
  expect(late).toMatchObject({ fundsSettled: false, statusCode: 5, problem: { money: 'unknown' } })
  expect(late.dueMs).toBeGreaterThan(world.clock.nowMs())
})
