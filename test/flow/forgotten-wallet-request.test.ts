import { expect, test } from 'vitest'
import { type Hex, lowerHex } from '../../lib/base/hex.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { mayPut } from '../../lib/order/wallet-answers.ts'
import type { WalletRequest } from '../../lib/wallet/port.ts'
import {
  account,
  across,
  begin,
  depositAsk,
  fund,
  isAtRest,
  manualAsk,
  orderAt,
  pass,
  until,
  untilState,
} from '../harness/actions.ts'
import { deployment, harbour, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

/**
 * The page memory is written with relaxed durability, and counts as empty if it cannot be read
 * (`openPageMemory`, `openStreamMemory`). After a power cut the wallet may have a request that the page
 * memory does not know.
 */
test.each([
  ['a deposit', depositAsk, { routeKey: 'deposit', pay: 'wallet' }],
  ['a route of build-tx', manualAsk, across],
] as const)(
  'sends no second request for a mined transaction when the connector forgot the first one: %s',
  async (_n, ask, choice) => {
    const world = await createWorld()
    fund(world, ask)
    const before = world.chain.ledger.balance(harbour.chainId, ask.inputToken, user)
    if (ask === manualAsk) world.wallet.moods.push('yes')
    world.wallet.moods.push('deaf')
    const id = await begin(world, ask, account, choice)
    const { walletRequest } = await untilState(world, id, 'send_requested')
    expect(await putNow(world, walletRequest?.requestId)).toBe(true)
    // The transaction is mined. The machine lost the answer.
    await pass(world, 6 * secondMs)
    const asked: WalletRequest[] = []
    world.wallet.ask = async (request) => {
      const { requestId } = request
      if (request.isHeardOnly === true) return world.run.answered({ requestId, kind: 'lost' })
      asked.push(request)
      const [{ to, data, value }] = request.params as [
        { to: `0x${string}`; data: `0x${string}`; value: string },
      ]
      const call = { chainId: harbour.chainId, from: user, to, data, value: BigInt(value) }
      const result = world.chain.send(call)
      world.clock.after(1_000, () => {
        void world.run.answered({ requestId, kind: 'result', result, wallet: request.wallet })
      })
    }
    await world.restart()
    await pass(world, 2 * minuteMs)
    const lost = before - world.chain.ledger.balance(harbour.chainId, ask.inputToken, user)
    expect(asked).toEqual([])
    expect(await orderAt(world, id)).toMatchObject({ state: 'verified_terminal' })
    expect(lost).toBe(BigInt(ask.inputAmount))
  },
)

/** The last step of a connector before it sends a request to the wallet. */
function putNow(world: World, requestId = ''): Promise<boolean> {
  return mayPut(requestId, world.run.dispatch, { store: world.orders, deployment, clock: world.clock })
}

/** The same case with a private pool: no node shows the transaction before it is mined. */
test.each([
  ['a deposit', depositAsk, { routeKey: 'deposit', pay: 'wallet' }],
  ['a route of build-tx', manualAsk, across],
] as const)(
  'sends no second request for an unobserved transaction when the connector forgot the first one: %s',
  async (_name, ask, choice) => {
    const world = await createWorld()
    fund(world, ask)
    if (ask === manualAsk) world.wallet.moods.push('yes')
    world.wallet.moods.push('silent')
    const id = await begin(world, ask, account, choice)
    const { walletRequest } = await untilState(world, id, 'send_requested')
    expect(await putNow(world, walletRequest?.requestId)).toBe(true)
    const asked: WalletRequest[] = []
    world.wallet.ask = async (request) => {
      const { requestId } = request
      if (request.isHeardOnly === true) return world.run.answered({ requestId, kind: 'lost' })
      asked.push(request)
    }
    await world.restart()
    await untilState(world, id, 'unknown_outcome')
    await pass(world, 10 * minuteMs)
    expect(asked).toEqual([])
    const [{ to, data, value } = { to: user, data: '0x' as Hex, value: '0' }] = (world.wallet.prompts.at(-1)
      ?.params ?? []) as readonly { to: Hex; data: Hex; value: string }[]
    const call = { to: lowerHex(to), data, value: BigInt(value) }
    world.chain.send({ chainId: harbour.chainId, from: user, ...call })
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
  },
)

test('sends a request after a start that never reached the wallet', async () => {
  const world = await createWorld()
  fund(world, depositAsk)
  world.wallet.moods.push('silent')
  const id = await begin(world, depositAsk, account, { routeKey: 'deposit', pay: 'wallet' })
  await untilState(world, id, 'send_requested')
  const asked: (true | undefined)[] = []
  world.wallet.ask = async ({ isHeardOnly }) => void asked.push(isHeardOnly)
  await world.restart()
  await pass(world, minuteMs)
  expect(asked).toEqual([undefined])
})

test('sends no wallet request for an unknown request id or a stopped order', async () => {
  const world = await createWorld()
  fund(world, depositAsk)
  world.wallet.moods.push('silent')
  const id = await begin(world, depositAsk, account, { routeKey: 'deposit', pay: 'wallet' })
  const { walletRequest } = await untilState(world, id, 'send_requested')
  const requestId = walletRequest?.requestId ?? ''
  expect(await putNow(world, 'another')).toBe(false)
  await world.run.dispatch(id, { kind: 'abandon' })
  expect(await putNow(world, requestId)).toBe(false)
})

/**
 * Starts a manual swap that is stopped at the wallet, which then sends it. With `isBehind`, another
 * transaction of the account comes first.
 */
async function sentUnheard({
  isBehind,
}: {
  isBehind: boolean
}): Promise<{ world: World; id: string; hash: Hex }> {
  const world = await createWorld()
  fund(world, manualAsk)
  world.wallet.moods.push('yes', 'silent')
  const id = await begin(world, manualAsk, account, across)
  const { walletRequest } = await untilState(world, id, 'send_requested')
  await world.run.dispatch(id, { kind: 'abandon' })
  if (isBehind) world.chain.send({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 1n })
  await pass(world, minuteMs)
  expect(await orderAt(world, id)).toMatchObject({ state: 'unknown_outcome', sourceTransactionHash: null })
  const hashes: Hex[] = []
  const { send } = world.chain
  world.chain.send = (call) => {
    hashes.push(send(call))
    return hashes[0] ?? '0x'
  }
  await world.wallet.decide(walletRequest?.requestId ?? '', 'deaf')
  return { world, id, hash: hashes[0] ?? '0x' }
}

test('finds a transaction that the wallet sent with a later nonce than the request named', async () => {
  const { world, id, hash } = await sentUnheard({ isBehind: true })
  expect(await until(world, id, isAtRest)).toMatchObject({
    state: 'verified_terminal',
    sourceTransactionHash: hash,
  })
  expect(world.wallet.prompts).toHaveLength(2)
})

test.each([
  ['the nonce it was asked with', false],
  ['a later nonce', true],
])('does not claim a transaction of another swap with %s', async (_, isBehind) => {
  const { world, id, hash } = await sentUnheard({ isBehind })
  const { transactions, ...same } = await orderAt(world, id)
  const [approval] = transactions
  if (approval === undefined) throw new Error('nothing was approved')
  const sent = { ...approval, purpose: 'send', hash, state: 'mined' } as const
  await world.orders.write({
    ...same,
    id: 'another',
    rev: 0,
    state: 'abandoned_unsigned',
    dueMs: null,
    transactions: [sent],
  })
  await pass(world, 10 * minuteMs)
  expect(await orderAt(world, id)).toMatchObject({ state: 'unknown_outcome', sourceTransactionHash: null })
})
