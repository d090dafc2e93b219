import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import { canCancel } from '../../lib/order/exits/exit-rules.ts'
import { isPermitUseVerified } from '../../lib/order/order-facts.ts'
import { createUnexecutedOrder, signedRequest, startSwap } from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { cancelOrder, reviewOrderExit } from '../harness/exits.ts'
import { withChangedAnswer } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'

const inventedHash = `0x${'12'.repeat(32)}`

/** Makes the service report a code, with a delivery and a refund that no chain shows. */
function report(world: World, code: number): void {
  Object.assign(world.acceptedRequest(), {
    code,
    destinationHash: inventedHash,
    refundHash: code === 7 ? inventedHash : null,
  })
}

const isNonceUsed = (world: World, nonce: string | null) =>
  world.chain.ledger.nonceUsed(harbour.chainId, user, BigInt(nonce ?? 0))

describe('a status code that the service reports for an unused signature', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])('leaves the cancellation possible at %i', async (code) => {
    const { world, id } = await createUnexecutedOrder()
    report(world, code)
    await world.advanceTime(2 * minuteMs)
    const order = await world.readOrder(id)
    expect(isNonceUsed(world, order.terms.permitNonce)).toBe(false)
    expect(canCancel(order)).toBe(true)
    await expect(reviewExit('cancel', order, account, world.reviewPorts)).resolves.toMatchObject({
      orderId: id,
    })
    if (code >= 3) {
      expect(order).toMatchObject({ state: 'reported_terminal', isPermitOver: false, fundsSettled: false })
    }
    await cancelOrder(world, id)
    const end = await world.waitForEnd(id)
    expect(end).toMatchObject({ fundsSettled: true, signature: null })
    expect(['cancelled_unused', 'verified_terminal']).toContain(end.state)
    expect(end.timeline.map(({ step }) => step)).not.toContain('fulfilled')
  })

  test.each([3, 4])('ends as unused at %i once the deadline has passed', async (code) => {
    const { world, id } = await createUnexecutedOrder()
    report(world, code)
    const end = await world.waitForEnd(id)
    expect(end).toMatchObject({
      ...{ state: 'verified_terminal', statusCode: 5, fundsSettled: true },
      ...{ destinationTransactionHash: null, fulfilledAmount: null },
      problem: { code: 'swapNotDelivered', money: 'signedUnused' },
    })
    expect(end.timeline.map(({ step }) => step)).not.toContain('settled')
    expect(isNonceUsed(world, end.terms.permitNonce)).toBe(false)
  })

  test.each([3, 4])(
    'ends the cancellation at %i when both endpoints show the signature as used',
    async (code) => {
      const { world, id } = await createUnexecutedOrder()
      report(world, code)
      await world.waitForOrder(id, ({ isPermitOver }) => isPermitOver === false)
      world.acceptedRequest().code = 0
      world.solver.setStatus(world.acceptedRequest(), 2)
      const order = await world.waitForOrder(id, isPermitUseVerified)
      expect(order.state).toBe('reported_terminal')
      expect(canCancel(order)).toBe(false)
    },
  )

  test('leaves the cancellation possible when no endpoint of the destination can be read', async () => {
    const { world, id } = await createUnexecutedOrder()
    report(world, 4)
    const { payment } = world.chain.reader
    world.chain.reader.payment = async (chainId, wanted) => {
      if (chainId !== harbour.chainId) throw new Error('unreachable')
      return payment(chainId, wanted)
    }
    await world.advanceTime(2 * minuteMs)
    expect(canCancel(await world.readOrder(id))).toBe(true)
  })
})

test('reviews a cancellation although one endpoint reports the signature as used', async () => {
  const { world, id } = await createUnexecutedOrder()
  const { reader } = world.chain
  const real = reader.nonceEvidence
  reader.nonceEvidence = (...requested) =>
    withChangedAnswer(real(...requested), (seen) => ({ ...seen, used: true }), 1)
  reader.nonceUsed = async () => true
  await expect(reviewOrderExit(world, 'cancel', id)).resolves.toBeDefined()
})

