import { describe, expect, test } from 'vitest'
import { isAddress } from '../../lib/base/hex.ts'
import { dayMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import { canStopOrder, depositPhase } from '../../lib/order/order-facts.ts'
import type { HeldQuote } from '../../lib/quote/held-quote.ts'
import { makeReview } from '../../lib/review/review.ts'
import { createFundedWorld, delivered, depositRequest, startSwap } from '../harness/actions.ts'
import { account, harbour } from '../harness/chains.ts'
import {
  elsewhereRequest,
  listDeposit,
  payByWallet,
  payElsewhere,
  startDeposit,
} from '../harness/deposits.ts'
import { changeHeldQuote, type WireDeposit } from '../harness/honest-quote.ts'
import { createWorld, type World } from '../harness/world.ts'

const inputUnits = BigInt(elsewhereRequest.inputAmount)

/** Pays the deposit address from any account. Unless `isTaken` is false, the service accepts the payment. */
function payIn(world: World, order: Order, units = inputUnits, isTaken = true): void {
  const { address, token } = order.terms.deposit ?? { address: '', token: '' }
  const hash = world.chain.payAsSolver(harbour.chainId, token, address, units)
  if (isTaken) listDeposit(world, order, hash)
}

const phaseOf = (order: Order, nowMs: number) => {
  const { amount = '', expirySeconds = 0 } = order.terms.deposit ?? {}
  return depositPhase(amount, expirySeconds * 1000, order.depositObserved, nowMs)
}

describe('a deposit from any wallet', () => {
  test('needs no connected wallet, is observed on its address, and is followed to the end', async () => {
    const { world, id, order: first } = await startDeposit()
    expect(first).toMatchObject({ kind: 'deposit', wallet: null })
    expect(phaseOf(first, world.clock.nowMs())).toBe('awaited')
    await world.advanceTime(60_000)
    payIn(world, first)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(order.timeline.map(({ step }) => step)).toContain('deposited')
    expect(world.wallet.prompts).toEqual([])
    expect(world.notices.map(({ kind }) => kind)).toEqual(['done'])
  })

  test('continues after the background died', async () => {
    const { world, id, order } = await startDeposit()
    await world.restart()
    payIn(world, order)
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
  })

  test('of the wrong amount gets its own phase, and its refund is followed', async () => {
    const { world, id, order } = await startDeposit()
    payIn(world, order, 5n, false)
    const seen = await world.waitForOrder(id, ({ depositObserved }) => depositObserved !== undefined)
    expect(phaseOf(seen, world.clock.nowMs())).toBe('wrongAmount')
    payIn(world, seen, 0n)
    const request = world.acceptedRequest()
    world.solver.fate = []
    world.solver.setStatus(request, 5)
    const failure = await world.waitForOrder(id, ({ statusCode }) => statusCode === 5)
    expect(failure).toMatchObject({ fundsSettled: false, problem: { money: 'atOrigin' } })
    world.solver.setStatus(request, 7)
    expect(await world.waitForEnd(id)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
    })
  })

  test('that was never paid ends without loss when the service lets it expire', async () => {
    const { world, id, order } = await startDeposit()
    world.solver.fate = [5]
    listDeposit(world, order)
    const over = await world.waitForEnd(id)
    expect(over).toMatchObject({
      statusCode: 5,
      problem: { money: 'depositNotObserved' },
      fundsSettled: true,
    })
    // Ferry reads the address until every payment in transit must have arrived.
    const lookedMs = world.clock.nowMs() - (over.terms.deposit?.expirySeconds ?? 0) * 1000
    expect(lookedMs).toBeGreaterThan(60 * 60_000)
  })

  test('that was never paid ends by itself when the service never reports the end', async () => {
    const { world, id } = await startDeposit()
    await world.advanceTime(69 * 60_000)
    expect(await world.waitForState(id, 'deposit_awaited')).toMatchObject({ fundsSettled: false })
    world.chain.sources = 1
    await world.advanceTime(30 * 60_000)
    await world.waitForState(id, 'deposit_awaited')
    world.chain.sources = 2
    const over = await world.waitForEnd(id)
    expect(over).toMatchObject({
      state: 'verified_terminal',
      statusCode: 5,
      problem: { money: 'depositNotObserved' },
      fundsSettled: true,
    })
  })

  test('that arrives after its end belongs to the person, and its refund is followed', async () => {
    const { world, id, order } = await startDeposit()
    world.solver.fate = [5]
    await world.advanceTime(11 * 60_000)
    listDeposit(world, order)
    const given = await world.waitForOrder(
      id,
      ({ statusCode, notification: notice }) => statusCode === 5 && notice?.state === 'notified',
    )
    expect(given).toMatchObject({ problem: { money: 'depositNotObserved' }, fundsSettled: false })
    // Ferry read the address after that end, and shows the time of the read.
    expect(Number(given.problem?.facts.depositUnseenMs)).toBeGreaterThanOrEqual(
      given.timeline.find(({ step }) => step === 'expired')?.atMs ?? Number.POSITIVE_INFINITY,
    )
    await world.advanceTime(5 * 60_000)
    payIn(world, order, inputUnits, false)
    const late = await world.waitForOrder(
      id,
      (one) => one.depositObserved !== undefined && one.notification?.state === 'notified',
    )
    expect(phaseOf(late, world.clock.nowMs())).toBe('late')
    expect(late).toMatchObject({ statusCode: 5, problem: { money: 'atOrigin' }, fundsSettled: false })
    world.solver.setStatus(world.acceptedRequest(), 7)
    expect(await world.waitForEnd(id)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
    })
    expect(world.notices.map(({ kind }) => kind)).toEqual(['depositDue', 'failed', 'failed', 'refunded'])
  })

  test.each([
    ['that the chain shows', true],
    ['of which no payment was ever seen', false],
  ])('%s can be put away after a week without news, and Ferry still follows it', async (_, isPaid) => {
    const { world, id, order: started } = await startDeposit()
    world.service.isIndexing = false
    if (isPaid) {
      payIn(world, started, 5n, false)
      await world.waitForOrder(id, ({ depositObserved }) => depositObserved !== undefined)
    } else world.chain.sources = 1
    await world.run.dispatch(id, { kind: 'stop' })
    expect((await world.readOrder(id)).putAwayMs).toBeUndefined()
    await world.advanceTime(8 * dayMs)
    expect(canStopOrder(await world.readOrder(id), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ state: 'deposit_awaited', putAwayMs: world.clock.nowMs() })
    expect(order.dueMs).not.toBeNull()
  })
})

