import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { acceptAnyHost, mapQuorum, quorumBackedBy } from '../../lib/chain/quorum.ts'
import { canCancel } from '../../lib/order/exits/exit-rules.ts'
import type { Order } from '../../lib/order/order.ts'
import { canPutAway, isPermitUsable } from '../../lib/order/order-facts.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, extensionAccount, ownCall, user } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'
import { cancelOrder, revokeAllowance, waitForRevocation } from '../harness/exits.ts'
import { ageEnd } from '../harness/reported-end.ts'
import { postSignature } from '../harness/wallet-calls.ts'
import type { World } from '../harness/world.ts'

const rejection = { code: 4001, message: 'User rejected the request.' } as const
const readInputBalance = (world: World, quoteRequest: QuoteRequest) =>
  world.chain.ledger.balance(quoteRequest.originChainId, quoteRequest.inputToken, user)
const countPrompts = (world: World, method: string) =>
  world.wallet.prompts.filter((prompt) => prompt.method === method).length

/** Signs a swap. The page keeps the signature, posts it, and answers `said` to Ferry. */
async function startKeptSignature(said: 'reject' | 'garbage' | 'silence' | 'otherAccount') {
  const world = await createFundedWorld(signedRequest, { allowed: 10n ** 30n })
  const before = readInputBalance(world, signedRequest)
  world.wallet.behaviours.push('silent')
  const id = await world.startOrder(signedRequest)
  const order = await world.waitForState(id, 'sign_requested')
  const [prompt] = world.wallet.prompts
  if (!prompt?.wallet) throw new Error('not asked')
  await postSignature(world, prompt, order)
  const { requestId, wallet } = prompt
  if (said === 'reject') await world.run.applyAnswer({ requestId, kind: 'failure', failure: rejection })
  if (said === 'garbage') {
    await world.run.applyAnswer({ requestId, kind: 'result', result: `0x${'11'.repeat(65)}`, wallet })
  }
  if (said === 'otherAccount') await world.run.accountsChanged(wallet, [`0x${'0b'.repeat(20)}`])
  await world.waitForState(id, 'needs_user')
  return { world, id, before }
}

describe('a signature that the wallet’s page kept', () => {
  test.each(['reject', 'garbage', 'silence', 'otherAccount'] as const)(
    'is found as used and followed after %s, without a second signature request',
    async (said) => {
      const { world, id, before } = await startKeptSignature(said)
      await world.advanceTime(65 * secondMs)
      await world.run.dispatch(id, { kind: 'retry' })
      const order = await world.waitForState(id, 'verified_terminal')
      expect(order.statusCode).toBe(4)
      expect(before - readInputBalance(world, signedRequest)).toBe(BigInt(signedRequest.inputAmount))
      expect(countPrompts(world, 'eth_signTypedData_v4')).toBe(1)
    },
  )

  test('is not replaced while only one endpoint shows its nonce as unused', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['reject'] })
    await world.waitForState(id, 'needs_user')
    world.chain.sources = 1
    await world.run.dispatch(id, { kind: 'retry' })
    await world.advanceTime(minuteMs)
    expect(countPrompts(world, 'eth_signTypedData_v4')).toBe(1)
    expect((await world.readOrder(id)).state).toBe('confirmed')
    world.chain.sources = 2
    await world.waitForState(id, 'verified_terminal')
    expect(countPrompts(world, 'eth_signTypedData_v4')).toBe(2)
  })
})

const sends: readonly (readonly [string, QuoteRequest, ReviewChoice, number])[] = [
  ['a native swap with an expired quote', nativeRequest, {}, 65],
  ['a native swap with a valid quote', nativeRequest, {}, 1],
  ['a manual swap', manualRequest, acrossRoute, 65],
  ['a deposit', depositRequest, payByWallet, 65],
]

