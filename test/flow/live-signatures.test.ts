import { describe, expect, test } from 'vitest'
import type { Address } from '../../lib/base/hex.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { isPermitUseVerified } from '../../lib/order/order-facts.ts'
import { isOpenOrder } from '../../lib/order/orders.ts'
import { readLiveSignature } from '../../lib/order/stored-reads.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, signedRequest, startSwap, usdtRequest } from '../harness/actions.ts'
import { account, extensionAccount, harbour, island, stranger, user } from '../harness/chains.ts'
import { cancelOrder } from '../harness/exits.ts'
import { requestReview } from '../harness/request-review.ts'
import type { World } from '../harness/world.ts'

const units = BigInt(signedRequest.inputAmount)

/** Starts a swap whose signature the page reported as rejected. */
async function startRejectedSignature(allowed: bigint, by = account) {
  const { world, id } = await startSwap(signedRequest, { allowed, behaviours: ['reject'], by })
  const order = await world.waitForState(id, 'needs_user')
  return { world, id, untilMs: Number(order.terms.permitDeadlineSeconds) * secondMs }
}

async function readSignatureWarnings(world: World, request: QuoteRequest = signedRequest) {
  const { warnings } = await requestReview(world, request)
  return warnings.filter(({ code }) => code === 'signatureLives')
}

describe('a signature that a page may have kept', () => {
  test('is named by the next review when the allowance covers both swaps', async () => {
    const { world, id, untilMs } = await startRejectedSignature(2n * units)
    const facts = { amount: '1.50 USDC', untilMs: String(untilMs), orderId: id }
    expect(await readSignatureWarnings(world)).toEqual([{ code: 'signatureLives', facts }])
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await readSignatureWarnings(world)).toEqual([{ code: 'signatureLives', facts }])
  })

  test.each([units, 2n * units - 1n])('is not named when the allowance is %s units', async (allowed) => {
    const { world } = await startRejectedSignature(allowed)
    expect(await readSignatureWarnings(world)).toEqual([])
  })

  test.each([
    [units, 1],
    [units - 1n, 0],
  ])(
    'is named for a larger swap when the allowance of %s units covers it until the approval',
    async (allowed, count) => {
      const { world } = await startRejectedSignature(allowed)
      const larger = { ...signedRequest, inputAmount: String(units + 1n) }
      world.fund(larger)
      expect(await readSignatureWarnings(world, larger)).toHaveLength(count)
    },
  )

  test('is named although the endpoint that answers first reports a lower allowance', async () => {
    const { world } = await startRejectedSignature(2n * units)
    world.chain.reader.allowance = async () => units
    expect(await readSignatureWarnings(world)).toHaveLength(1)
  })

  test('is not named for another token', async () => {
    const { world } = await startRejectedSignature(2n * units)
    world.fund(usdtRequest)
    expect(await readSignatureWarnings(world, usdtRequest)).toEqual([])
  })

  test('is not named after its deadline', async () => {
    const { world, id, untilMs } = await startRejectedSignature(2n * units)
    await world.run.dispatch(id, { kind: 'stop' })
    await world.advanceTime(untilMs - world.clock.nowMs() + minuteMs)
    expect(await readSignatureWarnings(world)).toEqual([])
  })

  test('is not named after it was cancelled', async () => {
    const { world, id } = await startRejectedSignature(2n * units)
    await world.run.dispatch(id, { kind: 'stop' })
    await cancelOrder(world, id)
    await world.waitForState(id, 'cancelled_unused')
    expect(await readSignatureWarnings(world)).toEqual([])
  })

  test('is not named when a wallet extension rejected it itself', async () => {
    const { world } = await startRejectedSignature(2n * units, extensionAccount)
    expect(await readSignatureWarnings(world)).toEqual([])
  })

  test('is named when its swap continued with another signature and ended', async () => {
    const { world, id } = await startRejectedSignature(3n * units)
    await world.advanceTime(65 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    await world.waitForState(id, 'needs_user')
    await world.run.dispatch(id, { kind: 'retry' })
    expect(isOpenOrder(await world.waitForState(id, 'verified_terminal'))).toBe(true)
    expect(await readSignatureWarnings(world)).toMatchObject([{ facts: { orderId: id } }])
    expect(isOpenOrder(await world.waitForEnd(id))).toBe(false)
    expect(await readSignatureWarnings(world)).toEqual([])
  })
})

