import { describe, expect, test } from 'vitest'
import { hourMs } from '../../lib/base/time.ts'
import type { HeldQuote } from '../../lib/quote/held-quote.ts'
import { makeReview } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { DepositRoute, Quote } from '../../lib/service/quote-result.ts'
import {
  begin,
  depositAsk,
  isAtRest,
  orderAt,
  pass,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { deployment, island, tokenOf, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'

const elsewhere = { routeKey: 'deposit', pay: 'elsewhere' } as const
const nobody: QuoteRequest = { ...depositAsk, userAddress: null, receiverAddress: user }
const output = tokenOf(island, 'USDC')
const silent = {
  token: null,
  amount: null,
  chainId: null,
  expirySeconds: null,
  refundAddress: null,
} as const

/** Reviews a deposit after changes to its route, its quote or its stored parts. */
async function reviewOf(
  part: Partial<DepositRoute>,
  changes: { ask?: QuoteRequest; quote?: (quote: Quote) => Partial<Quote>; held?: Partial<HeldQuote> } = {},
) {
  const world = await createWorld('memory')
  const outcome = await world.quotes.quote('view', changes.ask ?? nobody, null)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  const { held } = outcome
  const quote = held.response.result
  if (quote.deposit === null) throw new Error('no deposit')
  const result = { ...quote, deposit: { ...quote.deposit, ...part }, ...changes.quote?.(quote) }
  const bent = { ...held, response: { ...held.response, result }, ...changes.held }
  return { world, review: makeReview(bent, null, world.reviewPorts, elsewhere) }
}

test('takes missing fields of a deposit from the request', async () => {
  const { world, review } = await reviewOf(silent)
  const { terms, reviewed } = (await review).checked
  expect(terms.deposit).toMatchObject({
    token: nobody.inputToken,
    amount: nobody.inputAmount,
    chainId: nobody.originChainId,
    expirySeconds: Math.floor(world.clock.nowMs() / 1000) + 600,
    refundAddress: user,
  })
  expect(reviewed.originChainName).toBe('Harbour')
  const older: QuoteRequest = {
    ...signedAsk,
    userAddress: null,
    receiverAddress: user,
    options: { enableDepositAddress: true },
  }
  const { review: unrefunded } = await reviewOf(silent, { ask: older })
  expect((await unrefunded).checked.terms.deposit?.refundAddress).toBeNull()
})

describe('a deposit without a promised output', () => {
  const open = { output: null } as const

  test('is displayed as open, with a warning and no consent', async () => {
    const { review } = await reviewOf(open)
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
    expect(risk.loss.rung).toBe('warn')
  })

  test.each<[string, (quote: Quote) => Partial<Quote>, Partial<HeldQuote>]>([
    ['the automatic route', () => ({}), {}],
    [
      'a manual route',
      ({ autoRoute }) => ({
        autoRoute: null,
        manualRoutes: autoRoute === null ? [] : [manualOf(autoRoute.output)],
      }),
      {},
    ],
    ['the token lists', () => ({ autoRoute: null }), { outputToken: output }],
  ])('takes its output token from %s', async (_name, quote, held) => {
    const { review } = await reviewOf(open, { quote, held })
    expect((await review).checked.reviewed.outputToken).toMatchObject({ symbol: 'USDC' })
  })

  test('is refused when its output token is unknown', async () => {
    const { review } = await reviewOf(open, {
      quote: () => ({ autoRoute: null }),
      held: { outputToken: null },
    })
    await expect(review).rejects.toThrow('routeNotHere')
  })
})

test('refuses a deposit without a receiver', async () => {
  const { review } = await reviewOf({}, { held: { ask: { ...nobody, receiverAddress: null } } })
  await expect(review).rejects.toThrow('depositReceiverMissing')
})

test('reviews a deposit to a chain that is not in the deployment file', async () => {
  const { world, review } = await reviewOf({})
  await review
  const chains = deployment.chains.filter(({ chainId }) => chainId === nobody.originChainId)
  const outcome = await world.quotes.quote('view', nobody, null)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  const narrow = { ...world.reviewPorts, deployment: { ...deployment, chains } }
  expect((await makeReview(outcome.held, null, narrow, elsewhere)).checked.kind).toBe('deposit')
})

function manualOf(route: Quote['manualRoutes'][number]['output']): Quote['manualRoutes'][number] {
  return {
    quoteId: 'manual',
    quoteExpirySeconds: null,
    output: route,
    affiliateFee: null,
    gasFee: null,
    slippagePercent: null,
    estimatedSeconds: null,
    routeDetails: { name: 'Across', logoURI: null, routeFee: null, dexName: null },
    refuel: null,
    routeTags: [],
  }
}

test('does not end a deposit as unpaid while the service is unreachable after the expiry', async () => {
  const world = await createWorld()
  const id = await begin(world, nobody, null, elsewhere)
  await untilState(world, id, 'deposit_awaited')
  world.service.outage = 'serviceUnreachable'
  await pass(world, 3 * hourMs)
  expect(await orderAt(world, id)).toMatchObject({ state: 'deposit_awaited', fundsSettled: false })
  world.service.outage = null
  expect(await until(world, id, isAtRest)).toMatchObject({
    state: 'verified_terminal',
    problem: { money: 'depositUnseen' },
  })
})