test.each(sends)(
  'follows a transaction that was sent and reported as rejected, without a second request: %s',
  async (_name, quoteRequest, choice, waitSeconds) => {
    const world = await createFundedWorld(quoteRequest)
    if (quoteRequest === manualRequest) world.wallet.behaviours.push('yes')
    world.wallet.behaviours.push('deaf')
    const before = readInputBalance(world, quoteRequest)
    const id = await world.startOrder(quoteRequest, account, choice)
    await world.waitForState(id, 'send_requested')
    const { requestId = '' } = world.wallet.prompts.at(-1) ?? {}
    await world.run.applyAnswer({ requestId, kind: 'failure', failure: rejection })
    await world.waitForState(id, 'needs_user')
    await world.advanceTime(waitSeconds * secondMs)
    const requested = world.wallet.prompts.length
    await world.run.dispatch(id, { kind: 'retry' })
    const order: Order = await world.waitForState(id, 'verified_terminal', 'reported_terminal')
    expect(order.transactions.filter(({ purpose }) => purpose === 'send')).toMatchObject([{ state: 'mined' }])
    const paid = before - readInputBalance(world, quoteRequest)
    expect(quoteRequest === manualRequest ? paid : BigInt(quoteRequest.inputAmount)).toBe(
      BigInt(quoteRequest.inputAmount),
    )
    expect(paid < 2n * BigInt(quoteRequest.inputAmount)).toBe(true)
    expect(world.wallet.prompts).toHaveLength(requested)
  },
)

test('a retry that failed on the chain does not count as the use of the rejected request', async () => {
  const world = await createFundedWorld(nativeRequest, { behaviours: ['reject'] })
  const id = await world.startOrder(nativeRequest)
  await world.waitForState(id, 'needs_user')
  world.chain.fates.push('fail')
  await world.run.dispatch(id, { kind: 'retry' })
  const failed = await world.waitForOrder(
    id,
    ({ transactions, state }) => transactions.length > 0 && state === 'needs_user',
  )
  expect(failed.problem).toMatchObject({ code: 'transactionFailed', money: 'unmoved' })
  await world.run.dispatch(id, { kind: 'stop' })
  await world.advanceTime(minuteMs)
  expect((await world.readOrder(id)).state).toBe('stopping')
  await world.advanceTime(2 * 24 * hourMs)
  expect(await world.readOrder(id)).toMatchObject({ state: 'abandoned_unsigned', fundsSettled: true })
})

test.each([
  ['by an extension closes the request: nothing is read', extensionAccount, 0],
  ['through a page leaves it open: its nonce is read at a retry', account, 1],
])('a rejection: %s', async (_what, by, least) => {
  const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['reject'], by })
  const order = await world.waitForState(id, 'needs_user')
  expect(order.liveRequests ?? []).toHaveLength(least)
  await world.run.dispatch(id, { kind: 'retry' })
  await world.waitForState(id, 'verified_terminal')
  expect(countPrompts(world, 'eth_signTypedData_v4')).toBe(2)
})

