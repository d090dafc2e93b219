import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { signedRequest, startSwap, usdtRequest } from '../harness/actions.ts'
import { account } from '../harness/chains.ts'
import { cancelOrder } from '../harness/exits.ts'
import { requestReview } from '../harness/request-review.ts'
import type { World } from '../harness/world.ts'

const units = BigInt(signedRequest.inputAmount)
const extensionAccount = { ...account, wallet: { ...account.wallet, connector: 'extension' as const } }

/** Starts a swap whose signature the page reported as rejected. */
async function startRejectedSignature(
  allowed: bigint,
  by = account as typeof account | typeof extensionAccount,
) {
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
    await world.waitForState(id, 'verified_terminal')
    expect(await readSignatureWarnings(world)).toMatchObject([{ facts: { orderId: id } }])
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
