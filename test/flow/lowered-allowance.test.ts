import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { leftAllowance, mayRevoke } from '../../lib/order/allowances.ts'
import { reviewRevoke, revokeReviews } from '../../lib/order/flows/revoke-review.ts'
import type { Order } from '../../lib/order/order.ts'
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
  until,
  untilState,
  usdtAsk,
} from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import type { Mood } from '../harness/fake-wallet-behaviours.ts'
import { createWorld, type World } from '../harness/world.ts'

/** Starts a swap whose wallet does not answer the approval request. The allowance is `allowed` before it. */
async function asked(ask: QuoteRequest = signedAsk, allowed = 0n) {
  const world = await createWorld()
  fund(world, ask)
  allow(world, ask, allowed)
  world.wallet.moods.push('silent')
  const id = await begin(world, ask)
  await until(world, id, () => world.wallet.prompts.length === 1)
  return { world, id, first: world.wallet.prompts[0]?.requestId ?? '' }
}

const allowed = ({ chain }: World, ask: QuoteRequest = signedAsk) =>
  chain.ledger.allowance(ask.originChainId, ask.inputToken, user)

async function again(world: World, id: string, ...moods: readonly Mood[]): Promise<void> {
  await pass(world, 10 * secondMs)
  const { walletRequest } = await orderAt(world, id)
  world.wallet.moods.push(...moods)
  await world.run.dispatch(id, { kind: 'retry', requestId: walletRequest?.requestId ?? '' })
}

async function revoke(world: World, id: string): Promise<void> {
  const { reviewKey } = await reviewRevoke(await orderAt(world, id), account, world.reviewPorts)
  const { accountNonce } = await revokeReviews.read(reviewKey, world.reviewPorts.kept)
  await world.run.dispatch(id, { kind: 'revoke', reviewKey, accountNonce, wallet: account.wallet })
  await until(world, id, ({ revoking }) => revoking?.state === 'over')
  await pass(world, 10 * secondMs)
}