describe('a stopped swap whose request only a page reported as rejected', () => {
  test.each(['reject', 'garbage', 'silence', 'otherAccount'] as const)(
    'is followed when the page kept the signature and used it, after %s',
    async (said) => {
      const { world, id, before } = await startKeptSignature(said)
      await world.run.dispatch(id, { kind: 'stop' })
      const order = await world.waitForState(id, 'verified_terminal')
      expect([3, 4]).toContain(order.statusCode)
      expect(before - readInputBalance(world, signedRequest)).toBe(BigInt(signedRequest.inputAmount))
      expect(countPrompts(world, 'eth_signTypedData_v4')).toBe(1)
    },
  )

  test('is followed when the signature is used after the stop', async () => {
    const { world, id } = await startPageRejection({ usedAfterMs: 2 * minuteMs })
    await world.run.dispatch(id, { kind: 'stop' })
    await world.advanceTime(minuteMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'stopping', fundsSettled: false })
    const end = await world.waitForState(id, 'verified_terminal')
    expect([3, 4]).toContain(end.statusCode)
  })

  test('is followed with the earlier terms when the earlier signature is used', async () => {
    const { world, id, order } = await startPageRejection({ usedAfterMs: 4 * minuteMs })
    const second = await rejectSecondRequest(world, id)
    expect(second.terms.requestHash).not.toBe(order.terms.requestHash)
    await world.run.dispatch(id, { kind: 'stop' })
    const end = await world.waitForState(id, 'verified_terminal')
    expect([3, 4]).toContain(end.statusCode)
    expect(end).toMatchObject({ terms: { requestHash: order.terms.requestHash } })
  })

  test('ends as stopped once two endpoints show the nonce as unused after the deadline', async () => {
    const { world, id, order } = await startPageRejection()
    await world.run.dispatch(id, { kind: 'stop' })
    const deadlineMs = Number(order.terms.permitDeadlineSeconds) * secondMs
    await world.advanceTime(deadlineMs - world.clock.nowMs())
    expect((await world.readOrder(id)).state).toBe('stopping')
    world.chain.sources = 1
    await world.advanceTime(5 * minuteMs)
    expect((await world.readOrder(id)).state).toBe('stopping')
    world.chain.sources = 2
    const end = await world.waitForState(id, 'abandoned_unsigned')
    expect(end).toMatchObject({ fundsSettled: true, liveRequests: [], dueMs: null, notification: null })
  })

  test('does not delay another swap and adds nothing to its approval', async () => {
    const { world, id } = await startPageRejection()
    await world.run.dispatch(id, { kind: 'stop' })
    world.chain.ledger.allow(signedRequest.originChainId, signedRequest.inputToken, user, 0n)
    const order = await world.waitForState(await world.startOrder(signedRequest), 'verified_terminal')
    const approved = order.transactions.filter(({ purpose }) => purpose === 'approve')
    expect(approved).toMatchObject([{ amountUnits: signedRequest.inputAmount }])
    expect((await world.readOrder(id)).state).toBe('stopping')
  })

  test('is also followed when it was put away because the person did not return', async () => {
    const { world, id } = await startPageRejection({ usedAfterMs: 12 * minuteMs })
    await world.waitForState(id, 'stopping')
    const end = await world.waitForState(id, 'verified_terminal')
    expect([3, 4]).toContain(end.statusCode)
  })

  test('is also followed while the page has not answered', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    await world.waitForState(id, 'sign_requested')
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await world.readOrder(id)).toMatchObject({ state: 'stopping', walletRequest: null })
    await world.waitForState(id, 'abandoned_unsigned')
  })

  test('ends immediately when the page never received the request', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['before'] })
    await world.waitForState(id, 'sign_requested')
    await world.run.dispatch(id, { kind: 'stop' })
    await world.advanceTime(30 * secondMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'abandoned_unsigned', fundsSettled: true })
  })

  test.each([
    ['an extension itself rejected its request', extensionAccount, 'reject'],
    ['an extension never received it', extensionAccount, 'unreached'],
    ['a page never received it', account, 'unreached'],
  ] as const)('ends immediately when %s', async (_what, by, walletBehaviour) => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: [walletBehaviour], by })
    await world.waitForState(id, 'needs_user')
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await world.readOrder(id)).toMatchObject({ state: 'abandoned_unsigned', fundsSettled: true })
  })
})

/**
 * Starts a swap whose page reports the signature as rejected. With `usedAfterMs` the page also posts it, and
 * a solver uses it then.
 */
async function startPageRejection({ usedAfterMs }: { readonly usedAfterMs?: number } = {}) {
  const world = await createFundedWorld(signedRequest, { allowed: 10n ** 30n, behaviours: ['reject'] })
  world.service.permitLifeSeconds = 880
  world.solver.stepMs = (usedAfterMs ?? 6 * secondMs) / 2
  const id = await world.startOrder(signedRequest)
  const order = await world.waitForState(id, 'needs_user')
  const [prompt] = world.wallet.prompts
  if (usedAfterMs !== undefined && prompt !== undefined) await postSignature(world, prompt, order)
  return { world, id, order }
}

/** Sets what these hosts show of one nonce. */
function showUse(world: World, nonce: string | null, used: boolean, hosts: readonly string[]): void {
  const { nonceEvidence } = world.chain.reader
  const sources = hosts.map((host) => ({ host }))
  Object.assign(world.chain.reader, {
    nonceEvidence: async (...[chainId, owner, one]: Parameters<typeof nonceEvidence>) => {
      const read = await nonceEvidence(chainId, owner, one)
      const seen = acceptAnyHost(read)
      return String(one) !== nonce || seen === null ? read : quorumBackedBy({ ...seen, used }, sources)
    },
  })
}

