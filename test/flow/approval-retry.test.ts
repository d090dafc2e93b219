import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { canRevoke } from '../../lib/order/allowances.ts'
import { canRetryApproval, isUnansweredRecent, lastUnansweredMs } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  advanceTime,
  allowPermit2,
  fund,
  isFullyEnded,
  readLeftAllowance,
  readOrder,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import { createWorld, type World } from '../harness/world.ts'

/** Starts a swap whose wallet behaves as `mood` at its first request. */
async function startFirstRequest(
  request: QuoteRequest,
  behaviour: FakeWalletBehaviour,
): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createWorld()
  fund(world, request)
  world.wallet.behaviours.push(behaviour)
  return { world, id: await startOrder(world, request) }
}

async function retryRequest(world: World, id: string): Promise<void> {
  const requestId = (await readOrder(world, id)).walletRequest?.requestId
  await world.run.dispatch(id, { kind: 'retry', ...(requestId === undefined ? {} : { requestId }) })
  await world.settle()
}

const lastPrompt = (world: World) => world.wallet.prompts.at(-1)

describe('an approval without an answer', () => {
  test('can be retried by its own request id only', async () => {
    const { world, id } = await startFirstRequest(signedRequest, 'gone')
    const order = await waitForOrder(world, id, ({ problem }) => problem !== null)
    expect(canRetryApproval(order)).toBe(true)
    expect(order).toMatchObject({ state: 'approve_requested', problem: { code: 'walletGone' } })
    await world.run.dispatch(id, { kind: 'retry' })
    await world.run.dispatch(id, { kind: 'retry', requestId: 'another' })
    expect((await readOrder(world, id)).state).toBe('approve_requested')
    await retryRequest(world, id)
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
    expect(world.wallet.prompts).toHaveLength(3)
  })

  test('can be retried when its transaction failed on chain without an answer', async () => {
    const { world, id } = await startFirstRequest(signedRequest, 'silent')
    const requestId = lastPrompt(world)?.requestId ?? ''
    world.chain.fates.push('fail')
    await world.wallet.decide(requestId, 'deaf')
    await world.wallet.decide(requestId, 'gone')
    expect(await waitForOrder(world, id, canRetryApproval)).toMatchObject({ state: 'approve_requested' })
    await retryRequest(world, id)
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
  })

  test('sets the same exact amount when both requests are approved', async () => {
    const { world, id } = await startFirstRequest(signedRequest, 'silent')
    world.wallet.behaviours.push('silent')
    await retryRequest(world, id)
    const [first, second] = world.wallet.prompts
    expect(second?.params).toEqual(first?.params)
    await world.wallet.decide(first?.requestId ?? '', 'yes')
    await world.wallet.decide(second?.requestId ?? '', 'deaf')
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
    const { originChainId, inputToken } = signedRequest
    expect(world.chain.ledger.allowance(originChainId, inputToken, user)).toBe(0n)
  })

  test('needs no second request when the first one was sent in the meantime', async () => {
    const { world, id } = await startFirstRequest(signedRequest, 'deaf')
    await advanceTime(world, 10 * secondMs)
    await retryRequest(world, id)
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual([
      'eth_sendTransaction',
      'eth_signTypedData_v4',
    ])
  })

  test.each(['reject', 'silent'] as const)(
    'is still searched after a retry and a stop: %s',
    async (walletBehaviour) => {
      const { world, id } = await startFirstRequest(signedRequest, 'silent')
      const first = lastPrompt(world)?.requestId ?? ''
      await world.wallet.decide(first, 'gone')
      await waitForOrder(world, id, canRetryApproval)
      world.wallet.behaviours.push(walletBehaviour)
      await world.run.dispatch(id, { kind: 'retry', requestId: first })
      await waitForOrder(world, id, () => world.wallet.prompts.length === 2)
      await advanceTime(world, 10 * secondMs)
      await world.run.dispatch(id, { kind: 'stop' })
      if (walletBehaviour === 'silent')
        await world.wallet.decide(lastPrompt(world)?.requestId ?? '', 'reject')
      await advanceTime(world, 10 * secondMs)
      const stopped = await readOrder(world, id)
      expect(stopped).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null })
      expect(stopped.supersededRequests).toMatchObject([{ requestId: first }])
      expect(isUnansweredRecent(lastUnansweredMs(stopped), world.clock.nowMs())).toBe(true)
      await world.wallet.decide(first, 'deaf')
      await advanceTime(world, 10 * secondMs)
      expect(await readLeftAllowance(world, id)).toBe(signedRequest.inputAmount)
      expect(canRevoke(await readOrder(world, id))).toBe(true)
    },
  )

  test('can be retried although the wallet may still display it', async () => {
    const { world, id } = await startFirstRequest(signedRequest, 'silent')
    expect(await readOrder(world, id)).toMatchObject({ state: 'approve_requested', problem: null })
    await retryRequest(world, id)
    expect(world.wallet.prompts).toHaveLength(2)
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
  })

  test('can be retried when the wallet names a transaction that no node shows', async () => {
    const { world, id } = await startFirstRequest(signedRequest, 'unsent')
    await waitForState(world, id, 'approve_sent')
    await advanceTime(world, minuteMs)
    expect(world.wallet.prompts).toHaveLength(1)
    await retryRequest(world, id)
    expect(world.wallet.prompts).toHaveLength(2)
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
  })

  test('can be retried while its transaction waits for a block', async () => {
    const world = await createWorld()
    fund(world, signedRequest)
    world.chain.fates.push('stick')
    world.wallet.behaviours.push('yes', 'silent')
    const id = await startOrder(world, signedRequest)
    await waitForState(world, id, 'approve_sent')
    await retryRequest(world, id)
    const [first, second] = world.wallet.prompts
    expect(second?.params).toEqual(first?.params)
    expect((await readOrder(world, id)).state).toBe('approve_requested')
  })

  test('leaves the second request open when the first is approved, and reports its late approval', async () => {
    for (const how of ['yes', 'deaf'] as const) {
      const { world, id } = await startFirstRequest(signedRequest, 'silent')
      const first = lastPrompt(world)?.requestId ?? ''
      await waitForOrder(world, id, canRetryApproval)
      world.wallet.behaviours.push('silent', 'reject')
      await retryRequest(world, id)
      const second = lastPrompt(world)?.requestId ?? ''
      expect(second).not.toBe(first)
      await world.wallet.decide(first, how)
      await waitForState(world, id, 'needs_user')
      await world.run.dispatch(id, { kind: 'stop' })
      const stopped = await readOrder(world, id)
      expect(await readLeftAllowance(world, id)).toBe(signedRequest.inputAmount)
      expect(stopped.supersededRequests?.map(({ requestId }) => requestId)).toContain(second)
      allowPermit2(world, signedRequest, 0n)
      await advanceTime(world, minuteMs)
      await world.wallet.decide(second, 'reject')
      await advanceTime(world, 2 * secondMs)
      const reported = await readOrder(world, id)
      expect(reported.supersededRequests?.map(({ requestId }) => requestId)).not.toContain(second)
    }
  })
})

