import { expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { account, begin, depositAsk, fund, orderAt, pass, untilState } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

const byWallet = { routeKey: 'deposit', pay: 'wallet' } as const

/**
 * Makes the service list a deposit's request from its quote on: PENDING, complete, and without a transaction.
 */
async function known(world: World, id: string): Promise<void> {
  const order = await orderAt(world, id)
  const { requestHash, minAmountOut } = order.terms
  const [issued] = world.service.issued.values()
  if (issued === undefined || requestHash === null) throw new Error('nothing issued')
  world.solver.fate = []
  world.service.take({ ...issued, ask: depositAsk, requestHash, minUnits: BigInt(minAmountOut) }, null, null)
}

function spent(world: World, before: bigint): bigint {
  return before - world.chain.ledger.balance(harbour.chainId, depositAsk.inputToken, user)
}

test('reports a transfer as unmoved when it was cancelled in the wallet, although the service lists its request', async () => {
  const world = await createWorld()
  fund(world, depositAsk)
  const before = world.chain.ledger.balance(harbour.chainId, depositAsk.inputToken, user)
  // The gas price is too low, so the transaction waits.
  world.chain.fates.push('stick')
  const id = await begin(world, depositAsk, account, byWallet)
  await untilState(world, id, 'sent')
  await known(world, id)
  await pass(world, 2 * minuteMs)
  expect(await orderAt(world, id)).toMatchObject({ state: 'sent', statusCode: 0 })
  // The person cancels the waiting transaction in the wallet.
  const { transactions } = await orderAt(world, id)
  const cancel = { chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n } as const
  world.chain.sendAt(cancel, transactions[0]?.accountNonce ?? 0)
  const mid = await untilState(world, id, 'needs_user')
  const [request] = world.service.requests.values()
  if (request === undefined) throw new Error('no request')
  world.solver.set(request, 5)
  await pass(world, 30 * minuteMs)
  const end = await orderAt(world, id)
  expect(spent(world, before)).toBe(0n)
  expect(mid).toMatchObject({
    state: 'needs_user',
    problem: { code: 'transactionReplaced', money: 'unmoved' },
  })
  expect(end.problem?.money).toBe('unmoved')
})

test('reports a lost wallet request as unknown and then rejected, although the service lists its request', async () => {
  const world = await createWorld()
  fund(world, depositAsk)
  const before = world.chain.ledger.balance(harbour.chainId, depositAsk.inputToken, user)
  world.wallet.moods.push('silent')
  const id = await begin(world, depositAsk, account, byWallet)
  await untilState(world, id, 'send_requested')
  const requestId = world.wallet.prompts.at(-1)?.requestId ?? ''
  await known(world, id)
  await world.wallet.decide(requestId, 'gone')
  await pass(world, 30 * secondMs)
  const lost = await orderAt(world, id)
  // The wallet still displays the request, and the person rejects it.
  await world.wallet.decide(requestId, 'reject')
  await pass(world, 5 * secondMs)
  const order = await orderAt(world, id)
  expect(spent(world, before)).toBe(0n)
  expect(lost.state).toBe('unknown_outcome')
  expect(order.state).toBe('needs_user')
})

test('continues a mined transfer as usual, although the service listed its request before', async () => {
  const world = await createWorld()
  fund(world, depositAsk)
  const id = await begin(world, depositAsk, account, byWallet)
  await known(world, id)
  const order = await untilState(world, id, 'pending')
  expect(order).toMatchObject({ statusCode: 0, problem: null, transactions: [{ state: 'mined' }] })
})

test.each([
  ['paid after all', 'atOrigin'],
  ['cancelled in the wallet', 'depositUnseen'],
] as const)(
  'places the money of a waiting transfer only when it is mined, while its request is called over: %s',
  async (what, money) => {
    const world = await createWorld()
    fund(world, depositAsk)
    world.chain.fates.push('stick')
    const id = await begin(world, depositAsk, account, byWallet)
    await untilState(world, id, 'sent')
    await known(world, id)
    await pass(world, minuteMs)
    const [request] = world.service.requests.values()
    if (request === undefined) throw new Error('no request')
    world.solver.set(request, 5)
    await pass(world, 5 * minuteMs)
    const over = await orderAt(world, id)
    expect(over).toMatchObject({ state: 'reported_terminal', transactions: [{ state: 'sent' }] })
    expect(over.problem).toMatchObject({ code: 'swapExpired', money: 'unknown' })
    const [sent] = over.transactions
    const call = world.chain.sent.at(-1)
    if (sent === undefined || call === undefined) throw new Error('nothing sent')
    const isPaid = what === 'paid after all'
    const next = isPaid ? call : { ...call, to: user, data: '0x' as const, value: 0n }
    world.chain.sendAt(next, sent.accountNonce ?? 0)
    await pass(world, 10 * minuteMs)
    const later = await orderAt(world, id)
    expect(later.problem).toMatchObject({ code: 'swapExpired', money })
    expect(later.transactions.at(-1)?.state).toBe(isPaid ? 'mined' : 'replaced')
  },
)
