import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { minuteMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  delivered,
  manualRequest,
  sameChainManualRequest,
} from '../harness/actions.ts'
import { account, user } from '../harness/chains.ts'
import type { Call } from '../harness/fake-chain.ts'
import { createQuorum, withChangedAnswer } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'

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
  test('is not requested again when the wallet reports a failure and no endpoint shows its events', async () => {
    const { world, id, callsId, calls } = await startAcceptedCalls(sameChainManualRequest)
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

  test('is not the swap when it was mined before the order', async () => {
    const { world, id, callsId, calls } = await startAcceptedCalls(manualRequest)
    const hash = world.chain.sendThroughAccount(calls, user)
    await world.advanceTime(minuteMs)
    const { payment } = world.chain.reader
    const [head] = (await world.readOrder(id)).heads
    world.chain.reader.payment = (...requested) =>
      withChangedAnswer(payment(...requested), (read) =>
        read === null ? null : { ...read, blockNumber: 1n, blockSeconds: head?.blockSeconds ?? 0 },
      )
    nameTransaction(world, callsId, hash)
    expect(await world.waitForState(id, 'unknown_outcome')).toMatchObject({
      problem: { code: 'transactionDiffers' },
    })
  })
})

test('does not request calls again that a page executed and reported as rejected, before their events can be read', async () => {
  const world = await createFundedWorld(sameChainManualRequest, { behaviours: ['deaf'] })
  world.wallet.atomic = 'supported'
  const id = await world.startOrder(sameChainManualRequest, account, acrossRoute)
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
