import { describe, expect, test } from 'vitest'
import { isAddress } from '../../lib/base/hex.ts'
import { dayMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import { canStopOrder, depositPhase } from '../../lib/order/order-facts.ts'
import type { HeldQuote } from '../../lib/quote/held-quote.ts'
import { makeReview } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, delivered, depositRequest, startSwap } from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
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

  test('that is missing or late gets its own phase', async () => {
    const { world, id } = await startDeposit()
    await world.advanceTime(11 * 60_000)
    const none = await world.waitForState(id, 'deposit_awaited')
    expect(phaseOf(none, world.clock.nowMs())).toBe('notSeen')
    payIn(world, none, inputUnits, false)
    const late = await world.waitForOrder(id, (order) => order.depositObserved !== undefined)
    expect(phaseOf(late, world.clock.nowMs())).toBe('late')
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

  test('is refused when the balance is too low', async () => {
    const world = await createWorld()
    const poor = { ...depositRequest, inputAmount: '900000000000' }
    world.chain.ledger.give(harbour.chainId, '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', user, 10n ** 18n)
    await expect(world.createReview(poor, account, payByWallet)).rejects.toMatchObject({
      data: { code: 'balanceTooLow' },
    })
  })
})

type DepositPart =
  | Partial<WireDeposit>
  | ((deposit: WireDeposit) => Partial<WireDeposit>)
  | typeof withoutHash

/** The older form, which may come without a hash. */
const withoutHash = 'withoutHash'

const withData =
  (part: Partial<WireDeposit['depositData']>) =>
  ({ depositData }: WireDeposit) => ({ depositData: { ...depositData, ...part } })

function changeDeposit(held: HeldQuote, part: DepositPart): HeldQuote {
  return changeHeldQuote(held, (quote) => {
    const { deposit } = quote
    if (deposit === null) throw new Error('no deposit')
    const { address: depositAddress } = deposit.depositData
    if (part === withoutHash)
      return {
        ...quote,
        deposit: null,
        depositRoute: {
          ...deposit,
          depositData: undefined,
          requestHash: null,
          depositAddress,
          quoteId: 'none',
        },
      }
    return { ...quote, deposit: { ...deposit, ...(typeof part === 'function' ? part(deposit) : part) } }
  })
}

describe('a deposit is refused', () => {
  const refused =
    (part: DepositPart, quoteRequest: QuoteRequest = elsewhereRequest) =>
    async () => {
      const world = await createWorld()
      const outcome = await world.requestQuote(quoteRequest, null)
      return makeReview(changeDeposit(outcome.held, part), null, world.reviewPorts, payElsewhere)
    }

  test.each<[string, DepositPart, string]>([
    [
      'to an invalid address',
      withData({ address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ' }),
      'P-1',
    ],
    ['to the token', withData({ address: depositRequest.inputToken }), 'P-5'],
    ['to the receiver', withData({ address: user }), 'P-5'],
    ['of another token', withData({ token: '0x000000000000000000000000000000000000bad1' }), 'P-2'],
    ['of another amount', withData({ amount: '1500001' }), 'P-3'],
    ['on another chain', withData({ chainId: 1 }), 'P-4'],
    ['with another refund address', { refundAddress: '0x000000000000000000000000000000000000bad1' }, 'P-6'],
    ['that expires too soon', { expiry: 1_800_000_050 }, 'P-7'],
    ['with an expiry decades ahead', { expiry: 4_000_000_000 }, 'P-7'],
  ])('%s', async (_name, part, reason) => {
    await expect(refused(part)()).rejects.toMatchObject({ data: { code: 'checkFailed', facts: { reason } } })
  })

  test('without a request hash, because Ferry cannot follow it', async () => {
    await expect(refused(withoutHash)()).rejects.toMatchObject({
      data: { code: 'routeUnusable', facts: { reason: 'unsupported' } },
    })
  })

  test('with a memo, when the wallet cannot send one', async () => {
    const world = await createFundedWorld(depositRequest)
    const outcome = await world.requestQuote(depositRequest)
    const bent = changeDeposit(outcome.held, withData({ memo: '77' }))
    await expect(makeReview(bent, account, world.reviewPorts, payByWallet)).rejects.toMatchObject({
      data: { code: 'routeUnusable', facts: { reason: 'unsupported' } },
    })
    expect((await makeReview(bent, null, world.reviewPorts, payElsewhere)).checked.terms.deposit?.memo).toBe(
      '77',
    )
  })
})
