import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { leftAllowance, mayRevoke } from '../../lib/order/allowances.ts'
import { earlierAskedMs, isEarlierAsked, isStillAsked, mayAskAgain } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  allow,
  begin,
  fund,
  isAtRest,
  orderAt,
  pass,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import type { Mood } from '../harness/fake-wallet-behaviours.ts'
import { createWorld, type World } from '../harness/world.ts'

/** Starts a swap whose wallet behaves as `mood` at its first request. */
async function asked(ask: QuoteRequest, mood: Mood): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createWorld()
  fund(world, ask)
  world.wallet.moods.push(mood)
  return { world, id: await begin(world, ask) }
}

async function again(world: World, id: string): Promise<void> {
  const requestId = (await orderAt(world, id)).walletRequest?.requestId
  await world.run.dispatch(id, { kind: 'retry', ...(requestId === undefined ? {} : { requestId }) })
  await world.settle()
}

const last = (world: World) => world.wallet.prompts.at(-1)

describe('an approval without an answer', () => {
  test('can be retried by its own request id only', async () => {
    const { world, id } = await asked(signedAsk, 'gone')
    const order = await until(world, id, ({ problem }) => problem !== null)
    expect(mayAskAgain(order)).toBe(true)
    expect(order).toMatchObject({ state: 'approve_requested', problem: { code: 'walletGone' } })
    await world.run.dispatch(id, { kind: 'retry' })
    await world.run.dispatch(id, { kind: 'retry', requestId: 'another' })
    expect((await orderAt(world, id)).state).toBe('approve_requested')
    await again(world, id)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.wallet.prompts).toHaveLength(3)
  })

  test('can be retried when its transaction failed on chain without an answer', async () => {
    const { world, id } = await asked(signedAsk, 'silent')
    const requestId = last(world)?.requestId ?? ''
    world.chain.fates.push('fail')
    await world.wallet.decide(requestId, 'deaf')
    await world.wallet.decide(requestId, 'gone')
    expect(await until(world, id, mayAskAgain)).toMatchObject({ state: 'approve_requested' })
    await again(world, id)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  })

  test('sets the same exact amount when both requests are approved', async () => {
    const { world, id } = await asked(signedAsk, 'silent')
    world.wallet.moods.push('silent')
    await again(world, id)
    const [first, second] = world.wallet.prompts
    expect(second?.params).toEqual(first?.params)
    await world.wallet.decide(first?.requestId ?? '', 'yes')
    await world.wallet.decide(second?.requestId ?? '', 'deaf')
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    const { originChainId, inputToken } = signedAsk
    expect(world.chain.ledger.allowance(originChainId, inputToken, user)).toBe(0n)
  })

  test('needs no second request when the first one was sent in the meantime', async () => {
    const { world, id } = await asked(signedAsk, 'deaf')
    await pass(world, 10 * secondMs)
    await again(world, id)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual([
      'eth_sendTransaction',
      'eth_signTypedData_v4',
    ])
  })

  test.each(['reject', 'silent'] as const)('is still searched after a retry and a stop: %s', async (mood) => {
    const { world, id } = await asked(signedAsk, 'silent')
    const first = last(world)?.requestId ?? ''
    await world.wallet.decide(first, 'gone')
    await until(world, id, mayAskAgain)
    world.wallet.moods.push(mood)
    await world.run.dispatch(id, { kind: 'retry', requestId: first })
    await until(world, id, () => world.wallet.prompts.length === 2)
    await pass(world, 10 * secondMs)
    await world.run.dispatch(id, { kind: 'abandon' })
    if (mood === 'silent') await world.wallet.decide(last(world)?.requestId ?? '', 'reject')
    await pass(world, 10 * secondMs)
    const stopped = await orderAt(world, id)
    expect(stopped).toMatchObject({ state: 'abandoned_unsigned', walletRequest: { requestId: first } })
    expect(isStillAsked(stopped)).toBe(true)
    await world.wallet.decide(first, 'deaf')
    const late = await until(world, id, (order) => leftAllowance(order) !== null)
    expect(mayRevoke(late)).toBe(true)
  })

  test('can be retried although the wallet may still display it', async () => {
    const { world, id } = await asked(signedAsk, 'silent')
    expect(await orderAt(world, id)).toMatchObject({ state: 'approve_requested', problem: null })
    await again(world, id)
    expect(world.wallet.prompts).toHaveLength(2)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  })

  test('can be retried when the wallet names a transaction that no node shows', async () => {
    const { world, id } = await asked(signedAsk, 'unsent')
    await untilState(world, id, 'approve_sent')
    await pass(world, minuteMs)
    expect(world.wallet.prompts).toHaveLength(1)
    await again(world, id)
    expect(world.wallet.prompts).toHaveLength(2)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  })

  test('can be retried while its transaction waits for a block', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    world.chain.fates.push('stick')
    world.wallet.moods.push('yes', 'silent')
    const id = await begin(world, signedAsk)
    await untilState(world, id, 'approve_sent')
    await again(world, id)
    const [first, second] = world.wallet.prompts
    expect(second?.params).toEqual(first?.params)
    expect((await orderAt(world, id)).state).toBe('approve_requested')
  })

  test('leaves the second request open when the first is approved, and reports its late approval', async () => {
    for (const how of ['yes', 'deaf'] as const) {
      const { world, id } = await asked(signedAsk, 'silent')
      const first = last(world)?.requestId ?? ''
      await until(world, id, mayAskAgain)
      world.wallet.moods.push('silent', 'reject')
      await again(world, id)
      const second = last(world)?.requestId ?? ''
      expect(second).not.toBe(first)
      await world.wallet.decide(first, how)
      await untilState(world, id, 'needs_user')
      await world.run.dispatch(id, { kind: 'abandon' })
      const stopped = await orderAt(world, id)
      expect(leftAllowance(stopped)).toBe(signedAsk.inputAmount)
      expect(stopped.supersededRequests?.map(({ requestId }) => requestId)).toContain(second)
      allow(world, signedAsk, 0n)
      await pass(world, minuteMs)
      await world.wallet.decide(second, 'reject')
      await pass(world, 2 * secondMs)
      const told = await orderAt(world, id)
      expect(told.walletRequest?.requestId ?? first).toBe(first)
    }
  })
})

