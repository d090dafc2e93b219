import { expect, test } from 'vitest'
import { lowerHex } from '../../lib/base/hex.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { WalletRead } from '../../lib/wallet/port.ts'
import {
  account,
  across,
  begin,
  fund,
  inboxAsk,
  isAtRest,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  until,
  untilState,
} from '../harness/actions.ts'
import { harbour, stranger, user } from '../harness/chains.ts'
import type { Call } from '../harness/fake-chain.ts'
import { createWorld, type World } from '../harness/world.ts'

const asks = [
  ['a token to the inbox', inboxAsk, {}],
  ['a route of build-tx', manualAsk, across],
] as const

/**
 * The wallet reports the calls as failed with their transaction hash, before the block that proves the
 * opposite.
 */
test.each(asks)(
  'does not retry calls that the wallet reports as failed while their transaction waits: %s',
  async (_n, ask, choice) => {
    const world = await createWorld()
    fund(world, ask)
    const before = world.chain.ledger.balance(harbour.chainId, ask.inputToken, user)
    world.wallet.atomic = 'supported'
    const { read } = world.wallet
    let isWrong = true
    world.wallet.read = async (asked: WalletRead) => {
      const bundle = world.wallet.bundles.get(String(asked.params[0]))
      if (!isWrong || asked.method !== 'wallet_getCallsStatus' || bundle === undefined) return read(asked)
      const receipts = [{ transactionHash: bundle.hash, status: '0x0' }]
      return { version: '2.0.0', id: asked.params[0], atomic: true, status: 500, receipts }
    }
    const id = await begin(world, ask, account, choice)
    const unsure = await until(world, id, ({ problem }) => problem !== null, 50)
    expect(unsure).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure', money: 'unknown' } })
    isWrong = false
    await pass(world, 60 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    await pass(world, 120 * secondMs)
    expect(before - world.chain.ledger.balance(harbour.chainId, ask.inputToken, user)).toBe(
      BigInt(ask.inputAmount),
    )
    expect(await orderAt(world, id)).toMatchObject({ state: 'verified_terminal', problem: null })
  },
)

test.each(asks)(
  'searches calls that the wallet reports as failed without a transaction by the account’s nonce: %s',
  async (_n, ask, choice) => {
    const world = await createWorld()
    fund(world, ask)
    const before = world.chain.ledger.balance(harbour.chainId, ask.inputToken, user)
    world.wallet.atomic = 'supported'
    world.wallet.namesFailed = true
    const id = await begin(world, ask, account, choice)
    await pass(world, 60 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', problem: null })
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
    expect(before - world.chain.ledger.balance(harbour.chainId, ask.inputToken, user)).toBe(
      BigInt(ask.inputAmount),
    )
  },
)

test('does not retry calls reported as failed when another account’s transaction executed them', async () => {
  const world = await createWorld()
  fund(world, manualAsk)
  world.wallet.atomic = 'supported'
  world.wallet.moods.push('silent')
  const id = await begin(world, manualAsk, account, across)
  const { walletRequest, callsId } = await untilState(world, id, 'send_requested')
  world.wallet.bundles.set(callsId ?? '', { hash: null, status: 500 })
  const [{ calls = [] } = {}] = (world.wallet.prompts[0]?.params ?? []) as readonly {
    calls?: readonly Pick<Call, 'to' | 'data'>[]
  }[]
  const carried = calls.map(({ to, data }) => ({ chainId: harbour.chainId, from: user, to, data, value: 0n }))
  world.chain.carry(carried, lowerHex(stranger.address))
  const requestId = walletRequest?.requestId ?? ''
  await world.run.answered({ requestId, kind: 'result', result: { id: callsId }, wallet: account.wallet })
  await pass(world, 10 * minuteMs)
  await world.run.dispatch(id, { kind: 'retry' })
  await pass(world, minuteMs)
  expect(await orderAt(world, id)).toMatchObject({
    state: 'sent',
    problem: { code: 'transactionUnsure', money: 'unknown' },
  })
  expect(world.wallet.prompts).toHaveLength(1)
})

test('believes that calls failed once the account’s nonce did not change for three minutes', async () => {
  const world = await createWorld()
  fund(world, inboxAsk)
  world.wallet.atomic = 'supported'
  world.wallet.moods.push('silent')
  const id = await begin(world, inboxAsk)
  const { walletRequest, callsId } = await untilState(world, id, 'send_requested')
  world.wallet.bundles.set(callsId ?? '', { hash: null, status: 500 })
  const requestId = walletRequest?.requestId ?? ''
  await world.run.answered({ requestId, kind: 'result', result: { id: callsId }, wallet: account.wallet })
  // An unrelated transaction uses the next nonce.
  world.chain.send({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n })
  await pass(world, 3 * minuteMs)
  expect(await orderAt(world, id)).toMatchObject({ state: 'sent', problem: { money: 'unknown' } })
  const stopped = await untilState(world, id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'callsFailed', money: 'nothingSent' })
  await world.run.dispatch(id, { kind: 'retry' })
  expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', problem: null })
})

test.each(asks)(
  'classifies retried calls by their own transaction when the first ones reverted: %s',
  async (_n, ask, choice) => {
    const world = await createWorld()
    fund(world, ask)
    world.wallet.atomic = 'supported'
    world.chain.fates.push('fail')
    const id = await begin(world, ask, account, choice)
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'transactionFailed', money: 'unmoved' })
    await world.run.dispatch(id, { kind: 'retry' })
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', problem: null })
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['wallet_sendCalls', 'wallet_sendCalls'])
    expect(order.transactions[0]).toMatchObject({ purpose: 'send', state: 'failed' })
  },
)

