import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { canRevoke } from '../../lib/order/allowances.ts'
import { canRetryApproval, isUnansweredRecent, lastUnansweredMs } from '../../lib/order/order-facts.ts'
import { createFundedWorld, signedRequest, startSwap, usdtRequest } from '../harness/actions.ts'
import { account, user } from '../harness/chains.ts'
import { revokeAllowance, waitForRevocation } from '../harness/exits.ts'
import type { World } from '../harness/world.ts'
import { isFullyEnded } from '../harness/world-actions.ts'

const lastPrompt = (world: World) => world.wallet.prompts.at(-1)

describe('a swap that is stopped during its wallet request', () => {
  test('reports the open request, and its late approval, which can be revoked', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
    await world.run.dispatch(id, { kind: 'stop' })
    const stopped = await world.readOrder(id)
    expect(stopped.state).toBe('abandoned_unsigned')
    expect(isUnansweredRecent(lastUnansweredMs(stopped), world.clock.nowMs())).toBe(true)
    expect(await world.readLeftAllowance(id)).toBeNull()
    await world.wallet.decide(lastPrompt(world)?.requestId ?? '', 'yes')
    await world.advanceTime(10 * secondMs)
    const late = await world.readOrder(id)
    expect(late).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null, viewed: false })
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
    expect(canRevoke(late)).toBe(true)
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test.each([
    ['before', ['gone', 'stop']],
    ['after', ['stop', 'gone']],
  ] as const)(
    'reports a late approval when the connection to the wallet ended %s the stop',
    async (_when, steps) => {
      const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
      const requestId = lastPrompt(world)?.requestId ?? ''
      for (const step of steps) {
        if (step === 'gone') await world.wallet.decide(requestId, step)
        else await world.run.dispatch(id, { kind: 'stop' })
        await world.advanceTime(10 * secondMs)
      }
      const stopped = await world.readOrder(id)
      expect(stopped).toMatchObject({ state: 'abandoned_unsigned', supersededRequests: [{ requestId }] })
      expect(isUnansweredRecent(lastUnansweredMs(stopped), world.clock.nowMs())).toBe(true)
      await world.wallet.decide(requestId, 'yes')
      await world.advanceTime(10 * secondMs)
      const late = await world.readOrder(id)
      expect(late).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null, viewed: false })
      expect(isUnansweredRecent(lastUnansweredMs(late), world.clock.nowMs())).toBe(false)
      expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
      expect(canRevoke(late)).toBe(true)
      expect(world.wallet.prompts).toHaveLength(1)
    },
  )

  const program = { ...account, wallet: { ...account.wallet, connector: 'loopback' } } as const
  test.each([
    ['closes its request when the wallet rejects it', program, 'reject', 0, true],
    ['ends when a page reports a rejection, and keeps the possible approval', account, 'reject', 1, true],
    ['keeps its request when the wallet answers with garbage', account, 'garbage', 1, false],
  ] as const)('%s', async (_what, by, walletBehaviour, count, isEnded) => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'], by })
    await world.run.dispatch(id, { kind: 'stop' })
    await world.wallet.decide(lastPrompt(world)?.requestId ?? '', walletBehaviour)
    await world.advanceTime(10 * secondMs)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null, transactions: [] })
    expect(order.supersededRequests).toHaveLength(count)
    expect(isFullyEnded(order)).toBe(isEnded)
  })

  test.each(['before', 'after'])(
    'lists an approval that a page reported as rejected %s the stop, once the chain shows it',
    async (when) => {
      const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
      const requestId = lastPrompt(world)?.requestId ?? ''
      if (when === 'before') await world.wallet.decide(requestId, 'reject')
      await world.advanceTime(10 * secondMs)
      await world.run.dispatch(id, { kind: 'stop' })
      if (when === 'after') await world.wallet.decide(requestId, 'reject')
      await world.advanceTime(10 * secondMs)
      expect(await world.readLeftAllowance(id)).toBeNull()
      expect(isUnansweredRecent(lastUnansweredMs(await world.readOrder(id)), world.clock.nowMs())).toBe(false)
      // The page reported its own answer. The wallet approves the request nevertheless.
      await world.wallet.decide(requestId, 'deaf')
      await world.advanceTime(minuteMs)
      expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
      await revokeAllowance(world, id)
      await waitForRevocation(world, id)
      expect(await world.readLeftAllowance(id)).toBeNull()
    },
  )

  test('delays no other swap, sends no request after a start, and is at rest after a day', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
    await world.run.dispatch(id, { kind: 'stop' })
    await world.run.reconcile()
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(1)
    const other = await world.startOrder(signedRequest)
    expect(await world.waitForEnd(other)).toMatchObject({ state: 'verified_terminal' })
    await world.advanceTime(dayMs + minuteMs)
    expect(isFullyEnded(await world.readOrder(id))).toBe(true)
  })

  test.each(['approve', 'after the way was cut', 'after a new start'] as const)(
    'finds a late approval without an answer, %s, and can revoke it',
    async (how) => {
      const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
      const requestId = lastPrompt(world)?.requestId ?? ''
      await world.run.dispatch(id, { kind: 'stop' })
      if (how === 'after the way was cut') await world.wallet.decide(requestId, 'gone')
      await world.advanceTime(30 * minuteMs)
      if (how === 'after a new start') await world.restart()
      expect(isUnansweredRecent(lastUnansweredMs(await world.readOrder(id)), world.clock.nowMs())).toBe(true)
      await world.wallet.decide(requestId, 'deaf')
      await world.advanceTime(2 * minuteMs)
      const late = await world.readOrder(id)
      expect(late).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null })
      expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
      await revokeAllowance(world, id)
      await waitForRevocation(world, id)
      expect(await world.readLeftAllowance(id)).toBeNull()
      expect(world.chain.ledger.allowance(signedRequest.originChainId, signedRequest.inputToken, user)).toBe(
        0n,
      )
      await world.advanceTime(dayMs)
      expect(isFullyEnded(await world.readOrder(id))).toBe(true)
    },
  )

  test.each([false, true])(
    'finds a late approval after a day asleep, with the nodes down at first: %s',
    async (isDown) => {
      const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
      await world.run.dispatch(id, { kind: 'stop' })
      await world.wallet.decide(lastPrompt(world)?.requestId ?? '', 'deaf')
      world.chain.isDown = isDown
      await world.sleepAndRestart(dayMs + minuteMs)
      await world.advanceTime(5 * minuteMs)
      world.chain.isDown = false
      await world.advanceTime(5 * minuteMs)
      const order = await world.readOrder(id)
      expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
      expect(isFullyEnded(order)).toBe(true)
    },
  )

  test('reports an approval from before the stop that the wallet never answered', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['deaf'] })
    world.wallet.behaviours.push('reject')
    await world.waitForState(id, 'needs_user')
    await world.run.dispatch(id, { kind: 'stop' })
    const stopped = await world.readOrder(id)
    expect(stopped).toMatchObject({ state: 'stopping', transactions: [] })
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
    await revokeAllowance(world, id)
    await waitForRevocation(world, id)
    expect(await world.readLeftAllowance(id)).toBeNull()
  })

  test('reports the approval of a superseded request when the later one did nothing', async () => {
    const world = await createFundedWorld(usdtRequest)
    // The wallet still displays the first request and approves it with the second. This token accepts one of
    // the two.
    world.wallet.behaviours.push('withNext', 'yes', 'reject')
    const id = await world.startOrder(usdtRequest)
    const { walletRequest } = await world.waitForOrder(id, canRetryApproval)
    await world.run.dispatch(id, { kind: 'retry', requestId: walletRequest?.requestId ?? '' })
    const declined = await world.waitForState(id, 'needs_user')
    expect(declined.transactions).toMatchObject([{ purpose: 'approve', state: 'failed' }])
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await world.readLeftAllowance(id)).toBe(usdtRequest.inputAmount)
  })

  test('does not claim the approval of another swap', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
    await world.run.dispatch(id, { kind: 'stop' })
    world.wallet.behaviours.push('yes', 'silent')
    const other = await world.startOrder(signedRequest)
    await world.waitForState(other, 'sign_requested')
    await world.advanceTime(20 * secondMs)
    expect(await world.readLeftAllowance(id)).toBeNull()
    expect(isUnansweredRecent(lastUnansweredMs(await world.readOrder(id)), world.clock.nowMs())).toBe(true)
  })

  test('can be revoked while its request is open, and still reports a late approval', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: 1n, behaviours: ['silent'] })
    const first = lastPrompt(world)?.requestId ?? ''
    await world.run.dispatch(id, { kind: 'stop' })
    expect(canRevoke(await world.readOrder(id))).toBe(true)
    world.wallet.behaviours.push('silent')
    await revokeAllowance(world, id)
    const second = lastPrompt(world)?.requestId ?? ''
    expect(second).not.toBe(first)
    await world.wallet.decide(second, 'yes')
    const over = await waitForRevocation(world, id)
    expect(over).toMatchObject({ supersededRequests: [{ requestId: first }], revoking: { leftUnits: '0' } })
    await world.wallet.decide(first, 'yes')
    await world.advanceTime(10 * secondMs)
    const late = await world.readOrder(id)
    expect(late).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null, viewed: false })
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
    expect(canRevoke(late)).toBe(true)
  })

  test.each([
    ['yes', signedRequest.inputAmount, []],
    ['reject', '1', [{ isRejectedByPage: true }]],
  ] as const)(
    'accepts the answer %s to its request while the revocation is requested',
    async (walletBehaviour, units, supersededRequests) => {
      const { world, id } = await startSwap(signedRequest, { allowed: 1n, behaviours: ['silent'] })
      const first = lastPrompt(world)?.requestId ?? ''
      await world.run.dispatch(id, { kind: 'stop' })
      world.wallet.behaviours.push('silent')
      await revokeAllowance(world, id)
      await world.wallet.decide(first, walletBehaviour)
      await world.advanceTime(2 * secondMs)
      const order = await world.readOrder(id)
      expect(order).toMatchObject({ walletRequest: { purpose: 'revoke' }, supersededRequests })
      expect(await world.readLeftAllowance(id)).toBe(units)
      await world.wallet.decide(order.walletRequest?.requestId ?? '', 'yes')
      const over = await waitForRevocation(world, id)
      expect(over).toMatchObject({ walletRequest: null })
      expect(await world.readLeftAllowance(id)).toBeNull()
    },
  )

  test('drops a late signature', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    await world.run.dispatch(id, { kind: 'stop' })
    await world.wallet.decide(lastPrompt(world)?.requestId ?? '', 'yes')
    await world.advanceTime(10 * secondMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'stopping', signature: null })
    const end = await world.waitForState(id, 'abandoned_unsigned')
    expect(end).toMatchObject({ walletRequest: null, signature: null })
    expect(world.service.submits.size).toBe(0)
  })
})