function failNonceReads(world: World): void {
  const nonceEvidence = () => Promise.reject(new Problem('rpcUnreachable'))
  Object.assign(world.chain.reader, { nonceEvidence })
}

/** Continues with another quote although the first signature is live. */
async function retryWithEarlierSignature(
  world: World,
  id: string,
  ...behaviours: readonly 'reject'[]
): Promise<void> {
  await world.advanceTime(65 * secondMs)
  await world.run.dispatch(id, { kind: 'retry' })
  await world.waitForOrder(id, ({ problem }) => problem?.code === 'earlierSignature')
  world.wallet.behaviours.push(...behaviours)
  await world.run.dispatch(id, { kind: 'retry' })
}

/** The same, and the page rejects the second request too. */
async function rejectSecondRequest(world: World, id: string): Promise<Order> {
  await retryWithEarlierSignature(world, id, 'reject')
  return world.waitForOrder(id, ({ problem }) => problem?.code === 'walletRejected')
}

describe('a transaction of a stopped swap that only a page reported as rejected', () => {
  const rejected = async (behaviour: 'deaf' | 'silent') => {
    const { world, id } = await startSwap(nativeRequest, { behaviours: [behaviour] })
    await world.waitForState(id, 'send_requested')
    const { requestId = '' } = world.wallet.prompts.at(-1) ?? {}
    await world.run.applyAnswer({ requestId, kind: 'failure', failure: rejection })
    await world.waitForState(id, 'needs_user')
    await world.run.dispatch(id, { kind: 'stop' })
    return { world, id, requestId }
  }

  test.each(['before', 'after'])('is followed when it is sent %s the stop', async (when) => {
    const { world, id, requestId } = await rejected(when === 'before' ? 'deaf' : 'silent')
    if (when === 'after') {
      await world.advanceTime(5 * minuteMs)
      expect((await world.readOrder(id)).state).toBe('stopping')
      await world.wallet.decide(requestId, 'deaf')
    }
    const order = await world.waitForState(id, 'verified_terminal')
    expect([3, 4]).toContain(order.statusCode)
  })

  // With its nonce used, the wallet may still send it with a later one.
  test.each([false, true])('is watched for a day and ends as stopped; nonce used: %s', async (isUsed) => {
    const { world, id } = await rejected('silent')
    if (isUsed) world.chain.send(ownCall)
    await world.advanceTime(23 * hourMs)
    expect((await world.readOrder(id)).state).toBe('stopping')
    await world.advanceTime(2 * hourMs)
    expect(await world.readOrder(id)).toMatchObject({
      state: 'abandoned_unsigned',
      fundsSettled: true,
      liveRequests: [],
      dueMs: null,
    })
  })
})

