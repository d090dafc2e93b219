import { describe, expect, test } from 'vitest'
import { type Hex, nativeAddress } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import { minuteMs } from '../../lib/base/time.ts'
import { exitReviews, reviewExit } from '../../lib/order/exits/exit-review.ts'
import { canCancel } from '../../lib/order/exits/exit-rules.ts'
import { cancelCall } from '../../lib/order/wallet-request.ts'
import { permitExpiryMs } from '../../lib/quote/held-quote.ts'
import {
  createFundedWorld,
  createUnexecutedOrder,
  delivered,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { cancelOrder, reviewOrderExit } from '../harness/exits.ts'
import { createQuorum, withChangedAnswer } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'

const readInputBalance = (world: World) =>
  world.chain.ledger.balance(harbour.chainId, signedRequest.inputToken, user)

const methods = (world: World) => world.wallet.prompts.map(({ method }) => method)

describe('the cancellation of a signed swap', () => {
  test('sends one Permit2 call and ends the order as cancelled once the nonce proves it', async () => {
    const { world, id } = await createUnexecutedOrder()
    const before = readInputBalance(world)
    await cancelOrder(world, id)
    expect((await world.readOrder(id)).walletRequest?.purpose).toBe('cancel')
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({
      state: 'cancelled_unused',
      problem: null,
      signature: null,
      submitBody: null,
      walletRequest: null,
      fundsSettled: true,
      notification: { kind: 'cancelled', state: 'notified' },
    })
    const call = cancelCall(harbour.permit2, BigInt(order.terms.permitNonce ?? '0'))
    expect(world.chain.sent).toEqual([{ chainId: harbour.chainId, from: user, ...call }])
    expect(order.transactions).toMatchObject([{ purpose: 'cancel', state: 'mined' }])
    expect(order.timeline.at(-1)?.step).toBe('cancelled')
    expect(methods(world)).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    // The signature cannot execute any more.
    world.solver.setStatus(world.acceptedRequest(), 2)
    expect(world.acceptedRequest().code).toBe(5)
    expect(readInputBalance(world)).toBe(before)
    expect(world.notices).toEqual([{ orderId: id, kind: 'cancelled' }])
    expect(world.problems).toEqual([])
  })

  test('comes too late when a solver used the signature first', async () => {
    const { world, id } = await createUnexecutedOrder()
    await cancelOrder(world, id)
    world.solver.setStatus(world.acceptedRequest(), 2)
    const late = await world.waitForOrder(id, (order) => order.cancelling?.isTooLate === true)
    expect(late).toMatchObject({ problem: { code: 'cancelTooLate', money: 'inTransit' } })
    expect(canCancel(late)).toBe(false)
    world.solver.setStatus(world.acceptedRequest(), 3, 4)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(world.notices).toEqual([{ orderId: id, kind: 'done' }])
  })

  test('is not called too late on the claim of one endpoint', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.wallet.behaviours.push('silent')
    await cancelOrder(world, id)
    const { nonceEnd } = world.chain.reader
    const alone = { end: 'taken', hash: null, confirmations: 0 } as const
    world.chain.reader.nonceEnd = async () => createQuorum(1, alone)
    await world.advanceTime(20_000)
    const open = await world.readOrder(id)
    expect(open).toMatchObject({ cancelling: { isTooLate: false }, doubt: 'oneSource' })
    expect(open.problem?.code).not.toBe('cancelTooLate')
    world.chain.reader.nonceEnd = nonceEnd
    await world.wallet.decide(open.walletRequest?.requestId ?? '', 'yes')
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'cancelled_unused' })
  })

  test('is not called complete on the claim of one endpoint', async () => {
    const { world, id } = await createUnexecutedOrder()
    await cancelOrder(world, id)
    const { nonceEnd } = world.chain.reader
    world.chain.reader.nonceEnd = (...requested) =>
      withChangedAnswer(nonceEnd(...requested), (said) => said, 1)
    const open = await world.waitForOrder(id, ({ doubt }) => doubt === 'oneSource')
    expect(open).toMatchObject({ state: 'pending', fundsSettled: false })
    await world.advanceTime(20_000)
    expect((await world.readOrder(id)).state).toBe('pending')
    world.chain.reader.nonceEnd = nonceEnd
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'cancelled_unused' })
  })

  test.each([
    ['fulfilled', 3],
    ['failed', 5],
  ] as const)(
    'is not called complete without confirmations while the service reports %s',
    async (_, code) => {
      const { world, id } = await createUnexecutedOrder()
      await cancelOrder(world, id)
      const { nonceEnd } = world.chain.reader
      let looks = 0
      world.chain.reader.nonceEnd = (...requested) =>
        withChangedAnswer(nonceEnd(...requested), (read) => {
          if (read.end === 'cancelled') looks += 1
          return { ...read, confirmations: 0 }
        })
      world.acceptedRequest().code = code
      await world.advanceTime(90_000)
      expect(looks).toBeGreaterThan(0)
      expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
      world.chain.reader.nonceEnd = nonceEnd
      const order = await world.waitForEnd(id)
      expect(order).toMatchObject({ state: 'verified_terminal', fundsSettled: true })
    },
  )

  test('is refused at the review when the signature is already used', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.chain.ledger.useNonce(
      harbour.chainId,
      user,
      BigInt((await world.readOrder(id)).terms.permitNonce ?? '0'),
    )
    await expect(cancelOrder(world, id)).rejects.toMatchObject({ data: { code: 'cancelTooLate' } })
    expect(methods(world)).toHaveLength(1)
  })

  test('stops posting an order that the service has not accepted', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    // The first submit is the access check of the review.
    world.service.faults.submit.push(null, ...Array(9).fill({ code: 'serviceUnreachable' }))
    const id = await world.startOrder(signedRequest)
    await world.waitForOrder(id, (order) => order.submitCount > 0)
    await cancelOrder(world, id)
    const { submitCount } = await world.readOrder(id)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'cancelled_unused', submitCount })
    expect(world.service.requests.size).toBe(0)
  })

  test.each([
    ['rejects through a page', 'reject', true],
    ['is not reached', 'unreached', false],
  ] as const)('changes nothing where the wallet %s, and can be retried', async (_what, behaviour, isRead) => {
    const { world, id } = await createUnexecutedOrder()
    world.wallet.behaviours.push(behaviour)
    await cancelOrder(world, id)
    const refused = await world.waitForOrder(id, (order) => order.walletRequest === null)
    expect(refused).toMatchObject({
      state: 'pending',
      problem: { code: 'cancelNotSent', money: 'neverExecuted' },
    })
    // A page may have sent the transaction that it calls rejected.
    expect(refused.cancelling !== undefined).toBe(isRead)
    expect(canCancel(refused)).toBe(true)
    await cancelOrder(world, id)
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'cancelled_unused' })
  })

  test.each(['deaf', 'unclear', 'garbage'] as const)(
    'is found by the nonce when the answer is lost: %s',
    async (behaviour) => {
      const { world, id } = await createUnexecutedOrder()
      world.wallet.behaviours.push(behaviour)
      await cancelOrder(world, id)
      if (behaviour === 'garbage') {
        // The wallet sent nothing. Ferry draws no conclusion from the garbled answer.
        const open = await world.waitForOrder(id, (order) => order.walletRequest === null)
        expect(open).toMatchObject({ state: 'pending' })
        expect(canCancel(open)).toBe(true)
        await cancelOrder(world, id)
      }
      const order = await world.waitForEnd(id)
      expect(order).toMatchObject({ state: 'cancelled_unused', walletRequest: null })
      expect(order.transactions.at(-1)).toMatchObject({ purpose: 'cancel', state: 'mined' })
    },
  )

  test('waits for a silent wallet until the deadline ends the swap', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.wallet.behaviours.push('silent')
    await cancelOrder(world, id)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'expired_unused', walletRequest: null, statusCode: 0 })
    // A late approval changes nothing, but its request is answered.
    const requestId = world.wallet.prompts.at(-1)?.requestId ?? ''
    await world.wallet.decide(requestId, 'yes')
    await world.advanceTime(60_000)
    const { rev, updatedMs } = await world.readOrder(id)
    expect(await world.readOrder(id)).toEqual({ ...order, rev, updatedMs, supersededRequests: [] })
  })

  test.each([
    ['fails', 'fail', 'failed'],
    ['is replaced in the wallet', 'cancel', 'replaced'],
  ] as const)('leaves the swap as it was when it %s', async (_what, fate, state) => {
    const { world, id } = await createUnexecutedOrder()
    world.chain.fates.push(fate)
    await cancelOrder(world, id)
    const order = await world.waitForOrder(id, (one) => one.problem?.code === 'cancelNotSent')
    expect(order).toMatchObject({ state: 'pending', transactions: [{ purpose: 'cancel', state }] })
    expect(canCancel(order)).toBe(true)
    world.solver.setStatus(world.acceptedRequest(), 2, 3)
    expect(await world.waitForOrder(id, (one) => one.state === 'verified_terminal')).toMatchObject({
      problem: null,
    })
  })

  test('proves a cancelled end that the service reported first', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.wallet.behaviours.push('silent')
    await cancelOrder(world, id)
    world.solver.setStatus(world.acceptedRequest(), 6)
    const reported = await world.waitForState(id, 'reported_terminal')
    expect(reported.walletRequest?.purpose).toBe('cancel')
    await world.wallet.decide(reported.walletRequest?.requestId ?? '', 'yes')
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({
      state: 'verified_terminal',
      statusCode: 6,
      problem: { code: 'swapNotDelivered', money: 'signedUnused' },
    })
    expect(permitExpiryMs(order.terms)).toBeGreaterThan(world.clock.nowMs())
  })

  test('invalidates a signature that the service reports as expired', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.solver.setStatus(world.acceptedRequest(), 5)
    const reportedFields = await world.waitForState(id, 'reported_terminal')
    expect(canCancel(reportedFields)).toBe(true)
    await cancelOrder(world, id)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 5 })
    expect(permitExpiryMs(order.terms)).toBeGreaterThan(world.clock.nowMs())
  })

  test('keeps the wallet busy for other swaps until it is answered', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.wallet.behaviours.push('silent')
    await cancelOrder(world, id)
    world.fund(nativeRequest)
    const other = await world.startOrder(nativeRequest)
    await world.advanceTime(20_000)
    expect(await world.readOrder(other)).toMatchObject({
      state: 'confirmed',
      problem: { code: 'walletBusy' },
    })
    expect(methods(world)).toHaveLength(2)
  })
})

