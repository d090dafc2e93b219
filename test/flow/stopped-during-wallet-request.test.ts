import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { leftAllowance, mayRevoke } from '../../lib/order/allowances.ts'
import { reviewRevoke, revokeReviews } from '../../lib/order/flows/revoke-review.ts'
import { isStillAsked, mayAskAgain } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  allow,
  begin,
  fund,
  isAtRest,
  orderAt,
  pass,
  signedAsk,
  sleep,
  until,
  untilState,
  usdtAsk,
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

const last = (world: World) => world.wallet.prompts.at(-1)

async function revoke(world: World, id: string): Promise<void> {
  const { reviewKey } = await reviewRevoke(await orderAt(world, id), account, world.reviewPorts)
  const { accountNonce } = await revokeReviews.read(reviewKey, world.reviewPorts.kept)
  await world.run.dispatch(id, { kind: 'revoke', reviewKey, accountNonce, wallet: account.wallet })
  await world.settle()
}

describe('a swap that is stopped during its wallet request', () => {
  test('reports the open request, and its late approval, which can be revoked', async () => {
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
    'reports a late approval when the connection to the wallet ended %s the stop',
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

  test.each(['reject', 'garbage'] as const)(
    'closes its request when the wallet answers with %s',
    async (mood) => {
      const { world, id } = await asked(signedAsk, 'silent')
      await world.run.dispatch(id, { kind: 'abandon' })
      await world.wallet.decide(last(world)?.requestId ?? '', mood)
      await pass(world, 10 * secondMs)
      const order = await orderAt(world, id)
      expect(order).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null, transactions: [] })
      expect(isAtRest(order)).toBe(true)
    },
  )

  test('delays no other swap, sends no request after a start, and is at rest after a day', async () => {
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

  test.each(['approve', 'after the way was cut', 'after a new start'] as const)(
    'finds a late approval without an answer, %s, and can revoke it',
    async (how) => {
      const { world, id } = await asked(signedAsk, 'silent')
      const requestId = last(world)?.requestId ?? ''
      await world.run.dispatch(id, { kind: 'abandon' })
      if (how === 'after the way was cut') await world.wallet.decide(requestId, 'gone')
      await pass(world, 30 * minuteMs)
      if (how === 'after a new start') await world.restart()
      expect(isStillAsked(await orderAt(world, id))).toBe(true)
      await world.wallet.decide(requestId, 'deaf')
      await pass(world, 2 * minuteMs)
      const late = await orderAt(world, id)
      const told = { state: 'abandoned_unsigned', walletRequest: null, seen: false, dueMs: null }
      expect(late).toMatchObject(told)
      expect(leftAllowance(late)).toBe(signedAsk.inputAmount)
      await revoke(world, id)
      const over = await until(world, id, ({ revoking }) => revoking?.state === 'over')
      expect(leftAllowance(over)).toBeNull()
      expect(world.chain.ledger.allowance(signedAsk.originChainId, signedAsk.inputToken, user)).toBe(0n)
      expect(isAtRest(over)).toBe(true)
    },
  )

  test.each([false, true])(
    'finds a late approval after a day asleep, with the nodes down at first: %s',
    async (isDown) => {
      const { world, id } = await asked(signedAsk, 'silent')
      await world.run.dispatch(id, { kind: 'abandon' })
      await world.wallet.decide(last(world)?.requestId ?? '', 'deaf')
      world.chain.isDown = isDown
      await sleep(world, dayMs + minuteMs)
      await pass(world, 5 * minuteMs)
      world.chain.isDown = false
      await pass(world, 5 * minuteMs)
      const order = await orderAt(world, id)
      expect(leftAllowance(order)).toBe(signedAsk.inputAmount)
      expect(isAtRest(order)).toBe(true)
    },
  )

  test('reports an approval from before the stop that the wallet never answered', async () => {
    const { world, id } = await asked(signedAsk, 'deaf')
    world.wallet.moods.push('reject')
    await untilState(world, id, 'needs_user')
    await world.run.dispatch(id, { kind: 'abandon' })
    const stopped = await orderAt(world, id)
    expect(stopped).toMatchObject({ state: 'stopping', transactions: [] })
    expect(leftAllowance(stopped)).toBe(signedAsk.inputAmount)
    await revoke(world, id)
    const over = await until(world, id, ({ revoking }) => revoking?.state === 'over')
    expect(leftAllowance(over)).toBeNull()
  })

  test('reports the approval of a superseded request when the later one did nothing', async () => {
    const world = await createWorld()
    fund(world, usdtAsk)
    // The wallet still displays the first request and approves it with the second. This token accepts one of
    // the two.
    world.wallet.moods.push('beside', 'yes', 'reject')
    const id = await begin(world, usdtAsk)
    const { walletRequest } = await until(world, id, mayAskAgain)
    await world.run.dispatch(id, { kind: 'retry', requestId: walletRequest?.requestId ?? '' })
    const declined = await untilState(world, id, 'needs_user')
    expect(declined.transactions).toMatchObject([{ purpose: 'approve', state: 'failed' }])
    await world.run.dispatch(id, { kind: 'abandon' })
    expect(leftAllowance(await orderAt(world, id))).toBe(usdtAsk.inputAmount)
  })

  test('does not claim the approval of another swap', async () => {
    const { world, id } = await asked(signedAsk, 'silent')
    await world.run.dispatch(id, { kind: 'abandon' })
    world.wallet.moods.push('yes', 'silent')
    const other = await begin(world, signedAsk)
    await untilState(world, other, 'sign_requested')
    await pass(world, 20 * secondMs)
    expect(leftAllowance(await orderAt(world, id))).toBeNull()
    expect(isStillAsked(await orderAt(world, id))).toBe(true)
  })

  test('can be revoked while its request is open, and still reports a late approval', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk, 1n)
    world.wallet.moods.push('silent')
    const id = await begin(world, signedAsk)
    const first = last(world)?.requestId ?? ''
    await world.run.dispatch(id, { kind: 'abandon' })
    expect(mayRevoke(await orderAt(world, id))).toBe(true)
    world.wallet.moods.push('silent')
    await revoke(world, id)
    const second = last(world)?.requestId ?? ''
    expect(second).not.toBe(first)
    await world.wallet.decide(second, 'yes')
    const over = await until(world, id, ({ revoking }) => revoking?.state === 'over')
    expect(over).toMatchObject({ walletRequest: { requestId: first }, revoking: { leftUnits: '0' } })
    await world.wallet.decide(first, 'yes')
    await pass(world, 10 * secondMs)
    const late = await orderAt(world, id)
    expect(late).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null, seen: false })
    expect(leftAllowance(late)).toBe(signedAsk.inputAmount)
    expect(mayRevoke(late)).toBe(true)
  })

  test.each([
    ['yes', signedAsk.inputAmount],
    ['reject', null],
  ] as const)(
    'accepts the answer %s to its request while the revocation is requested',
    async (mood, units) => {
      const world = await createWorld()
      fund(world, signedAsk)
      allow(world, signedAsk, 1n)
      world.wallet.moods.push('silent')
      const id = await begin(world, signedAsk)
      const first = last(world)?.requestId ?? ''
      await world.run.dispatch(id, { kind: 'abandon' })
      world.wallet.moods.push('silent')
      await revoke(world, id)
      await world.wallet.decide(first, mood)
      await pass(world, 2 * secondMs)
      const order = await orderAt(world, id)
      expect(order).toMatchObject({ walletRequest: { purpose: 'revoke' }, supersededRequests: [] })
      expect(leftAllowance(order)).toBe(units)
      await world.wallet.decide(order.walletRequest?.requestId ?? '', 'yes')
      const over = await until(world, id, ({ revoking }) => revoking?.state === 'over')
      expect(over).toMatchObject({ walletRequest: null })
      expect(leftAllowance(over)).toBeNull()
    },
  )

  test('drops a late signature', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    allow(world, signedAsk)
    world.wallet.moods.push('silent')
    const id = await begin(world, signedAsk)
    await world.run.dispatch(id, { kind: 'abandon' })
    await world.wallet.decide(last(world)?.requestId ?? '', 'yes')
    await pass(world, 10 * secondMs)
    expect(await orderAt(world, id)).toMatchObject({ state: 'stopping', signature: null })
    const end = await untilState(world, id, 'abandoned_unsigned')
    expect(end).toMatchObject({ walletRequest: null, signature: null })
    expect(world.service.submits.size).toBe(0)
  })
})