test('classifies a single send by its own transaction after rejected calls', async () => {
  const world = await createWorld()
  fund(world, inboxAsk)
  world.wallet.atomic = 'supported'
  world.wallet.moods.push('reject')
  const id = await begin(world, inboxAsk)
  await untilState(world, id, 'needs_user')
  world.wallet.atomic = null
  world.chain.fates.push('mine', 'fail')
  await world.run.dispatch(id, { kind: 'retry' })
  const stopped = await untilState(world, id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'transactionFailed', money: 'unmoved' })
})

test.each<[string, (world: World) => void]>([
  ['no transaction is found that used it', (world) => world.chain.fates.push('drop', 'drop')],
  [
    'one endpoint alone shows what used it',
    (world) => {
      world.chain.fates.push('cancel', 'cancel')
      world.chain.sources = 1
    },
  ],
])('does not retry calls reported as failed when the nonce is used and %s', async (_why, prepare) => {
  const world = await createWorld()
  fund(world, inboxAsk)
  world.wallet.atomic = 'supported'
  world.wallet.namesFailed = true
  const { read } = world.wallet
  world.wallet.read = async (asked: WalletRead) =>
    asked.method === 'wallet_getCallsStatus'
      ? { version: '2.0.0', id: asked.params[0], atomic: true, status: 500, receipts: [] }
      : read(asked)
  prepare(world)
  const id = await begin(world, inboxAsk)
  await pass(world, 20 * minuteMs)
  expect(await orderAt(world, id)).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure' } })
  expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
})

test.each([
  ['several calls as one', { ...inboxAsk, inputAmount: '1600000' }],
  ['a transaction', nativeAsk],
])('%s: is not requested past the deadline of the swap that it pays for', async (_what, next) => {
  const world = await createWorld()
  fund(world, inboxAsk)
  world.wallet.atomic = 'supported'
  world.service.quoteLifeSeconds = 3_600
  world.wallet.moods.push('silent')
  const first = await begin(world, inboxAsk)
  const { walletRequest } = await untilState(world, first, 'send_requested')
  // The first swap's request keeps the wallet busy past the second swap's deadline. Its quote is still valid.
  world.service.permitLifeSeconds = 120
  const id = await begin(world, next)
  await pass(world, 2 * minuteMs)
  await world.wallet.decide(walletRequest?.requestId ?? '', 'reject')
  const stopped = await untilState(world, id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
  expect(world.wallet.prompts).toHaveLength(1)
})
