import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import { wipe } from '../../lib/history/export-and-wipe.ts'
import { createBackup } from '../../lib/order/backup.ts'
import { acrossRoute, manualRequest, startSwap } from '../harness/actions.ts'
import { account, island, tokenOf, user } from '../harness/chains.ts'

const noBackup = createBackup({ get: async () => ({}), set: async () => {}, remove: async () => {} })

async function startTwoSwaps() {
  const { world, id: first } = await startSwap(manualRequest, {
    storage: 'database',
    allowed: 10n ** 30n,
    fate: [],
    choice: acrossRoute,
  })
  await world.waitForState(first, 'pending')
  const second = await world.startOrder(manualRequest, account, acrossRoute)
  await world.waitForState(second, 'pending')
  const paid = world.chain.payAsSolver(island.chainId, tokenOf(island, 'USDC').address, user, 1_600_000n)
  /** The service reports an order as delivered by the payment. */
  const report = async (id: string) => {
    const { sourceTransactionHash } = await world.readOrder(id)
    const request = [...world.service.requests.values()].find(
      (one) => one.sourceHash === sourceTransactionHash,
    )
    if (request === undefined) throw new Error('the service has no such request')
    Object.assign(request, { code: 4, destinationHash: paid })
  }
  return { world, first, second, report }
}

test('accepts a payment as proof of one swap only when two swaps read it at the same time', async () => {
  const { world, first, second, report } = await startTwoSwaps()
  await report(first)
  await report(second)
  // Both find the payment unclaimed: the endpoint answers the first read only with the second one.
  const { payment } = world.chain.reader
  const bothRead = Promise.withResolvers<void>()
  let reads = 0
  world.chain.reader.payment = async (...query) => {
    reads += 1
    if (reads === 2) bothRead.resolve()
    await bothRead.promise
    return payment(...query)
  }
  await world.advanceTime(10 * minuteMs)
  const orders = await Promise.all([first, second].map((id) => world.readOrder(id)))
  expect(orders.map(({ state }) => state).sort()).toEqual(['reported_terminal', 'verified_terminal'])
  expect(await (await world.database()).count('payments')).toBe(1)
})

test.each([
  ['is stored', false],
  ['was deleted from the history', true],
])('accepts a payment as proof of one swap only, while the first swap %s', async (_how, isDeleted) => {
  const { world, first, second, report } = await startTwoSwaps()
  for (const [id, state] of [
    [first, 'verified_terminal'],
    [second, 'reported_terminal'],
  ] as const) {
    await report(id)
    await world.advanceTime(10 * minuteMs)
    expect((await world.readOrder(id)).state).toBe(state)
    if (id === second) continue
    expect(await (await world.database()).count('payments')).toBe(1)
    if (isDeleted) {
      await wipe(world.database, noBackup, { isAll: false })
      expect(await world.orders.read(first)).toBeNull()
    }
  }
  expect(await world.readOrder(second)).toMatchObject({ doubt: 'notShown', fundsSettled: false })
})
