import { describe, expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  allow,
  begin,
  fund,
  isAtRest,
  nativeAsk,
  orderAt,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { harbour, stranger, user } from '../harness/chains.ts'
import type { Fate } from '../harness/fake-chain.ts'
import type { Mood } from '../harness/fake-wallet-behaviours.ts'
import { createWorld, type World } from '../harness/world.ts'

async function start(ask: QuoteRequest, ...moods: readonly Mood[]): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, ask)
  if (ask === allowedAsk) allow(world, ask)
  world.wallet.moods.push(...moods)
  return { world, id: await begin(world, ask) }
}

/** The same request, for tests that set the allowance first. Its first prompt is the signature. */
const allowedAsk: QuoteRequest = { ...signedAsk }

describe('the wallet rejects', () => {
  test.each<[string, QuoteRequest, readonly Mood[], readonly string[]]>([
    ['at the approval', signedAsk, ['reject'], ['eth_sendTransaction']],
    ['at the signature', signedAsk, ['yes', 'reject'], ['eth_sendTransaction', 'eth_signTypedData_v4']],
    ['at the send', nativeAsk, ['reject'], ['eth_sendTransaction']],
  ])('%s: no new request, and a retry settles', async (_name, ask, moods, asked) => {
    const { world, id } = await start(ask, ...moods)
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'walletRejected', money: 'nothingSent' })
    expect(stopped.walletRequest).toBeNull()
    expect(world.wallet.prompts.map((prompt) => prompt.method)).toEqual(asked)
    expect(world.service.submits.size).toBe(0)

    await world.run.dispatch(id, { kind: 'retry' })
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  })

  test('and the person leaves: put away after ten minutes without a notification', async () => {
    const { world, id } = await start(allowedAsk, 'reject')
    const { updatedMs } = await untilState(world, id, 'needs_user')
    const stopping = await untilState(world, id, 'stopping')
    expect(stopping.updatedMs - updatedMs).toBe(600_000)
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', problem: { code: 'walletRejected' } })
    expect(world.notices).toEqual([])
  })

  test('because it cannot be reached: nothing was requested', async () => {
    const { world, id } = await start(allowedAsk, 'unreached')
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'walletGone', money: 'nothingSent' })
  })
})

describe('the wallet is silent', () => {
  test('at the signature: the request ends with its quote, and a retry gets a new quote', async () => {
    const { world, id } = await start(allowedAsk, 'silent')
    const asked = await untilState(world, id, 'sign_requested')
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
    expect(stopped.updatedMs).toBe(asked.terms.quoteExpirySeconds * 1000)
    await world.run.dispatch(id, { kind: 'retry' })
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal' })
    expect(order.terms.requestHash).not.toBe(asked.terms.requestHash)
    expect(world.service.submits.size).toBe(1)
  })

  test('at the signature, retried while the quote is valid: the same bytes', async () => {
    const { world, id } = await start(allowedAsk, 'silent')
    const { walletRequest } = await untilState(world, id, 'sign_requested')
    await world.run.dispatch(id, { kind: 'retry', requestId: walletRequest?.requestId ?? '' })
    await until(world, id, isAtRest)
    const [first, second] = world.wallet.prompts
    expect(second?.params).toEqual(first?.params)
    expect(second?.requestId).not.toBe(first?.requestId)
  })

  test('and two windows retry, one of them late: one new request', async () => {
    const { world, id } = await start(allowedAsk, 'reject', 'silent')
    await untilState(world, id, 'needs_user')
    await world.run.dispatch(id, { kind: 'retry' })
    const asked = await untilState(world, id, 'sign_requested')
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await orderAt(world, id)).toEqual(asked)
    await world.run.dispatch(id, { kind: 'retry', requestId: 'the one before' })
    expect(await orderAt(world, id)).toEqual(asked)
    expect(world.wallet.prompts).toHaveLength(2)
  })

  test('at the approval: the swap waits, and finds it by the allowance', async () => {
    const { world, id } = await start(signedAsk, 'deaf')
    const order = await until(world, id, isAtRest)
    expect(order.state).toBe('verified_terminal')
    expect(order.transactions).toEqual([])
  })

  test('at the send: polled by the request hash, never requested again', async () => {
    const { world, id } = await start(nativeAsk, 'deaf')
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.wallet.prompts).toHaveLength(1)
    expect(order.sourceTransactionHash).not.toBeNull()
  })

  test('about a transaction that it may have sent: unknown, until the service reports it', async () => {
    const { world, id } = await start(nativeAsk, 'unclear')
    const unknown = await untilState(world, id, 'unknown_outcome')
    expect(unknown.problem?.money).toBe('unknown')
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', problem: null })
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('about a signature without a result: only the person can retry it', async () => {
    const { world, id } = await start(allowedAsk, 'unclear')
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'walletFailed', money: 'nothingSent' })
    expect(world.service.submits.size).toBe(0)
  })
})

