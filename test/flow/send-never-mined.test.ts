import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../lib/base/time.ts'
import { walletFailure } from '../../lib/wallet/connectors/prepare-wallet.ts'
import { begin, fund, nativeAsk, orderAt, pass, until } from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

const said = { code: -32603, message: 'Ledger: blind signing is off' }

/** Starts a native swap whose wallet answers the send request with an error, although it may still send. */
async function failedSend() {
  const world = await createWorld()
  fund(world, nativeAsk)
  const { ask } = world.wallet
  world.wallet.ask = async (request) => {
    if (request.method !== 'eth_sendTransaction') return ask(request)
    world.wallet.prompts.push(request)
    const { requestId } = request
    world.clock.after(1_000, () => {
      void world.run.answered({ requestId, kind: 'failure', failure: walletFailure(said) })
    })
  }
  const id = await begin(world, nativeAsk)
  const order = await until(world, id, ({ state }) => state === 'unknown_outcome')
  expect(order.problem).toMatchObject({ code: 'walletBlindSigning', facts: { message: said.message } })
  return { world, id }
}

function sendKept(world: World): void {
  const prompt = world.wallet.prompts.at(-1)
  if (prompt === undefined) throw new Error('nothing was asked')
  const [{ to, data, value }] = prompt.params as [{ to: `0x${string}`; data: `0x${string}`; value: string }]
  world.chain.send({ chainId: harbour.chainId, from: user, to, data, value: BigInt(value) })
}

const sendOther = (world: World) =>
  world.chain.send({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 1n })

test('ends a failed send by itself after two days without another transaction of the account', async () => {
  const { world, id } = await failedSend()
  await pass(world, dayMs)
  expect((await orderAt(world, id)).state).toBe('unknown_outcome')
  await pass(world, 2 * dayMs)
  expect(await orderAt(world, id)).toMatchObject({
    state: 'abandoned_unsigned',
    problem: { code: 'walletBlindSigning', money: 'nothingSent' },
  })
  expect((await orderAt(world, id)).dueMs).toBeNull()
})

test('ends a failed send once other transactions of the account used its nonce', async () => {
  const { world, id } = await failedSend()
  sendOther(world)
  sendOther(world)
  await pass(world, 60 * minuteMs)
  expect((await orderAt(world, id)).state).toBe('abandoned_unsigned')
})

test('follows a failed send that the wallet sent after all, also after another transaction', async () => {
  const { world, id } = await failedSend()
  sendOther(world)
  sendKept(world)
  const order = await until(world, id, ({ statusCode }) => statusCode === 4)
  expect(order.sourceTransactionHash).not.toBeNull()
})

test('reads the chain for a day after a stop, and follows a late transaction', async () => {
  const { world, id } = await failedSend()
  await world.run.dispatch(id, { kind: 'abandon' })
  expect((await orderAt(world, id)).state).toBe('stopping')
  // Before its deadline, after which the inbox refuses it.
  await pass(world, 20_000)
  sendKept(world)
  const order = await until(world, id, ({ statusCode }) => statusCode === 4)
  expect(order.sourceTransactionHash).not.toBeNull()

  const other = await failedSend()
  await other.world.run.dispatch(other.id, { kind: 'abandon' })
  await pass(other.world, 2 * dayMs)
  expect((await orderAt(other.world, other.id)).state).toBe('abandoned_unsigned')
})