describe('an approval whose amount the wallet lowered, with a lost answer', () => {
  test.each([
    ['a token', signedAsk, 'approve'],
    ['a token that needs a reset to zero', usdtAsk, 'resetApproval'],
  ] as const)('is requested again with the amount of the swap: %s', async (_what, ask, next) => {
    const { world, id, first } = await asked(ask)
    await world.wallet.decide(first, 'lowerDeaf')
    await world.wallet.decide(first, 'gone')
    await again(world, id)
    expect(allowed(world, ask)).toBe(5n)
    const isAnother = ({ walletRequest }: Order) =>
      walletRequest !== null && walletRequest.requestId !== first
    expect(await until(world, id, isAnother)).toMatchObject({ walletRequest: { purpose: next } })
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(allowed(world, ask)).toBe(0n)
  })

  test.each([
    ['before the stop', ['lowerDeaf', 'gone', 'stop']],
    ['after the stop', ['stop', 'gone', 'lowerDeaf']],
    ['at the stop, while the wallet is connected', ['stop', 'lowerDeaf']],
  ] as const)('is reported on a stopped swap and can be revoked: %s', async (_when, steps) => {
    const { world, id, first } = await asked()
    for (const step of steps) {
      if (step === 'stop') await world.run.dispatch(id, { kind: 'abandon' })
      else await world.wallet.decide(first, step)
      await pass(world, minuteMs)
    }
    await pass(world, 5 * minuteMs)
    const told = await orderAt(world, id)
    expect(told).toMatchObject({ state: 'abandoned_unsigned', seen: false })
    expect(leftAllowance(told)).toBe('5')
    expect(mayRevoke(told)).toBe(true)
    await revoke(world, id)
    expect(allowed(world)).toBe(0n)
    expect(leftAllowance(await orderAt(world, id))).toBeNull()
    await pass(world, dayMs + hourMs)
    const over = await orderAt(world, id)
    expect(isAtRest(over)).toBe(true)
    expect(leftAllowance(over)).toBeNull()
  })

  test('is reported with its real amount when the wallet names the transaction', async () => {
    const { world, id, first } = await asked()
    await world.wallet.decide(first, 'lower')
    expect(await untilState(world, id, 'needs_user')).toMatchObject({
      problem: { code: 'approvalTooSmall' },
    })
    await world.run.dispatch(id, { kind: 'abandon' })
    expect(leftAllowance(await orderAt(world, id))).toBe('5')
  })

  test('is reported when it replaces an earlier allowance, which itself is not reported', async () => {
    const { world, id, first } = await asked(signedAsk, 3n)
    await world.run.dispatch(id, { kind: 'abandon' })
    await pass(world, hourMs)
    expect(leftAllowance(await orderAt(world, id))).toBeNull()
    await world.wallet.decide(first, 'lowerDeaf')
    expect(leftAllowance(await until(world, id, isTold))).toBe('5')
  })

  test('is reported when the earlier allowance shrank in the meantime', async () => {
    const { world, id, first } = await asked(signedAsk, 7n)
    await world.run.dispatch(id, { kind: 'abandon' })
    await pass(world, minuteMs)
    allow(world, signedAsk, 0n)
    await pass(world, hourMs)
    await world.wallet.decide(first, 'lowerDeaf')
    expect(leftAllowance(await until(world, id, isTold))).toBe('5')
  })

  test('is reported again when the allowance grows later', async () => {
    const { world, id } = await asked()
    await world.run.dispatch(id, { kind: 'abandon' })
    allow(world, signedAsk, 5n)
    expect(leftAllowance(await until(world, id, isTold))).toBe('5')
    await world.run.dispatch(id, { kind: 'seen' })
    allow(world, signedAsk)
    await pass(world, hourMs)
    const more = await orderAt(world, id)
    expect(more).toMatchObject({ seen: false, walletRequest: null })
    expect(leftAllowance(more)).toBe(signedAsk.inputAmount)
  })

  test('is reported after the earlier allowance was revoked', async () => {
    const { world, id, first } = await asked(signedAsk, 7n)
    await world.run.dispatch(id, { kind: 'abandon' })
    await revoke(world, id)
    await world.wallet.decide(first, 'lowerDeaf')
    expect(leftAllowance(await until(world, id, isTold))).toBe('5')
  })

  test.each([0n, 3n])(
    'is reported when the wallet was asked again before the stop, with an earlier allowance of %i',
    async (stood) => {
      const { world, id, first } = await asked(signedAsk, stood)
      await world.wallet.decide(first, 'lowerDeaf')
      await world.wallet.decide(first, 'gone')
      await again(world, id, 'silent')
      await until(world, id, () => world.wallet.prompts.length === 2)
      await world.run.dispatch(id, { kind: 'abandon' })
      expect(leftAllowance(await until(world, id, isTold))).toBe('5')
      await revoke(world, id)
      expect(leftAllowance(await orderAt(world, id))).toBeNull()
    },
  )

  test('does not claim the approval of another swap between two requests', async () => {
    const { world, id, first } = await asked()
    await world.wallet.decide(first, 'gone')
    await again(world, id, 'reject')
    await untilState(world, id, 'needs_user')
    world.wallet.moods.push('lower')
    const other = await begin(world, signedAsk)
    await untilState(world, other, 'needs_user')
    await world.run.dispatch(other, { kind: 'abandon' })
    world.wallet.moods.push('silent')
    await world.run.dispatch(id, { kind: 'retry' })
    await until(world, id, () => world.wallet.prompts.length === 4)
    await world.run.dispatch(id, { kind: 'abandon' })
    await pass(world, hourMs)
    expect(leftAllowance(await orderAt(world, other))).toBe('5')
    expect(leftAllowance(await orderAt(world, id))).toBeNull()
  })

  test('is reported for a superseded request of a swap that ended unused after its signature', async () => {
    const { world, id, first } = await asked()
    world.solver.fate = []
    await world.wallet.decide(first, 'gone')
    await again(world, id)
    await untilState(world, id, 'pending')
    world.service.isIndexing = false
    await untilState(world, id, 'expired_unused')
    await revoke(world, id)
    await world.wallet.decide(first, 'lowerDeaf')
    expect(leftAllowance(await until(world, id, isTold))).toBe('5')
  })

  test('does not claim the allowance that another swap left and reports', async () => {
    const { world, id } = await asked()
    await world.run.dispatch(id, { kind: 'abandon' })
    world.wallet.moods.push('yes', 'reject')
    const other = await begin(world, signedAsk)
    await untilState(world, other, 'needs_user')
    await world.run.dispatch(other, { kind: 'abandon' })
    await pass(world, hourMs)
    expect(leftAllowance(await orderAt(world, other))).toBe(signedAsk.inputAmount)
    expect(leftAllowance(await orderAt(world, id))).toBeNull()
    await revoke(world, other)
    await pass(world, dayMs + hourMs)
    expect(leftAllowance(await orderAt(world, id))).toBeNull()
    expect(isAtRest(await orderAt(world, id))).toBe(true)
  })
})

const isTold = (order: Order) => leftAllowance(order) !== null