describe('a signature that the service got', () => {
  /** Makes a swap that the service reports as over although its signature is unused. */
  async function startReportedEnd(code: number, allowed: bigint, by = account) {
    const { world, id } = await startSwap(signedRequest, { allowed, fate: [], by })
    await world.waitForState(id, 'pending')
    world.acceptedRequest().code = code
    const { terms } = await world.waitForState(id, 'reported_terminal')
    return { world, id, untilMs: Number(terms.permitDeadlineSeconds) * secondMs }
  }

  test.each([5, 6, 7])('is named by the next review after the service reports code %i', async (code) => {
    const { world, id, untilMs } = await startReportedEnd(code, 2n * units)
    const facts = { amount: '1.50 USDC', untilMs: String(untilMs), orderId: id }
    expect(await readSignatureWarnings(world)).toEqual([{ code: 'signatureLives', facts }])
    await world.advanceTime(untilMs - world.clock.nowMs() + 3 * minuteMs)
    expect(await readSignatureWarnings(world)).toEqual([])
  })

  test('is named when its wallet is an extension', async () => {
    const { world, id } = await startReportedEnd(5, 2n * units, extensionAccount)
    expect(await readSignatureWarnings(world)).toMatchObject([{ facts: { orderId: id } }])
  })

  test.each([
    ['chain', { originChainId: island.chainId }, null],
    ['token', { inputToken: usdtRequest.inputToken as Address }, null],
    ['owner', { userAddress: stranger.address }, null],
    ['swap', {}, 'another'],
  ] as const)(
    'is not named for another %s, although its allowance is enough',
    async (_what, part, orderId) => {
      const { world, id } = await startReportedEnd(5, 2n * units)
      const order = await world.readOrder(id)
      const readFor = async (request: typeof order.reviewed.request, ofOrderId: string | null) => {
        const next = { ...order, reviewed: { ...order.reviewed, request } }
        if (next.kind !== 'signed') throw new Error(next.kind)
        const terms = { ...next.terms, permitNonce: '77' }
        return readLiveSignature({ ...next, terms }, ofOrderId, world.reviewPorts)
      }
      const { request } = order.reviewed
      expect(await readFor(request, null)).toMatchObject({ orderId: id })
      const other = { ...request, ...part }
      world.chain.ledger.allow(other.originChainId, other.inputToken, other.userAddress ?? user, 2n * units)
      expect(await readFor(other, orderId)).toBeNull()
    },
  )

  test('is named before another one whose deadline is earlier', async () => {
    const { world } = await startReportedEnd(5, 3n * units)
    world.solver.fate = []
    await world.advanceTime(minuteMs)
    const later = await world.startOrder(signedRequest)
    await world.waitForState(later, 'pending')
    for (const request of world.service.requests.values()) request.code = 5
    await world.waitForState(later, 'reported_terminal')
    expect(await readSignatureWarnings(world)).toMatchObject([{ facts: { orderId: later } }])
  })

  test('is not named, and raises no allowance, when the allowance covers one of the two swaps', async () => {
    const { world } = await startReportedEnd(5, units)
    expect(await readSignatureWarnings(world)).toEqual([])
    expect((await world.createReview(signedRequest)).approvals).toEqual([])
  })

  test('is named when the approval of the next swap will cover both, after the earlier one was revoked', async () => {
    const { world, id } = await startReportedEnd(5, units)
    world.solver.fate = []
    await world.waitForState(await world.startOrder(signedRequest), 'pending')
    world.chain.ledger.allow(harbour.chainId, signedRequest.inputToken, user, 0n)
    expect(await readSignatureWarnings(world)).toMatchObject([{ facts: { orderId: id } }])
  })

  test.each([1, 2, 4])('is reserved and not named while the service reports code %i', async (code) => {
    const { world, id } = await startSwap(signedRequest, { allowed: 2n * units, fate: [] })
    await world.waitForState(id, 'pending')
    world.acceptedRequest().code = code
    await world.waitForOrder(id, ({ statusCode }) => statusCode === code)
    expect(await readSignatureWarnings(world)).toEqual([])
    const next = await world.createReview({ ...signedRequest, inputAmount: '1500001' })
    expect(next.approvals).toEqual([{ purpose: 'approve', amountUnits: '3000001' }])
  })

  test('is not named after two hosts show it used', async () => {
    const { world, id } = await startReportedEnd(5, 3n * units)
    world.solver.setStatus(world.acceptedRequest(), 2)
    await world.waitForOrder(id, isPermitUseVerified)
    expect(await readSignatureWarnings(world)).toEqual([])
  })

  test('is not named after its swap was verified, if no answer to its POST came', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: 3n * units })
    world.service.faults.submit.push(null, { code: 'serviceTimeout', after: true, delayMs: 20_000 })
    const id = await world.startOrder(signedRequest)
    await world.waitForOrder(id, ({ submitCount }) => submitCount === 1)
    await world.restart()
    const { liveRequests } = await world.waitForState(id, 'verified_terminal')
    expect(liveRequests).toEqual([])
    expect(await readSignatureWarnings(world)).toEqual([])
  })
})

describe('a second signature of the same swap', () => {
  const again = async (allowed: bigint, waitMs = 65 * secondMs) => {
    const { world, id, untilMs } = await startRejectedSignature(allowed)
    await world.advanceTime(waitMs)
    await world.run.dispatch(id, { kind: 'retry' })
    return { world, id, untilMs }
  }
  const signatures = (world: World) => world.wallet.prompts.length

  test('is not requested before the person knows that the earlier one is live', async () => {
    const { world, id, untilMs } = await again(2n * units)
    const order = await world.waitForState(id, 'needs_user')
    const facts = { untilMs: String(untilMs) }
    expect(order.problem).toMatchObject({ code: 'earlierSignature', money: 'signatureLives', facts })
    expect(signatures(world)).toBe(1)
    await world.run.dispatch(id, { kind: 'retry' })
    await world.waitForState(id, 'verified_terminal')
    expect(signatures(world)).toBe(2)
  })

  test('reports each earlier signature separately', async () => {
    const { world, id } = await again(3n * units)
    await world.waitForState(id, 'needs_user')
    world.wallet.behaviours.push('reject')
    await world.run.dispatch(id, { kind: 'retry' })
    await world.waitForOrder(id, ({ problem }) => problem?.code === 'walletRejected')
    await world.advanceTime(65 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    await world.waitForOrder(id, ({ problem }) => problem?.code === 'earlierSignature')
    expect(signatures(world)).toBe(2)
  })

  test('is requested immediately when the allowance covers only one of them', async () => {
    const { world, id } = await again(2n * units - 1n)
    await world.waitForState(id, 'verified_terminal')
    expect(signatures(world)).toBe(2)
  })

  test('is requested immediately when it has the same nonce as the earlier one', async () => {
    const { world, id } = await again(2n * units, secondMs)
    await world.waitForState(id, 'verified_terminal')
    expect(signatures(world)).toBe(2)
  })
})