describe('a signature that was used on chain', () => {
  test.each([
    ['a minute', minuteMs],
    ['an hour', hourMs],
  ])('reserves no allowance for the next swap %s later, whatever the service reports', async (_later, ms) => {
    const { world, id } = await createUnexecutedOrder()
    world.solver.setStatus(world.acceptedRequest(), 2)
    world.acceptedRequest().code = 1
    await world.advanceTime(ms)
    expect((await world.readOrder(id)).statusCode).toBe(1)
    const next = await world.createReview(signedRequest)
    expect(next.approvals).toEqual([{ purpose: 'approve', amountUnits: signedRequest.inputAmount }])
    // The remainder of five times the input.
    await expect(world.createReview({ ...signedRequest, inputAmount: '6000000' })).resolves.toBeDefined()
  })

  test('reserves no allowance when the wallet gets the next approval', async () => {
    const { world, id: first } = await startSwap(signedRequest, { allowed: true, fate: [] })
    await world.waitForState(first, 'pending')
    world.solver.setStatus(world.acceptedRequest(), 2)
    world.acceptedRequest().code = 1
    const next = await world.startOrder(signedRequest)
    const order = await world.waitForState(next, 'submitted', 'pending')
    expect(order.transactions).toMatchObject([{ purpose: 'approve', amountUnits: signedRequest.inputAmount }])
  })

  test('reserves no allowance when the only endpoint of its chain shows it as used', async () => {
    const { world } = await createUnexecutedOrder()
    world.solver.setStatus(world.acceptedRequest(), 2)
    world.acceptedRequest().code = 1
    Object.assign(world.chain, { hosts: 1, sources: 1 })
    const next = await world.createReview(signedRequest)
    expect(next.approvals).toEqual([{ purpose: 'approve', amountUnits: signedRequest.inputAmount }])
  })

  test('still reserves its allowance when one endpoint alone reports it as used', async () => {
    const { world } = await createUnexecutedOrder()
    const { reader } = world.chain
    const real = reader.nonceEvidence
    reader.nonceEvidence = (...requested) =>
      withChangedAnswer(real(...requested), (seen) => ({ ...seen, used: true }), 1)
    const next = await world.createReview(signedRequest)
    expect(next.approvals).toEqual([{ purpose: 'approve', amountUnits: '3000000' }])
  })
})

describe('a hash that the wallet invents for a cancellation', () => {
  test.each([
    ['in progress', null],
    ['reported as delivered', 4],
    ['reported as expired', 5],
  ] as const)('does not block the next cancellation of a swap %s', async (_how, code) => {
    const { world, id } = await createUnexecutedOrder()
    if (code !== null) {
      report(world, code)
      await world.waitForState(id, 'reported_terminal')
    }
    world.wallet.behaviours.push('unsent')
    await cancelOrder(world, id)
    expect(canCancel(await world.waitForOrder(id, ({ transactions }) => transactions.length > 0))).toBe(false)
    const open = await world.waitForOrder(id, canCancel)
    expect(open.transactions).toMatchObject([{ purpose: 'cancel', state: 'dropped' }])
    expect(open.problem?.code).toBe(code === 5 ? 'swapNotDelivered' : 'cancelNotSent')
    await cancelOrder(world, id)
    const end = await world.waitForEnd(id)
    expect(end.transactions.at(-1)?.purpose).toBe('cancel')
    expect(end.problem?.code ?? null).not.toBe('cancelNotSent')
    expect(isNonceUsed(world, end.terms.permitNonce)).toBe(true)
  })

  test('does not block it when the hash belongs to another transaction', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.wallet.behaviours.push('silent')
    await cancelOrder(world, id)
    const other = world.chain.payAsSolver(harbour.chainId, signedRequest.inputToken, user, 1n)
    const prompt = world.wallet.prompts.at(-1)
    if (prompt === undefined) throw new Error('no prompt')
    const { requestId, wallet } = prompt
    await world.run.applyAnswer({ requestId, kind: 'result', result: other, wallet })
    const open = await world.waitForOrder(id, canCancel)
    expect(open).toMatchObject({ state: 'pending', problem: { code: 'cancelNotSent' } })
  })
})