describe('the review of a cancellation', () => {
  test('warns of missing gas, and is refused when the simulation reverts, and after the deadline', async () => {
    const { world, id } = await createUnexecutedOrder()
    const tryIt = () => reviewOrderExit(world, 'cancel', id)
    world.chain.simulation = 'execution reverted'
    await expect(tryIt()).rejects.toMatchObject({
      data: { code: 'wouldFail', facts: { reason: 'execution reverted' } },
    })
    world.chain.simulation = null
    expect(await tryIt()).toMatchObject({ gasProblem: null })
    world.chain.ledger.give(
      harbour.chainId,
      nativeAddress,
      user,
      -world.chain.ledger.balance(harbour.chainId, nativeAddress, user),
    )
    const units = '160000000000000'
    expect(await tryIt()).toMatchObject({
      gasProblem: { code: 'gasTooLow', money: 'neverExecuted', facts: { units } },
    })
    world.chain.delegated.add(user)
    expect(await tryIt()).toMatchObject({ gasProblem: null })
    await world.advanceTime(610_000)
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'notAllowed' } })
    await expect(exitReviews.cancel.read('made up', world.reviewPorts.expiringStore)).rejects.toMatchObject({
      data: { code: 'reviewExpired', money: 'neverExecuted' },
    })
  })

  test('is possible while one endpoint alone says that the deadline has passed', async () => {
    const { world, id } = await createUnexecutedOrder()
    Object.assign(world.chain.reader, { latestBlockSeconds: async () => [4_000_000_000] })
    const order = await world.readOrder(id)
    expect(await reviewExit('cancel', order, account, world.reviewPorts)).toMatchObject({ orderId: id })
  })

  test('shows that no funds move, and is refused when the simulation grants an allowance', async () => {
    const { world, id } = await createUnexecutedOrder()
    const tryIt = () => reviewOrderExit(world, 'cancel', id)
    const still = { kind: 'measured', leaves: [], arrives: [] }
    expect((await tryIt()).simulation).toMatchObject(still)
    const lent = { token: signedRequest.inputToken as `0x${string}`, spender: user, before: 0n, after: 1n }
    world.chain.measurement = (truth) => ({ effects: [{ ...truth, allowances: [lent] }], wanted: 1 })
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'takesMore', money: 'neverExecuted' } })
    world.chain.measurement = () => ({ effects: [], wanted: 1 })
    expect((await tryIt()).simulation).toEqual({ kind: 'unmeasured' })
  })

  test('shows the gas cost in dollars when a valuation of the currency is known', async () => {
    const { world, id } = await createUnexecutedOrder()
    const tryIt = () => reviewOrderExit(world, 'cancel', id)
    const unknown = await tryIt()
    // 80,000 gas at 1 gwei, doubled because the price may rise.
    expect(unknown).toMatchObject({ gasUnits: '160000000000000', gasInUsd: null })
    world.reportedHoldings = [
      {
        chainId: harbour.chainId,
        address: nativeAddress,
        balance: '2000000000000000000',
        balanceInUsd: '6000',
      },
    ]
    const known = await tryIt()
    expect(known).toMatchObject({ gasUnits: '160000000000000', gasInUsd: '0.24' })
    expect(await exitReviews.cancel.read(known.reviewKey, world.reviewPorts.expiringStore)).toEqual(known)
  })

  test('is refused while the wallet is busy with another swap', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.wallet.behaviours.push('silent')
    const other = await world.startOrder({ ...signedRequest, inputAmount: '1000000' })
    await world.waitForState(other, 'approve_requested')
    const refused = reviewOrderExit(world, 'cancel', id)
    await expect(refused).rejects.toMatchObject({ data: { code: 'walletBusy', money: 'neverExecuted' } })
  })
})

