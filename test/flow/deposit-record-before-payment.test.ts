import { expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { createFundedWorld, depositRequest, startSwap } from '../harness/actions.ts'
import { account, harbour, ownCall, user } from '../harness/chains.ts'
import { listDeposit, payByWallet } from '../harness/deposits.ts'
import type { World } from '../harness/world.ts'

/** Makes the service list a deposit's request from its quote on: PENDING, complete, and without a transaction. */
async function listRequest(world: World, id: string) {
  world.solver.fate = []
  return listDeposit(world, await world.readOrder(id))
}

function readSpentUnits(world: World, before: bigint): bigint {
  return before - world.chain.ledger.balance(harbour.chainId, depositRequest.inputToken, user)
}

test('reports a transfer as unmoved when it was cancelled in the wallet, although the service lists its request', async () => {
  const world = await createFundedWorld(depositRequest)
  const before = world.chain.ledger.balance(harbour.chainId, depositRequest.inputToken, user)
  // The gas price is too low, so the transaction waits.
  world.chain.fates.push('stick')
  const id = await world.startOrder(depositRequest, account, payByWallet)
  await world.waitForState(id, 'sent')
  const request = await listRequest(world, id)
  await world.advanceTime(2 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'sent', statusCode: 0 })
  // The person cancels the waiting transaction in the wallet.
  const { transactions } = await world.readOrder(id)
  world.chain.sendAt(ownCall, transactions[0]?.accountNonce ?? 0)
  const mid = await world.waitForState(id, 'needs_user')
  world.solver.setStatus(request, 5)
  await world.advanceTime(30 * minuteMs)
  const end = await world.readOrder(id)
  expect(readSpentUnits(world, before)).toBe(0n)
  expect(mid.problem).toMatchObject({ code: 'transactionDropped', money: 'unmoved' })
  expect(end.problem?.money).toBe('unmoved')
})

test('reports a lost wallet request as unknown and then rejected, although the service lists its request', async () => {
  const world = await createFundedWorld(depositRequest)
  const before = world.chain.ledger.balance(harbour.chainId, depositRequest.inputToken, user)
  world.wallet.behaviours.push('silent')
  const id = await world.startOrder(depositRequest, account, payByWallet)
  await world.waitForState(id, 'send_requested')
  const requestId = world.wallet.prompts.at(-1)?.requestId ?? ''
  await listRequest(world, id)
  await world.wallet.decide(requestId, 'gone')
  await world.advanceTime(30 * secondMs)
  const lost = await world.readOrder(id)
  // The wallet still displays the request, and the person rejects it.
  await world.wallet.decide(requestId, 'reject')
  await world.advanceTime(5 * secondMs)
  const order = await world.readOrder(id)
  expect(readSpentUnits(world, before)).toBe(0n)
  expect(lost.state).toBe('unknown_outcome')
  expect(order.state).toBe('needs_user')
})

test('continues a mined transfer as usual, although the service listed its request before', async () => {
  const { world, id } = await startSwap(depositRequest, { choice: payByWallet })
  await listRequest(world, id)
  const order = await world.waitForState(id, 'pending')
  expect(order).toMatchObject({ statusCode: 0, problem: null, transactions: [{ state: 'mined' }] })
})

test.each([
  ['paid after all', 'atOrigin'],
  ['cancelled in the wallet', 'depositNotObserved'],
] as const)(
  'places the money of a waiting transfer only when it is mined, while its request is called over: %s',
  async (what, money) => {
    const world = await createFundedWorld(depositRequest)
    world.chain.fates.push('stick')
    const id = await world.startOrder(depositRequest, account, payByWallet)
    await world.waitForState(id, 'sent')
    const request = await listRequest(world, id)
    await world.advanceTime(minuteMs)
    world.solver.setStatus(request, 5)
    await world.advanceTime(5 * minuteMs)
    const over = await world.readOrder(id)
    expect(over).toMatchObject({ state: 'reported_terminal', transactions: [{ state: 'sent' }] })
    expect(over.problem).toMatchObject({ code: 'swapNotDelivered', money: 'unknown' })
    const [sent] = over.transactions
    const call = world.chain.sent.at(-1)
    if (sent === undefined || call === undefined) throw new Error('nothing sent')
    const isPaid = what === 'paid after all'
    const next = isPaid ? call : { ...call, to: user, data: '0x' as const, value: 0n }
    world.chain.sendAt(next, sent.accountNonce ?? 0)
    await world.advanceTime(10 * minuteMs)
    const later = await world.readOrder(id)
    expect(later.problem).toMatchObject({ code: 'swapNotDelivered', money })
    expect(later.transactions.at(-1)?.state).toBe(isPaid ? 'mined' : 'replaced')
  },
)
