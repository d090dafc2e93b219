import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { exitReviews, reviewExit } from '../../lib/order/exits/exit-review.ts'
import { createUnexecutedOrder, nativeRequest, signedRequest, startSwap } from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { createViews } from '../harness/views.ts'

describe('the review of a cancellation', () => {
  test.each([
    ['of another account', { ...account, address: harbour.permit2 }, 'walletWrongAccount'],
    ['without a wallet', null, 'walletNotConnected'],
  ] as const)('is refused %s', async (_what, by, code) => {
    const { world, id } = await createUnexecutedOrder()
    await expect(
      reviewExit('cancel', await world.readOrder(id), by, world.reviewPorts),
    ).rejects.toMatchObject({
      data: { code },
    })
  })

  test('is refused for a swap that was sent instead of signed', async () => {
    const { world, id } = await startSwap(nativeRequest)
    const order = await world.waitForState(id, 'sent', 'pending')
    await expect(reviewExit('cancel', order, account, world.reviewPorts)).rejects.toMatchObject({
      data: { code: 'notAllowed', money: 'neverExecuted' },
    })
  })

  test('is refused without gas, when the simulation reverts, and after the deadline', async () => {
    const { world, id } = await createUnexecutedOrder()
    const tryIt = async () => reviewExit('cancel', await world.readOrder(id), account, world.reviewPorts)
    world.chain.simulation = 'execution reverted'
    await expect(tryIt()).rejects.toMatchObject({
      data: { code: 'wouldFail', facts: { reason: 'execution reverted' } },
    })
    world.chain.ledger.give(
      harbour.chainId,
      nativeAddress,
      user,
      -world.chain.ledger.balance(harbour.chainId, nativeAddress, user),
    )
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'gasTooLow' } })
    await world.advanceTime(610_000)
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'notAllowed' } })
    await expect(exitReviews.cancel.read('made up', world.reviewPorts.expiringStore)).rejects.toMatchObject({
      data: { code: 'reviewExpired', money: 'neverExecuted' },
    })
  })

  test('is possible while one endpoint alone says that the deadline has passed', async () => {
    const { world, id } = await createUnexecutedOrder()
    Object.assign(world.chain.reader, { latestBlockSeconds: async () => [4_000_000_000] })
    const order = await world.readOrder(id)
    expect(await reviewExit('cancel', order, account, world.reviewPorts)).toMatchObject({ orderId: id })
  })

  test('can be confirmed only once, even if the wallet rejects the transaction', async () => {
    const { world, id } = await createUnexecutedOrder()
    const handlers = createViews(world)
    const { reviewKey } = await handlers.reviewExit({ kind: 'cancel', orderId: id })
    const before = world.wallet.prompts.length
    world.wallet.behaviours.push('reject')
    await handlers.confirmExit({ kind: 'cancel', reviewKey })
    await world.waitForOrder(id, ({ walletRequest }) => walletRequest === null)
    await expect(handlers.confirmExit({ kind: 'cancel', reviewKey })).rejects.toMatchObject({
      data: { code: 'reviewExpired', money: 'neverExecuted' },
    })
    await world.settle()
    expect(world.wallet.prompts.length).toBe(before + 1)
  })

  test('shows that no funds move, and is refused when the simulation grants an allowance', async () => {
    const { world, id } = await createUnexecutedOrder()
    const tryIt = async () => reviewExit('cancel', await world.readOrder(id), account, world.reviewPorts)
    const still = { kind: 'measured', leaves: [], arrives: [] }
    expect((await tryIt()).simulation).toMatchObject(still)
    const lent = { token: signedRequest.inputToken as `0x${string}`, spender: user, before: 0n, after: 1n }
    world.chain.measurement = (truth) => ({ effects: [{ ...truth, allowances: [lent] }], wanted: 1 })
    await expect(tryIt()).rejects.toMatchObject({ data: { code: 'takesMore', money: 'neverExecuted' } })
    world.chain.measurement = () => ({ effects: [], wanted: 1 })
    expect((await tryIt()).simulation).toEqual({ kind: 'unmeasured' })
  })

  test('shows the gas cost in dollars when a valuation of the currency is known', async () => {
    const { world, id } = await createUnexecutedOrder()
    const tryIt = async () => reviewExit('cancel', await world.readOrder(id), account, world.reviewPorts)
    const unknown = await tryIt()
    // 80,000 gas at 1 gwei, doubled because the price may rise.
    expect(unknown).toMatchObject({ gasUnits: '160000000000000', gasInUsd: null })
    world.reportedHoldings = [
      {
        chainId: harbour.chainId,
        address: nativeAddress,
        balance: '2000000000000000000',
        balanceInUsd: '6000',
      },
    ]
    const known = await tryIt()
    expect(known).toMatchObject({ gasUnits: '160000000000000', gasInUsd: '0.24' })
    expect(await exitReviews.cancel.read(known.reviewKey, world.reviewPorts.expiringStore)).toEqual(known)
  })

  test('is refused while the wallet is busy with another swap', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.wallet.behaviours.push('silent')
    const other = await world.startOrder({ ...signedRequest, inputAmount: '1000000' })
    await world.waitForState(other, 'approve_requested')
    const refused = reviewExit('cancel', await world.readOrder(id), account, world.reviewPorts)
    await expect(refused).rejects.toMatchObject({ data: { code: 'walletBusy', money: 'neverExecuted' } })
  })
})
