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
import { cancelOrder } from '../harness/cancelling.ts'
import { reviewShown } from '../harness/review-shown.ts'
import { createWorld, type World } from '../harness/world.ts'

const units = BigInt(signedAsk.inputAmount)
const inExtension = { ...account, wallet: { ...account.wallet, connector: 'extension' as const } }

/** A page called the signature of a swap rejected. */
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
  test('is named by the next review where the approval covers both', async () => {
    const { world, id, untilMs } = await rejected(2n * units)
    const facts = { amount: '1.5 USDC', untilMs: String(untilMs), orderId: id }
    expect(await told(world)).toEqual([{ code: 'signatureLives', facts }])
    await world.run.dispatch(id, { kind: 'abandon' })
    expect(await told(world)).toEqual([{ code: 'signatureLives', facts }])
  })

  test.each([units, 2n * units - 1n])('is not named where the approval is %s units', async (allowed) => {
    const { world } = await rejected(allowed)
    expect(await told(world)).toEqual([])
  })

  test('is not named for another token', async () => {
    const { world } = await rejected(2n * units)
    fund(world, usdtAsk)
    expect(await told(world, usdtAsk)).toEqual([])
  })

  test('is not named once its deadline is past', async () => {
    const { world, id, untilMs } = await rejected(2n * units)
    await world.run.dispatch(id, { kind: 'abandon' })
    await pass(world, untilMs - world.clock.nowMs() + minuteMs)
    expect(await told(world)).toEqual([])
  })

  test('is not named once it was made useless', async () => {
    const { world, id } = await rejected(2n * units)
    await world.run.dispatch(id, { kind: 'abandon' })
    await cancelOrder(world, id)
    await untilState(world, id, 'cancelled_unused')
    expect(await told(world)).toEqual([])
  })

  test('is not named where an extension itself rejected it', async () => {
    const { world } = await rejected(2n * units, inExtension)
    expect(await told(world)).toEqual([])
  })

  test('is named where its swap went on with another one, and is over', async () => {
    const { world, id } = await rejected(3n * units)
    await pass(world, 65 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    await untilState(world, id, 'needs_user')
    await world.run.dispatch(id, { kind: 'retry' })
    await untilState(world, id, 'verified_terminal')
    expect(await told(world)).toMatchObject([{ facts: { orderId: id } }])
  })
})

describe('another signature of the same swap', () => {
  const again = async (allowed: bigint, waitMs = 65 * secondMs) => {
    const { world, id, untilMs } = await rejected(allowed)
    await pass(world, waitMs)
    await world.run.dispatch(id, { kind: 'retry' })
    return { world, id, untilMs }
  }
  const signatures = (world: World) => world.wallet.prompts.length

  test('is not requested before its person knows that the earlier one lives', async () => {
    const { world, id, untilMs } = await again(2n * units)
    const order = await untilState(world, id, 'needs_user')
    const facts = { untilMs: String(untilMs) }
    expect(order.problem).toMatchObject({ code: 'earlierSignature', money: 'signatureLives', facts })
    expect(signatures(world)).toBe(1)
    await world.run.dispatch(id, { kind: 'retry' })
    await untilState(world, id, 'verified_terminal')
    expect(signatures(world)).toBe(2)
  })

  test('is told of each earlier one by itself', async () => {
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

  test('is requested at once where the approval covers one of them only', async () => {
    const { world, id } = await again(2n * units - 1n)
    await untilState(world, id, 'verified_terminal')
    expect(signatures(world)).toBe(2)
  })

  test('is requested at once where it is the same: its nonce is used once', async () => {
    const { world, id } = await again(2n * units, secondMs)
    await untilState(world, id, 'verified_terminal')
    expect(signatures(world)).toBe(2)
  })
})
