import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { dayMs, hourMs, minuteMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  delivered,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  usdtRequest,
} from '../harness/actions.ts'
import { account, extensionAccount, harbour, inboxOf, ownCall, stranger, user } from '../harness/chains.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import type { World } from '../harness/world.ts'

interface CallsRequest {
  readonly id: string
  readonly atomicRequired: boolean
  readonly chainId: string
  readonly from: string
  readonly calls: readonly { readonly to: string; readonly data: string; readonly value: string }[]
}

async function start(
  request: QuoteRequest,
  atomic: World['wallet']['atomic'],
  ...behaviours: readonly FakeWalletBehaviour[]
): Promise<{ world: World; id: string }> {
  const world = await createFundedWorld(request, { behaviours })
  world.wallet.atomic = atomic
  const choice = request === manualRequest ? acrossRoute : {}
  return { world, id: await world.startOrder(request, account, choice) }
}

const methods = (world: World) => world.wallet.prompts.map(({ method }) => method)
const callsRequestAt = (world: World, at = 0) => world.wallet.prompts[at]?.params[0] as CallsRequest
/** The transactions that paid a swap, without approvals. */
const payments = (world: World) => world.chain.sent.filter(({ data }) => !data.startsWith('0x095ea7b3'))

describe('a wallet that executes several calls as one', () => {
  test.each([
    ['the inbox', inboxRequest],
    ['a manual route', manualRequest],
  ] as const)('gets one request for approval and send: %s', async (_name, request) => {
    const { world, id } = await start(request, 'supported')
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4, problem: null, anomalies: [] })
    expect(methods(world)).toEqual(['wallet_sendCalls'])
    const { atomicRequired, chainId, from, calls } = callsRequestAt(world)
    expect({ atomicRequired, chainId: Number(chainId), from }).toEqual({
      atomicRequired: true,
      chainId: harbour.chainId,
      from: user,
    })
    const [approve, send] = calls
    expect(calls).toHaveLength(2)
    expect(approve?.to).toBe(request.inputToken)
    expect(approve?.data).toBe(
      `0x095ea7b3${(order.terms.txData?.to ?? '').slice(2).padStart(64, '0')}${BigInt(request.inputAmount).toString(16).padStart(64, '0')}`,
    )
    expect(send).toMatchObject({ to: order.terms.txData?.to, data: order.terms.txData?.data })
    expect(order.sourceTransactionHash).toBe(world.wallet.bundles.get(callsRequestAt(world).id)?.hash)
    expect(world.chain.ledger.allowance(harbour.chainId, request.inputToken, user, send?.to)).toBe(0n)
    expect(world.notices.map(({ kind }) => kind)).toEqual(['done'])
  })

  test('gets the id of the wallet request, which is stored before the prompt', async () => {
    const { world, id } = await start(inboxRequest, 'supported', 'silent')
    const order = await world.waitForState(id, 'send_requested')
    expect(order.walletRequest?.purpose).toBe('sendCalls')
    expect(callsRequestAt(world).id).toBe(order.walletRequest?.requestId)
    expect(order.callsId).toBe(order.walletRequest?.requestId)
  })

  test.each(['ready', 'unsupported', null] as const)(
    'gets separate requests when it reports the capability as %j',
    async (says) => {
      const { world, id } = await start(inboxRequest, says)
      expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
      expect(methods(world)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    },
  )

  test('gets no calls for a single transaction, for a signature, or for the reset of a USDT allowance', async () => {
    for (const request of [nativeRequest, signedRequest]) {
      const { world, id } = await start(request, 'supported')
      expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
      expect(methods(world)).not.toContain('wallet_sendCalls')
    }
    const request = { ...usdtRequest, options: { useInbox: true } }
    const world = await createFundedWorld(request)
    world.wallet.atomic = 'supported'
    world.chain.ledger.allow(harbour.chainId, request.inputToken, user, 7n, inboxOf(harbour))
    expect(await world.waitForEnd(await world.startOrder(request))).toMatchObject({
      state: 'verified_terminal',
    })
    expect(methods(world)).toEqual(['eth_sendTransaction', 'wallet_sendCalls'])
  })

  test('gets separate requests without a question to the person when it rejects calls as unsupported', async () => {
    const { world, id } = await start(inboxRequest, 'supported', 'noCalls')
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', oneByOne: true })
    expect(methods(world)).toEqual(['wallet_sendCalls', 'eth_sendTransaction', 'eth_sendTransaction'])
    expect(world.commits.some(({ state }) => state === 'needs_user')).toBe(false)
  })
})

