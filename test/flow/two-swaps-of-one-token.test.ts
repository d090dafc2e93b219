import { describe, expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acceptedRequest,
  account,
  advanceTime,
  allowPermit2,
  confirm,
  createReview,
  fund,
  isFullyEnded,
  nativeRequest,
  readOrder,
  signedRequest,
  startOrder,
  usdtRequest,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

async function createFundedWorld(quoteRequest: QuoteRequest): Promise<World> {
  const world = await createWorld()
  fund(world, quoteRequest)
  return world
}

const allowance = (world: World, quoteRequest = signedRequest) =>
  world.chain.ledger.allowance(harbour.chainId, quoteRequest.inputToken, user)

/** The amounts of all approvals, in order. */
const approvals = (world: World) => world.chain.sent.map((call) => BigInt(`0x${call.data.slice(74)}`))

const largerRequest: QuoteRequest = { ...signedRequest, inputAmount: '2000000' }

describe('two swaps of one token (R13)', () => {
  test('approve the sum while the first one’s money is not extracted, and both settle', async () => {
    const world = await createFundedWorld(signedRequest)
    world.solver.fate = []
    const first = await startOrder(world, signedRequest)
    await waitForState(world, first, 'pending')
    const second = await startOrder(world, largerRequest)
    await waitForState(world, second, 'pending')
    expect(approvals(world)).toEqual([1_500_000n, 3_500_000n])
    expect(allowance(world)).toBe(3_500_000n)
    for (const request of world.service.requests.values()) {
      for (const code of [2, 3, 4]) world.solver.setStatus(request, code)
    }
    for (const id of [first, second]) {
      expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
        state: 'verified_terminal',
        statusCode: 4,
      })
    }
    expect(allowance(world)).toBe(0n)
  })

  test('send their wallet requests one after the other when they start together, each for the sum', async () => {
    const world = await createFundedWorld(signedRequest)
    world.solver.fate = []
    const keys = [
      (await createReview(world, signedRequest)).reviewKey,
      (await createReview(world, largerRequest)).reviewKey,
    ]
    const ids = await Promise.all(keys.map((key) => confirm(world, key)))
    expect(world.wallet.prompts).toHaveLength(1)
    for (const id of ids) await waitForState(world, id, 'pending')
    expect(approvals(world).at(-1)).toBe(3_500_000n)
    for (const request of world.service.requests.values()) {
      for (const code of [2, 3, 4]) world.solver.setStatus(request, code)
    }
    for (const id of ids) expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({ statusCode: 4 })
  })

  test('of one account in two wallets also send their requests one after the other, the later for the sum', async () => {
    const world = await createFundedWorld(signedRequest)
    world.solver.fate = []
    const elsewhere = { ...account, wallet: { ...account.wallet, id: 'io.other', name: 'Other wallet' } }
    const first = (await createReview(world, signedRequest)).reviewKey
    const second = (await createReview(world, largerRequest, elsewhere)).reviewKey
    const ids = await Promise.all([confirm(world, first), confirm(world, second, elsewhere)])
    expect(world.wallet.prompts).toHaveLength(1)
    for (const id of ids) await waitForState(world, id, 'pending')
    expect(approvals(world).at(-1)).toBe(3_500_000n)
  })

  test('need the balance of both', async () => {
    const world = await createFundedWorld(signedRequest)
    world.solver.fate = []
    allowPermit2(world, signedRequest, 10n ** 18n)
    await waitForState(world, await startOrder(world, signedRequest), 'pending')
    const balance = world.chain.ledger.balance(harbour.chainId, signedRequest.inputToken, user)
    const most = { ...signedRequest, inputAmount: String(balance - 1_499_999n) }
    await expect(createReview(world, most)).rejects.toThrow('balanceTooLow')
  })

  test('of USDT never reset the allowance while the first one needs it', async () => {
    const world = await createFundedWorld(usdtRequest)
    world.solver.fate = []
    const first = await startOrder(world, usdtRequest)
    await waitForState(world, first, 'pending')
    const second = await startOrder(world, { ...usdtRequest, inputAmount: '1600000' })
    const stopped = await waitForState(world, second, 'needs_user')
    expect(stopped.problem).toMatchObject({
      code: 'approvalFailed',
      money: 'nothingSent',
      facts: { reason: 'tooSmall' },
    })
    expect(approvals(world)).toEqual([1_500_000n])
    for (const code of [2, 3, 4]) world.solver.setStatus(acceptedRequest(world), code)
    await waitForOrder(world, first, isFullyEnded)
    await world.run.dispatch(second, { kind: 'retry' })
    expect(await waitForState(world, second, 'pending')).toMatchObject({ kind: 'signed' })
  })

  test('approve only their own amount when the first one waits for the person', async () => {
    const world = await createFundedWorld(signedRequest)
    world.wallet.behaviours.push('yes', 'reject')
    const first = await startOrder(world, signedRequest)
    await waitForState(world, first, 'needs_user')
    const second = await startOrder(world, largerRequest)
    await waitForOrder(world, second, isFullyEnded)
    expect(approvals(world)).toEqual([1_500_000n, 2_000_000n])
    await world.run.dispatch(first, { kind: 'retry' })
    expect(await waitForOrder(world, first, isFullyEnded)).toMatchObject({ state: 'verified_terminal' })
  })
})

describe('one wallet', () => {
  test('gets one prompt at a time, also for swaps of different kinds', async () => {
    const world = await createFundedWorld(signedRequest)
    world.wallet.behaviours.push('silent')
    const first = await startOrder(world, signedRequest)
    const second = await startOrder(world, nativeRequest)
    await advanceTime(world, 20_000)
    expect(world.wallet.prompts).toHaveLength(1)
    expect(await readOrder(world, second)).toMatchObject({
      state: 'confirmed',
      problem: { code: 'walletBusy', money: 'nothingSent' },
    })
    await world.run.dispatch(first, { kind: 'stop' })
    expect(await waitForOrder(world, second, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      problem: null,
    })
  })
})

describe('confirming a review', () => {
  test('twice in parallel makes one order', async () => {
    const world = await createFundedWorld(signedRequest)
    const { reviewKey } = await createReview(world, signedRequest)
    const ids = await Promise.all([confirm(world, reviewKey), confirm(world, reviewKey)])
    expect(new Set(ids)).toEqual(new Set([reviewKey]))
    await waitForOrder(world, reviewKey, isFullyEnded)
    expect(world.service.requests.size).toBe(1)
    expect(await confirm(world, reviewKey)).toBe(reviewKey)
    expect(world.wallet.prompts).toHaveLength(2)
  })
})
