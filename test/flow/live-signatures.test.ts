import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  allow,
  begin,
  fund,
  pass,
  signedAsk,
  until,
  untilState,
  usdtAsk,
} from '../harness/actions.ts'
import { cancelOrder } from '../harness/cancel-order.ts'
import { reviewShown } from '../harness/request-review.ts'
import { createWorld, type World } from '../harness/world.ts'

const units = BigInt(signedAsk.inputAmount)
const inExtension = { ...account, wallet: { ...account.wallet, connector: 'extension' as const } }

/** Starts a swap whose signature the page reported as rejected. */
async function rejected(allowed: bigint, by = account as typeof account | typeof inExtension) {
  const world = await createWorld()
  fund(world, signedAsk)
  allow(world, signedAsk, allowed)
  world.wallet.moods.push('reject')
  const id = await begin(world, signedAsk, by)
  const order = await untilState(world, id, 'needs_user')
  return { world, id, untilMs: Number(order.terms.permitDeadlineSeconds) * secondMs }
}

async function told(world: World, ask: QuoteRequest = signedAsk) {
  const { warnings } = await reviewShown(world, ask)
  return warnings.filter(({ code }) => code === 'signatureLives')
}

describe('a signature that a page may have kept', () => {
  test('is named by the next review when the allowance covers both swaps', async () => {
    const { world, id, untilMs } = await rejected(2n * units)
    const facts = { amount: '1.5 USDC', untilMs: String(untilMs), orderId: id }
    expect(await told(world)).toEqual([{ code: 'signatureLives', facts }])
    await world.run.dispatch(id, { kind: 'abandon' })
    expect(await told(world)).toEqual([{ code: 'signatureLives', facts }])
  })

  test.each([units, 2n * units - 1n])('is not named when the allowance is %s units', async (allowed) => {
    const { world } = await rejected(allowed)
    expect(await told(world)).toEqual([])
  })

  test('is not named for another token', async () => {
    const { world } = await rejected(2n * units)
    fund(world, usdtAsk)
    expect(await told(world, usdtAsk)).toEqual([])
  })

  test('is not named after its deadline', async () => {
    const { world, id, untilMs } = await rejected(2n * units)
    await world.run.dispatch(id, { kind: 'abandon' })
    await pass(world, untilMs - world.clock.nowMs() + minuteMs)
    expect(await told(world)).toEqual([])
  })

  test('is not named after it was cancelled', async () => {
    const { world, id } = await rejected(2n * units)
    await world.run.dispatch(id, { kind: 'abandon' })
    await cancelOrder(world, id)
    await untilState(world, id, 'cancelled_unused')
    expect(await told(world)).toEqual([])
  })

  test('is not named when a wallet extension rejected it itself', async () => {
    const { world } = await rejected(2n * units, inExtension)
    expect(await told(world)).toEqual([])
  })

  test('is named when its swap continued with another signature and ended', async () => {
    const { world, id } = await rejected(3n * units)
    await pass(world, 65 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    await untilState(world, id, 'needs_user')
    await world.run.dispatch(id, { kind: 'retry' })
    await untilState(world, id, 'verified_terminal')
    expect(await told(world)).toMatchObject([{ facts: { orderId: id } }])
  })
})

describe('a second signature of the same swap', () => {
  const again = async (allowed: bigint, waitMs = 65 * secondMs) => {
    const { world, id, untilMs } = await rejected(allowed)
    await pass(world, waitMs)
    await world.run.dispatch(id, { kind: 'retry' })
    return { world, id, untilMs }
  }
  const signatures = (world: World) => world.wallet.prompts.length

  test('is not requested before the person knows that the earlier one is live', async () => {
    const { world, id, untilMs } = await again(2n * units)
    const order = await untilState(world, id, 'needs_user')
    const facts = { untilMs: String(untilMs) }
    expect(order.problem).toMatchObject({ code: 'earlierSignature', money: 'signatureLives', facts })
    expect(signatures(world)).toBe(1)
    await world.run.dispatch(id, { kind: 'retry' })
    await untilState(world, id, 'verified_terminal')
    expect(signatures(world)).toBe(2)
  })

  test('reports each earlier signature separately', async () => {
    const { world, id } = await again(3n * units)
    await untilState(world, id, 'needs_user')
    world.wallet.moods.push('reject')
    await world.run.dispatch(id, { kind: 'retry' })
    await until(world, id, ({ problem }) => problem?.code === 'walletRejected')
    await pass(world, 65 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    await until(world, id, ({ problem }) => problem?.code === 'earlierSignature')
    expect(signatures(world)).toBe(2)
  })

  test('is requested immediately when the allowance covers only one of them', async () => {
    const { world, id } = await again(2n * units - 1n)
    await untilState(world, id, 'verified_terminal')
    expect(signatures(world)).toBe(2)
  })

  test('is requested immediately when it has the same nonce as the earlier one', async () => {
    const { world, id } = await again(2n * units, secondMs)
    await untilState(world, id, 'verified_terminal')
    expect(signatures(world)).toBe(2)
  })
})