describe('a late answer to a request that a page reported as rejected', () => {
  /** Starts a swap whose wallet still displays the request after the page reported its rejection. */
  async function shown(quoteRequest: QuoteRequest) {
    const { world, id } = await startSwap(quoteRequest, { allowed: true, behaviours: ['silent'] })
    await world.waitForState(id, 'send_requested', 'sign_requested')
    const { requestId = '' } = world.wallet.prompts.at(-1) ?? {}
    await world.run.applyAnswer({ requestId, kind: 'failure', failure: rejection })
    await world.waitForState(id, 'needs_user')
    return { world, id, requestId }
  }

  test.each([false, true])('is followed when it is a transaction hash; stopped: %s', async (isStopped) => {
    const { world, id, requestId } = await shown(nativeRequest)
    if (isStopped) await world.run.dispatch(id, { kind: 'stop' })
    await world.wallet.decide(requestId, 'yes')
    const order = await world.waitForState(id, 'verified_terminal')
    expect(order.transactions).toMatchObject([{ purpose: 'send', state: 'mined' }])
    expect(order.liveRequests).toEqual([])
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('is followed with its own terms when the wallet has a newer request', async () => {
    const { world, id, requestId } = await shown(nativeRequest)
    const { terms } = await world.readOrder(id)
    await world.advanceTime(65 * secondMs)
    world.wallet.behaviours.push('silent')
    await world.run.dispatch(id, { kind: 'retry' })
    const second = await world.waitForState(id, 'send_requested')
    expect(second.terms.requestHash).not.toBe(terms.requestHash)
    await world.wallet.decide(requestId, 'yes')
    const order = await world.waitForState(id, 'verified_terminal')
    expect(order.terms.requestHash).toBe(terms.requestHash)
    expect(order.transactions).toMatchObject([{ purpose: 'send', state: 'mined' }])
    expect(order.liveRequests).toMatchObject([{ record: { requestId: second.walletRequest?.requestId } }])
  })

  test('continues the swap when it is the matching signature and the quote is still valid', async () => {
    const { world, id, requestId } = await shown(signedRequest)
    await world.wallet.decide(requestId, 'yes')
    const order = await world.waitForState(id, 'verified_terminal')
    expect([3, 4]).toContain(order.statusCode)
    expect(order.liveRequests).toEqual([])
    expect(world.service.submits.size).toBe(1)
  })

  test('is not posted when it is a signature and the swap was stopped', async () => {
    const { world, id, requestId } = await shown(signedRequest)
    await world.run.dispatch(id, { kind: 'stop' })
    await world.wallet.decide(requestId, 'yes')
    const end = await world.waitForState(id, 'abandoned_unsigned')
    expect(end).toMatchObject({ signature: null, submitBody: null })
    expect(world.service.submits.size).toBe(0)
  })

  test('changes nothing when it is a signature and the quote expired: Ferry reads its nonce', async () => {
    const { world, id, requestId } = await shown(signedRequest)
    await world.advanceTime(65 * secondMs)
    await world.wallet.decide(requestId, 'yes')
    await world.advanceTime(5 * secondMs)
    expect(await world.readOrder(id)).toMatchObject({
      state: 'needs_user',
      signature: null,
      problem: { code: 'walletRejected' },
      liveRequests: [{ record: { requestId } }],
    })
  })

  test('changes nothing when it is not a signature', async () => {
    const { world, id, requestId } = await shown(signedRequest)
    const before = await world.readOrder(id)
    await world.wallet.decide(requestId, 'garbage')
    await world.advanceTime(5 * secondMs)
    expect(await world.readOrder(id)).toEqual(before)
  })
})

describe('the signature of a swap that waits for the person', () => {
  test('leaves the swap stopping when the wallet rejects the cancellation, which can be retried', async () => {
    const { world, id } = await startPageRejection()
    world.wallet.behaviours.push('reject')
    await cancelOrder(world, id)
    const order = await world.waitForOrder(id, ({ problem }) => problem?.code === 'cancelNotSent')
    expect(order).toMatchObject({ state: 'stopping', walletRequest: null })
    expect(canCancel(order)).toBe(true)
  })

  test.each(['reject', 'silent'] as const)(
    'needs no cancellation when only Ferry can have it: %s',
    async (walletBehaviour) => {
      const { world, id } = await startSwap(signedRequest, {
        allowed: true,
        behaviours: [walletBehaviour],
        by: extensionAccount,
      })
      const order = await world.waitForState(id, 'needs_user')
      expect(canCancel(order)).toBe(false)
      await expect(cancelOrder(world, id)).rejects.toMatchObject({ data: { code: 'notAllowed' } })
    },
  )
})

describe.each([
  ['that waits for the person', false],
  ['that was stopped', true],
])('the signature of a swap %s', (_what, isStopped) => {
  const stop = async (world: World, id: string) => {
    if (isStopped) await world.run.dispatch(id, { kind: 'stop' })
  }

  test('can be invalidated when a page may have kept it, and the swap ends as cancelled', async () => {
    const { world, id } = await startPageRejection()
    expect(await world.readOrder(id)).toMatchObject({ state: 'needs_user' })
    expect(canCancel(await world.readOrder(id))).toBe(true)
    await stop(world, id)
    await cancelOrder(world, id)
    const requested = world.commits.find(({ walletRequest }) => walletRequest?.purpose === 'cancel')
    expect(requested?.state).toBe('stopping')
    const end = await world.waitForState(id, 'cancelled_unused')
    expect(end).toMatchObject({ fundsSettled: true, walletRequest: null })
  })

  test('is invalidated one after the other when there are several, the newest first', async () => {
    const { world, id, order } = await startPageRejection()
    const second = await rejectSecondRequest(world, id)
    await stop(world, id)
    await cancelOrder(world, id)
    const next = await world.waitForOrder(id, ({ terms }) => terms.permitNonce === order.terms.permitNonce)
    expect(next).toMatchObject({
      state: 'stopping',
      liveRequests: [{ terms: { permitNonce: order.terms.permitNonce } }],
    })
    expect(next.terms.permitNonce).not.toBe(second.terms.permitNonce)
    expect(canCancel(next)).toBe(true)
    await cancelOrder(world, id)
    await world.waitForState(id, 'cancelled_unused')
  })

  test('is followed while the cancellation of a newer one is not deep yet, and afterwards', async () => {
    const { world, id, order } = await startPageRejection()
    await rejectSecondRequest(world, id)
    await stop(world, id)
    const { nonceEnd } = world.chain.reader
    let reads = 0
    world.chain.reader.nonceEnd = async (...query) => {
      const read = await nonceEnd(...query)
      reads += 1
      return reads > 4 ? read : mapQuorum(read, (seen) => ({ ...seen, confirmations: 0 }))
    }
    const begin = world.commits.length
    await cancelOrder(world, id)
    const next = await world.waitForOrder(id, ({ terms }) => terms.permitNonce === order.terms.permitNonce)
    expect(reads).toBeGreaterThan(4)
    expect(next).toMatchObject({
      state: 'stopping',
      fundsSettled: false,
      liveRequests: [{ terms: { permitNonce: order.terms.permitNonce } }],
    })
    expect(world.commits.slice(begin).map(({ state }) => state)).not.toContain('unknown_outcome')
    expect((await world.waitForState(id, 'cancelled_unused')).liveRequests).toEqual([])
  })
})

test('a swap whose signature was cancelled stays open while an earlier one may still be used', async () => {
  const { world, id, order } = await startPageRejection()
  world.solver.fate = []
  await retryWithEarlierSignature(world, id)
  await world.waitForOrder(id, ({ state }) => state === 'submitted' || state === 'pending')
  await cancelOrder(world, id)
  const next = await world.waitForState(id, 'stopping')
  expect(next).toMatchObject({
    fundsSettled: false,
    signature: null,
    liveRequests: [{ terms: { permitNonce: order.terms.permitNonce } }],
  })
  expect((await world.waitForState(id, 'cancelled_unused')).fundsSettled).toBe(true)
})

test('a swap whose signature expired stays open until an earlier one was read', async () => {
  const { world, id } = await startPageRejection()
  world.solver.fate = []
  await retryWithEarlierSignature(world, id)
  await world.waitForOrder(id, ({ state }) => state === 'submitted' || state === 'pending')
  const begin = world.commits.length
  await world.waitForState(id, 'expired_unused')
  const states = world.commits.slice(begin).map(({ state }) => state)
  expect(states.slice(0, states.indexOf('expired_unused'))).toContain('stopping')
})

describe('a swap that the service reports as over while an earlier signature may still be used', () => {
  /** Ends a swap whose page rejected its first signature. With `usedAfterMs` a solver uses that one then. */
  const endReported = async (code: number, usedAfterMs?: number) => {
    const { world, id, order } = await startPageRejection(usedAfterMs === undefined ? {} : { usedAfterMs })
    world.solver.stepMs = 3 * secondMs
    world.solver.fate = code < 5 ? [1, 2, 3, 4] : []
    await retryWithEarlierSignature(world, id)
    const { terms } = await world.waitForState(id, 'pending', 'reported_terminal', 'verified_terminal')
    const request = world.service.requests.get(String(terms.requestHash))
    if (code >= 5 && request !== undefined) request.code = code
    await world.waitForState(id, 'reported_terminal', 'verified_terminal')
    const earlier = { permitNonce: order.terms.permitNonce, requestHash: order.terms.requestHash }
    return { world, id, earlier }
  }

  test('is not settled by a verified delivery before the chain shows that the earlier one is over', async () => {
    const { world, id, earlier } = await endReported(4)
    const end = await world.waitForState(id, 'verified_terminal')
    expect(end).toMatchObject({ fundsSettled: false, liveRequests: [{ terms: earlier }] })
    expect(isPermitUsable(end, world.clock.nowMs())).toBe(false)
    await world.advanceTime(20 * minuteMs)
    const settled = {
      state: 'verified_terminal',
      fundsSettled: true,
      liveRequests: [],
      anomalies: [],
      dueMs: null,
    }
    expect(await world.readOrder(id)).toMatchObject(settled)
  })

  test('records that both were used, and is settled', async () => {
    const { world, id, earlier } = await endReported(4, 8 * minuteMs)
    const end = await world.waitForState(id, 'verified_terminal')
    expect(end).toMatchObject({ fundsSettled: false, liveRequests: [{ terms: earlier }] })
    await world.advanceTime(20 * minuteMs)
    const anomalies = ['another signature of this swap was used too']
    expect(await world.readOrder(id)).toMatchObject({
      state: 'verified_terminal',
      terms: { requestHash: end.terms.requestHash },
      ...{ fundsSettled: true, liveRequests: [], anomalies, viewed: false },
    })
  })

  test('offers to revoke the allowance, so that the earlier one takes nothing', async () => {
    const { world, id } = await endReported(4, 8 * minuteMs)
    await world.waitForState(id, 'verified_terminal')
    expect(await world.readLeftAllowance(id)).not.toBeNull()
    await revokeAllowance(world, id)
    expect(await waitForRevocation(world, id)).toMatchObject({ revoking: { leftUnits: '0', problem: null } })
    await world.advanceTime(20 * minuteMs)
    expect(await world.readOrder(id)).toMatchObject({
      ...{ state: 'verified_terminal', statusCode: 4, fundsSettled: true, anomalies: [], liveRequests: [] },
    })
    expect(await world.readLeftAllowance(id)).toBeNull()
  })

  test('keeps the earlier signature until its deadline after it was used, because a block may be reorganised', async () => {
    const { world, id, earlier } = await endReported(4, 8 * minuteMs)
    const open = { fundsSettled: false, liveRequests: [{ terms: earlier }] }
    const both = await world.waitForOrder(id, ({ anomalies }) => anomalies.length > 0)
    expect(both).toMatchObject({ ...open, viewed: false })
    showUse(world, earlier.permitNonce, false, ['one.example', 'two.example'])
    await world.advanceTime(minuteMs)
    expect(await world.readOrder(id)).toMatchObject(open)
  })

  test('does not believe one endpoint that shows the earlier signature as used', async () => {
    const { world, id, earlier } = await endReported(4)
    showUse(world, earlier.permitNonce, true, ['one.example'])
    await world.waitForState(id, 'verified_terminal')
    await world.advanceTime(3 * minuteMs)
    const open = { fundsSettled: false, anomalies: [], liveRequests: [{ terms: earlier }] }
    expect(await world.readOrder(id)).toMatchObject(open)
    await world.advanceTime(20 * minuteMs)
    expect(await world.readOrder(id)).toMatchObject({ fundsSettled: true, anomalies: [], liveRequests: [] })
  })

  test.each<[string, (world: World, nonce: string | null) => void]>([
    ['cannot be read', (world) => failNonceReads(world)],
    ['is shown as used by one endpoint', (world, nonce) => showUse(world, nonce, true, ['one.example'])],
  ])(
    'is settled 30 days later when the earlier one %s and the clock of the chain is silent',
    async (_what, prepare) => {
      const { world, id, earlier } = await endReported(4)
      await world.waitForState(id, 'verified_terminal')
      prepare(world, earlier.permitNonce)
      Object.assign(world.chain.reader, { latestBlockSeconds: async () => [] })
      await world.advanceTime(26 * hourMs)
      await ageEnd(world, id, 31, 20)
      expect(await world.readOrder(id)).toMatchObject({ fundsSettled: false, anomalies: [] })
      await ageEnd(world, id, 0, 360)
      const anomalies = ['another signature of this swap could not be read']
      const settled = { state: 'verified_terminal', statusCode: 4, problem: null, viewed: false }
      expect(await world.readOrder(id)).toMatchObject({
        ...settled,
        fundsSettled: true,
        anomalies,
        dueMs: null,
      })
    },
  )

  test('is followed with the terms of the earlier one when that one is used and the newer one was cancelled', async () => {
    const { world, id, earlier } = await endReported(5, 8 * minuteMs)
    await cancelOrder(world, id)
    const open = await world.waitForState(id, 'stopping')
    expect(open).toMatchObject({ fundsSettled: false, statusCode: null, reportedCode: null, terms: earlier })
    expect(open.timeline.map(({ step }) => step)).not.toContain('expired')
    const end = await world.waitForState(id, 'verified_terminal')
    expect(end).toMatchObject({ terms: earlier, fulfilledAmount: expect.any(String) })
    expect([3, 4]).toContain(end.statusCode)
  })

  test('ends as cancelled when the newer one was cancelled and the earlier one can do nothing either', async () => {
    const { world, id } = await endReported(5)
    await cancelOrder(world, id)
    const end = await world.waitForState(id, 'cancelled_unused')
    expect(end).toMatchObject({ fundsSettled: true, liveRequests: [] })
  })

  test('ends as failed when neither was used', async () => {
    const { world, id } = await endReported(6)
    await world.advanceTime(20 * minuteMs)
    const end = await world.readOrder(id)
    expect(end).toMatchObject({ fundsSettled: true, liveRequests: [], problem: { money: 'signedUnused' } })
  })
})

test('a cancelled swap ends as cancelled when only Ferry can have the earlier signature', async () => {
  const swap = { allowed: 10n ** 30n, behaviours: ['silent'], by: extensionAccount } as const
  const { world, id } = await startSwap(signedRequest, swap)
  await world.waitForState(id, 'needs_user')
  world.solver.fate = []
  await world.run.dispatch(id, { kind: 'retry' })
  const order = await world.waitForOrder(id, ({ state }) => state === 'submitted' || state === 'pending')
  expect(order.liveRequests).toHaveLength(1)
  await cancelOrder(world, id)
  expect(await world.waitForState(id, 'cancelled_unused')).toMatchObject({ fundsSettled: true })
})

describe('a transaction that the wallet never answered', () => {
  /** Stops the swap while the wallet displays the request, and then puts it away. */
  const putAway = async () => {
    const { world, id } = await startSwap(nativeRequest, { behaviours: ['silent'], by: extensionAccount })
    await world.waitForState(id, 'send_requested')
    await world.run.dispatch(id, { kind: 'stop' })
    expect(await world.readOrder(id)).toMatchObject({ state: 'unknown_outcome', fundsSettled: false })
    expect(canPutAway(await world.readOrder(id), world.clock.nowMs())).toBe(true)
    await world.run.dispatch(id, { kind: 'stop' })
    expect((await world.readOrder(id)).state).toBe('stopping')
    return { world, id, requestId: world.wallet.prompts[0]?.requestId ?? '' }
  }

  test('can be put away and ends after a day, also when another transaction used its nonce', async () => {
    const { world, id } = await putAway()
    world.chain.send(ownCall)
    await world.advanceTime(25 * hourMs)
    expect(await world.readOrder(id)).toMatchObject({
      state: 'abandoned_unsigned',
      fundsSettled: true,
      dueMs: null,
    })
  })

  test('is followed when it is sent afterwards', async () => {
    const { world, id, requestId } = await putAway()
    await world.wallet.decide(requestId, 'deaf')
    expect([3, 4]).toContain((await world.waitForState(id, 'verified_terminal')).statusCode)
  })

  test('ends immediately when the wallet extension itself rejects it afterwards', async () => {
    const { world, id, requestId } = await putAway()
    await world.wallet.decide(requestId, 'reject')
    await world.advanceTime(2 * secondMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'abandoned_unsigned', liveRequests: [] })
  })

  test('cannot be put away once the chain shows it', async () => {
    const world = await createFundedWorld(nativeRequest, { behaviours: ['yes'] })
    world.chain.fates.push('stick')
    const id = await world.startOrder(nativeRequest, extensionAccount)
    const order = await world.waitForState(id, 'sent')
    expect(canPutAway({ ...order, state: 'unknown_outcome' }, world.clock.nowMs())).toBe(false)
  })
})