describe('a deposit by the connected wallet', () => {
  test('is the plain transfer that Ferry builds', async () => {
    const { world, id } = await startSwap(depositRequest, { choice: payByWallet })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ kind: 'deposit', state: 'verified_terminal' })
    const [sent] = world.chain.sent
    const address = order.terms.deposit?.address ?? ''
    expect(isAddress(address)).toBe(true)
    expect(sent).toMatchObject({ to: depositRequest.inputToken, value: 0n })
    expect(sent?.data).toBe(
      `0xa9059cbb${address.slice(2).padStart(64, '0')}${BigInt(depositRequest.inputAmount).toString(16).padStart(64, '0')}`,
    )
  })
})

/** Changes the deposit route of a stored quote. */
function changeDeposit(held: HeldQuote, change: (deposit: WireDeposit) => object): HeldQuote {
  return changeHeldQuote(held, (quote) => {
    if (quote.deposit === null) throw new Error('no deposit')
    return { ...quote, deposit: null, ...change(quote.deposit) }
  })
}

describe('a deposit is refused', () => {
  const unsupported = { data: { code: 'routeUnusable', facts: { reason: 'unsupported' } } }

  test('without a request hash, because Ferry cannot follow it', async () => {
    const world = await createWorld()
    const { held } = await world.requestQuote(elsewhereRequest, null)
    // The older form, which may come without a hash.
    const older = changeDeposit(held, ({ depositData: { address: depositAddress }, ...deposit }) => ({
      depositRoute: { ...deposit, requestHash: null, depositAddress, quoteId: 'none' },
    }))
    const review = makeReview(older, null, world.reviewPorts, payElsewhere)
    await expect(review).rejects.toMatchObject(unsupported)
  })

  test('with a memo, when the wallet cannot send one', async () => {
    const world = await createFundedWorld(depositRequest)
    const { held } = await world.requestQuote(depositRequest)
    const changed = changeDeposit(held, ({ depositData, ...deposit }) => ({
      deposit: { ...deposit, depositData: { ...depositData, memo: '77' } },
    }))
    const byWallet = makeReview(changed, account, world.reviewPorts, payByWallet)
    await expect(byWallet).rejects.toMatchObject(unsupported)
    const { checked } = await makeReview(changed, null, world.reviewPorts, payElsewhere)
    expect(checked.terms.deposit?.memo).toBe('77')
  })
})
