import { describe, expect, test } from 'vitest'
import { toProblemData } from '../../lib/base/problem.ts'
import { minuteMs } from '../../lib/base/time.ts'
import { supportText } from '../../lib/order/order-view.ts'
import {
  acrossRoute,
  createFundedWorld,
  createUnexecutedOrder,
  manualRequest,
  sameChainManualRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import type { WireQuote } from '../harness/honest-quote.ts'

/** The first service calls of an order, in the order of their requests. */
const firstEndpoints = ['chains', 'tokens', 'tokens', 'quote']

test('stores fifty service calls: the first ones and the newest polls, each with its time and request id', async () => {
  const { world, id } = await createUnexecutedOrder()
  await world.advanceTime(6 * minuteMs)
  const order = await world.readOrder(id)
  expect(order.readCount).toBeGreaterThan(50)
  expect(order.serviceCalls).toHaveLength(50)
  const newest = order.serviceCalls.at(-1)
  expect(newest).toMatchObject({ endpoint: 'status', outcome: 'ok' })
  expect(newest?.atMs).toBeGreaterThan(order.serviceCalls[0]?.atMs ?? 0)
  const endpoints = order.serviceCalls.map(({ endpoint }) => endpoint)
  expect(endpoints).toEqual([...firstEndpoints, 'submit', ...Array(45).fill('status')])
  const text = supportText(order, '1')
  for (const { atMs, endpoint, serverRequestId } of order.serviceCalls) {
    expect(serverRequestId).toMatch(/^server-/)
    expect(text).toContain(`${new Date(atMs).toISOString()} ${endpoint} ok ${serverRequestId}`)
  }
  expect(text).not.toContain(String(order.signature))
  expect(text.toLowerCase()).not.toContain(user)
})

test('stores a renewed quote with the transaction that was built for it, and with failed calls', async () => {
  const { world, id } = await startSwap(manualRequest, { behaviours: ['silent'], choice: acrossRoute })
  const { walletRequest } = await world.waitForState(id, 'approve_requested')
  await world.advanceTime(90_000)
  world.service.faults.build.push({ code: 'serviceFailed' })
  await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
  const stopped = await world.waitForState(id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'routeUnusable', facts: { reason: 'notBuilt' } })
  expect(stopped.serviceCalls.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`)).toEqual([
    ...firstEndpoints.map((endpoint) => `${endpoint} ok`),
    'build-tx ok',
    'quote ok',
    'build-tx serviceFailed',
  ])
  expect(stopped.serviceCalls.filter(({ serverRequestId }) => serverRequestId === null)).toEqual([])
  await world.run.dispatch(id, { kind: 'retry' })
  const order = await world.waitForEnd(id)
  expect(supportText(order, '1')).toMatch(/ quote ok server-\d+\n.* build-tx ok server-\d+/)
})

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
    const world = await createFundedWorld(sameChainManualRequest)
    const order = await world.waitForEnd(await world.startOrder(sameChainManualRequest, account, acrossRoute))
    expect(order).toMatchObject({ kind: 'manual', state: 'verified_terminal' })
    const ids = Object.fromEntries(order.serviceCalls.map((one) => [one.endpoint, one.serverRequestId]))
    expect(ids).toMatchObject({
      quote: expect.stringMatching(/^server-\d+$/),
      'build-tx': expect.stringMatching(/^server-\d+$/),
    })
    expect(ids).not.toHaveProperty('status')
  })

  test('with the problem of a reverted transaction, from the response that built it', async () => {
    const world = await createFundedWorld(sameChainManualRequest)
    const { originChainId, inputToken, inputAmount } = sameChainManualRequest
    world.chain.ledger.allow(originChainId, inputToken, user, BigInt(inputAmount), harbour.manualTargets[0])
    world.chain.fates.push('fail')
    const order = await world.waitForState(
      await world.startOrder(sameChainManualRequest, account, acrossRoute),
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
