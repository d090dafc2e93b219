import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import { createProblemData } from '../../lib/order/change.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import { canWithdraw, findPendingWithdrawal } from '../../lib/order/exits/exit-rules.ts'
import { withdrawFromMs } from '../../lib/order/exits/withdraw.ts'
import { watchCalls } from '../../lib/order/flows/batch.ts'
import type { Order } from '../../lib/order/order.ts'
import { orderView } from '../../lib/order/order-view.ts'
import { reduce } from '../../lib/order/reduce.ts'
import type { Account } from '../../lib/wallet/port.ts'
import { createUnexecutedOrder, inboxRequest } from '../harness/actions.ts'
import { account, deployment, extensionAccount, harbour, inboxOf, ownCall, user } from '../harness/chains.ts'
import { createOverdueOrder, withdrawOrder } from '../harness/exits.ts'
import { createReportedEnd } from '../harness/reported-end.ts'
import { createViews } from '../harness/views.ts'
import type { World } from '../harness/world.ts'
import { ofKind, withPart, withTerms } from '../unit/order/order-fixture.ts'

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
    const result = world.chain.send(ownCall)
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

describe.each([2, 4] as const)(
  'a withdrawal whose transaction the wallet did not name, at status %d',
  (code) => {
    test.each(['deaf', 'unclear', 'late'] as const)('is found on the chain: %s', async (behaviour) => {
      const { world, id } = await createOverdueOrder([1])
      // The service reports more than the chain shows: the money is still in the inbox.
      world.acceptedRequest().code = code
      await world.waitForOrder(id, ({ statusCode }) => statusCode === code)
      world.wallet.behaviours.push(behaviour)
      await withdrawOrder(world, id)
      if (behaviour === 'late') await world.run.dispatch(id, { kind: 'stop' })
      expect(await world.waitForEnd(id)).toMatchObject({
        state: 'verified_terminal',
        statusCode: 7,
        problem: { money: 'refunded' },
        evidence: { kind: 'refund' },
      })
    })
  },
)

/** Makes a failed inbox request past its deadline. */
async function makeLateRequest(): Promise<{ world: World; order: Order }> {
  const { world, id } = await createOverdueOrder()
  return { world, order: await world.readOrder(id) }
}

describe('the review of a withdrawal', () => {
  test('displays the payout of the inbox, and is refused when the simulation pays nothing or takes something', async () => {
    const { world, order } = await makeLateRequest()
    expect(orderView(order, deployment).inbox).toBe(inboxOf(harbour))
    const tryIt = () => reviewExit('withdraw', order, account, world.reviewPorts)
    expect((await tryIt()).simulation).toMatchObject({
      kind: 'measured',
      leaves: [],
      arrives: [{ token: inboxRequest.inputToken, units: inboxRequest.inputAmount }],
    })
    world.chain.measurement = (truth) => ({ effects: [{ ...truth, arrives: [] }], wanted: 1 })
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'paysLess', money: 'atOrigin' } })
    const taken = [{ token: nativeAddress, units: 1n }]
    world.chain.measurement = (truth) => ({ effects: [{ ...truth, leaves: taken }], wanted: 1 })
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'takesMore', money: 'atOrigin' } })
    // The withdrawal stays possible without a simulation, and the review says so.
    world.chain.measurement = () => ({ effects: [], wanted: 1 })
    expect((await tryIt()).simulation).toEqual({ kind: 'unmeasured' })
    await world.run.dispatch(order.id, { kind: 'withdraw', accountNonce: 1, wallet: account.wallet })
    await world.settle()
    expect(world.wallet.prompts.length).toBe(3)
  })

  test.each([
    ['without a wallet', null, 'walletNotConnected'],
    ['by another account', { ...account, address: harbour.permit2 }, 'walletWrongAccount'],
  ] as const)('is refused %s', async (_name, by, code) => {
    const { world, order } = await makeLateRequest()
    await expect(reviewExit('withdraw', order, by, world.reviewPorts)).rejects.toMatchObject({
      data: { code, money: 'atOrigin' },
    })
  })

  test('is refused when the inbox would revert', async () => {
    const { world, order } = await makeLateRequest()
    world.chain.simulation = 'execution reverted'
    await expect(reviewExit('withdraw', order, account, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'wouldFail', money: 'atOrigin', facts: { reason: 'execution reverted' } },
    })
  })

  test('warns of missing gas, and the funds can still be withdrawn', async () => {
    const { world, order } = await makeLateRequest()
    const { ledger } = world.chain
    ledger.give(harbour.chainId, nativeAddress, user, -ledger.balance(harbour.chainId, nativeAddress, user))
    const handlers = createViews(world)
    const { reviewKey, gasProblem } = await handlers.reviewExit({ kind: 'withdraw', orderId: order.id })
    expect(gasProblem).toMatchObject({
      ...{ code: 'gasTooLow', money: 'atOrigin' },
      facts: { units: expect.stringMatching(/^[1-9]\d+$/) },
    })
    const before = world.wallet.prompts.length
    await handlers.confirmExit({ kind: 'withdraw', reviewKey })
    await world.settle()
    expect(world.wallet.prompts.length).toBe(before + 1)
  })

  test('does not warn of gas for an account with code, which others may pay', async () => {
    const { world, order } = await makeLateRequest()
    const { ledger, owners } = world.chain
    ledger.give(harbour.chainId, nativeAddress, user, -ledger.balance(harbour.chainId, nativeAddress, user))
    owners.set(user, user)
    expect(await reviewExit('withdraw', order, account, world.reviewPorts)).toMatchObject({
      gasProblem: null,
    })
  })

  test('can be confirmed once, and sends no second request after the hash arrived', async () => {
    const { world, order } = await makeLateRequest()
    const handlers = createViews(world)
    const { reviewKey } = await handlers.reviewExit({ kind: 'withdraw', orderId: order.id })
    const before = world.wallet.prompts.length
    const both = await Promise.allSettled(
      [1, 2].map(() => handlers.confirmExit({ kind: 'withdraw', reviewKey })),
    )
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    await world.settle()
    expect(world.wallet.prompts.length).toBe(before + 1)
    await world.waitForOrder(order.id, ({ walletRequest }) => walletRequest === null)
    await expect(handlers.confirmExit({ kind: 'withdraw', reviewKey })).rejects.toMatchObject({
      data: { code: 'reviewExpired', money: 'unknown' },
    })
    await world.run.dispatch(order.id, { kind: 'withdraw', accountNonce: 1, wallet: account.wallet })
    await world.settle()
    expect(world.wallet.prompts.length).toBe(before + 1)
  })

  const ends = [
    ['reported as delivered', { statusCode: 4, problem: null }],
    ['reported as fulfilled', { statusCode: 3, problem: null }],
    ['withdrawn according to the inbox', { isInboxEmpty: true }],
    [
      'sent with an unknown outcome',
      { state: 'unknown_outcome', statusCode: null, problem: null, transactions: [] },
    ],
  ] as const
  test.each(ends)('does not claim that the money is at the contract when it is: %s', async (_what, end) => {
    const { world, order } = await makeLateRequest()
    const reported = withPart(order, end)
    const refused = (code: string) => ({ data: { code, money: 'unknown' } })
    const tryIt = (by: typeof account | null = account) =>
      reviewExit('withdraw', reported, by, world.reviewPorts)
    if (!reported.isInboxEmpty) {
      await expect(tryIt(null)).rejects.toMatchObject(refused('walletNotConnected'))
      world.chain.simulation = 'execution reverted'
      await expect(tryIt()).rejects.toMatchObject(refused('wouldFail'))
    }
    const ended = reviewExit(
      'withdraw',
      withPart(reported, { isInboxEmpty: true }),
      account,
      world.reviewPorts,
    )
    await expect(ended).rejects.toMatchObject(refused('notAllowed'))
  })

  test('locates the money of a reported refund as the order does', async () => {
    const { world, order } = await makeLateRequest()
    const problem = {
      ...createProblemData('swapNotDelivered', 'refundThereReported'),
      facts: { chain: 'Island' },
    }
    const reported: Order = { ...order, statusCode: 7, problem }
    await expect(reviewExit('withdraw', reported, null, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'walletNotConnected', money: 'refundThereReported', facts: { chain: 'Island' } },
    })
  })

  test('has no start time without an inbox', async () => {
    const { order } = await makeLateRequest()
    expect(withdrawFromMs(ofKind(order, 'signed'), deployment)).toBeNull()
    expect(withdrawFromMs(withTerms(order, { txData: null }), deployment)).toBeNull()
    expect(withdrawFromMs(withTerms(ofKind(order, 'native'), order.terms), deployment)).toBe(
      withdrawFromMs(order, deployment),
    )
  })
})

