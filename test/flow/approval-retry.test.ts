import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { canRevoke } from '../../lib/order/allowances.ts'
import type { Order } from '../../lib/order/order.ts'
import { costTermsOf } from '../../lib/order/order-cost.ts'
import { canRetryApproval, isUnansweredRecent, lastUnansweredMs } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, delivered, signedRequest, startSwap, usdtRequest } from '../harness/actions.ts'
import { ownCall, user } from '../harness/chains.ts'
import type { Call } from '../harness/fake-chain.ts'
import { changeViews } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'

async function retryRequest(world: World, id: string): Promise<void> {
  const requestId = (await world.readOrder(id)).walletRequest?.requestId
  await world.run.dispatch(id, { kind: 'retry', ...(requestId === undefined ? {} : { requestId }) })
  await world.settle()
}

const lastPrompt = (world: World) => world.wallet.prompts.at(-1)

describe('an approval without an answer', () => {
  test('can be retried by its own request id only', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['gone'] })
    const order = await world.waitForOrder(id, ({ problem }) => problem !== null)
    expect(canRetryApproval(order)).toBe(true)
    expect(order).toMatchObject({ state: 'approve_requested', problem: { code: 'walletGone' } })
    await world.run.dispatch(id, { kind: 'retry' })
    await world.run.dispatch(id, { kind: 'retry', requestId: 'another' })
    expect((await world.readOrder(id)).state).toBe('approve_requested')
    await retryRequest(world, id)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.wallet.prompts).toHaveLength(3)
  })

  test('can be retried when its transaction failed on chain without an answer', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
    const requestId = lastPrompt(world)?.requestId ?? ''
    world.chain.fates.push('fail')
    await world.wallet.decide(requestId, 'deaf')
    await world.wallet.decide(requestId, 'gone')
    expect(await world.waitForOrder(id, canRetryApproval)).toMatchObject({ state: 'approve_requested' })
    await retryRequest(world, id)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })

  test('sets the same exact amount when both requests are approved', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
    world.wallet.behaviours.push('silent')
    await retryRequest(world, id)
    const [first, second] = world.wallet.prompts
    expect(second?.params).toEqual(first?.params)
    await world.wallet.decide(first?.requestId ?? '', 'yes')
    await world.wallet.decide(second?.requestId ?? '', 'deaf')
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    const { originChainId, inputToken } = signedRequest
    expect(world.chain.ledger.allowance(originChainId, inputToken, user)).toBe(0n)
  })

  test.each(['reject', 'silent'] as const)(
    'is still searched after a retry and a stop: %s',
    async (walletBehaviour) => {
      const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
      const first = lastPrompt(world)?.requestId ?? ''
      await world.wallet.decide(first, 'gone')
      await world.waitForOrder(id, canRetryApproval)
      world.wallet.behaviours.push(walletBehaviour)
      await world.run.dispatch(id, { kind: 'retry', requestId: first })
      await world.waitForOrder(id, () => world.wallet.prompts.length === 2)
      await world.advanceTime(10 * secondMs)
      await world.run.dispatch(id, { kind: 'stop' })
      if (walletBehaviour === 'silent')
        await world.wallet.decide(lastPrompt(world)?.requestId ?? '', 'reject')
      await world.advanceTime(10 * secondMs)
      const stopped = await world.readOrder(id)
      expect(stopped).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null })
      expect(stopped.supersededRequests).toMatchObject([{ requestId: first }, { isRejectedByPage: true }])
      expect(isUnansweredRecent(lastUnansweredMs(stopped), world.clock.nowMs())).toBe(true)
      await world.wallet.decide(first, 'deaf')
      await world.advanceTime(10 * secondMs)
      expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
      expect(canRevoke(await world.readOrder(id))).toBe(true)
    },
  )

  test('names its transaction when the answer comes after its allowance was read', async () => {
    const world = await createFundedWorld(signedRequest, { behaviours: ['yes', 'silent'] })
    world.wallet.waitMs = 20 * secondMs
    const id = await world.startOrder(signedRequest)
    const asked = await world.waitForState(id, 'sign_requested')
    expect(asked).toMatchObject({ transactions: [] })
    // The chain shows its effect: nothing is left to reject in the wallet.
    expect(lastUnansweredMs(asked)).toBeNull()
    await world.advanceTime(20 * secondMs)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ transactions: [{ purpose: 'approve' }], supersededRequests: [] })
    expect(costTermsOf({ ...order, fulfilledAmount: '1' }).unknownFees).toContain('gas')
  })

  test('leaves the second request open when the first is approved, and reports its late approval', async () => {
    for (const how of ['yes', 'deaf'] as const) {
      const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
      const first = lastPrompt(world)?.requestId ?? ''
      await world.waitForOrder(id, canRetryApproval)
      world.wallet.behaviours.push('silent', 'reject')
      await retryRequest(world, id)
      const second = lastPrompt(world)?.requestId ?? ''
      expect(second).not.toBe(first)
      await world.wallet.decide(first, how)
      await world.waitForState(id, 'needs_user')
      await world.run.dispatch(id, { kind: 'stop' })
      const stopped = await world.readOrder(id)
      expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
      expect(stopped.supersededRequests?.map(({ requestId }) => requestId)).toContain(second)
      world.allowPermit2(signedRequest, 0n)
      await world.advanceTime(minuteMs)
      await world.wallet.decide(second, 'reject')
      await world.advanceTime(2 * secondMs)
      const reported = await world.readOrder(id)
      expect(reported.supersededRequests?.find(({ requestId }) => requestId === second)).toMatchObject({
        isRejectedByPage: true,
      })
      expect(await world.readLeftAllowance(id)).toBeNull()
    }
  })
})

