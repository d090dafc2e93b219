import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../lib/base/time.ts'
import { walletFailure } from '../../lib/wallet/prepare-wallet.ts'
import { createFundedWorld, nativeRequest } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import type { World } from '../harness/world.ts'

const walletError = { code: -32603, message: 'Ledger: blind signing is off' }

/** Starts a native swap whose wallet answers the send request with an error, although it may still send. */
async function startFailedSend() {
  const world = await createFundedWorld(nativeRequest)
  const { handleRequest } = world.wallet
  world.wallet.handleRequest = async (request) => {
    if (request.method !== 'eth_sendTransaction') return handleRequest(request)
    world.wallet.prompts.push(request)
    const { requestId } = request
    world.clock.after(1_000, () => {
      void world.run.applyAnswer({ requestId, kind: 'failure', failure: walletFailure(walletError) })
    })
  }
  const id = await world.startOrder(nativeRequest)
  const order = await world.waitForOrder(id, ({ state }) => state === 'unknown_outcome')
  expect(order.problem).toMatchObject({ code: 'walletBlindSigning', facts: { message: walletError.message } })
  return { world, id }
}

function sendLate(world: World): void {
  const prompt = world.wallet.prompts.at(-1)
  if (prompt === undefined) throw new Error('nothing was asked')
  const [{ to, data, value }] = prompt.params as [{ to: `0x${string}`; data: `0x${string}`; value: string }]
  world.chain.send({ chainId: harbour.chainId, from: user, to, data, value: BigInt(value) })
}

const sendOther = (world: World) =>
  world.chain.send({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 1n })

test('ends a failed send by itself after two days without another transaction of the account', async () => {
  const { world, id } = await startFailedSend()
  await world.advanceTime(dayMs)
  expect((await world.readOrder(id)).state).toBe('unknown_outcome')
  await world.advanceTime(2 * dayMs)
  expect(await world.readOrder(id)).toMatchObject({
    state: 'abandoned_unsigned',
    problem: { code: 'walletBlindSigning', money: 'nothingSent' },
  })
  expect((await world.readOrder(id)).dueMs).toBeNull()
})

test('ends a failed send once other transactions of the account used its nonce', async () => {
  const { world, id } = await startFailedSend()
  sendOther(world)
  sendOther(world)
  await world.advanceTime(60 * minuteMs)
  expect((await world.readOrder(id)).state).toBe('abandoned_unsigned')
})

test('follows a failed send that the wallet sent after all, also after another transaction', async () => {
  const { world, id } = await startFailedSend()
  sendOther(world)
  sendLate(world)
  const order = await world.waitForOrder(id, ({ statusCode }) => statusCode === 4)
  expect(order.sourceTransactionHash).not.toBeNull()
})

test('reads the chain for a day after a stop, and follows a late transaction', async () => {
  const { world, id } = await startFailedSend()
  await world.run.dispatch(id, { kind: 'stop' })
  expect((await world.readOrder(id)).state).toBe('stopping')
  // Before its deadline, after which the inbox refuses it.
  await world.advanceTime(20_000)
  sendLate(world)
  const order = await world.waitForOrder(id, ({ statusCode }) => statusCode === 4)
  expect(order.sourceTransactionHash).not.toBeNull()

  const other = await startFailedSend()
  await other.world.run.dispatch(other.id, { kind: 'stop' })
  await other.world.advanceTime(2 * dayMs)
  expect((await other.world.readOrder(other.id)).state).toBe('abandoned_unsigned')
})
