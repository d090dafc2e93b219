import { describe, expect, test } from 'vitest'
import { canWithdraw } from '../../lib/order/exits/exit-rules.ts'
import { isVerified } from '../../lib/order/order-state.ts'
import {
  acceptedRequest,
  account,
  acrossRoute,
  advanceTime,
  createUnexecutedOrder,
  depositRequest,
  inboxRequest,
  isFullyEnded,
  manualRequest,
  nativeRequest,
  readOrder,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { createExtractedOrder, createFundedWorld, reportPayment } from '../harness/reported-payment.ts'

const { outputToken } = signedRequest

/** The hash of another person's request. */
const foreign = `0x${'99'.repeat(32)}`

describe('API6: a payment proves no swap', () => {
  test('when it is older than the order', async () => {
    const world = await createFundedWorld()
    const least = 10n ** 9n
    const old = world.chain.payAsSolver(island.chainId, outputToken, user, least)
    world.solver.fate = [1, 2]
    const id = await startOrder(world, signedRequest)
    await waitForOrder(world, id, (order) => order.statusCode === 2)
    const order = await reportPayment(world, id, { code: 4, destinationHash: old })
    expect(order).toMatchObject({ state: 'reported_terminal', doubt: 'notShown', fundsSettled: false })
  })

  test('when it is older than the order and in the native currency', async () => {
    const quoteRequest = { ...signedRequest, outputToken: nativeRequest.inputToken }
    const world = await createFundedWorld(quoteRequest)
    const old = world.chain.payAsSolver(island.chainId, quoteRequest.outputToken, user, 10n ** 20n)
    world.solver.fate = [1, 2]
    const id = await startOrder(world, quoteRequest)
    await waitForOrder(world, id, (order) => order.statusCode === 2)
    expect(isVerified(await reportPayment(world, id, { code: 4, destinationHash: old }))).toBe(false)
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
    const { requestHash } = (await readOrder(world, id)).terms
    const paid = world.chain.payAsSolver(island.chainId, outputToken, user, 10n ** 9n, requestHash)
    expect(
      await reportPayment(world, id, { code: 4, destinationHash: paid, sourceHash: paid }),
    ).toMatchObject({
      state: 'reported_terminal',
      doubt: 'notShown',
    })
  })

  test('when it already proved another order', async () => {
    const world = await createFundedWorld(manualRequest)
    world.solver.fate = [1, 2]
    const first = await startOrder(world, manualRequest, account, acrossRoute)
    await waitForOrder(world, first, (order) => order.statusCode === 2)
    const second = await startOrder(world, manualRequest, account, acrossRoute)
    await waitForOrder(world, second, (order) => order.statusCode === 2)
    const paid = world.chain.payAsSolver(island.chainId, outputToken, user, 10n ** 9n)
    for (const request of world.service.requests.values()) {
      Object.assign(request, { code: 4, destinationHash: paid })
    }
    await waitForState(world, first, 'reported_terminal', 'verified_terminal')
    await advanceTime(world, 300_000)
    const states = [await readOrder(world, first), await readOrder(world, second)].map(({ state }) => state)
    expect([...states].sort()).toEqual(['reported_terminal', 'verified_terminal'])
  })

  test('when it belongs to another request and the deposit was never paid', async () => {
    const world = await createFundedWorld(depositRequest)
    const paid = world.chain.payAsSolver(island.chainId, outputToken, user, 10n ** 9n, foreign)
    const id = await startOrder(world, depositRequest, null, { routeKey: 'deposit', pay: 'elsewhere' })
    const { terms } = await readOrder(world, id)
    const [issued] = world.service.issued.values()
    if (issued === undefined || terms.requestHash === null) throw new Error('nothing quoted')
    world.solver.fate = []
    world.service.accept({ ...issued, requestHash: terms.requestHash }, null, paid)
    const order = await reportPayment(world, id, { code: 4, destinationHash: paid })
    expect(isVerified(order)).toBe(false)
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
    const world = await createFundedWorld(inboxRequest)
    world.solver.fate = []
    const id = await startOrder(world, inboxRequest)
    await waitForState(world, id, 'pending')
    const refundHash = world.chain.payAsSolver(harbour.chainId, inboxRequest.inputToken, user, input)
    const order = await reportPayment(world, id, { code: 7, refundHash })
    expect(order).toMatchObject({ state: 'reported_terminal', doubt: 'notNamed' })
    expect(canWithdraw(order, world.clock.nowMs(), world.clock.nowMs() - 1)).toBe(true)
  })

  test('that the inbox confirms ends the withdrawal', async () => {
    const world = await createFundedWorld(inboxRequest)
    world.solver.fate = [5]
    const id = await startOrder(world, inboxRequest)
    await waitForOrder(world, id, (order) => order.statusCode === 5)
    world.solver.setStatus(acceptedRequest(world), 7)
    const order = await waitForOrder(world, id, isFullyEnded)
    expect(order.state).toBe('verified_terminal')
    expect(canWithdraw(order, world.clock.nowMs(), world.clock.nowMs() - 1)).toBe(false)
  })
})