describe('the wallet answers', () => {
  test.each<[string, QuoteRequest]>([
    ['twice at every step of a signed swap', signedAsk],
    ['twice at the send', nativeAsk],
  ])('%s: the second answer changes nothing', async (_name, ask) => {
    const { world, id } = await start(ask, 'twice', 'twice')
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', anomalies: [] })
    expect([...world.service.submits.values()].every((post) => post.received === 1)).toBe(true)
    expect(order.transactions).toHaveLength(1)
  })

  test('late, after the person continued with another quote: dropped', async () => {
    const { world, id } = await start(allowedAsk, 'silent', 'silent')
    const { walletRequest, terms } = await untilState(world, id, 'sign_requested')
    await untilState(world, id, 'needs_user')
    await world.run.dispatch(id, { kind: 'retry' })
    const next = await untilState(world, id, 'sign_requested')
    expect(next.terms.permitNonce).not.toBe(terms.permitNonce)
    await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
    const order = await untilState(world, id, 'needs_user')
    expect(order.signature).toBeNull()
    expect(world.service.submits.size).toBe(0)
  })

  test('for an unknown request id: dropped', async () => {
    const { world, id } = await start(allowedAsk, 'silent')
    const before = await untilState(world, id, 'sign_requested')
    await world.run.answered({ requestId: 'made up', kind: 'result', result: '0x1234', wallet: null })
    expect(await orderAt(world, id)).toEqual(before)
  })

  test('with the signature of another account: refused before the submit', async () => {
    const { world, id } = await start(allowedAsk, 'stranger')
    const order = await untilState(world, id, 'needs_user')
    expect(order).toMatchObject({ signature: null, submitBody: null, problem: { code: 'signatureWrong' } })
    expect(world.service.submits.size).toBe(0)
  })

  test('without a signature: refused', async () => {
    const { world, id } = await start(allowedAsk, 'garbage')
    expect(await untilState(world, id, 'needs_user')).toMatchObject({ problem: { code: 'signatureWrong' } })
  })

  test('without a hash for a send: unknown, until the service reports it', async () => {
    const { world, id } = await start(nativeAsk, 'garbage')
    expect(await untilState(world, id, 'unknown_outcome')).toMatchObject({ problem: { money: 'unknown' } })
  })

  test('with v 0 or 1: posted in the form that Permit2 accepts', async () => {
    const { world, id } = await start(allowedAsk, 'silent')
    const { walletRequest, terms } = await untilState(world, id, 'sign_requested')
    await world.wallet.decide(walletRequest?.requestId ?? '', 'oldV')
    await until(world, id, isAtRest)
    expect(world.service.submits.get(terms.requestHash)).toMatchObject({ received: 1, accepted: 1 })
  })
})

describe('a contract account', () => {
  test('whose key ends its signature in 0 or 1: posted in the form that its contract accepts', async () => {
    const world = await createWorld()
    fund(world, allowedAsk)
    allow(world, allowedAsk)
    world.chain.owners.set(user, user)
    world.wallet.moods.push('oldV')
    const id = await begin(world, allowedAsk)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
  })

  test.each<[string, boolean]>([
    ['signs by isValidSignature', true],
    ['whose contract refuses the signature is stopped', false],
  ])('%s', async (_name, isOwner) => {
    const world = await createWorld()
    fund(world, allowedAsk)
    allow(world, allowedAsk)
    // The person's key signs. The contract decides which signer it accepts.
    world.chain.owners.set(user, isOwner ? user : (stranger.address.toLowerCase() as typeof user))
    const id = await begin(world, allowedAsk, { ...account, chainId: harbour.chainId })
    const order = await until(world, id, (one) => isAtRest(one) || one.state === 'needs_user')
    expect(order.state).toBe(isOwner ? 'verified_terminal' : 'needs_user')
    expect(world.service.submits.size).toBe(isOwner ? 1 : 0)
  })
})

describe('a sent transaction that is changed in the wallet', () => {
  async function sent(fate: Fate): Promise<{ world: World; id: string }> {
    const world = await createWorld()
    fund(world, nativeAsk)
    world.chain.fates.push(fate)
    return { world, id: await begin(world, nativeAsk) }
  }

  test('is followed under its new hash when it was sped up', async () => {
    const { world, id } = await sent('reprice')
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(order.transactions.map((one) => one.state)).toEqual(['replaced', 'mined'])
    expect(order.sourceTransactionHash).toBe(order.transactions.at(-1)?.hash)
  })

  test('stops when another one used its nonce, and a retry sends the only swap', async () => {
    const { world, id } = await sent('cancel')
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'transactionReplaced', money: 'unmoved' })
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  })
})
