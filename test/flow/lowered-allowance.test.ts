import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { canRevoke } from '../../lib/order/allowances.ts'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { delivered, signedRequest, startSwap, usdtRequest } from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import { revokeAllowance, waitForRevocation } from '../harness/exits.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import type { World } from '../harness/world.ts'
import { isFullyEnded } from '../harness/world-actions.ts'

/** Starts a swap whose wallet does not answer the approval request. The allowance is `allowed` before it. */
async function startSilentApproval(request: QuoteRequest = signedRequest, readAllowance = 0n) {
  const { world, id } = await startSwap(request, { allowed: readAllowance, behaviours: ['silent'] })
  await world.waitForOrder(id, () => world.wallet.prompts.length === 1)
  return { world, id, first: world.wallet.prompts[0]?.requestId ?? '' }
}

const allowed = ({ chain }: World, request: QuoteRequest = signedRequest) =>
  chain.ledger.allowance(request.originChainId, request.inputToken, user)

async function retryApproval(
  world: World,
  id: string,
  ...behaviours: readonly FakeWalletBehaviour[]
): Promise<void> {
  await world.advanceTime(10 * secondMs)
  const { walletRequest } = await world.readOrder(id)
  world.wallet.behaviours.push(...behaviours)
  await world.run.dispatch(id, { kind: 'retry', requestId: walletRequest?.requestId ?? '' })
}

async function revoke(world: World, id: string): Promise<void> {
  await revokeAllowance(world, id)
  await waitForRevocation(world, id)
  await world.advanceTime(10 * secondMs)
}

