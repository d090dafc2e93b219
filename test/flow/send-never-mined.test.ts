import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../lib/base/time.ts'
import { walletFailure } from '../../lib/wallet/prepare-wallet.ts'
import { advanceTime, fund, nativeRequest, readOrder, startOrder, waitForOrder } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

const walletError = { code: -32603, message: 'Ledger: blind signing is off' }

/** Starts a native swap whose wallet answers the send request with an error, although it may still send. */
async function startFailedSend() {
  const world = await createWorld()
  fund(world, nativeRequest)
  const { handleRequest } = world.wallet
  world.wallet.handleRequest = async (request) => {
    if (request.method !== 'eth_sendTransaction') return handleRequest(request)
    world.wallet.prompts.push(request)
    const { requestId } = request
    world.clock.after(1_000, () => {
      void world.run.answered({ requestId, kind: 'failure', failure: walletFailure(walletError) })
    })
  }
  const id = await startOrder(world, nativeRequest)
  const order = await waitForOrder(world, id, ({ state }) => state === 'unknown_outcome')
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
  await advanceTime(world, dayMs)
  expect((await readOrder(world, id)).state).toBe('unknown_outcome')
  await advanceTime(world, 2 * dayMs)
  expect(await readOrder(world, id)).toMatchObject({
    state: 'abandoned_unsigned',
    problem: { code: 'walletBlindSigning', money: 'nothingSent' },
  })
  expect((await readOrder(world, id)).dueMs).toBeNull()
})

test('ends a failed send once other transactions of the account used its nonce', async () => {
  const { world, id } = await startFailedSend()
  sendOther(world)
  sendOther(world)
  await advanceTime(world, 60 * minuteMs)
  expect((await readOrder(world, id)).state).toBe('abandoned_unsigned')
})

test('follows a failed send that the wallet sent after all, also after another transaction', async () => {
  const { world, id } = await startFailedSend()
  sendOther(world)
  sendLate(world)
  const order = await waitForOrder(world, id, ({ statusCode }) => statusCode === 4)
  expect(order.sourceTransactionHash).not.toBeNull()
})

test('reads the chain for a day after a stop, and follows a late transaction', async () => {
  const { world, id } = await startFailedSend()
  await world.run.dispatch(id, { kind: 'stop' })
  expect((await readOrder(world, id)).state).toBe('stopping')
  // Before its deadline, after which the inbox refuses it.
  await advanceTime(world, 20_000)
  sendLate(world)
  const order = await waitForOrder(world, id, ({ statusCode }) => statusCode === 4)
  expect(order.sourceTransactionHash).not.toBeNull()

  const other = await startFailedSend()
  await other.world.run.dispatch(other.id, { kind: 'stop' })
  await advanceTime(other.world, 2 * dayMs)
  expect((await readOrder(other.world, other.id)).state).toBe('abandoned_unsigned')
})
