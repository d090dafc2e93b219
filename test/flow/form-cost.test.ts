import { expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  usdtRequest,
} from '../harness/actions.ts'
import { harbour, nativeHolding, user } from '../harness/chains.ts'
import { createViews } from '../harness/views.ts'
import type { World } from '../harness/world.ts'

const units = BigInt(signedRequest.inputAmount)

interface CostCase {
  readonly request: QuoteRequest
  readonly allowed?: bigint
  readonly routeKey?: string
  readonly holdings?: readonly (typeof nativeHolding)[] | null
  readonly prepare?: (world: World) => unknown
}

async function quoteInForm(world: World, request: QuoteRequest, routeKey: string | null = null) {
  const pick = { routeKey, sort: 'output' } as const
  const reply = await createViews(world).quote({ viewId: 'view', request, pick })
  if (reply.kind !== 'quote') throw new Error(reply.kind)
  return reply.quote
}

async function readCosts({ request, allowed = 0n, routeKey, holdings = [nativeHolding], prepare }: CostCase) {
  const world = await createFundedWorld(request, { allowed })
  world.reportedHoldings = holdings
  for (const target of [...harbour.manualTargets, ...harbour.inboxes])
    world.chain.ledger.allow(harbour.chainId, request.inputToken, user, allowed, target)
  await prepare?.(world)
  const form = await quoteInForm(world, request, routeKey)
  const picked = routeKey === undefined ? {} : { routeKey }
  const review = await createViews(world).review({ quoteKey: form.quoteKey, ...picked })
  return { form: form.cost, review: review.quote.cost }
}

test.each<[string, CostCase, string | null]>([
  ['that still needs its approval', { request: signedRequest }, '0.16'],
  ['with a smaller allowance', { request: signedRequest, allowed: units - 1n }, '0.16'],
  ['that is approved already', { request: signedRequest, allowed: units }, '0'],
  [
    'whose allowance another swap will take',
    { request: signedRequest, allowed: units, prepare: (world) => world.startOrder(signedRequest) },
    '0.16',
  ],
  ['whose token needs a reset first', { request: usdtRequest, allowed: 1n }, '0.32'],
  ['of native currency', { request: nativeRequest, holdings: null }, '0'],
  ['through the inbox', { request: inboxRequest }, '0.16'],
  ['through the inbox, approved already', { request: inboxRequest, allowed: units }, '0'],
  ['through another bridge', { request: manualRequest, ...acrossRoute }, '0.16'],
  ['without a price of gas', { request: signedRequest, holdings: null }, null],
])('the form counts the approvals of a swap %s, as its review does', async (_name, given, gasInUsd) => {
  const { form, review } = await readCosts(given)
  expect(form?.approvalGasInUsd).toBe(gasInUsd)
  expect(form).toEqual(review)
})

test('an allowance that cannot be read counts as none', async () => {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  world.reportedHoldings = [nativeHolding]
  const { allowance } = world.chain.reader
  world.chain.reader.allowance = () => Promise.reject(new Problem('rpcUnreachable'))
  const { cost } = await quoteInForm(world, signedRequest)
  world.chain.reader.allowance = allowance
  expect(cost).toMatchObject({ approvalGasInUsd: '0.16', isLowerBound: false })
})

test('a silent chain does not hold up the quote, whose cost is then a lower bound', async () => {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  world.chain.reader.gasPrice = () => new Promise(() => undefined)
  const quoting = quoteInForm(world, signedRequest)
  await world.settle()
  world.clock.runNextTimer()
  expect((await quoting).cost).toMatchObject({ approvalGasInUsd: null, isLowerBound: true })
})

test('quotes of one account and token share one read', async () => {
  const world = await createFundedWorld(signedRequest)
  const { allowance } = world.chain.reader
  let reads = 0
  world.chain.reader.allowance = (...given) => {
    reads += 1
    return allowance(...given)
  }
  await quoteInForm(world, signedRequest)
  await quoteInForm(world, { ...signedRequest, inputAmount: '1600000' })
  expect(reads).toBe(1)
  world.clock.skip(10_000)
  await quoteInForm(world, signedRequest)
  expect(reads).toBe(2)
})