const elsewhere: Hex = `0x${'7e'.repeat(32)}`

/** A signed swap whose signature another browser of the account cancelled. */
async function createCancelledElsewhere() {
  const { world, id } = await createUnexecutedOrder()
  const { permitNonce } = (await world.readOrder(id)).terms
  world.chain.ledger.invalidate(harbour.chainId, user, BigInt(permitNonce ?? '0'), elsewhere)
  return { world, id }
}

test('ends a swap as unused when another browser of the account cancelled its signature', async () => {
  const { world, id } = await createCancelledElsewhere()
  world.solver.setStatus(world.acceptedRequest(), 5)
  const over = await world.waitForOrder(id, ({ state }) => state === 'verified_terminal')
  expect(over).toMatchObject({ statusCode: 5, fundsSettled: true, problem: { money: 'signedUnused' } })
})

test('ends a swap as cancelled on chain evidence alone when the service reports no end', async () => {
  const { world, id } = await createCancelledElsewhere()
  const over = await world.waitForOrder(id, ({ fundsSettled }) => fundsSettled)
  expect(over).toMatchObject({ state: 'cancelled_unused', problem: null, signature: null })
  expect(over.timeline.at(-1)?.step).toBe('cancelled')
})

test('does not accept a reported delivery of a signature that was cancelled elsewhere', async () => {
  const { world, id } = await createCancelledElsewhere()
  world.acceptedRequest().code = 4
  const over = await world.waitForOrder(id, ({ state }) => state === 'verified_terminal')
  expect(over).toMatchObject({ fundsSettled: true, statusCode: 6, problem: { money: 'signedUnused' } })
})

test('does not accept a cancellation elsewhere from one host alone', async () => {
  const { world, id } = await createCancelledElsewhere()
  world.chain.sources = 1
  world.solver.setStatus(world.acceptedRequest(), 5)
  await world.waitForState(id, 'reported_terminal')
  await world.advanceTime(30 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
})

test('reports the signature only as used when no endpoint can read events', async () => {
  const { world, id } = await createCancelledElsewhere()
  Object.assign(world.chain.reader, { nonceEnd: () => Promise.reject(new Problem('rpcUnreachable')) })
  world.solver.setStatus(world.acceptedRequest(), 5)
  await world.waitForState(id, 'reported_terminal')
  await world.advanceTime(30 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({
    state: 'reported_terminal',
    fundsSettled: false,
    problem: { money: 'signatureUsed' },
  })
})