describe('a signature request without an answer', () => {
  test('can be retried: the first signature of the same bytes counts, and one is submitted', async () => {
    const world = await createWorld()
    fund(world, signedRequest)
    allowPermit2(world, signedRequest)
    world.wallet.behaviours.push('silent')
    const id = await startOrder(world, signedRequest)
    await waitForState(world, id, 'sign_requested')
    const first = lastPrompt(world)?.requestId ?? ''
    world.wallet.behaviours.push('silent')
    await retryRequest(world, id)
    const second = await waitForState(world, id, 'sign_requested')
    expect(second.unclosed).toMatchObject([{ record: { requestId: first, purpose: 'sign' } }, {}])
    expect(second.supersededRequests ?? []).toEqual([])
    expect(isUnansweredRecent(lastUnansweredMs(second), world.clock.nowMs())).toBe(true)
    const [one, other] = world.wallet.prompts
    expect(other?.params).toEqual(one?.params)
    await world.wallet.decide(first, 'yes')
    await waitForOrder(world, id, ({ state }) => state !== 'sign_requested')
    await world.wallet.decide(lastPrompt(world)?.requestId ?? '', 'yes')
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
    expect(world.service.submits.size).toBe(1)
  })

  test('ends with its quote, and may still be open in the wallet', async () => {
    const world = await createWorld()
    fund(world, signedRequest)
    allowPermit2(world, signedRequest)
    world.wallet.behaviours.push('silent')
    const id = await startOrder(world, signedRequest)
    const first = lastPrompt(world)?.requestId ?? ''
    const late = await waitForState(world, id, 'needs_user')
    expect(late).toMatchObject({ problem: { code: 'quoteExpired' }, walletRequest: null })
    expect(isUnansweredRecent(lastUnansweredMs(late), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    // Its answer would come through a page, so Ferry reads the nonce until the deadline.
    const stopped = await readOrder(world, id)
    expect(stopped).toMatchObject({ state: 'stopping', unclosed: [{ record: { requestId: first } }] })
    expect((await waitForState(world, id, 'abandoned_unsigned')).walletRequest).toBeNull()
  })
})