describe('an extension wallet that refuses the calls that it offered', () => {
  async function startRefused(...behaviours: readonly FakeWalletBehaviour[]) {
    const world = await createFundedWorld(inboxRequest, { behaviours: ['noCalls', ...behaviours] })
    world.wallet.atomic = 'supported'
    return { world, id: await world.startOrder(inboxRequest, extensionAccount) }
  }

  /** Its problem is then another one. */
  async function endStoppedUnread(world: World, id: string): Promise<void> {
    const stopping = await world.readOrder(id)
    const liveRequestsReadMs = world.clock.nowMs() - 30 * dayMs
    await world.orders.write({ ...stopping, rev: stopping.rev + 1, liveRequestsReadMs, readCount: 1_300 })
    world.chain.sources = 1
    await world.advanceTime(hourMs)
    world.chain.sources = 2
    expect((await world.readOrder(id)).problem?.code).toBe('stoppedUnread')
  }

  test.each([
    ['while the first one is stopped', false],
    ['after the first one ended', true],
  ] as const)(
    'gets separate requests for the next swap when it answered the last calls with -32602 and nothing was sent: %s',
    async (_when, isEnded) => {
      const { world, id } = await start(inboxRequest, 'supported', 'invalid')
      await world.waitForState(id, 'unknown_outcome')
      await world.run.dispatch(id, { kind: 'stop' })
      await world.waitForState(id, 'stopping')
      if (isEnded) await endStoppedUnread(world, id)
      expect(await world.waitForEnd(await world.startOrder(inboxRequest))).toMatchObject(delivered)
      expect(methods(world)).toEqual(['wallet_sendCalls', 'eth_sendTransaction', 'eth_sendTransaction'])
    },
  )

  test('is followed although the memory of its refusal could not be stored', async () => {
    const world = await createFundedWorld(inboxRequest, { behaviours: ['invalid'] })
    world.wallet.atomic = 'supported'
    const { expiringStore } = world
    const put = expiringStore.put.bind(expiringStore)
    const refusesPut = async (...row: Parameters<typeof put>) => {
      if (row[0].startsWith('refusedCalls:')) throw new Problem('storageFailed')
      await put(...row)
    }
    Object.assign(expiringStore, { put: refusesPut })
    const id = await world.startOrder(inboxRequest, account)
    await world.waitForState(id, 'unknown_outcome')
    expect(world.problems.map(({ data }) => data.code)).toEqual(['storageFailed'])
  })

  test('leaves nothing open: the swap ends as soon as the person rejects the approval and stops', async () => {
    const { world, id } = await startRefused('reject')
    await world.waitForState(id, 'needs_user')
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await world.readOrder(id)).toMatchObject({
      ...{ state: 'abandoned_unsigned', liveRequests: [], fundsSettled: true },
      problem: { code: 'walletRejected', money: 'nothingSent' },
    })
  })

  test('leaves an account without code: a send that is cancelled in the wallet can be requested again', async () => {
    const { world, id } = await startRefused()
    await world.waitForState(id, 'approve_sent')
    world.chain.fates.push('stick')
    const { transactions } = await world.waitForState(id, 'sent')
    await world.advanceTime(2 * minuteMs)
    world.chain.sendAt(ownCall, transactions.at(-1)?.accountNonce ?? 0)
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({
      problem: { code: 'transactionDropped', money: 'unmoved' },
    })
  })
})

describe('calls without an answer', () => {
  test.each([
    ['the inbox', inboxRequest],
    ['a manual route', manualRequest],
  ] as const)(
    'are found at the wallet by Ferry’s id and never requested twice: %s',
    async (_name, request) => {
      const { world, id } = await start(request, 'supported', 'unclear')
      const unknown = await world.waitForState(id, 'unknown_outcome')
      expect(unknown.callsId).toBe(callsRequestAt(world).id)
      expect(await world.waitForEnd(id)).toMatchObject(delivered)
      expect(methods(world)).toEqual(['wallet_sendCalls'])
      expect(payments(world)).toHaveLength(1)
    },
  )

  test('stay open when the wallet does not know them, and settle when the service reports them', async () => {
    const { world, id } = await start(inboxRequest, 'supported', 'unclear')
    world.wallet.bundles.clear()
    await world.waitForState(id, 'unknown_outcome')
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(payments(world)).toHaveLength(1)
  })

  test('stop as walletRejected when the wallet rejects them late', async () => {
    const { world, id } = await start(inboxRequest, 'supported', 'silent')
    const { walletRequest } = await world.waitForState(id, 'send_requested')
    await world.wallet.decide(walletRequest?.requestId ?? '', 'reject')
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'walletRejected', money: 'nothingSent' })
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
    expect(callsRequestAt(world, 1).id).not.toBe(callsRequestAt(world).id)
    expect(payments(world)).toHaveLength(1)
  })
})

