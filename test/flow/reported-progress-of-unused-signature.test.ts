import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import { reviewCancel } from '../../lib/order/flows/exit-reviews.ts'
import { mayCancel } from '../../lib/order/flows/exit-rules.ts'
import { isSeenUsed } from '../../lib/order/order-timeline.ts'
import {
  account,
  allow,
  begin,
  fund,
  isAtRest,
  orderAt,
  pass,
  review,
  signedAsk,
  taken,
  untakenOrder,
  until,
  untilState,
} from '../harness/actions.ts'
import { cancelOrder } from '../harness/cancel-order.ts'
import { harbour, user } from '../harness/chains.ts'
import { resaid } from '../harness/proof-reads.ts'
import { createWorld, type World } from '../harness/world.ts'

const made = `0x${'12'.repeat(32)}`

/** Makes the service report a code, with a delivery and a refund that no chain shows. */
function report(world: World, code: number): void {
  Object.assign(taken(world), { code, destinationHash: made, refundHash: code === 7 ? made : null })
}

const isUsed = (world: World, nonce: string | null) =>
  world.chain.ledger.nonceUsed(harbour.chainId, user, BigInt(nonce ?? 0))

describe('a status code that the service reports for an unused signature', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])('leaves the cancellation possible at %i', async (code) => {
    const { world, id } = await untakenOrder()
    report(world, code)
    await pass(world, 2 * minuteMs)
    const order = await orderAt(world, id)
    expect(isUsed(world, order.terms.permitNonce)).toBe(false)
    expect(mayCancel(order)).toBe(true)
    await expect(reviewCancel(order, account, world.reviewPorts)).resolves.toMatchObject({ orderId: id })
    if (code >= 3) {
      expect(order).toMatchObject({ state: 'reported_terminal', isPermitOver: false, fundsSettled: false })
    }
    await cancelOrder(world, id)
    const end = await until(world, id, isAtRest)
    expect(end).toMatchObject({ fundsSettled: true, signature: null })
    expect(['cancelled_unused', 'verified_terminal']).toContain(end.state)
    expect(end.timeline.map(({ step }) => step)).not.toContain('fulfilled')
  })

  test.each([3, 4])('ends as unused at %i once the deadline has passed', async (code) => {
    const { world, id } = await untakenOrder()
    report(world, code)
    const end = await until(world, id, isAtRest)
    expect(end).toMatchObject({
      ...{ state: 'verified_terminal', statusCode: 5, fundsSettled: true },
      ...{ destinationTransactionHash: null, fulfilledAmount: null },
      problem: { code: 'swapExpired', money: 'signedUnused' },
    })
    expect(end.timeline.map(({ step }) => step)).not.toContain('settled')
    expect(isUsed(world, end.terms.permitNonce)).toBe(false)
  })

  test.each([3, 4])(
    'ends the cancellation at %i when both endpoints show the signature as used',
    async (code) => {
      const { world, id } = await untakenOrder()
      report(world, code)
      await until(world, id, ({ isPermitOver }) => isPermitOver === false)
      taken(world).code = 0
      world.solver.set(taken(world), 2)
      const order = await until(world, id, isSeenUsed)
      expect(order.state).toBe('reported_terminal')
      expect(mayCancel(order)).toBe(false)
    },
  )

  test('leaves the cancellation possible when no endpoint of the destination can be read', async () => {
    const { world, id } = await untakenOrder()
    report(world, 4)
    const { payment } = world.chain.reader
    world.chain.reader.payment = async (chainId, wish) => {
      if (chainId !== harbour.chainId) throw new Error('unreachable')
      return payment(chainId, wish)
    }
    await pass(world, 2 * minuteMs)
    expect(mayCancel(await orderAt(world, id))).toBe(true)
  })
})

