import { describe, expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  createFundedWorld,
  delivered,
  nativeRequest,
  signedRequest,
  startSwap,
  usdtRequest,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import type { World } from '../harness/world.ts'

const allowance = (world: World, quoteRequest = signedRequest) =>
  world.chain.ledger.allowance(harbour.chainId, quoteRequest.inputToken, user)

/** The amounts of all approvals, in order. */
const approvals = (world: World) => world.chain.sent.map((call) => BigInt(`0x${call.data.slice(74)}`))

const largerRequest: QuoteRequest = { ...signedRequest, inputAmount: '2000000' }

describe('two swaps of one token (R13)', () => {
  test('approve the sum while the first one’s money is not extracted, and both settle', async () => {
    const { world, id: first } = await startSwap(signedRequest, { fate: [] })
    await world.waitForState(first, 'pending')
    const second = await world.startOrder(largerRequest)
    await world.waitForState(second, 'pending')
    expect(approvals(world)).toEqual([1_500_000n, 3_500_000n])
    expect(allowance(world)).toBe(3_500_000n)
    for (const request of world.service.requests.values()) {
      world.solver.setStatus(request, 2, 3, 4)
    }
    for (const id of [first, second]) {
      expect(await world.waitForEnd(id)).toMatchObject(delivered)
    }
    expect(allowance(world)).toBe(0n)
  })

  test('send their wallet requests one after the other when they start together, each for the sum', async () => {
    const world = await createFundedWorld(signedRequest, { fate: [] })
    const keys = [
      (await world.createReview(signedRequest)).reviewKey,
      (await world.createReview(largerRequest)).reviewKey,
    ]
    const ids = await Promise.all(keys.map((key) => world.confirm(key)))
    expect(world.wallet.prompts).toHaveLength(1)
    for (const id of ids) await world.waitForState(id, 'pending')
    expect(approvals(world).at(-1)).toBe(3_500_000n)
    for (const request of world.service.requests.values()) {
      world.solver.setStatus(request, 2, 3, 4)
    }
    for (const id of ids) expect(await world.waitForEnd(id)).toMatchObject({ statusCode: 4 })
  })

  test('of one account in two wallets also send their requests one after the other, the later for the sum', async () => {
    const world = await createFundedWorld(signedRequest, { fate: [] })
    const elsewhere = { ...account, wallet: { ...account.wallet, id: 'io.other', name: 'Other wallet' } }
    const first = (await world.createReview(signedRequest)).reviewKey
    const second = (await world.createReview(largerRequest, elsewhere)).reviewKey
    const ids = await Promise.all([world.confirm(first), world.confirm(second, elsewhere)])
    expect(world.wallet.prompts).toHaveLength(1)
    for (const id of ids) await world.waitForState(id, 'pending')
    expect(approvals(world).at(-1)).toBe(3_500_000n)
  })

  test('need the balance of both', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: 10n ** 18n, fate: [] })
    await world.waitForState(await world.startOrder(signedRequest), 'pending')
    const balance = world.chain.ledger.balance(harbour.chainId, signedRequest.inputToken, user)
    const most = { ...signedRequest, inputAmount: String(balance - 1_499_999n) }
    await expect(world.createReview(most)).rejects.toThrow('balanceTooLow')
  })

  test('of USDT never reset the allowance while the first one needs it', async () => {
    const { world, id: first } = await startSwap(usdtRequest, { fate: [] })
    await world.waitForState(first, 'pending')
    const second = await world.startOrder({ ...usdtRequest, inputAmount: '1600000' })
    const stopped = await world.waitForState(second, 'needs_user')
    expect(stopped.problem).toMatchObject({
      code: 'approvalFailed',
      money: 'nothingSent',
      facts: { reason: 'tooSmall' },
    })
    expect(approvals(world)).toEqual([1_500_000n])
    world.solver.setStatus(world.acceptedRequest(), 2, 3, 4)
    await world.waitForEnd(first)
    await world.run.dispatch(second, { kind: 'retry' })
    expect(await world.waitForState(second, 'pending')).toMatchObject({ kind: 'signed' })
  })

  test('approve only their own amount when the first one waits for the person', async () => {
    const { world, id: first } = await startSwap(signedRequest, { behaviours: ['yes', 'reject'] })
    await world.waitForState(first, 'needs_user')
    const second = await world.startOrder(largerRequest)
    await world.waitForEnd(second)
    expect(approvals(world)).toEqual([1_500_000n, 2_000_000n])
    await world.run.dispatch(first, { kind: 'retry' })
    expect(await world.waitForEnd(first)).toMatchObject({ state: 'verified_terminal' })
  })
})

test('one wallet gets one prompt at a time, also for swaps of different kinds', async () => {
  const { world, id: first } = await startSwap(signedRequest, { behaviours: ['silent'] })
  const second = await world.startOrder(nativeRequest)
  await world.advanceTime(20_000)
  expect(world.wallet.prompts).toHaveLength(1)
  expect(await world.readOrder(second)).toMatchObject({
    state: 'confirmed',
    problem: { code: 'walletBusy', money: 'nothingSent' },
  })
  await world.run.dispatch(first, { kind: 'stop' })
  expect(await world.waitForEnd(second)).toMatchObject(delivered)
})

test('confirming a review twice in parallel makes one order', async () => {
  const world = await createFundedWorld(signedRequest)
  const { reviewKey } = await world.createReview(signedRequest)
  const ids = await Promise.all([world.confirm(reviewKey), world.confirm(reviewKey)])
  expect(new Set(ids)).toEqual(new Set([reviewKey]))
  await world.waitForEnd(reviewKey)
  expect(world.service.requests.size).toBe(1)
  expect(await world.confirm(reviewKey)).toBe(reviewKey)
  expect(world.wallet.prompts).toHaveLength(2)
})
