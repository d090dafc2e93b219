import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { isEarlierAsked, mayAskAgain } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  begin,
  fund,
  inboxAsk,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  until,
  untilState,
} from '../harness/actions.ts'
import { again, askedTwice } from '../harness/asked-twice.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

/** A swap whose wallet was asked to send, and was never heard of. */
async function unheard(
  ask: QuoteRequest,
  prepare: (world: World) => void = () => undefined,
): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, ask)
  prepare(world)
  world.wallet.moods.push(...(ask === inboxAsk ? (['yes', 'gone'] as const) : (['gone'] as const)))
  const id = await begin(world, ask)
  await untilState(world, id, 'unknown_outcome')
  return { world, id }
}

const requestOf = async ({ world, id }: { world: World; id: string }) =>
  (await orderAt(world, id)).walletRequest

describe('what nobody heard of, and cannot be asked for again', () => {
  test('is known as that once another transaction of the account has its nonce', async () => {
    const swap = await unheard(nativeAsk)
    const other = '0x00000000000000000000000000000000000000d1' as const
    swap.world.chain.send({ chainId: harbour.chainId, from: user, to: other, data: '0x', value: 1n })
    await pass(swap.world, 20 * minuteMs)
    expect(mayAskAgain(await orderAt(swap.world, swap.id))).toBe(false)
    expect(await requestOf(swap)).toMatchObject({ cannotAgain: 'nonceUsed' })
    expect(await requestOf(swap)).not.toHaveProperty('idle')
  })

  test('is known as that while one endpoint alone looks, and no longer than that', async () => {
    const swap = await unheard(nativeAsk)
    swap.world.chain.sources = 1
    await pass(swap.world, 10 * minuteMs)
    expect(await requestOf(swap)).toMatchObject({ cannotAgain: 'oneSource' })
    swap.world.chain.sources = 2
    await pass(swap.world, minuteMs)
    expect(await requestOf(swap)).not.toHaveProperty('cannotAgain')
  })
})

describe('an account with code on a chain of which no node simulates', () => {
  const contract = (world: World) => {
    world.chain.owners.set(user, user)
    world.chain.measured = () => ({ effects: [], wanted: 1 })
  }

  test.each([
    ['the native coin', nativeAsk],
    ['a token', inboxAsk],
  ] as const)('is asked again where the same call would still go through: %s', async (_what, ask) => {
    const swap = await unheard(ask, contract)
    await until(swap.world, swap.id, mayAskAgain)
    await again(swap.world, swap.id)
    const over = await until(swap.world, swap.id, isAtRest)
    expect(over).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  })

  test('is not where it would not, and that is known', async () => {
    const swap = await unheard(nativeAsk, contract)
    swap.world.chain.simulation = 'execution reverted: known'
    await pass(swap.world, 20 * minuteMs)
    expect(mayAskAgain(await orderAt(swap.world, swap.id))).toBe(false)
    expect(await requestOf(swap)).toMatchObject({ cannotAgain: 'untried' })
    await again(swap.world, swap.id)
    expect(swap.world.wallet.prompts).toHaveLength(1)
  })

  test('is looked at once more where no node answers, which says nothing of it', async () => {
    const { world, id } = await unheard(nativeAsk, contract)
    const { simulate } = world.chain.reader
    Object.assign(world.chain.reader, { simulate: () => Promise.reject(new Problem('rpcUnreachable')) })
    await pass(world, 3 * minuteMs)
    const before = await orderAt(world, id)
    expect(mayAskAgain(before)).toBe(false)
    expect(before.walletRequest).not.toHaveProperty('cannotAgain')
    Object.assign(world.chain.reader, { simulate })
    await until(world, id, mayAskAgain)
  })
})

describe('a question that gave way to another', () => {
  test('may be open in the wallet until it is answered, also once the other one is', async () => {
    const { world, id, first, second } = await askedTwice({ ask: nativeAsk })
    const isAsked = async () => isEarlierAsked(await orderAt(world, id), world.clock.nowMs())
    expect(await isAsked()).toBe(true)
    await world.wallet.decide(second, 'yes')
    await untilState(world, id, 'sent')
    expect(await isAsked()).toBe(true)
    await world.wallet.decide(first, 'reject')
    await pass(world, 2 * secondMs)
    expect(await isAsked()).toBe(false)
  })

  test('may be open past the end of the swap, and is not said to be a day later', async () => {
    const { world, id, second } = await askedTwice({ ask: nativeAsk })
    await world.wallet.decide(second, 'yes')
    const order = await until(world, id, isAtRest)
    expect(isEarlierAsked(order, world.clock.nowMs())).toBe(true)
    expect(isEarlierAsked(order, world.clock.nowMs() + 24 * hourMs)).toBe(false)
  })
})
