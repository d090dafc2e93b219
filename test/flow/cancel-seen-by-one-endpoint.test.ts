import { expect, test } from 'vitest'
import type { Order } from '../../lib/order/order.ts'
import { createFundedWorld, createUnexecutedOrder, signedRequest } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { cancelOrder } from '../harness/exits.ts'
import type { World } from '../harness/world.ts'
import { isFullyEnded } from '../harness/world-actions.ts'

const minedNow = { kind: 'mined', succeeded: true, confirmations: 1, blockSeconds: 1_800_000_000 } as const

function mineCancellation(world: World, { terms, transactions }: Order): void {
  const { hash = '0x' } = transactions.findLast(({ purpose }) => purpose === 'cancel') ?? {}
  world.chain.ledger.invalidate(harbour.chainId, user, BigInt(terms.permitNonce ?? '0'), hash)
}

test.each([
  ['failed', { succeeded: false }, 'failed'],
  ['did nothing', {}, 'failed'],
  ['is another call', { data: '0x' }, 'replaced'],
] as const)(
  'finds a mined cancellation although one endpoint reported that it %s',
  async (_what, lie, state) => {
    const { world, id } = await createUnexecutedOrder()
    world.chain.fates.push('stick')
    const { transaction } = world.chain.reader
    world.chain.reader.transaction = async (chainId, hash) => {
      const view = await transaction(chainId, hash)
      return view.kind === 'waiting' ? { ...view, ...minedNow, ...lie } : view
    }
    await cancelOrder(world, id)
    const reported = await world.waitForOrder(id, ({ problem }) => problem?.code === 'cancelNotSent')
    expect(reported).toMatchObject({ state: 'pending', transactions: [{ purpose: 'cancel', state }] })
    world.chain.reader.transaction = transaction
    mineCancellation(world, reported)
    const order = await world.waitForOrder(id, isFullyEnded, 20)
    expect(order).toMatchObject({ state: 'cancelled_unused', fundsSettled: true, problem: null })
    expect(order.transactions.at(-1)).toMatchObject({ purpose: 'cancel', state: 'mined' })
  },
)

test('finds a cancellation by its nonce when a page sends it and reports a rejection', async () => {
  const { world, id } = await createUnexecutedOrder()
  world.wallet.behaviours.push('deaf')
  await cancelOrder(world, id)
  const { requestId = '' } = world.wallet.prompts.at(-1) ?? {}
  await world.run.applyAnswer({ requestId, kind: 'failure', failure: { code: 4001, message: 'no' } })
  expect(await world.readOrder(id)).toMatchObject({
    problem: { code: 'cancelNotSent' },
    walletRequest: null,
  })
  const order = await world.waitForOrder(id, isFullyEnded, 20)
  expect(order).toMatchObject({ state: 'cancelled_unused', fundsSettled: true })
})

test('posts the signature again after the page rejected the cancellation', async () => {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  // The first submit is the access check of the review.
  world.service.faults.submit.push(null, ...Array(3).fill({ code: 'serviceUnreachable' }))
  const id = await world.startOrder(signedRequest)
  await world.waitForOrder(id, (order) => order.submitCount > 0)
  world.wallet.behaviours.push('reject')
  await cancelOrder(world, id)
  expect(await world.waitForState(id, 'verified_terminal')).toMatchObject({ evidence: { kind: 'delivery' } })
})
