import { describe, expect, test } from 'vitest'
import {
  acceptedRequest,
  advanceTime,
  depositRequest,
  isFullyEnded,
  nativeRequest,
  readOrder,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { harbour } from '../harness/chains.ts'
import { createFundedWorld } from '../harness/reported-payment.ts'
import type { Fate } from '../harness/solver.ts'
import type { World } from '../harness/world.ts'

async function startSwap(fate: Fate, request = signedRequest): Promise<{ world: World; id: string }> {
  const world = await createFundedWorld(request)
  world.solver.fate = fate
  return { world, id: await startOrder(world, request) }
}

const kinds = (world: World) => world.notices.map(({ kind }) => kind)
const unknownHash = `0x${'77'.repeat(32)}`

describe('status codes out of order', () => {
  test('keep REFUNDED when SETTLED follows, store an anomaly and notify once', async () => {
    const { world, id } = await startSwap([1, 2])
    await waitForOrder(world, id, ({ statusCode }) => statusCode === 2)
    Object.assign(acceptedRequest(world), {
      code: 7,
      refundHash: unknownHash,
      refundChainId: harbour.chainId,
    })
    await waitForState(world, id, 'reported_terminal')
    await advanceTime(world, 120_000)
    acceptedRequest(world).code = 4
    await advanceTime(world, 600_000)
    const order = await readOrder(world, id)
    expect(order).toMatchObject({ state: 'reported_terminal', statusCode: 7, fundsSettled: false })
    expect(order.anomalies).toContain('7->4')
    expect(kinds(world)).toEqual(['refunded'])
  })

  test('keep a proven SETTLED when REFUNDED follows', async () => {
    const { world, id } = await startSwap([1, 2, 3, 4])
    const proven = await waitForOrder(world, id, isFullyEnded)
    world.solver.setStatus(acceptedRequest(world), 7)
    await world.run.reconcile()
    await advanceTime(world, 60_000)
    expect(await readOrder(world, id)).toMatchObject({ statusCode: 4, evidence: proven.evidence })
  })

  test.each([
    ['expired', 5],
    ['cancelled', 6],
  ] as const)('follow %s to a late REFUNDED until it is proven, and notify again', async (_name, code) => {
    const { world, id } = await startSwap([1, code], nativeRequest)
    await waitForState(world, id, 'reported_terminal')
    await advanceTime(world, 7_200_000)
    expect(await readOrder(world, id)).toMatchObject({ statusCode: code, fundsSettled: false })
    world.solver.setStatus(acceptedRequest(world), 7)
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
    })
    expect(kinds(world)).toEqual(['failed', 'refunded'])
  })

  test('turn expired into refunded when the record already names the refund', async () => {
    const { world, id } = await startSwap([1, 2], signedRequest)
    await waitForOrder(world, id, ({ statusCode }) => statusCode === 2)
    world.solver.setStatus(acceptedRequest(world), 7)
    acceptedRequest(world).code = 5
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
      problem: { code: 'swapNotDelivered', money: 'refunded' },
    })
  })

  test('that Ferry does not know change nothing after an end', async () => {
    const { world, id } = await startSwap([1, 5], nativeRequest)
    await waitForState(world, id, 'reported_terminal')
    for (const code of [8, 10]) {
      acceptedRequest(world).code = code
      await advanceTime(world, 180_000)
    }
    expect(await readOrder(world, id)).toMatchObject({ statusCode: 5, anomalies: [] })
  })
})

test('waits for the refund’s hash after REFUNDED and proves it when it is named', async () => {
  const { world, id } = await startSwap([1, 2])
  await waitForOrder(world, id, ({ statusCode }) => statusCode === 2)
  acceptedRequest(world).code = 7
  await waitForState(world, id, 'reported_terminal')
  await advanceTime(world, 3_600_000)
  expect(await readOrder(world, id)).toMatchObject({ refundTransactionHash: null, fundsSettled: false })
  world.solver.setStatus(acceptedRequest(world), 7)
  expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
    state: 'verified_terminal',
    statusCode: 7,
  })
})

test('proves the refund of a deposit on the destination', async () => {
  const world = await createFundedWorld(depositRequest)
  world.solver.fate = [1, 2, 7]
  world.solver.refundsOnDestination = true
  const id = await startOrder(world, depositRequest, undefined, { routeKey: 'deposit' })
  expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
    state: 'verified_terminal',
    refundChainId: depositRequest.destinationChainId,
    problem: { money: 'refundedThere' },
  })
})