describe('a signature request without an answer', () => {
  test('can be retried: the first signature of the same bytes counts, and one is submitted', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk)
    world.wallet.moods.push('silent')
    const id = await begin(world, signedAsk)
    await untilState(world, id, 'sign_requested')
    const first = last(world)?.requestId ?? ''
    world.wallet.moods.push('silent')
    await again(world, id)
    const second = await untilState(world, id, 'sign_requested')
    expect(second.unclosed).toMatchObject([{ record: { requestId: first, purpose: 'sign' } }, {}])
    expect(second.supersededRequests ?? []).toEqual([])
    expect(isEarlierAsked(earlierAskedMs(second), world.clock.nowMs())).toBe(true)
    const [one, other] = world.wallet.prompts
    expect(other?.params).toEqual(one?.params)
    await world.wallet.decide(first, 'yes')
    await until(world, id, ({ state }) => state !== 'sign_requested')
    await world.wallet.decide(last(world)?.requestId ?? '', 'yes')
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.service.submits.size).toBe(1)
  })

  test('ends with its quote, and may still be open in the wallet', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk)
    world.wallet.moods.push('silent')
    const id = await begin(world, signedAsk)
    const first = last(world)?.requestId ?? ''
    const late = await untilState(world, id, 'needs_user')
    expect(late).toMatchObject({ problem: { code: 'quoteExpired' }, walletRequest: null })
    expect(isEarlierAsked(earlierAskedMs(late), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, { kind: 'abandon' })
    // Its answer would come through a page, so Ferry reads the nonce until the deadline.
    const stopped = await orderAt(world, id)
    expect(stopped).toMatchObject({ state: 'stopping', unclosed: [{ record: { requestId: first } }] })
    expect((await untilState(world, id, 'abandoned_unsigned')).walletRequest).toBeNull()
  })
})
