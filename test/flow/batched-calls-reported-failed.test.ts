import { expect, test } from 'vitest'
import { type Hex, lowerHex } from '../../lib/base/hex.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import { quorumOf } from '../../lib/chain/quorum.ts'
import type { WalletRead } from '../../lib/wallet/port.ts'
import {
  acrossRoute,
  createFundedWorld,
  delivered,
  inboxRequest,
  manualRequest,
  nativeRequest,
} from '../harness/actions.ts'
import { account, harbour, ownCall, stranger, user } from '../harness/chains.ts'
import { heldInput } from '../harness/held-input.ts'
import { withChangedAnswer } from '../harness/proof-reads.ts'
import { callsOf } from '../harness/wallet-calls.ts'
import type { World } from '../harness/world.ts'

const requests = [
  ['a token to the inbox', inboxRequest, {}],
  ['a route of build-tx', manualRequest, acrossRoute],
] as const

/**
 * The wallet reports the calls as failed with their transaction hash, before the block that proves the
 * opposite.
 */
test.each(requests)(
  'does not retry calls that the wallet reports as failed while their transaction waits: %s',
  async (_n, request, choice) => {
    const world = await createFundedWorld(request)
    const before = heldInput(world.chain.ledger, request, user)
    world.wallet.atomic = 'supported'
    const { read } = world.wallet
    let isWrong = true
    world.wallet.read = async (requested: WalletRead) => {
      const bundle = world.wallet.bundles.get(String(requested.params[0]))
      if (!isWrong || requested.method !== 'wallet_getCallsStatus' || bundle === undefined)
        return read(requested)
      const receipts = [{ transactionHash: bundle.hash, status: '0x0' }]
      return { version: '2.0.0', id: requested.params[0], atomic: true, status: 500, receipts }
    }
    const id = await world.startOrder(request, account, choice)
    const unsure = await world.waitForOrder(id, ({ problem }) => problem !== null, 50)
    expect(unsure).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure', money: 'unknown' } })
    isWrong = false
    await world.advanceTime(60 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    await world.advanceTime(120 * secondMs)
    expect(before - heldInput(world.chain.ledger, request, user)).toBe(BigInt(request.inputAmount))
    expect(await world.readOrder(id)).toMatchObject(delivered)
  },
)

test.each(requests)(
  'searches calls that the wallet reports as failed without a transaction by the account’s nonce: %s',
  async (_n, request, choice) => {
    const world = await createFundedWorld(request)
    const before = heldInput(world.chain.ledger, request, user)
    world.wallet.atomic = 'supported'
    world.wallet.reportsCallsFailed = true
    const id = await world.startOrder(request, account, choice)
    await world.advanceTime(60 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
    expect(before - heldInput(world.chain.ledger, request, user)).toBe(BigInt(request.inputAmount))
  },
)

test('does not retry calls reported as failed when another account’s transaction executed them', async () => {
  const { world, id, carry, report } = await startCallsReportedFailed()
  carry()
  await report(null)
  await world.advanceTime(10 * minuteMs)
  await world.run.dispatch(id, { kind: 'retry' })
  await world.advanceTime(minuteMs)
  expect(await world.readOrder(id)).toMatchObject(unsure)
  // An unrelated transaction of the account does not make the lower balance the one before the calls.
  world.chain.send(ownCall)
  await world.advanceTime(10 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject(unsure)
  expect(world.wallet.prompts).toHaveLength(1)
})

/** A swap whose wallet accepted calls and reports them as failed, and what carries those calls. */
async function startCallsReportedFailed(request = manualRequest) {
  const world = await createFundedWorld(request, { behaviours: ['silent'] })
  world.wallet.atomic = 'supported'
  const id = await world.startOrder(request, account, request === manualRequest ? acrossRoute : {})
  const { walletRequest, callsId } = await world.waitForState(id, 'send_requested')
  const [prompt] = world.wallet.prompts
  if (prompt === undefined) throw new Error('nothing was asked')
  const carry = () => world.chain.sendThroughAccount(callsOf(prompt), lowerHex(stranger.address))
  const report = async (hash: Hex | null) => {
    world.wallet.bundles.set(callsId ?? '', { hash, status: 500 })
    const requestId = walletRequest?.requestId ?? ''
    const result = { id: callsId }
    await world.run.applyAnswer({ requestId, kind: 'result', result, wallet: account.wallet })
  }
  return { world, id, carry, report }
}

const unsure = { state: 'sent', problem: { code: 'transactionUnsure', money: 'unknown' } }

test('does not retry calls that another account’s transaction executed while one host shows the balance from before', async () => {
  const { world, id, carry, report } = await startCallsReportedFailed()
  const { reader, ledger } = world.chain
  const heldUnits = ledger.balance(harbour.chainId, manualRequest.inputToken, user)
  reader.balanceQuorum = async (...[chainId, token, owner]) =>
    quorumOf([
      { host: 'node-0', value: heldUnits },
      { host: 'node-1', value: ledger.balance(chainId, token, owner) },
    ])
  carry()
  await report(null)
  await world.advanceTime(10 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject(unsure)
})

test('records the highest balance that an endpoint shows before calls are requested', async () => {
  const world = await createFundedWorld(manualRequest, { behaviours: ['silent'] })
  const { reader, ledger } = world.chain
  const { inputToken, inputAmount } = manualRequest
  const { balance } = reader
  reader.balance = async (...requested) =>
    requested[1] === inputToken ? BigInt(inputAmount) : balance(...requested)
  world.wallet.atomic = 'supported'
  const id = await world.startOrder(manualRequest, account, acrossRoute)
  const { batchStart } = await world.waitForState(id, 'send_requested')
  expect(batchStart?.heldUnits).toBe(ledger.balance(harbour.chainId, inputToken, user).toString())
})

test('does not count the sleep of the machine as reads of unseen calls', async () => {
  const { world, id, report } = await startCallsReportedFailed()
  await report(null)
  await world.waitForOrder(
    id,
    ({ kind, ...order }) => 'batchStart' in order && order.batchStart?.unseen?.count === 1,
  )
  await world.sleepAndRestart(60 * minuteMs)
  await world.advanceTime(20 * secondMs)
  expect(await world.readOrder(id)).toMatchObject(unsure)
  expect((await world.waitForState(id, 'needs_user')).problem).toMatchObject({ code: 'callsFailed' })
})

test('does not retry calls that the wallet reports as failed with the transaction that executed them, and one host hides the payment', async () => {
  const { world, id, carry, report } = await startCallsReportedFailed()
  const { reader } = world.chain
  const { payment } = reader
  reader.payment = (...requested) =>
    withChangedAnswer(payment(...requested), (view) => view && { ...view, parts: [] }, 1)
  const hash = carry()
  await world.advanceTime(minuteMs)
  await report(hash)
  await world.advanceTime(10 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject(unsure)
})

test('believes that calls failed once the account’s nonce did not change for three minutes', async () => {
  const { world, id, report } = await startCallsReportedFailed(inboxRequest)
  await report(null)
  // An unrelated transaction uses the next nonce.
  world.chain.send(ownCall)
  await world.advanceTime(3 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'sent', problem: { money: 'unknown' } })
  const stopped = await world.waitForState(id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'callsFailed', money: 'nothingSent' })
  await world.run.dispatch(id, { kind: 'retry' })
  expect(await world.waitForEnd(id)).toMatchObject(delivered)
})

test.each(requests)(
  'classifies retried calls by their own transaction when the first ones reverted: %s',
  async (_n, request, choice) => {
    const world = await createFundedWorld(request)
    world.wallet.atomic = 'supported'
    world.chain.fates.push('fail')
    const id = await world.startOrder(request, account, choice)
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'transactionFailed', money: 'unmoved' })
    expect(stopped.liveRequests).toEqual([])
    await world.run.dispatch(id, { kind: 'retry' })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['wallet_sendCalls', 'wallet_sendCalls'])
    expect(order.transactions[0]).toMatchObject({ purpose: 'send', state: 'failed' })
  },
)

