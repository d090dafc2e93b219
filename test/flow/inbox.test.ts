import { describe, expect, test } from 'vitest'
import { canWithdraw } from '../../lib/order/exits/exit-rules.ts'
import { reviewExit } from '../../lib/order/exits/review.ts'
import { withdrawFromMs } from '../../lib/order/exits/withdraw.ts'
import type { Order } from '../../lib/order/order.ts'
import {
  acceptedRequest,
  account,
  advanceTime,
  fund,
  inboxRequest,
  isFullyEnded,
  nativeRequest,
  readOrder,
  startOrder,
  waitForOrder,
} from '../harness/actions.ts'
import { deployment, harbour, inboxOf, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

async function startFailedSwap(quoteRequest = inboxRequest): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, quoteRequest)
  world.solver.fate = [5]
  const id = await startOrder(world, quoteRequest)
  await waitForOrder(world, id, (order) => order.statusCode === 5)
  return { world, id }
}

const kinds = (world: World) => world.notices.map(({ kind }) => kind)
const isNotified = (order: Order) => order.notification?.state === 'notified'

test('swaps a token through the inbox: approves it exactly, sends no value, and polls by the request hash', async () => {
  const world = await createWorld()
  fund(world, inboxRequest)
  const id = await startOrder(world, inboxRequest)
  const order = await waitForOrder(world, id, isFullyEnded)
  expect(order).toMatchObject({ kind: 'inbox', state: 'verified_terminal', statusCode: 4 })
  const [approval, payment] = world.chain.sent
  expect(approval?.data).toContain(inboxOf(harbour).slice(2))
  expect(BigInt(`0x${approval?.data.slice(74)}`)).toBe(BigInt(inboxRequest.inputAmount))
  expect(payment).toMatchObject({ to: inboxOf(harbour), value: 0n })
  expect(world.wallet.signed).toEqual([])
})

describe('an inbox request that failed after the money left', () => {
  test.each([
    ['a token', inboxRequest],
    ['the native asset', nativeRequest],
  ] as const)('is followed until the service refunds it: %s', async (_name, quoteRequest) => {
    const { world, id } = await startFailedSwap(quoteRequest)
    const failure = await waitForOrder(world, id, isNotified)
    expect(failure).toMatchObject({ fundsSettled: false, problem: { money: 'atOrigin' } })
    await advanceTime(world, 20 * 60_000)
    world.solver.setStatus(acceptedRequest(world), 7)
    const order = await waitForOrder(world, id, isFullyEnded)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 7, problem: { money: 'refunded' } })
    expect(kinds(world)).toEqual(['failed', 'refunded'])
  })

  test('is still polled after days', async () => {
    const { world, id } = await startFailedSwap()
    await advanceTime(world, 3 * 86_400_000)
    const order = await readOrder(world, id)
    expect(order).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
    expect(order.dueMs).not.toBeNull()
  })

  test('can be withdrawn at any time, also before its deadline', async () => {
    const { world, id } = await startFailedSwap()
    const late = await waitForOrder(world, id, isNotified)
    const fromMs = withdrawFromMs(late, deployment)
    expect(world.clock.nowMs()).toBeLessThan(fromMs ?? 0)
    expect(canWithdraw(late, world.clock.nowMs(), fromMs)).toBe(true)

    const before = world.chain.ledger.balance(harbour.chainId, inboxRequest.inputToken, user)
    const { contract, accountNonce } = await reviewExit('withdraw', late, account, world.reviewPorts)
    expect(contract).toBe(inboxOf(harbour))
    await world.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
    await world.settle()
    expect((await readOrder(world, id)).walletRequest?.purpose).toBe('withdraw')
    const back = await waitForOrder(world, id, isFullyEnded)
    expect(back).toMatchObject({ state: 'verified_terminal', statusCode: 7, problem: { money: 'refunded' } })
    expect(back.refundTransactionHash).toBe(back.transactions.at(-1)?.hash)
    expect(world.chain.ledger.balance(harbour.chainId, inboxRequest.inputToken, user) - before).toBe(
      BigInt(inboxRequest.inputAmount),
    )
    expect(kinds(world)).toEqual(['failed', 'refunded'])
  })

  test('stays the same when the wallet rejects the withdrawal, which can be retried', async () => {
    const { world, id } = await startFailedSwap()
    await advanceTime(world, 11 * 60_000)
    world.wallet.behaviours.push('reject')
    const { accountNonce } = await reviewExit(
      'withdraw',
      await readOrder(world, id),
      account,
      world.reviewPorts,
    )
    await world.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
    const refused = await waitForOrder(world, id, (order) => order.problem?.code === 'walletRejected')
    expect(refused).toMatchObject({
      state: 'reported_terminal',
      walletRequest: null,
      problem: { money: 'atOrigin' },
    })
    await world.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({ statusCode: 7 })
  })

  test('can be put away and withdrawn again when the wallet is silent, and a late approval still counts', async () => {
    const { world, id } = await startFailedSwap()
    await advanceTime(world, 11 * 60_000)
    world.wallet.behaviours.push('silent')
    const late = await readOrder(world, id)
    const { accountNonce } = await reviewExit('withdraw', late, account, world.reviewPorts)
    await world.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
    await world.run.dispatch(id, { kind: 'stop' })
    const given = await readOrder(world, id)
    expect(given).toMatchObject({
      state: 'reported_terminal',
      walletRequest: null,
      problem: { code: 'walletSilent', money: 'atOrigin' },
    })
    expect(canWithdraw(given, world.clock.nowMs(), withdrawFromMs(given, deployment))).toBe(true)
    await world.wallet.decide(world.wallet.prompts.at(-1)?.requestId ?? '', 'yes')
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
    })
    expect(kinds(world)).toEqual(['failed', 'refunded'])
  })

  test('is found refunded on chain when any account withdrew it, although the answer was lost', async () => {
    const { world, id } = await startFailedSwap()
    await advanceTime(world, 11 * 60_000)
    world.wallet.behaviours.push('gone')
    const late = await readOrder(world, id)
    const { accountNonce } = await reviewExit('withdraw', late, account, world.reviewPorts)
    await world.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
    await waitForOrder(world, id, (order) => order.problem?.code === 'walletGone')
    const request = world.wallet.prompts.at(-1)?.params[0] as { to: `0x${string}`; data: `0x${string}` }
    world.chain.send({ chainId: harbour.chainId, from: user, to: request.to, data: request.data, value: 0n })
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
    })
  })
})

