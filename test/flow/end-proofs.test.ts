import { describe, expect, test } from 'vitest'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createUnexecutedOrder, depositRequest, inboxRequest, signedRequest } from '../harness/actions.ts'
import { gatewayOf, harbour, island, user } from '../harness/chains.ts'
import { cancelOrder } from '../harness/exits.ts'
import { createWaitingOrder, runTask } from '../harness/one-task.ts'
import { createQuorum } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'
import { type OrderPart, withPart, withTerms } from '../unit/order/order-fixture.ts'

const hash = `0x${'ab'.repeat(32)}` as const

const withRequest = (order: Order, quoteRequest: object): Order => ({
  ...order,
  reviewed: { ...order.reviewed, request: { ...order.reviewed.request, ...quoteRequest } },
})

/** Marks the signature as used. Otherwise no refund is possible. */
function useSignature(world: World, { terms, reviewed: { request } }: Order): void {
  world.chain.ledger.useNonce(request.originChainId, user, BigInt(terms.permitNonce ?? '0'))
}

describe('the proof of an end', () => {
  const done = { state: 'reported_terminal', statusCode: 4, destinationTransactionHash: hash } as const
  const refunded = { ...done, statusCode: 7, refundTransactionHash: hash } as const
  const failed = { ...done, statusCode: 5, sourceTransactionHash: hash } as const

  test.each<[string, QuoteRequest, OrderPart, object, string]>([
    [
      'waits for the payment’s hash',
      signedRequest,
      { ...done, destinationTransactionHash: null },
      {},
      'pending',
    ],
    ['waits for the payment itself', signedRequest, done, {}, 'pending'],
    [
      'waits for the refund’s hash',
      signedRequest,
      { ...refunded, refundTransactionHash: null },
      {},
      'pending',
    ],
    [
      'is impossible for a refund on another chain',
      signedRequest,
      refunded,
      { originChainId: 1 },
      'unreadable',
    ],
    ['waits for the inbox’s events', inboxRequest, { ...failed, sourceTransactionHash: null }, {}, 'pending'],
    [
      'waits for an inbox on a chain that Ferry does not read',
      inboxRequest,
      failed,
      { originChainId: 1 },
      'pending',
    ],
  ])('%s', async (_name, quoteRequest, fields, where, proof) => {
    const { world, order } = await createWaitingOrder(quoteRequest)
    const over = withRequest(withPart(order, fields), where)
    useSignature(world, over)
    expect(await runTask(world, 'verify', over)).toMatchObject({ kind: 'proof', proof })
  })

  test('needs a payment of at least the minimum', async () => {
    const { world, order } = await createWaitingOrder(signedRequest)
    const least = BigInt(order.terms.minAmountOut)
    const { requestHash } = order.terms
    useSignature(world, order)
    const sourceTransactionHash = world.chain.payAsSolver(
      harbour.chainId,
      signedRequest.inputToken,
      gatewayOf(harbour),
      1n,
      requestHash,
    )
    for (const [units, proof] of [
      [least - 1n, 'pending'],
      [least, 'verified'],
    ] as const) {
      const { outputToken } = signedRequest
      const paid = world.chain.payAsSolver(island.chainId, outputToken, user, units, requestHash)
      const over = { ...done, sourceTransactionHash, destinationTransactionHash: paid }
      expect(await runTask(world, 'verify', { ...order, ...over })).toMatchObject({ proof })
    }
  })
})

test.each<[string, object]>([
  ['on a chain that Ferry does not read', { chainId: 1 }],
  ['in another address format', { address: 'GABC' }],
  ['for a token in another address format', { token: 'native' }],
])('a deposit address %s is polled at the service', async (_name, part) => {
  const { world, order } = await createWaitingOrder(depositRequest, {
    routeKey: 'deposit',
    pay: 'elsewhere',
  })
  const { deposit } = order.terms
  if (deposit === undefined) throw new Error('no deposit')
  const bent = withTerms(order, { deposit: { ...deposit, ...part } })
  expect(await runTask(world, 'watchDeposit', bent)).toMatchObject({ kind: 'polled' })
  expect(await runTask(world, 'watchDeposit', order)).toEqual({ kind: 'depositObserved', units: '0' })
})

describe('a pending cancellation', () => {
  test.each(['stick', 'drop'] as const)('is waited for, also when no node knows it: %s', async (fate) => {
    const { world, id } = await createUnexecutedOrder()
    world.chain.fates.push(fate)
    await cancelOrder(world, id)
    await world.advanceTime(20_000)
    const order = await world.readOrder(id)
    const transactions = [{ purpose: 'cancel', state: 'sent' }]
    expect(order).toMatchObject({ state: 'pending', problem: null, transactions })
  })

  test('counts only once it has its confirmations', async () => {
    const { world, id } = await createUnexecutedOrder()
    await cancelOrder(world, id)
    const order = await world.readOrder(id)
    const ends = (confirmations: number) => {
      const end = { end: 'cancelled', hash: null, confirmations }
      Object.assign(world.chain.reader, { nonceEnd: async () => createQuorum(2, end) })
      return runTask(world, 'watchCancel', order)
    }
    expect(await ends(harbour.confirmations - 1)).toMatchObject({ kind: 'cancelObserved', end: 'open' })
    expect(await ends(harbour.confirmations)).toMatchObject({ kind: 'cancelObserved', end: 'cancelled' })
  })
})
