import { describe, expect, test } from 'vitest'
import { type Hex, lowerHex } from '../../lib/base/hex.ts'
import { minuteMs } from '../../lib/base/time.ts'
import { sendCall } from '../../lib/order/wallet-request.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  delivered,
  manualRequest,
  nativeRequest,
  sameChainRequest,
} from '../harness/actions.ts'
import { account, harbour, stranger, user } from '../harness/chains.ts'
import type { Call } from '../harness/fake-chain.ts'
import { createQuorum, withChangedAnswer } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'

const sameChain: QuoteRequest = { ...sameChainRequest, options: { enableManual: true } }

/** Starts a manual swap whose wallet accepted approval and swap as one, and has executed neither. */
async function startAcceptedCalls(
  request: QuoteRequest,
): Promise<{ world: World; id: string; callsId: string; calls: Call[] }> {
  const world = await createFundedWorld(request, { fate: [] })
  world.wallet.atomic = 'supported'
  world.chain.fates.push('stick')
  const id = await world.startOrder(request, account, acrossRoute)
  const { callsId } = await world.waitForState(id, 'sent')
  return { world, id, callsId: callsId ?? '', calls: [...world.chain.sent] }
}

function nameTransaction(world: World, callsId: string, hash: Hex): void {
  world.wallet.bundles.set(callsId, { hash, status: 200 })
}

