import { describe, expect, test } from 'vitest'
import type { Order } from '../../lib/order/order.ts'
import {
  createFundedWorld,
  delivered,
  sameChainRequest,
  signedRequest,
  startSwap,
  usdtRequest,
} from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import type { World } from '../harness/world.ts'

/** Returns the states that an order passed, without repetitions. */
function passedStates(world: World): readonly string[] {
  const states = world.commits.map((order) => order.state as string)
  return states.filter((state, index) => state !== states[index - 1])
}

const steps = (order: Order) => order.timeline.map((entry) => entry.step)
const methods = (world: World) => world.wallet.prompts.map((prompt) => prompt.method)

describe('a signed swap', () => {
  test('without an allowance requests one approval and one signature, and settles', async () => {
    const { world, id } = await startSwap(signedRequest)
    const order = await world.waitForEnd(id)

    expect(passedStates(world)).toEqual([
      'confirmed',
      'approve_requested',
      'approve_sent',
      'approved',
      'sign_requested',
      'signed',
      'submitting',
      'submitted',
      'pending',
      'reported_terminal',
      'verified_terminal',
    ])
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4, problem: null, anomalies: [] })
    expect(order).toMatchObject({ signature: null, submitBody: null, walletRequest: null, dueMs: null })
    expect(steps(order)).toEqual([
      'confirmed',
      'approved',
      'signed',
      'accepted',
      'assigned',
      'extracted',
      'fulfilled',
      'settled',
    ])
    expect(methods(world)).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
    expect(world.notices).toEqual([{ orderId: id, kind: 'done' }])
    expect(world.problems).toEqual([])
  })

  test('approves exactly the input for Permit2 (API5), and receives the promised amount', async () => {
    const { world, id } = await startSwap(signedRequest)
    const order = await world.waitForEnd(id)
    const { ledger } = world.chain
    const [approve] = world.chain.sent
    expect(approve?.to).toBe(signedRequest.inputToken)
    expect(approve?.data).toBe(
      `0x095ea7b3${harbour.permit2.slice(2).padStart(64, '0')}${(1_500_000).toString(16).padStart(64, '0')}`,
    )
    expect(ledger.allowance(harbour.chainId, signedRequest.inputToken, user)).toBe(0n)
    const paid = ledger.balance(island.chainId, tokenOf(island, 'USDC').address, user)
    expect(order.fulfilledAmount).toBe(String(paid))
    expect(paid).toBe(BigInt(order.reviewed.minAmountOut))
  })

  test('within one chain is a SWAP_REQUEST', async () => {
    const world = await createFundedWorld(sameChainRequest)
    const order = await world.waitForEnd(await world.startOrder(sameChainRequest))
    expect(order).toMatchObject(delivered)
    expect(order.terms.requestType).toBe('SWAP_REQUEST')
  })

  test('of USDT resets an old allowance first, with one prompt each', async () => {
    const world = await createFundedWorld(usdtRequest, { allowed: 7n })
    const order = await world.waitForEnd(await world.startOrder(usdtRequest))
    expect(order.state).toBe('verified_terminal')
    expect(order.approvals).toEqual(['resetApproval', 'approve'])
    expect(steps(order).slice(0, 4)).toEqual(['confirmed', 'resetApproved', 'approved', 'signed'])
    expect(order.transactions.map((one) => [one.purpose, one.state, one.amountUnits])).toEqual([
      ['resetApproval', 'mined', '0'],
      ['approve', 'mined', '1500000'],
    ])
    expect(methods(world)).toHaveLength(3)
  })

  test('posts the witness as it was received, once', async () => {
    const { world, id } = await startSwap(signedRequest)
    await world.waitForEnd(id)
    const order = await world.readOrder(id)
    const posts = world.service.submits.get(order.terms.requestHash)
    expect(posts).toMatchObject({ received: 1, accepted: 1 })
    const [body = ''] = posts?.bodies ?? []
    const issued = world.service.issued.get(String(order.terms.requestHash))
    expect(body).toContain(JSON.stringify(issued?.witness))
  })
})

test('returns to the person when no node checks the signature before its quote expires', async () => {
  const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
  await world.waitForState(id, 'sign_requested')
  world.chain.isDown = true
  await world.wallet.decide((await world.readOrder(id)).walletRequest?.requestId ?? '', 'yes')
  await world.waitForState(id, 'signed')
  const order = await world.waitForState(id, 'needs_user')
  expect(order).toMatchObject({ signature: null, problem: { code: 'quoteExpired', money: 'nothingSent' } })
  expect(world.service.submits.size).toBe(0)
})