test('classifies a single send by its own transaction after rejected calls', async () => {
  const world = await createFundedWorld(inboxRequest, { behaviours: ['reject'] })
  world.wallet.atomic = 'supported'
  const id = await world.startOrder(inboxRequest)
  await world.waitForState(id, 'needs_user')
  world.wallet.atomic = null
  world.chain.fates.push('mine', 'fail')
  await world.run.dispatch(id, { kind: 'retry' })
  const stopped = await world.waitForState(id, 'needs_user')
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
  const world = await createFundedWorld(inboxRequest)
  world.wallet.atomic = 'supported'
  world.wallet.reportsCallsFailed = true
  const { read } = world.wallet
  world.wallet.read = async (requested: WalletRead) =>
    requested.method === 'wallet_getCallsStatus'
      ? { version: '2.0.0', id: requested.params[0], atomic: true, status: 500, receipts: [] }
      : read(requested)
  prepare(world)
  const id = await world.startOrder(inboxRequest)
  await world.advanceTime(20 * minuteMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure' } })
  expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
})

test.each([
  ['several calls as one', { ...inboxRequest, inputAmount: '1600000' }],
  ['a transaction', nativeRequest],
])('%s: is not requested past the deadline of the swap that it pays for', async (_what, next) => {
  const world = await createFundedWorld(inboxRequest, { behaviours: ['silent'] })
  world.wallet.atomic = 'supported'
  world.service.quoteLifeSeconds = 3_600
  const first = await world.startOrder(inboxRequest)
  const { walletRequest } = await world.waitForState(first, 'send_requested')
  // The first swap's request keeps the wallet busy past the second swap's deadline. Its quote is still valid.
  world.service.permitLifeSeconds = 120
  const id = await world.startOrder(next)
  await world.advanceTime(2 * minuteMs)
  await world.wallet.decide(walletRequest?.requestId ?? '', 'reject')
  const stopped = await world.waitForState(id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
  expect(world.wallet.prompts).toHaveLength(1)
})
