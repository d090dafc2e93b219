import { describe, expect, test } from 'vitest'
import { toProblemData } from '../../lib/base/problem.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  manualRequest,
  sameChainRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import type { WireQuote } from '../harness/honest-quote.ts'

const sameChainManual: QuoteRequest = { ...sameChainRequest, options: { enableManual: true } }

async function readProblem(work: Promise<unknown>) {
  return toProblemData(await work.catch((thrown: unknown) => thrown))
}

/** Changes a quote so that it promises less than its own minimum. */
function contradictMinimum(quote: WireQuote): WireQuote {
  const { autoRoute } = quote
  if (autoRoute === null) return quote
  return { ...quote, autoRoute: { ...autoRoute, output: { ...autoRoute.output, amount: '1' } } }
}

describe('the request id of the service’s response is stored', () => {
  test('with the problem of a quote that is refused after decoding', async () => {
    const world = await createFundedWorld(signedRequest)
    world.service.changeQuote = contradictMinimum
    const problem = await readProblem(world.createReview(signedRequest))
    expect(problem).toMatchObject({ reportedBy: 'ferry', serverRequestId: expect.stringMatching(/^server-/) })
  })

  test('with the problem of a check on a built transaction, from the build response', async () => {
    const world = await createFundedWorld(manualRequest)
    world.service.changeTxData = (txData) => ({ ...txData, to: '0x6666666666666666666666666666666666666666' })
    const problem = await readProblem(world.createReview(manualRequest, undefined, acrossRoute))
    expect(problem).toMatchObject({ code: 'checkFailed', serverRequestId: expect.stringMatching(/^server-/) })
    const calls = world.service.calls.map(({ endpoint }) => endpoint)
    expect(problem.serverRequestId).toBe(`server-${calls.lastIndexOf('build') + 1}`)
  })

  test('with a same-chain swap, from its quote and its build', async () => {
    const world = await createFundedWorld(sameChainManual)
    const order = await world.waitForEnd(await world.startOrder(sameChainManual, account, acrossRoute))
    expect(order).toMatchObject({ kind: 'manual', state: 'verified_terminal' })
    const ids = Object.fromEntries(order.serviceCalls.map((one) => [one.endpoint, one.serverRequestId]))
    expect(ids).toMatchObject({
      quote: expect.stringMatching(/^server-\d+$/),
      'build-tx': expect.stringMatching(/^server-\d+$/),
    })
    expect(ids).not.toHaveProperty('status')
  })

  test('with the problem of a reverted transaction, from the response that built it', async () => {
    const world = await createFundedWorld(sameChainManual)
    const { originChainId, inputToken, inputAmount } = sameChainManual
    world.chain.ledger.allow(originChainId, inputToken, user, BigInt(inputAmount), harbour.manualTargets[0])
    world.chain.fates.push('fail')
    const order = await world.waitForState(
      await world.startOrder(sameChainManual, account, acrossRoute),
      'needs_user',
    )
    const built = order.serviceCalls.findLast(({ endpoint }) => endpoint === 'build-tx')?.serverRequestId
    expect(built).toMatch(/^server-\d+$/)
    expect(order.problem).toMatchObject({ code: 'transactionFailed', serverRequestId: built })
  })

  test('with an end that the service reported', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [1, 5] })
    const order = await world.waitForOrder(id, ({ state }) => state === 'reported_terminal')
    const { serverRequestId } = order.problem ?? {}
    expect(serverRequestId).toMatch(/^server-/)
    expect(order.serviceCalls.map((one) => one.serverRequestId)).toContain(serverRequestId)
    await world.waitForEnd(id)
  })
})