describe('an inbox request that no solver took yet', () => {
  async function waiting(fate: readonly number[]): Promise<{ world: World; id: string }> {
    const world = await createWorld()
    fund(world, inboxRequest)
    world.solver.fate = fate
    const id = await startOrder(world, inboxRequest)
    await waitForOrder(
      world,
      id,
      ({ state, statusCode }) => state === 'pending' && statusCode === (fate.at(-1) ?? 0),
    )
    return { world, id }
  }

  test.each([[[]], [[1]]])('can be withdrawn at status %j and ends as refunded', async (fate) => {
    const { world, id } = await waiting(fate)
    const order = await readOrder(world, id)
    const fromMs = withdrawFromMs(order, deployment)
    expect(world.clock.nowMs()).toBeLessThan(fromMs ?? 0)
    expect(canWithdraw(order, world.clock.nowMs(), fromMs)).toBe(true)
    const { accountNonce } = await reviewExit('withdraw', order, account, world.reviewPorts)
    await world.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
    const back = await waitForOrder(world, id, isFullyEnded)
    expect(back).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
      problem: { money: 'refunded' },
    })
  })

  test('cannot be withdrawn while it is reported as taken, until its deadline', async () => {
    const { world, id } = await waiting([1, 2])
    const isOffered = async () => {
      const order = await readOrder(world, id)
      return canWithdraw(order, world.clock.nowMs(), withdrawFromMs(order, deployment))
    }
    expect(await isOffered()).toBe(false)
    await expect(
      reviewExit('withdraw', await readOrder(world, id), account, world.reviewPorts),
    ).rejects.toMatchObject({
      data: { code: 'notAllowed' },
    })
    await advanceTime(world, 11 * 60_000)
    expect(await isOffered()).toBe(true)
  })
})

describe('an inbox request that was cancelled after a solver took it', () => {
  test('is in the inbox again without the fees, and can be withdrawn before its deadline', async () => {
    const world = await createWorld()
    fund(world, inboxRequest)
    world.solver.fate = [1, 2]
    const id = await startOrder(world, inboxRequest)
    await waitForOrder(world, id, ({ statusCode }) => statusCode === 2)
    const net = world.solver.cancelExtracted(acceptedRequest(world), 50n)
    const order = await waitForOrder(world, id, ({ statusCode }) => statusCode === 6)
    expect(order).toMatchObject({ state: 'reported_terminal', problem: { money: 'atOrigin' } })
    await advanceTime(world, 60_000)
    // The gateway named the request twice. That does not make the inbox empty.
    expect(await readOrder(world, id)).not.toHaveProperty('isInboxEmpty')
    const held = () => world.chain.ledger.balance(harbour.chainId, inboxRequest.inputToken, user)
    const before = held()
    const review = await reviewExit('withdraw', await readOrder(world, id), account, world.reviewPorts)
    expect(review.amountUnits).toBe(String(net))
    await world.run.dispatch(id, {
      kind: 'withdraw',
      accountNonce: review.accountNonce,
      wallet: account.wallet,
    })
    const back = await waitForOrder(world, id, isFullyEnded)
    expect(back).toMatchObject({
      state: 'verified_terminal',
      statusCode: 7,
      evidence: { units: String(net) },
    })
    expect(held() - before).toBe(net)
  })
})