describe('the status of calls that the wallet reports', () => {
  /** Makes calls that the wallet has accepted under their id and not yet sent. */
  async function startAcceptedCalls(): Promise<{ world: World; id: string; callsId: string }> {
    const { world, id } = await start(inboxRequest, 'supported', 'silent')
    const { walletRequest } = await world.waitForState(id, 'send_requested')
    const callsId = walletRequest?.requestId ?? ''
    world.wallet.bundles.set(callsId, { hash: null, status: 100 })
    const result = { id: callsId }
    await world.run.applyAnswer({ requestId: callsId, kind: 'result', result, wallet: account.wallet })
    await world.waitForState(id, 'sent')
    return { world, id, callsId }
  }

  test('changes nothing while it is pending, after any time', async () => {
    const { world, id } = await startAcceptedCalls()
    await world.advanceTime(5 * 60_000)
    expect(await world.readOrder(id)).toMatchObject({ state: 'sent', transactions: [], problem: null })
    expect(methods(world)).toHaveLength(1)
  })

  test('stops the swap when it is failed, and a retry sends separate requests', async () => {
    const { world, id, callsId } = await startAcceptedCalls()
    world.wallet.bundles.set(callsId, { hash: null, status: 500 })
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'callsFailed', money: 'nothingSent' })
    expect(stopped.liveRequests).toEqual([])
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
    expect(methods(world).slice(1)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
  })

  test('keeps an earlier request open that only a page reported as rejected', async () => {
    const { world, id } = await start(inboxRequest, 'supported', 'silent')
    const { walletRequest } = await world.waitForState(id, 'send_requested')
    const requestId = walletRequest?.requestId ?? ''
    const failure = { code: 4001, message: 'User rejected the request.' }
    await world.run.applyAnswer({ requestId, kind: 'failure', failure })
    await world.waitForState(id, 'needs_user')
    world.wallet.behaviours.push('silent')
    await world.run.dispatch(id, { kind: 'retry' })
    const second = (await world.waitForState(id, 'send_requested')).walletRequest?.requestId ?? ''
    // A wallet may have an id of its own for the calls.
    world.wallet.bundles.set('theirs', { hash: null, status: 500 })
    const result = { id: 'theirs' }
    await world.run.applyAnswer({ requestId: second, kind: 'result', result, wallet: account.wallet })
    const stopped = await world.waitForOrder(id, ({ problem }) => problem?.code === 'callsFailed')
    expect(stopped.liveRequests).toMatchObject([{ record: { requestId } }])
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await world.readOrder(id)).toMatchObject({ state: 'stopping' })
  })

  test('is not believed when it is failed and the chain shows the calls as mined', async () => {
    const { world, id } = await start(inboxRequest, 'supported', 'unclear')
    await world.waitForState(id, 'unknown_outcome')
    const callsId = callsRequestAt(world).id
    world.wallet.bundles.set(callsId, { hash: world.wallet.bundles.get(callsId)?.hash ?? null, status: 500 })
    await world.advanceTime(3_000)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(payments(world)).toHaveLength(1)
  })

  test('is believed when it is failed and its transaction did something else', async () => {
    const { world, id, callsId } = await startAcceptedCalls()
    const other = stranger.address.toLowerCase() as `0x${string}`
    const call = { chainId: harbour.chainId, from: other, to: other, data: '0x', value: 0n } as const
    world.wallet.bundles.set(callsId, { hash: world.chain.sendThroughAccount([call], other), status: 500 })
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({
      problem: { code: 'callsFailed', money: 'nothingSent' },
      notification: { kind: 'failed' },
      viewed: false,
    })
  })

  test('leaves the outcome open when it is confirmed with an unrelated transaction', async () => {
    const { world, id, callsId } = await startAcceptedCalls()
    const other = stranger.address.toLowerCase() as `0x${string}`
    const call = { chainId: harbour.chainId, from: other, to: other, data: '0x', value: 0n } as const
    world.wallet.bundles.set(callsId, { hash: world.chain.sendThroughAccount([call], other), status: 200 })
    const order = await world.waitForState(id, 'unknown_outcome')
    expect(order).toMatchObject({ problem: { code: 'transactionDiffers', money: 'unknown' } })
    await world.advanceTime(60_000)
    expect(methods(world)).toHaveLength(1)
  })
})
