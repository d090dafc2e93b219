import { describe, expect, test } from 'vitest'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import { canWithdraw } from '../../lib/order/exits/exit-rules.ts'
import { withdrawFromMs } from '../../lib/order/exits/withdraw.ts'
import type { Order } from '../../lib/order/order.ts'
import { inboxRequest, startSwap } from '../harness/actions.ts'
import { account, deployment, harbour, inboxOf, user } from '../harness/chains.ts'
import { reviewOrderExit, withdrawOrder } from '../harness/exits.ts'
import type { World } from '../harness/world.ts'

async function startFailedSwap(quoteRequest = inboxRequest): Promise<{ world: World; id: string }> {
  const { world, id } = await startSwap(quoteRequest, { fate: [5] })
  await world.waitForOrder(id, (order) => order.statusCode === 5)
  return { world, id }
}

const kinds = (world: World) => world.notices.map(({ kind }) => kind)
const isNotified = (order: Order) => order.notification?.state === 'notified'

test('swaps a token through the inbox: approves it exactly, sends no value, and polls by the request hash', async () => {
  const { world, id } = await startSwap(inboxRequest)
  const order = await world.waitForEnd(id)
  expect(order).toMatchObject({ kind: 'inbox', state: 'verified_terminal', statusCode: 4 })
  const [approval, payment] = world.chain.sent
  expect(approval?.data).toContain(inboxOf(harbour).slice(2))
  expect(BigInt(`0x${approval?.data.slice(74)}`)).toBe(BigInt(inboxRequest.inputAmount))
  expect(payment).toMatchObject({ to: inboxOf(harbour), value: 0n })
  expect(world.wallet.signed).toEqual([])
})

describe('an inbox request that failed after the money left', () => {
  test('can be withdrawn at any time, also before its deadline', async () => {
    const { world, id } = await startFailedSwap()
    const late = await world.waitForOrder(id, isNotified)
    const fromMs = withdrawFromMs(late, deployment)
    expect(world.clock.nowMs()).toBeLessThan(fromMs ?? 0)
    expect(canWithdraw(late, world.clock.nowMs(), fromMs)).toBe(true)

    const before = world.chain.ledger.balance(harbour.chainId, inboxRequest.inputToken, user)
    const { contract } = await reviewExit('withdraw', late, account, world.reviewPorts)
    expect(contract).toBe(inboxOf(harbour))
    await withdrawOrder(world, id)
    expect((await world.readOrder(id)).walletRequest?.purpose).toBe('withdraw')
    const back = await world.waitForEnd(id)
    expect(back).toMatchObject({ state: 'verified_terminal', statusCode: 7, problem: { money: 'refunded' } })
    expect(back.refundTransactionHash).toBe(back.transactions.at(-1)?.hash)
    expect(world.chain.ledger.balance(harbour.chainId, inboxRequest.inputToken, user) - before).toBe(
      BigInt(inboxRequest.inputAmount),
    )
    expect(kinds(world)).toEqual(['failed', 'refunded'])
  })
})

describe('an inbox request that no solver took yet', () => {
  async function waiting(fate: readonly number[]): Promise<{ world: World; id: string }> {
    const { world, id } = await startSwap(inboxRequest, { fate })
    await world.waitForOrder(
      id,
      ({ state, statusCode }) => state === 'pending' && statusCode === (fate.at(-1) ?? 0),
    )
    return { world, id }
  }

  test.each([[[]], [[1]]])('can be withdrawn at status %j and ends as refunded', async (fate) => {
    const { world, id } = await waiting(fate)
    const order = await world.readOrder(id)
    const fromMs = withdrawFromMs(order, deployment)
    expect(world.clock.nowMs()).toBeLessThan(fromMs ?? 0)
    expect(canWithdraw(order, world.clock.nowMs(), fromMs)).toBe(true)
    await withdrawOrder(world, id)
    const back = await world.waitForEnd(id)
    expect(back).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
      problem: { money: 'refunded' },
    })
  })

  test('cannot be withdrawn while it is reported as taken, until its deadline', async () => {
    const { world, id } = await waiting([1, 2])
    const isOffered = async () => {
      const order = await world.readOrder(id)
      return canWithdraw(order, world.clock.nowMs(), withdrawFromMs(order, deployment))
    }
    expect(await isOffered()).toBe(false)
    await expect(reviewOrderExit(world, 'withdraw', id)).rejects.toMatchObject({
      data: { code: 'notAllowed' },
    })
    await world.advanceTime(11 * 60_000)
    expect(await isOffered()).toBe(true)
  })
})

test('an inbox request that was cancelled after a solver took it is in the inbox again without the fees, and can be withdrawn before its deadline', async () => {
  const { world, id } = await startSwap(inboxRequest, { fate: [1, 2] })
  await world.waitForOrder(id, ({ statusCode }) => statusCode === 2)
  const net = world.solver.cancelExtracted(world.acceptedRequest(), 50n)
  const order = await world.waitForOrder(id, ({ statusCode }) => statusCode === 6)
  expect(order).toMatchObject({ state: 'reported_terminal', problem: { money: 'atOrigin' } })
  await world.advanceTime(60_000)
  // The gateway named the request twice. That does not make the inbox empty.
  expect(await world.readOrder(id)).not.toHaveProperty('isInboxEmpty')
  const held = () => world.chain.ledger.balance(harbour.chainId, inboxRequest.inputToken, user)
  const before = held()
  const review = await reviewOrderExit(world, 'withdraw', id)
  expect(review.amountUnits).toBe(String(net))
  await withdrawOrder(world, id)
  const back = await world.waitForEnd(id)
  expect(back).toMatchObject({
    state: 'verified_terminal',
    statusCode: 7,
    evidence: { units: String(net) },
  })
  expect(held() - before).toBe(net)
})
