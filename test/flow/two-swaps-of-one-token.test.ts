import { describe, expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  allow,
  begin,
  confirm,
  fund,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  review,
  signedAsk,
  taken,
  until,
  untilState,
  usdtAsk,
} from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

async function start(ask: QuoteRequest): Promise<World> {
  const world = await createWorld()
  fund(world, ask)
  return world
}

const allowance = (world: World, ask = signedAsk) =>
  world.chain.ledger.allowance(harbour.chainId, ask.inputToken, user)

/** The amounts of all approvals, in order. */
const approvals = (world: World) => world.chain.sent.map((call) => BigInt(`0x${call.data.slice(74)}`))

const bigger: QuoteRequest = { ...signedAsk, inputAmount: '2000000' }

describe('two swaps of one token (R13)', () => {
  test('approve the sum while the first one’s money is not extracted, and both settle', async () => {
    const world = await start(signedAsk)
    world.solver.fate = []
    const first = await begin(world, signedAsk)
    await untilState(world, first, 'pending')
    const second = await begin(world, bigger)
    await untilState(world, second, 'pending')
    expect(approvals(world)).toEqual([1_500_000n, 3_500_000n])
    expect(allowance(world)).toBe(3_500_000n)
    for (const request of world.service.requests.values()) {
      for (const code of [2, 3, 4]) world.solver.set(request, code)
    }
    for (const id of [first, second]) {
      expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    }
    expect(allowance(world)).toBe(0n)
  })

  test('send their wallet requests one after the other when they start together, each for the sum', async () => {
    const world = await start(signedAsk)
    world.solver.fate = []
    const keys = [(await review(world, signedAsk)).reviewKey, (await review(world, bigger)).reviewKey]
    const ids = await Promise.all(keys.map((key) => confirm(world, key)))
    expect(world.wallet.prompts).toHaveLength(1)
    for (const id of ids) await untilState(world, id, 'pending')
    expect(approvals(world).at(-1)).toBe(3_500_000n)
    for (const request of world.service.requests.values()) {
      for (const code of [2, 3, 4]) world.solver.set(request, code)
    }
    for (const id of ids) expect(await until(world, id, isAtRest)).toMatchObject({ statusCode: 4 })
  })

  test('of one account in two wallets also send their requests one after the other, the later for the sum', async () => {
    const world = await start(signedAsk)
    world.solver.fate = []
    const elsewhere = { ...account, wallet: { ...account.wallet, id: 'io.other', name: 'Other wallet' } }
    const first = (await review(world, signedAsk)).reviewKey
    const second = (await review(world, bigger, elsewhere)).reviewKey
    const ids = await Promise.all([confirm(world, first), confirm(world, second, elsewhere)])
    expect(world.wallet.prompts).toHaveLength(1)
    for (const id of ids) await untilState(world, id, 'pending')
    expect(approvals(world).at(-1)).toBe(3_500_000n)
  })

  test('need the balance of both', async () => {
    const world = await start(signedAsk)
    world.solver.fate = []
    allow(world, signedAsk, 10n ** 18n)
    await untilState(world, await begin(world, signedAsk), 'pending')
    const balance = world.chain.ledger.balance(harbour.chainId, signedAsk.inputToken, user)
    const most = { ...signedAsk, inputAmount: String(balance - 1_499_999n) }
    await expect(review(world, most)).rejects.toThrow('balanceTooLow')
  })

  test('of USDT never reset the allowance while the first one needs it', async () => {
    const world = await start(usdtAsk)
    world.solver.fate = []
    const first = await begin(world, usdtAsk)
    await untilState(world, first, 'pending')
    const second = await begin(world, { ...usdtAsk, inputAmount: '1600000' })
    const stopped = await untilState(world, second, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'approvalTooSmall', money: 'nothingSent' })
    expect(approvals(world)).toEqual([1_500_000n])
    for (const code of [2, 3, 4]) world.solver.set(taken(world), code)
    await until(world, first, isAtRest)
    await world.run.dispatch(second, { kind: 'retry' })
    expect(await untilState(world, second, 'pending')).toMatchObject({ kind: 'signed' })
  })

  test('approve only their own amount when the first one waits for the person', async () => {
    const world = await start(signedAsk)
    world.wallet.moods.push('yes', 'reject')
    const first = await begin(world, signedAsk)
    await untilState(world, first, 'needs_user')
    const second = await begin(world, bigger)
    await until(world, second, isAtRest)
    expect(approvals(world)).toEqual([1_500_000n, 2_000_000n])
    await world.run.dispatch(first, { kind: 'retry' })
    expect(await until(world, first, isAtRest)).toMatchObject({ state: 'verified_terminal' })
  })
})

describe('one wallet', () => {
  test('gets one prompt at a time, also for swaps of different kinds', async () => {
    const world = await start(signedAsk)
    world.wallet.moods.push('silent')
    const first = await begin(world, signedAsk)
    const second = await begin(world, nativeAsk)
    await pass(world, 20_000)
    expect(world.wallet.prompts).toHaveLength(1)
    expect(await orderAt(world, second)).toMatchObject({
      state: 'confirmed',
      problem: { code: 'walletBusy', money: 'nothingSent' },
    })
    await world.run.dispatch(first, { kind: 'abandon' })
    expect(await until(world, second, isAtRest)).toMatchObject({ state: 'verified_terminal', problem: null })
  })
})

describe('confirming a review', () => {
  test('twice in parallel makes one order', async () => {
    const world = await start(signedAsk)
    const { reviewKey } = await review(world, signedAsk)
    const ids = await Promise.all([confirm(world, reviewKey), confirm(world, reviewKey)])
    expect(new Set(ids)).toEqual(new Set([reviewKey]))
    await until(world, reviewKey, isAtRest)
    expect(world.service.requests.size).toBe(1)
    expect(await confirm(world, reviewKey)).toBe(reviewKey)
    expect(world.wallet.prompts).toHaveLength(2)
  })
})
