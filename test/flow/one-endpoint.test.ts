import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { readNonceEvidence } from '../../lib/chain/nonce.ts'
import { quorumOf } from '../../lib/chain/quorum.ts'
import { canCancel } from '../../lib/order/exits/exit-rules.ts'
import type { Order } from '../../lib/order/order.ts'
import { canPutAway } from '../../lib/order/order-facts.ts'
import {
  createFundedWorld,
  createUnexecutedOrder,
  depositRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { harbour, tokenOf, user } from '../harness/chains.ts'
import { payElsewhere } from '../harness/deposits.ts'
import { cancelOrder } from '../harness/exits.ts'
import { blockMs, withChangedAnswer } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'
import { isFullyEnded } from '../harness/world-actions.ts'
import { prunedNodes } from '../unit/chain/fake-node.ts'

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

describe('a deposit that one endpoint alone shows', () => {
  async function awaited(): Promise<{ world: World; order: Order }> {
    const { world, id } = await startSwap(depositRequest, {
      choice: payElsewhere,
    })
    return { world, order: await world.waitForState(id, 'deposit_awaited') }
  }

  test('is marked as observed by one endpoint until a second one shows it', async () => {
    const { world, order } = await awaited()
    const { reader } = world.chain
    const real = reader.balanceQuorum
    const units = BigInt(depositRequest.inputAmount)
    reader.balanceQuorum = async () =>
      quorumOf([
        { host: 'a', value: units },
        { host: 'b', value: 0n },
      ])
    const seen = await world.waitForOrder(order.id, ({ depositObserved }) => depositObserved !== undefined)
    expect(seen.depositObserved).toMatchObject({ units: String(units), isOneSource: true })
    reader.balanceQuorum = real
    const { deposit } = order.terms
    world.chain.ledger.give(
      harbour.chainId,
      depositRequest.inputToken,
      String(deposit?.address).toLowerCase(),
      units,
    )
    const shown = await world.waitForOrder(
      order.id,
      ({ depositObserved }) => depositObserved?.isOneSource !== true,
    )
    expect(shown.depositObserved).toMatchObject({ units: String(units) })
  })
})

test('ends a signature only when a block with enough confirmations is past its deadline', async () => {
  const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [] })
  const { terms } = await world.waitForState(id, 'pending')
  const { reader } = world.chain
  const real = reader.nonceEvidence
  // The newest blocks are past the deadline. The one with enough confirmations is not.
  let deepSeconds: number | null = (terms.permitDeadlineSeconds ?? 0) - 1
  reader.nonceEvidence = (...requested) =>
    withChangedAnswer(real(...requested), (seen) => ({
      ...seen,
      blockSeconds: deepSeconds ?? seen.blockSeconds,
    }))
  await world.advanceTime(20 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'pending', fundsSettled: false })
  deepSeconds = null
  expect(await world.waitForEnd(id)).toMatchObject({ state: 'expired_unused' })
})

test.each([
  [1, 'reported_terminal'],
  [2, 'verified_terminal'],
] as const)('a refund while %i endpoints report the signature as used ends in %s', async (sources, state) => {
  const { world, id } = await startSwap(signedRequest, { allowed: 10n ** 30n, fate: [] })
  await world.waitForState(id, 'pending')
  const { reader } = world.chain
  const real = reader.nonceEvidence
  Object.assign(reader, {
    nonceEvidence: (...requested: Parameters<typeof real>) =>
      withChangedAnswer(real(...requested), (seen) => ({ ...seen, used: true }), sources),
  })
  const { requestHash } = (await world.readOrder(id)).terms
  const paid = [harbour.chainId, tokenOf(harbour, 'USDC').address, user, 1_450_000n, requestHash] as const
  Object.assign(world.acceptedRequest(), { code: 7, refundHash: world.chain.payAsSolver(...paid) })
  await world.advanceTime(2 * minuteMs)
  const order = await world.readOrder(id)
  expect(order).toMatchObject({ state, fundsSettled: sources === 2 })
  expect(order.doubt).toBe(sources === 2 ? undefined : 'oneSource')
})

const unreadChainId = 777

/**
 * Makes a signed swap to a chain that is not in the deployment file. The service reports it as delivered, and
 * one origin endpoint answers.
 */
async function startReportedDelivery(hosts: number): Promise<{ readonly world: World; readonly id: string }> {
  const { world, id } = await createUnexecutedOrder()
  const { reviewed, rev, ...order } = await world.readOrder(id)
  const request = { ...reviewed.request, destinationChainId: unreadChainId }
  await world.orders.write(Object.assign({ ...order, reviewed: { ...reviewed, request } }, { rev: rev + 1 }))
  const { request: quoteRequest } = world.acceptedRequest().issued
  Object.assign(world.acceptedRequest().issued, {
    request: { ...quoteRequest, destinationChainId: unreadChainId },
  })
  const nonce = BigInt(order.terms.permitNonce ?? '0')
  world.chain.ledger.useNonce(harbour.chainId, user, nonce)
  Object.assign(world.chain, { hosts, sources: 1 })
  world.acceptedRequest().code = 4
  await world.waitForState(id, 'reported_terminal')
  return { world, id }
}