describe('a signature request without an answer', () => {
  test('can be retried: the first signature of the same bytes counts, and one is submitted', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    await world.waitForState(id, 'sign_requested')
    const first = lastPrompt(world)?.requestId ?? ''
    world.wallet.behaviours.push('silent')
    await retryRequest(world, id)
    const second = await world.waitForState(id, 'sign_requested')
    expect(second.liveRequests).toMatchObject([{ record: { requestId: first, purpose: 'sign' } }, {}])
    expect(second.supersededRequests ?? []).toEqual([])
    expect(isUnansweredRecent(lastUnansweredMs(second), world.clock.nowMs())).toBe(true)
    const [one, other] = world.wallet.prompts
    expect(other?.params).toEqual(one?.params)
    await world.wallet.decide(first, 'yes')
    await world.waitForOrder(id, ({ state }) => state !== 'sign_requested')
    await world.wallet.decide(lastPrompt(world)?.requestId ?? '', 'yes')
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.service.submits.size).toBe(1)
  })

  test('ends with its quote, and may still be open in the wallet', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    const first = lastPrompt(world)?.requestId ?? ''
    const late = await world.waitForState(id, 'needs_user')
    expect(late).toMatchObject({ problem: { code: 'quoteExpired' }, walletRequest: null })
    expect(isUnansweredRecent(lastUnansweredMs(late), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    // Its answer would come through a page, so Ferry reads the nonce until the deadline.
    const stopped = await world.readOrder(id)
    expect(stopped).toMatchObject({ state: 'stopping', liveRequests: [{ record: { requestId: first } }] })
    expect((await world.waitForState(id, 'abandoned_unsigned')).walletRequest).toBeNull()
  })
})

describe('an approval that no node shows yet, under the nonce of an earlier transaction', () => {
  /** The nodes show the nonce of the approval one too low, and hide its transaction while it waits. */
  async function startHidden(request: QuoteRequest, allowed: bigint, prepare: (world: World) => void) {
    const world = await createFundedWorld(request, { allowed })
    prepare(world)
    await world.advanceTime(5 * secondMs)
    const { accountNonce } = world.chain.reader
    world.chain.reader.accountNonce = async (chainId, owner, tag) => {
      const count = await accountNonce(chainId, owner, tag)
      return tag === 'pending' && count > 0 ? count - 1 : count
    }
    changeViews(world.chain.reader, 'all', (view) => (view.kind === 'waiting' ? { kind: 'unknown' } : view))
    const id = await world.startOrder(request)
    const isApproved = ({ transactions }: Order) => transactions.at(-1)?.purpose === 'approve'
    const order = await world.waitForOrder(id, isApproved)
    expect(order.transactions.at(-1)).toMatchObject({ accountNonce: 0 })
    return { world, id }
  }

  test('is not replaced by the reset before it', async () => {
    const { world, id } = await startHidden(usdtRequest, 7n, ({ chain }) => {
      chain.fates.push('mine', 'stick')
    })
    await world.advanceTime(5 * minuteMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'approve_sent', problem: null })
  })

  test('is not replaced by another transaction for a minute, because nodes may lag', async () => {
    const { world, id } = await startHidden(signedRequest, 0n, ({ chain }) => {
      chain.send(ownCall)
      chain.fates.push('stick')
    })
    await world.advanceTime(30 * secondMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'approve_sent', problem: null })
    await world.advanceTime(minuteMs)
    expect(await world.readOrder(id)).toMatchObject({
      state: 'needs_user',
      problem: { code: 'approvalFailed' },
    })
  })
})

describe('an approval that the person speeds up in the wallet after a minute', () => {
  async function startSpedUp(change: (call: Call) => Call = (call) => call) {
    const world = await createFundedWorld(signedRequest)
    world.chain.fates.push('stick')
    const id = await world.startOrder(signedRequest)
    await world.waitForState(id, 'approve_sent')
    await world.advanceTime(70 * secondMs)
    // The first endpoint is behind: it shows no allowance, while the others show the nonce and the new hash.
    const { allowance } = world.chain.reader
    world.chain.reader.allowance = async () => 0n
    const [call] = world.chain.sent
    if (call !== undefined) world.chain.sendAt(change(call), 0)
    await world.advanceTime(20 * secondMs)
    return { world, id, catchUp: () => Object.assign(world.chain.reader, { allowance }) }
  }

  test('is followed under its new hash until the first endpoint shows its allowance', async () => {
    const { world, id, catchUp } = await startSpedUp()
    const waiting = await world.readOrder(id)
    expect(waiting).toMatchObject({
      ...{ state: 'approve_sent', problem: null },
      transactions: [
        { purpose: 'approve', state: 'replaced' },
        { purpose: 'approve', state: 'mined', amountUnits: signedRequest.inputAmount },
      ],
    })
    catchUp()
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.chain.sent.filter(({ data }) => data.startsWith('0x095ea7b3'))).toHaveLength(2)
  })

  test('has too small an amount if no endpoint shows its allowance for a minute', async () => {
    const { world, id } = await startSpedUp()
    await world.advanceTime(70 * secondMs)
    expect(await world.readOrder(id)).toMatchObject({
      ...{ state: 'needs_user', problem: { code: 'approvalFailed', facts: { reason: 'tooSmall' } } },
    })
  })

  test('failed if the wallet sent another call instead', async () => {
    const { world, id } = await startSpedUp((call) => ({ ...call, to: user, data: '0x' }))
    expect(await world.readOrder(id)).toMatchObject({
      ...{ state: 'needs_user', problem: { code: 'approvalFailed' } },
      transactions: [{ purpose: 'approve', state: 'replaced' }],
    })
  })
})