/** The wallet that is connected now. The page with the swap's own wallet is closed or no longer trusted. */
const { wallet } = extensionAccount
const connected: Account = { ...extensionAccount, chainId: null }

test.each([
  ['withdraw', createOverdueOrder],
  ['cancel', createUnexecutedOrder],
] as const)(
  'sends a request to the wallet that is connected at its confirmation: %s',
  async (kind, start) => {
    const { world, id } = await start()
    const views = createViews(world, { account: connected })
    const { reviewKey } = await views.reviewExit({ kind, orderId: id })
    await views.confirmExit({ kind, reviewKey })
    await world.advanceTime(5_000)
    expect(world.wallet.prompts.at(-1)?.wallet).toEqual(connected.wallet)
  },
)

test.each([
  ['no wallet', null, 'walletNotConnected'],
  ['another account', { ...connected, address: `0x${'0b'.repeat(20)}` } as const, 'walletWrongAccount'],
])(
  'refuses to confirm an exit with %s, also after a review with the right account',
  async (_what, by, code) => {
    const { world, id } = await createUnexecutedOrder()
    const { reviewKey } = await createViews(world, { account: connected }).reviewExit({
      kind: 'cancel',
      orderId: id,
    })
    const requested = world.wallet.prompts.length
    await expect(
      createViews(world, { account: by }).confirmExit({ kind: 'cancel', reviewKey }),
    ).rejects.toMatchObject({
      data: { code, money: 'neverExecuted' },
    })
    expect(world.wallet.prompts).toHaveLength(requested)
  },
)

test('reads the calls’ status from the wallet that received them, after an exit through another wallet', async () => {
  const over = await createReportedEnd(
    inboxRequest,
    {},
    { statusCode: 5, walletRequest: null, callsId: '0xca115' },
  )
  const { world } = over
  const event = { kind: 'withdraw', accountNonce: 1, wallet } as const
  const { order } = reduce(over.order, event, { nowMs: world.clock.nowMs(), freshId: 'fresh' })
  expect(order).toMatchObject({ wallet: account.wallet, walletRequest: { wallet } })
  const requests: unknown[] = []
  const readWallet: typeof world.reviewPorts.readWallet = async (read) => {
    requests.push(read)
    return null
  }
  await watchCalls.run(order, { ...world.reviewPorts, readWallet })
  expect(requests).toMatchObject([
    { wallet: account.wallet, method: 'wallet_getCallsStatus', params: ['0xca115'] },
  ])
})
