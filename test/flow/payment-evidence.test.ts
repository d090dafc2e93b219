import { describe, expect, test } from 'vitest'
import { mayWithdraw } from '../../lib/order/flows/exit-rules.ts'
import { isVerified } from '../../lib/order/order-state.ts'
import {
  account,
  across,
  begin,
  depositAsk,
  inboxAsk,
  isAtRest,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
  taken,
  untakenOrder,
  until,
  untilState,
} from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { claims, extracted, started } from '../harness/reported-payment.ts'

const { outputToken } = signedAsk

/** The hash of another person's request. */
const foreign = `0x${'99'.repeat(32)}`

describe('API6: a payment proves no swap', () => {
  test('when it is older than the order', async () => {
    const world = await started()
    const least = 10n ** 9n
    const old = world.chain.pay(island.chainId, outputToken, user, least)
    world.solver.fate = [1, 2]
    const id = await begin(world, signedAsk)
    await until(world, id, (order) => order.statusCode === 2)
    const order = await claims(world, id, { code: 4, destinationHash: old })
    expect(order).toMatchObject({ state: 'reported_terminal', doubt: 'notShown', fundsSettled: false })
  })

  test('when it is older than the order and in the native currency', async () => {
    const ask = { ...signedAsk, outputToken: nativeAsk.inputToken }
    const world = await started(ask)
    const old = world.chain.pay(island.chainId, ask.outputToken, user, 10n ** 20n)
    world.solver.fate = [1, 2]
    const id = await begin(world, ask)
    await until(world, id, (order) => order.statusCode === 2)
    expect(isVerified(await claims(world, id, { code: 4, destinationHash: old }))).toBe(false)
  })

  test('when the gateway names another request', async () => {
    const { world, id } = await extracted()
    const paid = world.chain.pay(island.chainId, outputToken, user, 10n ** 9n, foreign)
    expect(await claims(world, id, { code: 4, destinationHash: paid })).toMatchObject({
      state: 'reported_terminal',
      doubt: 'notShown',
    })
  })

  test('when no gateway names it', async () => {
    for (const ask of [signedAsk, inboxAsk]) {
      const { world, id } = await extracted(ask)
      const paid = world.chain.pay(island.chainId, ask.outputToken, user, 10n ** 9n)
      expect(await claims(world, id, { code: 4, destinationHash: paid })).toMatchObject({
        state: 'reported_terminal',
        doubt: 'notNamed',
        fundsSettled: false,
      })
    }
  })

  test('when the order’s signature was never used', async () => {
    const { world, id } = await untakenOrder()
    const { requestHash } = (await orderAt(world, id)).terms
    const paid = world.chain.pay(island.chainId, outputToken, user, 10n ** 9n, requestHash)
    expect(await claims(world, id, { code: 4, destinationHash: paid, sourceHash: paid })).toMatchObject({
      state: 'reported_terminal',
      doubt: 'notShown',
    })
  })

  test('when it already proved another order', async () => {
    const world = await started(manualAsk)
    world.solver.fate = [1, 2]
    const first = await begin(world, manualAsk, account, across)
    await until(world, first, (order) => order.statusCode === 2)
    const second = await begin(world, manualAsk, account, across)
    await until(world, second, (order) => order.statusCode === 2)
    const paid = world.chain.pay(island.chainId, outputToken, user, 10n ** 9n)
    for (const request of world.service.requests.values()) {
      Object.assign(request, { code: 4, destinationHash: paid })
    }
    await untilState(world, first, 'reported_terminal', 'verified_terminal')
    await pass(world, 300_000)
    const states = [await orderAt(world, first), await orderAt(world, second)].map(({ state }) => state)
    expect([...states].sort()).toEqual(['reported_terminal', 'verified_terminal'])
  })

  test('when it belongs to another request and the deposit was never paid', async () => {
    const world = await started(depositAsk)
    const paid = world.chain.pay(island.chainId, outputToken, user, 10n ** 9n, foreign)
    const id = await begin(world, depositAsk, null, { routeKey: 'deposit', pay: 'elsewhere' })
    const { terms } = await orderAt(world, id)
    const [issued] = world.service.issued.values()
    if (issued === undefined || terms.requestHash === null) throw new Error('nothing quoted')
    world.solver.fate = []
    world.service.take({ ...issued, requestHash: terms.requestHash }, null, paid)
    const order = await claims(world, id, { code: 4, destinationHash: paid })
    expect(isVerified(order)).toBe(false)
  })
})

describe('a refund', () => {
  const refunded = async (units: bigint) => {
    const { world, id } = await extracted()
    const refundHash = world.chain.pay(harbour.chainId, signedAsk.inputToken, user, units)
    return claims(world, id, { code: 7, refundHash })
  }
  const input = BigInt(signedAsk.inputAmount)

  test.each([1n, (input * 94n) / 100n])(
    'of %s units is less than the input and stays reported',
    async (units) => {
      expect(await refunded(units)).toMatchObject({
        state: 'reported_terminal',
        doubt: 'less',
        fundsSettled: false,
        evidence: { kind: 'refund', units: String(units) },
        problem: { code: 'swapRefundReported', money: 'refundEitherReported' },
      })
    },
  )

  test('of at least 95% of the input is proven', async () => {
    const units = (input * 95n) / 100n
    expect(await refunded(units)).toMatchObject({
      state: 'verified_terminal',
      evidence: { kind: 'refund', units: String(units), sources: 2 },
      problem: { code: 'swapRefunded', money: 'refunded' },
    })
  })

  test('that the inbox does not confirm leaves the withdrawal possible', async () => {
    const world = await started(inboxAsk)
    world.solver.fate = []
    const id = await begin(world, inboxAsk)
    await untilState(world, id, 'pending')
    const refundHash = world.chain.pay(harbour.chainId, inboxAsk.inputToken, user, input)
    const order = await claims(world, id, { code: 7, refundHash })
    expect(order).toMatchObject({ state: 'reported_terminal', doubt: 'notNamed' })
    expect(mayWithdraw(order, world.clock.nowMs(), world.clock.nowMs() - 1)).toBe(true)
  })

  test('that the inbox confirms ends the withdrawal', async () => {
    const world = await started(inboxAsk)
    world.solver.fate = [5]
    const id = await begin(world, inboxAsk)
    await until(world, id, (order) => order.statusCode === 5)
    world.solver.set(taken(world), 7)
    const order = await until(world, id, isAtRest)
    expect(order.state).toBe('verified_terminal')
    expect(mayWithdraw(order, world.clock.nowMs(), world.clock.nowMs() - 1)).toBe(false)
  })
})
