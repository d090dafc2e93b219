import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import { canWithdraw, findPendingWithdrawal } from '../../lib/order/exits/exit-rules.ts'
import { withdrawFromMs } from '../../lib/order/exits/withdraw.ts'
import type { Order } from '../../lib/order/order.ts'

import { account, deployment, harbour, user } from '../harness/chains.ts'
import { createOverdueOrder, withdrawOrder } from '../harness/exits.ts'
import type { World } from '../harness/world.ts'

const withdrawals = ({ transactions }: Order) => transactions.filter(({ purpose }) => purpose === 'withdraw')

function isWithdrawalOffered(world: World, order: Order): boolean {
  const nowMs = world.clock.nowMs()
  return (
    findPendingWithdrawal(order, nowMs) === null &&
    canWithdraw(order, nowMs, withdrawFromMs(order, deployment))
  )
}

describe('a withdrawal', () => {
  test.each(['yes', 'deaf'] as const)(
    'ends a swap that the service never ends, from the chain alone, after the answer %s',
    async (behaviour) => {
      const { world, id } = await createOverdueOrder([])
      world.wallet.behaviours.push(behaviour)
      await withdrawOrder(world, id)
      // Ferry does not learn what the wallet did, and the person stops the wait.
      if (behaviour === 'deaf') await world.run.dispatch(id, { kind: 'stop' })
      const order = await world.waitForEnd(id)
      expect(order).toMatchObject({
        state: 'verified_terminal',
        statusCode: 7,
        problem: { money: 'refunded' },
        evidence: { kind: 'refund' },
      })
      expect(world.notices.map(({ kind }) => kind)).toContain('refunded')
      expect(world.problems).toEqual([])
    },
  )

  test.each([
    ['fails', 'fail', 'failed'],
    ['is replaced in the wallet', 'cancel', 'replaced'],
    ['disappears', 'drop', 'dropped'],
  ] as const)('that %s is reported and can be retried', async (_what, fate, state) => {
    const { world, id } = await createOverdueOrder()
    world.chain.fates.push(fate)
    await withdrawOrder(world, id)
    const order = await world.waitForOrder(id, (one) => one.problem?.code === 'withdrawNotSent')
    expect(withdrawals(order)).toMatchObject([{ state }])
    expect(order).toMatchObject({
      state: 'reported_terminal',
      fundsSettled: false,
      problem: { money: 'atOrigin', facts: { reason: state } },
    })
    expect(isWithdrawalOffered(world, order)).toBe(true)
    await withdrawOrder(world, id)
    const back = await world.waitForEnd(id)
    expect(back).toMatchObject({ state: 'verified_terminal', statusCode: 7, problem: { money: 'refunded' } })
    expect(withdrawals(back).map((one) => one.state)).toEqual([state, 'mined'])
  })

  test('that fails is reported within seconds of its block', async () => {
    const { world, id } = await createOverdueOrder()
    world.chain.fates.push('fail')
    await withdrawOrder(world, id)
    await world.advanceTime(10_000)
    expect((await world.readOrder(id)).problem?.code).toBe('withdrawNotSent')
  })

  test('is read soon, although another task also sets the next time', async () => {
    const { world, id } = await createOverdueOrder()
    world.chain.fates.push('stick')
    await withdrawOrder(world, id)
    await world.waitForOrder(id, (order) => withdrawals(order).at(-1)?.state === 'sent')
    await world.run.dispatch(id, { kind: 'proof', proof: 'pending' })
    const { dueMs } = await world.readOrder(id)
    expect((dueMs ?? Number.POSITIVE_INFINITY) - world.clock.nowMs()).toBeLessThan(minuteMs)
  })

  test('that is sped up continues under its new hash, which pays', async () => {
    const { world, id } = await createOverdueOrder()
    world.chain.fates.push('reprice')
    await withdrawOrder(world, id)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 7 })
    expect(withdrawals(order).map(({ state }) => state)).toEqual(['replaced', 'mined'])
  })

  test('that waits for its block is never requested twice', async () => {
    const { world, id } = await createOverdueOrder()
    world.chain.fates.push('stick')
    await withdrawOrder(world, id)
    await world.advanceTime(6 * hourMs)
    const order = await world.readOrder(id)
    expect(withdrawals(order)).toMatchObject([{ state: 'sent' }])
    expect(isWithdrawalOffered(world, order)).toBe(false)
    const requested = world.wallet.prompts.length
    await world.run.dispatch(id, { kind: 'withdraw', accountNonce: 9, wallet: account.wallet })
    await world.settle()
    expect(world.wallet.prompts.length).toBe(requested)
  })

  test('does not hide later reports of the service', async () => {
    const { world, id } = await createOverdueOrder()
    world.chain.fates.push('stick')
    await withdrawOrder(world, id)
    await world.advanceTime(10 * minuteMs)
    world.solver.setStatus(world.acceptedRequest(), 7)
    expect(await world.waitForOrder(id, (order) => order.statusCode === 7)).toMatchObject({
      state: 'reported_terminal',
    })
  })

  test('still proves the refund when it appears after it was given up as lost', async () => {
    const { world, id } = await createOverdueOrder()
    world.chain.fates.push('hide')
    await withdrawOrder(world, id)
    await world.waitForOrder(id, ({ problem }) => problem?.code === 'withdrawNotSent')
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 7, problem: { money: 'refunded' } })
  })

  test('of a contract account is not given up while its owners must approve', async () => {
    const { world, id } = await createOverdueOrder()
    world.chain.owners.set(user, user)
    world.wallet.behaviours.push('queued')
    await withdrawOrder(world, id)
    const count = world.wallet.prompts.length
    const sent = await world.waitForOrder(id, (order) => withdrawals(order).length === 1)
    await world.advanceTime(100_000)
    // No node knows the id that its wallet returned.
    const waiting = await world.readOrder(id)
    expect(withdrawals(waiting)).toMatchObject([{ hash: withdrawals(sent)[0]?.hash, state: 'sent' }])
    expect(isWithdrawalOffered(world, waiting)).toBe(false)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', problem: { money: 'refunded' } })
    expect(world.wallet.prompts).toHaveLength(count)
  })

  test('does not count when the wallet names another transaction', async () => {
    const { world, id } = await createOverdueOrder()
    world.wallet.behaviours.push('silent')
    await withdrawOrder(world, id)
    const { walletRequest } = await world.readOrder(id)
    const own = { chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n } as const
    const result = world.chain.send(own)
    await world.run.dispatch(id, {
      kind: 'walletAnswered',
      requestId: walletRequest?.requestId ?? '',
      result,
    })
    const order = await world.waitForOrder(id, ({ problem }) => problem?.code === 'withdrawNotSent')
    expect(withdrawals(order)).toMatchObject([{ state: 'replaced' }])
    expect(isWithdrawalOffered(world, order)).toBe(true)
  })

  test('stays open at the wallet while the service reports an end, and closes once the end is proven', async () => {
    const { world, id } = await createOverdueOrder([])
    world.wallet.behaviours.push('silent')
    await withdrawOrder(world, id)
    world.solver.setStatus(world.acceptedRequest(), 5)
    const reported = await world.waitForOrder(id, ({ state }) => state === 'reported_terminal')
    expect(reported.walletRequest?.purpose).toBe('withdraw')
    world.solver.setStatus(world.acceptedRequest(), 7)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 7, walletRequest: null })
  })
})

test('can be requested when the delivery is only reported and its chain cannot be read', async () => {
  const { world, id } = await createOverdueOrder([1])
  world.acceptedRequest().code = 4
  await world.waitForState(id, 'reported_terminal')
  await world.run.dispatch(id, { kind: 'proof', proof: 'unreadable' })
  await world.settle()
  expect(await world.readOrder(id)).toMatchObject({ statusCode: 4, fundsSettled: false })
  const before = world.wallet.prompts.length
  await withdrawOrder(world, id)
  expect(world.wallet.prompts.length - before).toBe(1)
  await world.waitForOrder(id, (order) => withdrawals(order).at(-1)?.state === 'mined')
})
