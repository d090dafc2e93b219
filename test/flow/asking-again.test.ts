import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import { isStillAsked, mayAskAgain } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  across,
  allow,
  begin,
  depositAsk,
  fund,
  inboxAsk,
  isAtRest,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  until,
  untilState,
} from '../harness/actions.ts'
import type { Mood } from '../harness/moods.ts'
import { createWorld, type World } from '../harness/world.ts'

/** A swap whose wallet is asked first for this, and does so. */
async function asked(ask: QuoteRequest, mood: Mood): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createWorld()
  fund(world, ask)
  world.wallet.moods.push(mood)
  return { world, id: await begin(world, ask) }
}

/** The user asks again, seeing what is open. */
async function again(world: World, id: string): Promise<void> {
  const requestId = (await orderAt(world, id)).walletRequest?.requestId
  await world.run.dispatch(id, { kind: 'retry', ...(requestId === undefined ? {} : { requestId }) })
  await world.settle()
}

const last = (world: World) => world.wallet.prompts.at(-1)
const transactionOf = (world: World) => last(world)?.params[0] as { nonce?: string; data: string }
const sends = ({ transactions }: Order) => transactions.filter(({ purpose }) => purpose === 'send')

describe('a transaction that nobody heard of', () => {
  test.each([
    ['the native coin', nativeAsk, 1],
    ['a token', inboxAsk, 2],
  ] as const)(
    'may be asked for again after three quiet minutes, the same once more: %s',
    async (_w, ask, prompts) => {
      const world = await createWorld()
      fund(world, ask)
      world.wallet.moods.push(...(prompts === 2 ? (['yes', 'gone'] as const) : (['gone'] as const)))
      const id = await begin(world, ask)
      await untilState(world, id, 'unknown_outcome')
      const first = transactionOf(world)
      await pass(world, 2 * minuteMs)
      await again(world, id)
      expect(world.wallet.prompts).toHaveLength(prompts)
      await until(world, id, mayAskAgain)
      await again(world, id)
      expect(world.wallet.prompts).toHaveLength(prompts + 1)
      const { nonce, ...same } = transactionOf(world)
      expect(same).toEqual(first)
      expect(Number(nonce)).toBe(prompts - 1)
      const order = await until(world, id, isAtRest)
      expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
      expect(sends(order)).toHaveLength(1)
    },
  )

  test('may still stand open in the wallet, and says so', async () => {
    const { world, id } = await asked(nativeAsk, 'gone')
    const order = await until(world, id, mayAskAgain)
    expect(order.walletRequest?.lostMs).toBeDefined()
    expect(isStillAsked(order)).toBe(true)
  })

  test('is never asked for again where it waits for its block, or one endpoint alone looks', async () => {
    const { world, id } = await asked(nativeAsk, 'silent')
    world.chain.fates.push('stick')
    await world.wallet.decide(last(world)?.requestId ?? '', 'deaf')
    await world.run.dispatch(id, { kind: 'abandon' })
    await pass(world, hourMs)
    await again(world, id)
    expect((await orderAt(world, id)).state).toBe('unknown_outcome')
    const alone = await asked(nativeAsk, 'gone')
    alone.world.chain.sources = 1
    await pass(alone.world, hourMs)
    await again(alone.world, alone.id)
    expect((await orderAt(alone.world, alone.id)).state).toBe('unknown_outcome')
    expect(alone.world.wallet.prompts).toHaveLength(1)
  })

  test('that was sent after all while it is asked for again is found, and nothing is doubled', async () => {
    const { world, id } = await asked(nativeAsk, 'gone')
    const [first] = world.wallet.prompts
    await until(world, id, mayAskAgain)
    world.wallet.moods.push('silent')
    await again(world, id)
    await world.wallet.decide(first?.requestId ?? '', 'deaf')
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.chain.sent).toHaveLength(1)
  })

  test.each([
    ['the native coin', nativeAsk],
    ['a token', inboxAsk],
  ] as const)(
    'that was sent after all before the second, which the inbox refuses, is the one that counts: %s',
    async (_what, ask) => {
      const world = await createWorld()
      fund(world, ask)
      allow(world, ask, 0n)
      const before = ask === inboxAsk ? (['yes'] as const) : []
      world.wallet.moods.push(...before, 'gone')
      const id = await begin(world, ask)
      await until(world, id, mayAskAgain)
      const first = last(world)
      world.wallet.moods.push('silent')
      await again(world, id)
      await world.wallet.decide(first?.requestId ?? '', 'deaf')
      await world.wallet.decide(last(world)?.requestId ?? '', 'yes')
      const order = await until(world, id, (one) => isAtRest(one) || one.state === 'needs_user')
      expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4, problem: null })
    },
  )

  test('stays unknown where the second question is declined: the first may still be sent', async () => {
    const { world, id } = await asked(nativeAsk, 'gone')
    await until(world, id, mayAskAgain)
    world.wallet.moods.push('reject')
    await again(world, id)
    const order = await until(world, id, ({ problem }) => problem?.code === 'walletRejected')
    expect(order).toMatchObject({ state: 'unknown_outcome', problem: { money: 'unknown' } })
    await until(world, id, mayAskAgain)
    await again(world, id)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  })

  test('is not asked for again once it would come too late: another quote would be another payment', async () => {
    const { world, id } = await asked(nativeAsk, 'gone')
    await until(world, id, mayAskAgain)
    await pass(world, hourMs)
    expect(mayAskAgain(await orderAt(world, id))).toBe(false)
    await again(world, id)
    expect((await orderAt(world, id)).state).toBe('unknown_outcome')
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test.each([
    [
      'a route’s own call of the native coin',
      { ...nativeAsk, options: { enableManual: true } },
      {},
      ['gone'],
    ],
    ['a route’s own call', manualAsk, across, ['yes', 'gone']],
    ['a plain transfer', depositAsk, { routeKey: 'deposit' }, ['gone']],
  ] as const)(
    'is never asked for again where it is paid as often as it is sent: %s',
    async (_what, request, choice, moods) => {
      const world = await createWorld()
      fund(world, request)
      world.wallet.moods.push(...moods)
      const id = await begin(world, request, undefined, choice)
      await untilState(world, id, 'unknown_outcome')
      await pass(world, 20 * minuteMs)
      expect(mayAskAgain(await orderAt(world, id))).toBe(false)
      await again(world, id)
      expect((await orderAt(world, id)).state).toBe('unknown_outcome')
      expect(world.wallet.prompts).toHaveLength(moods.length)
    },
  )

  test('begins its three minutes anew where something of the account was seen', async () => {
    const { world, id } = await asked(nativeAsk, 'gone')
    await until(world, id, mayAskAgain)
    const order = await orderAt(world, id)
    const { kind, hash } = { kind: 'transactionFound', hash: `0x${'5'.repeat(64)}` } as const
    await world.run.dispatch(id, { kind, hash, differs: true })
    const seen = await orderAt(world, id)
    expect(order.walletRequest?.idle).toBeDefined()
    expect(seen.walletRequest?.idle).toBeUndefined()
    expect(mayAskAgain(seen)).toBe(false)
  })
})