describe('an approval whose amount the wallet lowered, with a lost answer', () => {
  test.each([
    ['a token', signedRequest, 'approve'],
    ['a token that needs a reset to zero', usdtRequest, 'resetApproval'],
  ] as const)('is requested again with the amount of the swap: %s', async (_what, request, next) => {
    const { world, id, first } = await startSilentApproval(request)
    await world.wallet.decide(first, 'lowerDeaf')
    await world.wallet.decide(first, 'gone')
    await retryApproval(world, id)
    expect(allowed(world, request)).toBe(5n)
    const isAnother = ({ walletRequest }: Order) =>
      walletRequest !== null && walletRequest.requestId !== first
    expect(await world.waitForOrder(id, isAnother)).toMatchObject({ walletRequest: { purpose: next } })
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(allowed(world, request)).toBe(0n)
  })

  test.each([
    ['before the stop', ['lowerDeaf', 'gone', 'stop']],
    ['after the stop', ['stop', 'gone', 'lowerDeaf']],
    ['at the stop, while the wallet is connected', ['stop', 'lowerDeaf']],
  ] as const)('is reported on a stopped swap and can be revoked: %s', async (_when, steps) => {
    const { world, id, first } = await startSilentApproval()
    for (const step of steps) {
      if (step === 'stop') await world.run.dispatch(id, { kind: 'stop' })
      else await world.wallet.decide(first, step)
      await world.advanceTime(minuteMs)
    }
    await world.advanceTime(5 * minuteMs)
    const reported = await world.readOrder(id)
    expect(reported).toMatchObject({ state: 'abandoned_unsigned' })
    expect(await world.readLeftAllowance(id)).toBe('5')
    expect(canRevoke(reported)).toBe(true)
    await revoke(world, id)
    expect(allowed(world)).toBe(0n)
    expect(await world.readLeftAllowance(id)).toBeNull()
    await world.advanceTime(dayMs + hourMs)
    const over = await world.readOrder(id)
    expect(isFullyEnded(over)).toBe(true)
    expect(await world.readLeftAllowance(id)).toBeNull()
  })

  test('is reported with its real amount when the wallet names the transaction', async () => {
    const { world, id, first } = await startSilentApproval()
    await world.wallet.decide(first, 'lower')
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({
      problem: { code: 'approvalFailed', facts: { reason: 'tooSmall' } },
    })
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await world.readLeftAllowance(id)).toBe('5')
  })

  test('is shown in place of the allowance before it', async () => {
    const { world, id, first } = await startSilentApproval(signedRequest, 3n)
    await world.run.dispatch(id, { kind: 'stop' })
    await world.advanceTime(hourMs)
    expect(await world.readLeftAllowance(id)).toBe('3')
    await world.wallet.decide(first, 'lowerDeaf')
    await world.advanceTime(10 * secondMs)
    expect(await world.readLeftAllowance(id)).toBe('5')
  })

  test('is reported when the earlier allowance shrank in the meantime', async () => {
    const { world, id, first } = await startSilentApproval(signedRequest, 7n)
    await world.run.dispatch(id, { kind: 'stop' })
    await world.advanceTime(minuteMs)
    world.allowPermit2(signedRequest, 0n)
    await world.advanceTime(hourMs)
    await world.wallet.decide(first, 'lowerDeaf')
    await world.advanceTime(10 * secondMs)
    expect(await world.readLeftAllowance(id)).toBe('5')
  })

  test('is shown with its new amount when the allowance grows later', async () => {
    const { world, id } = await startSilentApproval()
    await world.run.dispatch(id, { kind: 'stop' })
    world.allowPermit2(signedRequest, 5n)
    await world.advanceTime(10 * secondMs)
    expect(await world.readLeftAllowance(id)).toBe('5')
    world.allowPermit2(signedRequest)
    await world.advanceTime(hourMs)
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
  })

  test('is reported after the earlier allowance was revoked', async () => {
    const { world, id, first } = await startSilentApproval(signedRequest, 7n)
    await world.run.dispatch(id, { kind: 'stop' })
    await revoke(world, id)
    await world.wallet.decide(first, 'lowerDeaf')
    await world.advanceTime(10 * secondMs)
    expect(await world.readLeftAllowance(id)).toBe('5')
  })

  test.each([0n, 3n])(
    'is reported when the wallet was asked again before the stop, with an earlier allowance of %i',
    async (stood) => {
      const { world, id, first } = await startSilentApproval(signedRequest, stood)
      await world.wallet.decide(first, 'lowerDeaf')
      await world.wallet.decide(first, 'gone')
      await retryApproval(world, id, 'silent')
      await world.waitForOrder(id, () => world.wallet.prompts.length === 2)
      await world.run.dispatch(id, { kind: 'stop' })
      await world.advanceTime(10 * secondMs)
      expect(await world.readLeftAllowance(id)).toBe('5')
      await revoke(world, id)
      expect(await world.readLeftAllowance(id)).toBeNull()
    },
  )

  test('is shown on both swaps that requested an approval', async () => {
    const { world, id, first } = await startSilentApproval()
    await world.wallet.decide(first, 'gone')
    await retryApproval(world, id, 'reject')
    await world.waitForState(id, 'needs_user')
    world.wallet.behaviours.push('lower')
    const other = await world.startOrder(signedRequest)
    await world.waitForState(other, 'needs_user')
    await world.run.dispatch(other, { kind: 'stop' })
    world.wallet.behaviours.push('silent')
    await world.run.dispatch(id, { kind: 'retry' })
    await world.waitForOrder(id, () => world.wallet.prompts.length === 4)
    await world.run.dispatch(id, { kind: 'stop' })
    await world.advanceTime(hourMs)
    expect(await world.readLeftAllowance(other)).toBe('5')
    expect(await world.readLeftAllowance(id)).toBe('5')
  })

  test('is reported for a superseded request of a swap that ended unused after its signature', async () => {
    const { world, id, first } = await startSilentApproval()
    world.solver.fate = []
    await world.wallet.decide(first, 'gone')
    await retryApproval(world, id)
    await world.waitForState(id, 'pending')
    world.service.isIndexing = false
    await world.waitForState(id, 'expired_unused')
    await revoke(world, id)
    await world.wallet.decide(first, 'lowerDeaf')
    await world.advanceTime(10 * secondMs)
    expect(await world.readLeftAllowance(id)).toBe('5')
  })

  test('is no longer shown on either swap once one of them revoked it', async () => {
    const { world, id } = await startSilentApproval()
    await world.run.dispatch(id, { kind: 'stop' })
    world.wallet.behaviours.push('yes', 'reject')
    const other = await world.startOrder(signedRequest)
    await world.waitForState(other, 'needs_user')
    await world.run.dispatch(other, { kind: 'stop' })
    await world.advanceTime(hourMs)
    expect(await world.readLeftAllowance(other)).toBe(signedRequest.inputAmount)
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
    await revoke(world, other)
    await world.advanceTime(dayMs + hourMs)
    expect(await world.readLeftAllowance(id)).toBeNull()
    expect(isFullyEnded(await world.readOrder(id))).toBe(true)
  })
})
