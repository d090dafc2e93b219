import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { leftAllowance, mayRevoke } from '../../lib/order/allowances.ts'
import type { Order } from '../../lib/order/order.ts'
import { isStillAsked, mayAskAgain } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  allow,
  begin,
  fund,
  inboxAsk,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
  until,
  untilState,
} from './world/drive.ts'
import type { Mood } from './world/fake-wallet.ts'
import { createWorld, type World } from './world/world.ts'

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

describe('an approval that was lost sight of', () => {
  test('may be asked for again once the allowance was read, and by its own name only', async () => {
    const { world, id } = await asked(signedAsk, 'gone')
    expect(mayAskAgain(await orderAt(world, id))).toBe(false)
    const order = await until(world, id, mayAskAgain)
    expect(order).toMatchObject({ state: 'approve_requested', problem: { code: 'walletGone' } })
    await world.run.dispatch(id, { kind: 'retry' })
    await world.run.dispatch(id, { kind: 'retry', requestId: 'another' })
    expect((await orderAt(world, id)).state).toBe('approve_requested')
    await again(world, id)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.wallet.prompts).toHaveLength(3)
  })

  test('is not asked for again while one waits for its block, which counts', async () => {
    const { world, id } = await asked(signedAsk, 'silent')
    world.chain.fates.push('stick')
    const { walletRequest } = await orderAt(world, id)
    const requestId = walletRequest?.requestId ?? ''
    await world.wallet.decide(requestId, 'deaf')
    await world.wallet.decide(requestId, 'gone')
    await pass(world, minuteMs)
    expect((await orderAt(world, id)).walletRequest?.lostMs).toBeDefined()
    await again(world, id)
    expect(await orderAt(world, id)).toMatchObject({ state: 'approve_requested' })
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('is not asked for again while the wallet still shows it', async () => {
    const { world, id } = await asked(signedAsk, 'silent')
    await pass(world, hourMs)
    await again(world, id)
    expect((await orderAt(world, id)).state).toBe('approve_requested')
    expect(world.wallet.prompts).toHaveLength(1)
  })
})

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

  test('is quoted anew where the same would come too late', async () => {
    const { world, id } = await asked(nativeAsk, 'gone')
    const { deal } = await orderAt(world, id)
    await pass(world, hourMs)
    await again(world, id)
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(order.deal.quoteId).not.toBe(deal.quoteId)
  })
})

describe('a swap that is stopped while its wallet asks', () => {
  test('says that the question is open, and hears a late yes to an approval: it may be taken back', async () => {
    const { world, id } = await asked(signedAsk, 'silent')
    await world.run.dispatch(id, { kind: 'abandon' })
    const stopped = await orderAt(world, id)
    expect(stopped.state).toBe('abandoned_unsigned')
    expect(isStillAsked(stopped)).toBe(true)
    expect(leftAllowance(stopped)).toBeNull()
    await world.wallet.decide(last(world)?.requestId ?? '', 'yes')
    await pass(world, 10 * secondMs)
    const late = await orderAt(world, id)
    expect(late).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null, seen: false })
    expect(leftAllowance(late)).toBe(signedAsk.inputAmount)
    expect(mayRevoke(late)).toBe(true)
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test.each([
    ['before', ['gone', 'stop']],
    ['after', ['stop', 'gone']],
  ] as const)(
    'hears a late yes all the same where the way to the wallet was cut %s: it may show it still',
    async (_when, steps) => {
      const { world, id } = await asked(signedAsk, 'silent')
      const requestId = last(world)?.requestId ?? ''
      for (const step of steps) {
        if (step === 'gone') await world.wallet.decide(requestId, step)
        else await world.run.dispatch(id, { kind: 'abandon' })
        await pass(world, 10 * secondMs)
      }
      const stopped = await orderAt(world, id)
      expect(stopped).toMatchObject({ state: 'abandoned_unsigned', walletRequest: { requestId } })
      expect(isStillAsked(stopped)).toBe(true)
      await world.wallet.decide(requestId, 'yes')
      await pass(world, 10 * secondMs)
      const late = await orderAt(world, id)
      expect(late).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null, seen: false })
      expect(isStillAsked(late)).toBe(false)
      expect(leftAllowance(late)).toBe(signedAsk.inputAmount)
      expect(mayRevoke(late)).toBe(true)
      expect(world.wallet.prompts).toHaveLength(1)
    },
  )

  test.each(['reject', 'garbage'] as const)('says so no more once the wallet says %s', async (mood) => {
    const { world, id } = await asked(signedAsk, 'silent')
    await world.run.dispatch(id, { kind: 'abandon' })
    await world.wallet.decide(last(world)?.requestId ?? '', mood)
    await pass(world, 10 * secondMs)
    const order = await orderAt(world, id)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null, transactions: [] })
    expect(isAtRest(order)).toBe(true)
  })

  test('holds nobody else up, asks nothing after a start, and is at rest after a day', async () => {
    const { world, id } = await asked(signedAsk, 'silent')
    await world.run.dispatch(id, { kind: 'abandon' })
    await world.run.reconcile()
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(1)
    const other = await begin(world, signedAsk)
    expect(await until(world, other, isAtRest)).toMatchObject({ state: 'verified_terminal' })
    await pass(world, dayMs + minuteMs)
    expect(isAtRest(await orderAt(world, id))).toBe(true)
  })

  test('gives a late signature to nobody', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk)
    world.wallet.moods.push('silent')
    const id = await begin(world, signedAsk)
    await world.run.dispatch(id, { kind: 'abandon' })
    expect(isStillAsked(await orderAt(world, id))).toBe(true)
    await world.wallet.decide(last(world)?.requestId ?? '', 'yes')
    await pass(world, 10 * secondMs)
    expect(await orderAt(world, id)).toMatchObject({ walletRequest: null, signature: null })
    expect(world.service.submits.size).toBe(0)
  })
})
