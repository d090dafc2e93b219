import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { wipe } from '../../lib/history/export-and-wipe.ts'
import { createBackup } from '../../lib/order/backup.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import { canCancel, canWithdraw } from '../../lib/order/exits/exit-rules.ts'
import { withdrawFromMs } from '../../lib/order/exits/withdraw.ts'
import { isEndVerified, orderStateWords } from '../../lib/order/order-state.ts'
import {
  acrossRoute,
  createFundedWorld,
  createUnexecutedOrder,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  sameChainRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, deployment, harbour, island, tokenOf, user } from '../harness/chains.ts'
import { payElsewhere } from '../harness/deposits.ts'
import { createOverdueOrder } from '../harness/exits.ts'
import { createExtractedOrder, reportPayment } from '../harness/reported-payment.ts'
import type { World } from '../harness/world.ts'

const { outputToken } = signedRequest

/** The hash of another person's request. */
const foreign = `0x${'99'.repeat(32)}`

describe('API6: a payment proves no swap', () => {
  test.each([
    ['a token', outputToken],
    ['the native currency', nativeRequest.inputToken],
  ])('when it is older than the order, in %s', async (_what, token) => {
    const quoteRequest = { ...signedRequest, outputToken: token }
    const world = await createFundedWorld(quoteRequest, { allowed: true, fate: [1, 2] })
    const old = world.chain.payAsSolver(island.chainId, token, user, 10n ** 20n)
    const id = await world.startOrder(quoteRequest)
    await world.waitForOrder(id, (order) => order.statusCode === 2)
    const order = await reportPayment(world, id, { code: 4, destinationHash: old })
    expect(order).toMatchObject({ state: 'reported_terminal', doubt: 'notShown', fundsSettled: false })
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
    const { requestHash } = (await world.readOrder(id)).terms
    const paid = [harbour.chainId, signedRequest.inputToken, user, units, requestHash] as const
    const refundHash = world.chain.payAsSolver(...paid)
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

const noBackup = createBackup({ get: async () => ({}), set: async () => {}, remove: async () => {} })

async function startTwoSwaps() {
  const { world, id: first } = await startSwap(manualRequest, {
    storage: 'database',
    allowed: 10n ** 30n,
    fate: [],
    choice: acrossRoute,
  })
  await world.waitForState(first, 'pending')
  const second = await world.startOrder(manualRequest, account, acrossRoute)
  await world.waitForState(second, 'pending')
  const paid = world.chain.payAsSolver(island.chainId, tokenOf(island, 'USDC').address, user, 1_600_000n)
  /** The service reports an order as delivered by the payment. */
  const report = async (id: string) => {
    const { sourceTransactionHash } = await world.readOrder(id)
    const request = [...world.service.requests.values()].find(
      (one) => one.sourceHash === sourceTransactionHash,
    )
    if (request === undefined) throw new Error('the service has no such request')
    Object.assign(request, { code: 4, destinationHash: paid })
  }
  return { world, first, second, report }
}

test('accepts a payment as proof of one swap only when two swaps read it at the same time', async () => {
  const { world, first, second, report } = await startTwoSwaps()
  await report(first)
  await report(second)
  // Both find the payment unclaimed: the endpoint answers the first read only with the second one.
  const { payment } = world.chain.reader
  const bothRead = Promise.withResolvers<void>()
  let reads = 0
  world.chain.reader.payment = async (...query) => {
    reads += 1
    if (reads === 2) bothRead.resolve()
    await bothRead.promise
    return payment(...query)
  }
  await world.advanceTime(10 * minuteMs)
  const orders = await Promise.all([first, second].map((id) => world.readOrder(id)))
  expect(orders.map(({ state }) => state).sort()).toEqual(['reported_terminal', 'verified_terminal'])
  expect(await (await world.database()).count('payments')).toBe(1)
})

test.each([
  ['is stored', false],
  ['was deleted from the history', true],
])('accepts a payment as proof of one swap only, while the first swap %s', async (_how, isDeleted) => {
  const { world, first, second, report } = await startTwoSwaps()
  for (const [id, state] of [
    [first, 'verified_terminal'],
    [second, 'reported_terminal'],
  ] as const) {
    await report(id)
    await world.advanceTime(10 * minuteMs)
    expect((await world.readOrder(id)).state).toBe(state)
    if (id === second) continue
    expect(await (await world.database()).count('payments')).toBe(1)
    if (isDeleted) {
      await wipe(world.database, noBackup, { isAll: false })
      expect(await world.orders.read(first)).toBeNull()
    }
  }
  expect(await world.readOrder(second)).toMatchObject({ doubt: 'notShown', fundsSettled: false })
})

const texts = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as {
  readonly [key: string]: { readonly message: string }
}

const hash = `0x${'77'.repeat(32)}` as const

describe('API6: a service that reports', () => {
  test.each([
    [3, 'done'],
    [4, 'done'],
    [5, 'failed'],
    [6, 'failed'],
    [7, 'refunded'],
  ] as const)('%i although nothing moved is displayed as reported, not verified', async (code, end) => {
    const { world, id } = await createUnexecutedOrder()
    Object.assign(world.acceptedRequest(), {
      code,
      destinationHash: hash,
      refundHash: hash,
      sourceHash: hash,
    })
    await world.waitForState(id, 'reported_terminal')
    await world.advanceTime(180_000)
    const order = await world.readOrder(id)
    expect(isEndVerified(order)).toBe(false)
    const { wordKey, csv } = orderStateWords(order)
    expect(wordKey).toBe(`state_reported_${end}`)
    expect(texts[wordKey]?.message).toMatch(/, not verified yet$/)
    expect(csv).toBe(`${end}_reported`)
    expect(order.fundsSettled).toBe(false)
  })

  test('an end has other words on screen than a verified one', () => {
    expect(texts.reported?.message).toBe('Reported by the service, not confirmed on-chain')
    expect(texts.verified?.message).toBe('Verified on-chain')
  })
})

test('is polled as often, without a cancellation, when EXTRACTED is reported for a used signature', async () => {
  const { world, id } = await createUnexecutedOrder()
  world.solver.setStatus(world.acceptedRequest(), 2)
  const order = await world.waitForOrder(id, ({ isPermitOver }) => isPermitOver === true)
  expect([order.state, order.statusCode, canCancel(order)]).toEqual(['pending', 2, false])
  const requested = order.serviceCalls.length
  await world.advanceTime(30 * secondMs)
  expect((await world.readOrder(id)).serviceCalls.length - requested).toBeGreaterThanOrEqual(6)
})

test('ends as unused when EXTRACTED is reported for a signature that was never used', async () => {
  const { world, id } = await createUnexecutedOrder()
  world.acceptedRequest().code = 2
  const order = await world.waitForOrder(id, ({ state }) => state !== 'pending')
  expect(order).toMatchObject({ state: 'expired_unused', problem: { money: 'signedUnused' } })
})

test('can still be withdrawn when EXTRACTED is reported for money in the inbox', async () => {
  // No solver took it. After the deadline the inbox lets any account return the money to the person.
  const { world, id } = await createOverdueOrder([1])
  world.acceptedRequest().code = 2
  await world.advanceTime(hourMs)
  const order = await world.readOrder(id)
  expect([order.state, order.statusCode]).toEqual(['pending', 2])
  expect(canWithdraw(order, world.clock.nowMs(), withdrawFromMs(order, deployment))).toBe(true)
  const { simulation } = await reviewExit('withdraw', order, account, world.reviewPorts)
  expect(simulation.kind).toBe('measured')
})

const wrongHash = `0x${'77'.repeat(32)}` as const

/** Makes the service omit the source transaction, as interface 4.6 allows, or name another one. */
function nameSource(world: World, sourceTransactionHash: typeof wrongHash | null): World {
  const { status } = world.service.service
  Object.assign(world.service.service, {
    async status(...requested: Parameters<typeof status>) {
      const look = await status(...requested)
      if (look.kind !== 'record') return look
      return { ...look, record: { ...look.record, sourceTransactionHash } }
    },
  })
  return world
}

test.each([
  ['across chains', signedRequest, null],
  ['on one chain', sameChainRequest, null],
  ['across chains', signedRequest, wrongHash],
  ['on one chain', sameChainRequest, wrongHash],
])(
  'proves a swap %s when the service names the payment and a wrong source or none',
  async (_, request, named) => {
    const world = nameSource(await createFundedWorld(request, { allowed: true }), named)
    const id = await world.startOrder(request)
    expect(await world.waitForEnd(id)).toMatchObject({
      state: 'verified_terminal',
      sourceTransactionHash: named,
      evidence: { kind: 'delivery', sources: 2 },
    })
  },
)

test.each([null, wrongHash])('does not prove it when the signature was never used: %s', async (named) => {
  const { world, id } = await createUnexecutedOrder()
  nameSource(world, named)
  const { requestHash } = (await world.readOrder(id)).terms
  const paid = world.chain.payAsSolver(
    island.chainId,
    signedRequest.outputToken,
    user,
    10n ** 9n,
    requestHash,
  )
  expect(await reportPayment(world, id, { code: 4, destinationHash: paid })).toMatchObject({
    state: 'reported_terminal',
    doubt: 'notShown',
  })
})
