import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import type { HeldQuote } from '../../lib/quote/held-quote.ts'
import { makeReview } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { deployment, island, tokenOf, user } from '../harness/chains.ts'
import { elsewhereRequest, payElsewhere, startDeposit } from '../harness/deposits.ts'
import {
  changeHeldQuote,
  type WireDeposit,
  type WireManualRoute,
  type WireOutput,
  type WireQuote,
} from '../harness/honest-quote.ts'
import { createManualRoute } from '../harness/honest-routes.ts'
import { createWorld } from '../harness/world.ts'

const output = tokenOf(island, 'USDC')
/** The older form names neither amount, chain, expiry nor refund address. */
const olderDeposit = ({ deposit }: WireQuote) => ({
  deposit: null,
  depositRoute: {
    depositAddress: deposit?.depositData.address,
    quoteId: 'older',
    requestHash: deposit?.requestHash,
    output: deposit?.output,
  },
})

/** Reviews a deposit after changes to its route, its quote or its stored parts. */
async function reviewChangedDeposit(
  part: Partial<WireDeposit>,
  changes: {
    request?: QuoteRequest
    quote?: (quote: WireQuote) => Partial<WireQuote>
    held?: Partial<HeldQuote>
    /** Time between the quote and the review. */
    laterMs?: number
  } = {},
) {
  const world = await createWorld()
  const outcome = await world.requestQuote(changes.request ?? elsewhereRequest, null)
  const changed = changeHeldQuote(outcome.held, (quote) => {
    if (quote.deposit === null) throw new Error('no deposit')
    return { ...quote, deposit: { ...quote.deposit, ...part }, ...changes.quote?.(quote) }
  })
  const bent = { ...changed, ...changes.held }
  await world.advanceTime(changes.laterMs ?? 0)
  return { world, review: makeReview(bent, null, world.reviewPorts, payElsewhere) }
}

test('takes missing fields of a deposit from the request, and counts its life from the quote', async () => {
  const laterMs = 4 * minuteMs
  const { world, review } = await reviewChangedDeposit({}, { quote: olderDeposit, laterMs })
  const { terms, reviewed } = (await review).checked
  expect(terms.deposit).toMatchObject({
    token: elsewhereRequest.inputToken,
    amount: elsewhereRequest.inputAmount,
    chainId: elsewhereRequest.originChainId,
    expirySeconds: Math.floor((world.clock.nowMs() - laterMs) / 1000) + 600,
    refundAddress: user,
  })
  expect(reviewed.isRefundUnconfirmed).toBe(true)
  expect(reviewed.originChainName).toBe('Harbour')
  const older: QuoteRequest = { ...elsewhereRequest, options: { enableDepositAddress: true } }
  const { review: unrefunded } = await reviewChangedDeposit({}, { request: older, quote: olderDeposit })
  expect((await unrefunded).checked.terms.deposit?.refundAddress).toBeNull()
})

test('is expired, not wrong, where the life of an older deposit is nearly over', async () => {
  const laterMs = 9 * minuteMs + 30_000
  const { review } = await reviewChangedDeposit({}, { quote: olderDeposit, laterMs })
  await expect(review).rejects.toThrow('quoteExpired')
})

describe('a deposit without a promised output', () => {
  const open = { output: null } as const

  test('is displayed as open, with a warning and no consent', async () => {
    const { review } = await reviewChangedDeposit(open)
    const { checked, risk } = await review
    expect(checked.terms).toMatchObject({ minAmountOut: '0', promisedAmount: '0' })
    expect(checked.reviewed).toMatchObject({
      routeKey: 'deposit',
      originChainName: 'Harbour',
      minAmountOut: '0',
      outputToken: { address: output.address },
      // Five hundredths of a percent of the input, as the service states.
      fees: [{ kind: 'deposit', amount: '750', feeInUsd: '0.00075' }],
    })
    expect(risk.loss.level).toBe('warn')
  })

  test.each<[string, (quote: WireQuote) => Partial<WireQuote>, Partial<HeldQuote>]>([
    ['the automatic route', () => ({}), {}],
    [
      'a manual route',
      ({ autoRoute }) => ({
        autoRoute: null,
        manualRoutes: autoRoute === null ? [] : [makeManualRoute(autoRoute.output)],
      }),
      {},
    ],
    ['the token lists', () => ({ autoRoute: null }), { outputToken: output }],
  ])('takes its output token from %s', async (_name, quote, held) => {
    const options = { ...elsewhereRequest.options, enableManual: true }
    const request = { ...elsewhereRequest, options }
    const { review } = await reviewChangedDeposit(open, { request, quote, held })
    expect((await review).checked.reviewed.outputToken).toMatchObject({ symbol: 'USDC' })
  })

  test('takes no token of a route that delivers another one', async () => {
    const other = tokenOf(island, 'DAI')
    const quote = ({ autoRoute }: WireQuote): Partial<WireQuote> => ({
      autoRoute: autoRoute && {
        ...autoRoute,
        output: { ...autoRoute.output, token: other },
      },
    })
    const { review } = await reviewChangedDeposit(open, { quote, held: { outputToken: output } })
    expect((await review).checked.reviewed.outputToken).toMatchObject({ symbol: 'USDC' })
  })

  test('is refused when its output token is unknown', async () => {
    const { review } = await reviewChangedDeposit(open, {
      quote: () => ({ autoRoute: null }),
      held: { outputToken: null },
    })
    await expect(review).rejects.toThrow('routeUnusable reason=unsupported')
  })
})

test('refuses a deposit without a receiver', async () => {
  const { review } = await reviewChangedDeposit(
    {},
    { held: { request: { ...elsewhereRequest, receiverAddress: null } } },
  )
  await expect(review).rejects.toThrow('depositReceiverMissing')
})

test('reviews a deposit to a chain that is not in the deployment file', async () => {
  const { world, review } = await reviewChangedDeposit({})
  await review
  const chains = deployment.chains.filter(({ chainId }) => chainId === elsewhereRequest.originChainId)
  const outcome = await world.requestQuote(elsewhereRequest, null)
  const narrow = { ...world.reviewPorts, deployment: { ...deployment, chains } }
  expect((await makeReview(outcome.held, null, narrow, payElsewhere)).checked.kind).toBe('deposit')
})

function makeManualRoute(output: WireOutput): WireManualRoute {
  const terms = { quoteId: 'manual', nowSeconds: 1_800_000_000, quoteLifeSeconds: 60, promisedUnits: 1n }
  return { ...createManualRoute(elsewhereRequest, 'Across', terms), output }
}

test('does not end a deposit as unpaid while the service is unreachable after the expiry', async () => {
  const { world, id } = await startDeposit()
  world.service.outage = 'serviceUnreachable'
  await world.advanceTime(3 * hourMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'deposit_awaited', fundsSettled: false })
  world.service.outage = null
  expect(await world.waitForEnd(id)).toMatchObject({
    state: 'verified_terminal',
    problem: { money: 'depositNotObserved' },
  })
})