describe('a router transaction that the wallet names for its calls', () => {
  test.each([
    ['takes nothing', () => 0n],
    ['takes half of the input', (units: bigint) => units / 2n],
    ['takes more than the input', (units: bigint) => units + 1n],
  ] as const)('is not the swap when it %s', async (_what, unitsOf) => {
    const { world, id, callsId, calls } = await startAcceptedCalls(manualRequest)
    const [, swap] = calls
    if (swap === undefined) throw new Error('no swap')
    const units = unitsOf(BigInt(manualRequest.inputAmount))
    world.chain.ledger.allow(harbour.chainId, manualRequest.inputToken, user, units, swap.to)
    nameTransaction(
      world,
      callsId,
      world.chain.sendThroughAccount([{ ...swap, data: withUnits(swap.data, units) }], user),
    )
    const seen = await world.waitForState(id, 'unknown_outcome')
    expect(seen).toMatchObject({ problem: { code: 'transactionDiffers' }, callsId })
    expect(seen.transactions.at(-1)).toMatchObject({ purpose: 'send', differs: true })
    // Ferry still waits for the calls themselves, and requests nothing again.
    world.chain.fates.length = 0
    nameTransaction(world, callsId, world.chain.sendThroughAccount(calls, user))
    const order = await world.waitForState(id, 'pending')
    expect(order.transactions.at(-1)).toMatchObject({ state: 'mined' })
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('is the swap when it takes the exact input', async () => {
    const { world, id, callsId, calls } = await startAcceptedCalls(sameChain)
    nameTransaction(world, callsId, world.chain.sendThroughAccount(calls, user))
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })

  test('is the swap when the router moves the exact input directly into a pool', async () => {
    const { world, id, callsId, calls } = await startAcceptedCalls(sameChain)
    const pooled = calls.map((call) => ({ ...call, into: lowerHex(stranger.address) }))
    nameTransaction(world, callsId, world.chain.sendThroughAccount(pooled, user))
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })

  test('is not the swap when the exact input leaves without the router', async () => {
    const { world, id, callsId } = await startAcceptedCalls(manualRequest)
    nameTransaction(
      world,
      callsId,
      world.chain.sendThroughAccount([transferOf(manualRequest, stranger.address)], user),
    )
    const seen = await world.waitForState(id, 'unknown_outcome')
    expect(seen).toMatchObject({ problem: { code: 'transactionDiffers' }, callsId })
  })

  test('stays open while no endpoint shows its events', async () => {
    const { world, id, callsId, calls } = await startAcceptedCalls(sameChain)
    const { payment } = world.chain.reader
    world.chain.reader.payment = async () => createQuorum(2, null)
    nameTransaction(world, callsId, world.chain.sendThroughAccount(calls, user))
    await world.advanceTime(minuteMs)
    const seen = await world.readOrder(id)
    expect(seen).toMatchObject({ state: 'sent', problem: null })
    expect(seen.transactions.at(-1)).not.toHaveProperty('differs')
    world.chain.reader.payment = payment
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })

  test('is not requested again when the wallet reports a failure and no endpoint shows its events', async () => {
    const { world, id, callsId, calls } = await startAcceptedCalls(sameChain)
    const { payment } = world.chain.reader
    world.chain.reader.payment = async () => createQuorum(2, null)
    const hash = world.chain.sendThroughAccount(calls, user)
    world.wallet.bundles.set(callsId, { hash, status: 500 })
    await world.advanceTime(minuteMs)
    expect(await world.readOrder(id)).toMatchObject({
      state: 'sent',
      problem: { code: 'transactionUnsure' },
    })
    world.chain.reader.payment = payment
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('is not called different while one endpoint alone shows it as mined', async () => {
    const { world, id, callsId } = await startAcceptedCalls(manualRequest)
    world.chain.sources = 1
    nameTransaction(
      world,
      callsId,
      world.chain.sendThroughAccount([transferOf(manualRequest, stranger.address)], user),
    )
    await world.advanceTime(minuteMs)
    const seen = await world.readOrder(id)
    expect(seen).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure' } })
    expect(seen.transactions.at(-1)).not.toHaveProperty('differs')
    world.chain.sources = 2
    await world.waitForState(id, 'unknown_outcome')
  })

  test('is not the swap when it was mined before the order', async () => {
    const { world, id, callsId, calls } = await startAcceptedCalls(manualRequest)
    const hash = world.chain.sendThroughAccount(calls, user)
    await world.advanceTime(minuteMs)
    const { payment } = world.chain.reader
    world.chain.reader.payment = (...requested) =>
      withChangedAnswer(payment(...requested), (read) =>
        read === null ? null : { ...read, blockNumber: 1n },
      )
    nameTransaction(world, callsId, hash)
    expect(await world.waitForState(id, 'unknown_outcome')).toMatchObject({
      problem: { code: 'transactionDiffers' },
    })
  })
})

test('does not request calls again that a page executed and reported as rejected, before their events can be read', async () => {
  const world = await createFundedWorld(sameChain, { behaviours: ['deaf'] })
  world.wallet.atomic = 'supported'
  const id = await world.startOrder(sameChain, account, acrossRoute)
  await world.waitForState(id, 'send_requested')
  const { payment } = world.chain.reader
  world.chain.reader.payment = async () => createQuorum(2, null)
  const { requestId = '' } = world.wallet.prompts.at(-1) ?? {}
  await world.run.applyAnswer({ requestId, kind: 'failure', failure: { code: 4001, message: 'no' } })
  await world.waitForState(id, 'needs_user')
  await world.run.dispatch(id, { kind: 'retry' })
  await world.advanceTime(minuteMs)
  expect(world.wallet.prompts).toHaveLength(1)
  world.chain.reader.payment = payment
  expect(await world.waitForEnd(id)).toMatchObject(delivered)
  expect(world.wallet.prompts).toHaveLength(1)
})

describe('a manual swap of native currency by a contract account', () => {
  const coinAsk: QuoteRequest = { ...nativeRequest, options: { enableManual: true } }

  test.each([
    ['is followed when the same balance also pays gas', 5n, 'pending'],
    ['is not the swap when less than its value leaves', -1n, 'unknown_outcome'],
  ] as const)('%s', async (_what, moreUnits, state) => {
    const world = await createFundedWorld(coinAsk, { behaviours: ['silent'], fate: [] })
    world.chain.owners.set(user, user)
    const id = await world.startOrder(coinAsk, account, acrossRoute)
    const order = await world.waitForState(id, 'send_requested')
    const { to, data, value } = sendCall(order)
    const bundler = lowerHex(stranger.address)
    const swap = { chainId: harbour.chainId, from: user, to, data, value } as const
    const gas = { ...swap, to: bundler, data: '0x', value: moreUnits } as const
    const less = { ...gas, value: value + moreUnits } as const
    const calls = moreUnits > 0n ? [swap, gas] : [{ ...swap, data: withUnits(data, 0n), value: 0n }, less]
    const result = world.chain.sendThroughAccount(calls, bundler)
    const { requestId = '', wallet = null } = world.wallet.prompts.at(-1) ?? {}
    await world.run.applyAnswer({ requestId, kind: 'result', result, wallet })
    expect(await world.waitForState(id, state)).toMatchObject({ state })
  })
})

/** A plain transfer of the input by the account itself. */
function transferOf({ inputToken, inputAmount }: QuoteRequest, to: string): Call {
  const words = `${to.slice(2).toLowerCase().padStart(64, '0')}${BigInt(inputAmount).toString(16).padStart(64, '0')}`
  const data: Hex = `0xa9059cbb${words}`
  return { chainId: harbour.chainId, from: user, to: lowerHex(inputToken as Hex), data, value: 0n }
}

/** The router's call with another input amount, which is its second word. */
function withUnits(data: Hex, units: bigint): Hex {
  const word = units.toString(16).padStart(64, '0')
  return `0x${data.slice(2, 10)}${data.slice(10, 74)}${word}${data.slice(138)}`
}
