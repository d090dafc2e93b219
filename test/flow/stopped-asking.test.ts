import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { leftAllowance, mayRevoke } from '../../lib/order/allowances.ts'
import { isStillAsked } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { allow, begin, fund, isAtRest, orderAt, pass, signedAsk, until } from './world/drive.ts'
import type { Mood } from './world/fake-wallet.ts'
import { createWorld, type World } from './world/world.ts'

/** A swap whose wallet is asked first for this, and does so. */
async function asked(ask: QuoteRequest, mood: Mood): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createWorld()
  fund(world, ask)
  world.wallet.moods.push(mood)
  return { world, id: await begin(world, ask) }
}

const last = (world: World) => world.wallet.prompts.at(-1)

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