test('ends as reported after the deadline when the origin has only one endpoint', async () => {
  const { world, id } = await startReportedDelivery(1)
  const { terms } = await world.readOrder(id)
  const leftMs = (terms.permitDeadlineSeconds ?? 0) * secondMs - world.clock.nowMs()
  await world.advanceTime(leftMs)
  const living = await world.readOrder(id)
  expect(living).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
  expect(canCancel(living)).toBe(true)
  await world.advanceTime(hourMs)
  const over = await world.readOrder(id)
  expect(over).toMatchObject({ state: 'reported_terminal', statusCode: 4, fundsSettled: true, dueMs: null })
  expect(canCancel(over)).toBe(false)
})

test('is still read when a second endpoint exists and does not answer', async () => {
  const { world, id } = await startReportedDelivery(2)
  await world.advanceTime(dayMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
})

test.each([
  ['the time of the chain is before the deadline', -hourMs, 0],
  ['Ferry’s clock differs from the chain’s time', 0, -hourMs],
])('is still read while %s', async (_what, blockMs, latestMs) => {
  const { world, id } = await startReportedDelivery(1)
  const { nonceEvidence, latestBlockSeconds } = world.chain.reader
  const { terms } = await world.readOrder(id)
  world.chain.reader.nonceEvidence = (...requested) =>
    withChangedAnswer(nonceEvidence(...requested), (seen) =>
      blockMs === 0 ? seen : { ...seen, blockSeconds: terms.permitDeadlineSeconds ?? 0 },
    )
  world.chain.reader.latestBlockSeconds = async (chainId) =>
    (await latestBlockSeconds(chainId)).map((seconds) => seconds - latestMs / secondMs)
  await world.advanceTime(dayMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
})

const rejection = { code: 4001, message: 'User rejected the request.' } as const

describe.each([
  ['signature', signedRequest, 'sign_requested'],
  ['transaction', nativeRequest, 'send_requested'],
] as const)(
  'a %s that only a page reported as rejected, while one of two endpoints is down',
  (_what, request, state) => {
    async function startRejected() {
      const { world, id } = await startSwap(request, { allowed: true, behaviours: ['silent'] })
      const { walletRequest } = await world.waitForState(id, state)
      const requestId = walletRequest?.requestId ?? ''
      await world.run.applyAnswer({ requestId, kind: 'failure', failure: rejection })
      await world.waitForState(id, 'needs_user')
      world.chain.sources = 1
      return { world, id, requestId }
    }

    test('is stopped after ten minutes without a decision, and stays watched', async () => {
      const { world, id, requestId } = await startRejected()
      await world.advanceTime(9 * minuteMs)
      expect((await world.readOrder(id)).state).toBe('needs_user')
      await world.advanceTime(minuteMs + 5 * secondMs)
      expect(await world.readOrder(id)).toMatchObject({
        state: 'stopping',
        problem: { code: 'walletRejected' },
        liveRequests: [{ record: { requestId } }],
        fundsSettled: false,
      })
    })

    test('ends once both endpoints answer', async () => {
      const { world, id } = await startRejected()
      // A transaction request may be approved for a day.
      await world.advanceTime(25 * hourMs)
      expect((await world.readOrder(id)).state).toBe('stopping')
      world.chain.sources = 2
      const end = await world.waitForState(id, 'abandoned_unsigned')
      expect(end).toMatchObject({ fundsSettled: true, liveRequests: [] })
    })
  },
)

describe('a signature that was never used, past its deadline', () => {
  /** Its service knows nothing of it. The endpoints have the newest block of the chain, and some are behind by so many. */
  async function startUnused(...behind: readonly number[]) {
    const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [] })
    world.service.isIndexing = false
    await world.waitForState(id, 'submitted')
    const startBlock = Math.floor(world.clock.nowMs() / blockMs)
    const headOf = (blocks: number) => () =>
      blocks === 0 ? Math.floor(world.clock.nowMs() / blockMs) : startBlock - blocks
    const endpoints = prunedNodes(...behind.map(headOf))
    world.chain.reader.nonceEvidence = async (_chainId, owner, nonce) =>
      readNonceEvidence(endpoints, harbour.permit2, owner, nonce, harbour.confirmations)
    return { world, id }
  }

  test('has expired although one of three hosts stopped long ago', async () => {
    const { world, id } = await startUnused(10_000, 0, 0)
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'expired_unused', fundsSettled: true })
  })

  test('stays open while one of two hosts stopped, and can be put away', async () => {
    const { world, id } = await startUnused(10_000, 0)
    await world.advanceTime(hourMs)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ state: 'submitted', doubt: 'oneSource', fundsSettled: false })
    expect(canPutAway(order, world.clock.nowMs())).toBe(true)
  })
})