test('reviews a cancellation although one endpoint reports the signature as used', async () => {
  const { world, id } = await untakenOrder()
  const { reader } = world.chain
  const real = reader.nonceEvidence
  reader.nonceEvidence = (...asked) => resaid(real(...asked), (seen) => ({ ...seen, used: true }), 1)
  reader.nonceUsed = async () => true
  await expect(reviewCancel(await orderAt(world, id), account, world.reviewPorts)).resolves.toBeDefined()
})

describe('a signature that was used on chain', () => {
  test.each([
    ['a minute', minuteMs],
    ['an hour', hourMs],
  ])('reserves no allowance for the next swap %s later, whatever the service reports', async (_later, ms) => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk)
    world.solver.fate = []
    const id = await begin(world, signedAsk)
    await untilState(world, id, 'pending')
    world.solver.set(taken(world), 2)
    taken(world).code = 1
    await pass(world, ms)
    expect((await orderAt(world, id)).statusCode).toBe(1)
    const next = await review(world, signedAsk)
    expect(next.approvals).toEqual([{ purpose: 'approve', amountUnits: signedAsk.inputAmount }])
    // The remainder of five times the input.
    await expect(review(world, { ...signedAsk, inputAmount: '6000000' })).resolves.toBeDefined()
  })

  test('reserves no allowance when the wallet gets the next approval', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk)
    world.solver.fate = []
    const first = await begin(world, signedAsk)
    await untilState(world, first, 'pending')
    world.solver.set(taken(world), 2)
    taken(world).code = 1
    const next = await begin(world, signedAsk)
    const order = await untilState(world, next, 'submitted', 'pending')
    expect(order.transactions).toMatchObject([{ purpose: 'approve', amountUnits: signedAsk.inputAmount }])
  })

  test('still reserves its allowance when one endpoint alone reports it as used', async () => {
    const { world } = await untakenOrder()
    const { reader } = world.chain
    const real = reader.nonceEvidence
    reader.nonceEvidence = (...asked) => resaid(real(...asked), (seen) => ({ ...seen, used: true }), 1)
    const next = await review(world, signedAsk)
    expect(next.approvals).toEqual([{ purpose: 'approve', amountUnits: '3000000' }])
  })
})

describe('a hash that the wallet invents for a cancellation', () => {
  test.each([
    ['in progress', null],
    ['reported as delivered', 4],
    ['reported as expired', 5],
  ] as const)('does not block the next cancellation of a swap %s', async (_how, code) => {
    const { world, id } = await untakenOrder()
    if (code !== null) {
      report(world, code)
      await untilState(world, id, 'reported_terminal')
    }
    world.wallet.moods.push('unsent')
    await cancelOrder(world, id)
    expect(mayCancel(await until(world, id, ({ transactions }) => transactions.length > 0))).toBe(false)
    const open = await until(world, id, mayCancel)
    expect(open.transactions).toMatchObject([{ purpose: 'cancel', state: 'dropped' }])
    expect(open.problem?.code).toBe(code === 5 ? 'swapExpired' : 'cancelNotSent')
    await cancelOrder(world, id)
    const end = await until(world, id, isAtRest)
    expect(end.transactions.at(-1)?.purpose).toBe('cancel')
    expect(end.problem?.code ?? null).not.toBe('cancelNotSent')
    expect(isUsed(world, end.terms.permitNonce)).toBe(true)
  })

  test('does not block it when the hash belongs to another transaction', async () => {
    const { world, id } = await untakenOrder()
    world.wallet.moods.push('silent')
    await cancelOrder(world, id)
    const other = world.chain.pay(harbour.chainId, signedAsk.inputToken, user, 1n)
    const prompt = world.wallet.prompts.at(-1)
    if (prompt === undefined) throw new Error('no prompt')
    const { requestId, wallet } = prompt
    await world.run.answered({ requestId, kind: 'result', result: other, wallet })
    const open = await until(world, id, mayCancel)
    expect(open).toMatchObject({ state: 'pending', problem: { code: 'cancelNotSent' } })
  })
})
