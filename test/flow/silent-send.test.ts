import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { canPutAway, canRetryApproval } from '../../lib/order/order-facts.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { walletFailure } from '../../lib/wallet/prepare-wallet.ts'
import {
  acrossRoute,
  createFundedWorld,
  delivered,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'
import type { Fate } from '../harness/fake-chain.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import { sendPrompted } from '../harness/wallet-calls.ts'
import type { World } from '../harness/world.ts'

type Send = readonly [
  name: string,
  request: QuoteRequest,
  choice: ReviewChoice,
  before: readonly FakeWalletBehaviour[],
]

/** Each kind of swap that sends a transaction. The wallet approves the requests before it. */
const sends: readonly Send[] = [
  ['native currency', nativeRequest, {}, []],
  ['a token to the inbox', inboxRequest, {}, ['yes']],
  ['a manual route', manualRequest, acrossRoute, ['yes']],
  ['a plain transfer', depositRequest, payByWallet, []],
]

/** Starts a swap whose wallet behaves as `behaviour` at the transaction request and gives no answer. */
async function silentSend([, request, choice, before]: Send, behaviour: FakeWalletBehaviour) {
  const { world, id } = await startSwap(request, { behaviours: [...before, behaviour], choice })
  if (behaviour === 'silent') {
    await world.waitForState(id, 'send_requested')
    await world.run.dispatch(id, { kind: 'stop' })
  }
  await world.waitForState(id, 'unknown_outcome')
  return { world, id, prompts: world.wallet.prompts.length }
}

/** Sends a retry, as an old view may. */
async function retry(world: World, id: string): Promise<void> {
  const requestId = (await world.readOrder(id)).walletRequest?.requestId
  await world.run.dispatch(id, { kind: 'retry', ...(requestId === undefined ? {} : { requestId }) })
  await world.settle()
}

describe.each(sends)('a transaction request without an answer, of %s', (...send) => {
  test.each(['gone', 'silent'] as const)(
    'is never sent again, however long the wallet is silent: %s',
    async (walletBehaviour) => {
      const { world, id, prompts } = await silentSend(send, walletBehaviour)
      for (const waitMs of [10 * secondMs, hourMs, dayMs]) {
        await world.advanceTime(waitMs)
        await retry(world, id)
        const order = await world.readOrder(id)
        expect(order.state).toBe('unknown_outcome')
        expect(canRetryApproval(order)).toBe(false)
        expect(order.walletRequest).not.toBeNull()
      }
      expect(world.wallet.prompts).toHaveLength(prompts)
    },
  )

  test('can be put away, and is followed when the wallet sends it afterwards', async () => {
    const { world, id, prompts } = await silentSend(send, 'silent')
    expect(canPutAway(await world.readOrder(id), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    await world.waitForState(id, 'stopping')
    await world.wallet.decide(world.wallet.prompts.at(-1)?.requestId ?? '', 'yes')
    const order = await world.waitForEnd(id)
    expect(order.state).toMatch(/^(verified|reported)_terminal$/)
    expect(order.transactions.filter(({ purpose }) => purpose === 'send')).toHaveLength(1)
    expect(world.wallet.prompts).toHaveLength(prompts)
  })
})

test('does not believe a rejection after the wallet sent another transaction, and lets the person put the swap away', async () => {
  const { world, id } = await startSwap(nativeRequest, { behaviours: ['silent'] })
  const { walletRequest } = await world.waitForState(id, 'send_requested')
  const requestId = walletRequest?.requestId ?? ''
  const { originChainId: chainId, userAddress } = nativeRequest
  const to = `0x${'d1'.repeat(20)}` as const
  const from = userAddress as `0x${string}`
  const result = world.chain.send({ chainId, from, to, data: '0x', value: 1n })
  await world.run.applyAnswer({ requestId, kind: 'result', result, wallet: account.wallet })
  const named = await world.waitForState(id, 'unknown_outcome')
  expect(named).toMatchObject({ problem: { code: 'transactionDiffers' }, walletRequest: { requestId } })
  const failure = { code: 4001, message: 'User rejected the request.' } as const
  await world.run.applyAnswer({ requestId, kind: 'failure', failure })
  const order = await world.readOrder(id)
  expect(order).toMatchObject({ state: 'unknown_outcome', problem: { money: 'unknown' } })
  expect(canPutAway(order, world.clock.nowMs())).toBe(true)
})

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

const sendOther = (world: World) =>
  world.chain.send({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 1n })

test.each([
  ['each endpoint', [0, 0]],
  ['two of three endpoints, one of which stopped long ago', [0, 0, -30 * dayMs]],
])('ends a failed send by itself after two days without another transaction, by %s', async (_by, aheadMs) => {
  const { world, id } = await startFailedSend()
  world.chain.endpointsAheadMs = aheadMs
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
  sendPrompted(world)
  const order = await world.waitForOrder(id, ({ statusCode }) => statusCode === 4)
  expect(order.sourceTransactionHash).not.toBeNull()
})

test('reads the chain for a day after a stop, and follows a late transaction', async () => {
  const { world, id } = await startFailedSend()
  await world.run.dispatch(id, { kind: 'stop' })
  expect((await world.readOrder(id)).state).toBe('stopping')
  // Before its deadline, after which the inbox refuses it.
  await world.advanceTime(20_000)
  sendPrompted(world)
  const order = await world.waitForOrder(id, ({ statusCode }) => statusCode === 4)
  expect(order.sourceTransactionHash).not.toBeNull()

  const other = await startFailedSend()
  await other.world.run.dispatch(other.id, { kind: 'stop' })
  await other.world.advanceTime(2 * dayMs)
  expect((await other.world.readOrder(other.id)).state).toBe('abandoned_unsigned')
})

async function startNativeSwap(
  fate: Fate,
  behaviour: FakeWalletBehaviour = 'yes',
): Promise<{ world: World; id: string }> {
  const world = await createFundedWorld(nativeRequest, { behaviours: [behaviour] })
  world.chain.fates.push(fate)
  return { world, id: await world.startOrder(nativeRequest) }
}

describe('a transaction that no node knows, while its nonce is used', () => {
  test('is dropped at the third read, each a minute apart, and is never requested again', async () => {
    const { world, id } = await startNativeSwap('drop')
    const first = await world.waitForOrder(id, (order) => order.transactions[0]?.missing?.count === 1)
    expect(first).toMatchObject({ state: 'sent', problem: null, transactions: [{ isNonceSeen: true }] })
    const unknown = await world.waitForState(id, 'unknown_outcome')
    expect(unknown.updatedMs - first.updatedMs).toBeGreaterThanOrEqual(120_000)
    // The same call may be in the transaction that used its nonce, which no endpoint finds.
    expect(unknown).toMatchObject({
      problem: { code: 'transactionDropped', money: 'unknown' },
      transactions: [{ state: 'dropped', missing: { count: 3 } }],
    })
    await world.advanceTime(3_600_000)
    await world.run.dispatch(id, { kind: 'retry' })
    expect((await world.readOrder(id)).state).toBe('unknown_outcome')
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('stays unknown when no node ever showed its nonce, and continues when it is mined with another nonce', async () => {
    const { world, id } = await startNativeSwap('hide')
    const unknown = await world.waitForState(id, 'unknown_outcome')
    expect(unknown.problem).toMatchObject({ code: 'transactionDropped', money: 'unknown' })
    expect(unknown.transactions).toMatchObject([{ state: 'dropped' }])
    await world.run.dispatch(id, { kind: 'retry' })
    await world.run.dispatch(id, { kind: 'stop' })
    expect((await world.readOrder(id)).state).toBe('unknown_outcome')
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(order.transactions).toMatchObject([{ state: 'mined', accountNonce: 1 }])
    expect(world.wallet.prompts).toHaveLength(1)
  })
})

test.each([11 * minuteMs, 70 * minuteMs, 3 * hourMs])(
  'one failed read does not lose the signature after an approval that took %i ms',
  async (approvalMs) => {
    const world = await createFundedWorld(signedRequest, { behaviours: ['yes', 'silent'] })
    world.chain.fates.push('stick')
    const id = await world.startOrder(signedRequest)
    // The approval's own transaction stays without a block; the allowance comes all the same.
    await world.waitForState(id, 'approve_requested', 'approve_sent')
    await world.advanceTime(approvalMs)
    world.allowPermit2(signedRequest)
    const { walletRequest } = await world.waitForState(id, 'sign_requested')
    await world.advanceTime(35 * secondMs)
    world.chain.isDown = true
    await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
    await world.advanceTime(3 * secondMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'signed', problem: { code: 'rpcUnreachable' } })
    world.chain.isDown = false
    await world.waitForState(id, 'verified_terminal')
    expect(world.wallet.signed).toHaveLength(1)
  },
)
