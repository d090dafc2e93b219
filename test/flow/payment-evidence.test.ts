import { describe, expect, test } from 'vitest'
import { canWithdraw } from '../../lib/order/exits/exit-rules.ts'
import { isEndVerified } from '../../lib/order/order-state.ts'
import {
  acrossRoute,
  createFundedWorld,
  createUnexecutedOrder,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, harbour, island, user } from '../harness/chains.ts'
import { payElsewhere } from '../harness/deposits.ts'
import { createExtractedOrder, reportPayment } from '../harness/reported-payment.ts'

const { outputToken } = signedRequest

/** The hash of another person's request. */
const foreign = `0x${'99'.repeat(32)}`

describe('API6: a payment proves no swap', () => {
  test('when it is older than the order', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const least = 10n ** 9n
    const old = world.chain.payAsSolver(island.chainId, outputToken, user, least)
    world.solver.fate = [1, 2]
    const id = await world.startOrder(signedRequest)
    await world.waitForOrder(id, (order) => order.statusCode === 2)
    const order = await reportPayment(world, id, { code: 4, destinationHash: old })
    expect(order).toMatchObject({ state: 'reported_terminal', doubt: 'notShown', fundsSettled: false })
  })

  test('when it is older than the order and in the native currency', async () => {
    const quoteRequest = { ...signedRequest, outputToken: nativeRequest.inputToken }
    const world = await createFundedWorld(quoteRequest, { allowed: true })
    const old = world.chain.payAsSolver(island.chainId, quoteRequest.outputToken, user, 10n ** 20n)
    world.solver.fate = [1, 2]
    const id = await world.startOrder(quoteRequest)
    await world.waitForOrder(id, (order) => order.statusCode === 2)
    expect(isEndVerified(await reportPayment(world, id, { code: 4, destinationHash: old }))).toBe(false)
  })

  test('when the gateway names another request', async () => {
    const { world, id } = await createExtractedOrder()
    const paid = world.chain.payAsSolver(island.chainId, outputToken, user, 10n ** 9n, foreign)
    expect(await reportPayment(world, id, { code: 4, destinationHash: paid })).toMatchObject({
      state: 'reported_terminal',
      doubt: 'notShown',
    })
  })

  test('when no gateway names it', async () => {
    for (const quoteRequest of [signedRequest, inboxRequest]) {
      const { world, id } = await createExtractedOrder(quoteRequest)
      const paid = world.chain.payAsSolver(island.chainId, quoteRequest.outputToken, user, 10n ** 9n)
      expect(await reportPayment(world, id, { code: 4, destinationHash: paid })).toMatchObject({
        state: 'reported_terminal',
        doubt: 'notNamed',
        fundsSettled: false,
      })
    }
  })

  test('when the order’s signature was never used', async () => {
    const { world, id } = await createUnexecutedOrder()
    const { requestHash } = (await world.readOrder(id)).terms
    const paid = world.chain.payAsSolver(island.chainId, outputToken, user, 10n ** 9n, requestHash)
    expect(
      await reportPayment(world, id, { code: 4, destinationHash: paid, sourceHash: paid }),
    ).toMatchObject({
      state: 'reported_terminal',
      doubt: 'notShown',
    })
  })

  test('when it already proved another order', async () => {
    const { world, id: first } = await startSwap(manualRequest, {
      allowed: true,
      fate: [1, 2],
      choice: acrossRoute,
    })
    await world.waitForOrder(first, (order) => order.statusCode === 2)
    const second = await world.startOrder(manualRequest, account, acrossRoute)
    await world.waitForOrder(second, (order) => order.statusCode === 2)
    const paid = world.chain.payAsSolver(island.chainId, outputToken, user, 10n ** 9n)
    for (const request of world.service.requests.values()) {
      Object.assign(request, { code: 4, destinationHash: paid })
    }
    await world.waitForState(first, 'reported_terminal', 'verified_terminal')
    await world.advanceTime(300_000)
    const states = [await world.readOrder(first), await world.readOrder(second)].map(({ state }) => state)
    expect([...states].sort()).toEqual(['reported_terminal', 'verified_terminal'])
  })

  test('when it belongs to another request and the deposit was never paid', async () => {
    const world = await createFundedWorld(depositRequest, { allowed: true })
    const paid = world.chain.payAsSolver(island.chainId, outputToken, user, 10n ** 9n, foreign)
    const id = await world.startOrder(depositRequest, null, payElsewhere)
    const { terms } = await world.readOrder(id)
    const [issued] = world.service.issued.values()
    if (issued === undefined || terms.requestHash === null) throw new Error('nothing quoted')
    world.solver.fate = []
    world.service.accept({ ...issued, requestHash: terms.requestHash }, null, paid)
    const order = await reportPayment(world, id, { code: 4, destinationHash: paid })
    expect(isEndVerified(order)).toBe(false)
  })
})

describe('a refund', () => {
  const refunded = async (units: bigint) => {
    const { world, id } = await createExtractedOrder()
    const refundHash = world.chain.payAsSolver(harbour.chainId, signedRequest.inputToken, user, units)
    return reportPayment(world, id, { code: 7, refundHash })
  }
  const input = BigInt(signedRequest.inputAmount)

  test.each([1n, (input * 94n) / 100n])(
    'of %s units is less than the input and stays reported',
    async (units) => {
      expect(await refunded(units)).toMatchObject({
        state: 'reported_terminal',
        doubt: 'less',
        fundsSettled: false,
        evidence: { kind: 'refund', units: String(units) },
        problem: { code: 'swapNotDelivered', money: 'refundEitherReported' },
      })
    },
  )

  test('of at least 95% of the input is proven', async () => {
    const units = (input * 95n) / 100n
    expect(await refunded(units)).toMatchObject({
      state: 'verified_terminal',
      evidence: { kind: 'refund', units: String(units), sources: 2 },
      problem: { code: 'swapNotDelivered', money: 'refunded' },
    })
  })

  test('that the inbox does not confirm leaves the withdrawal possible', async () => {
    const { world, id } = await startSwap(inboxRequest, { allowed: true, fate: [] })
    await world.waitForState(id, 'pending')
    const refundHash = world.chain.payAsSolver(harbour.chainId, inboxRequest.inputToken, user, input)
    const order = await reportPayment(world, id, { code: 7, refundHash })
    expect(order).toMatchObject({ state: 'reported_terminal', doubt: 'notNamed' })
    expect(canWithdraw(order, world.clock.nowMs(), world.clock.nowMs() - 1)).toBe(true)
  })

  test('that the inbox confirms ends the withdrawal', async () => {
    const { world, id } = await startSwap(inboxRequest, { allowed: true, fate: [5] })
    await world.waitForOrder(id, (order) => order.statusCode === 5)
    world.solver.setStatus(world.acceptedRequest(), 7)
    const order = await world.waitForEnd(id)
    expect(order.state).toBe('verified_terminal')
    expect(canWithdraw(order, world.clock.nowMs(), world.clock.nowMs() - 1)).toBe(false)
  })
})
