import { describe, expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, delivered, nativeRequest, signedRequest, startSwap } from '../harness/actions.ts'
import { account, harbour, stranger, user } from '../harness/chains.ts'
import type { Fate } from '../harness/fake-chain.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import type { World } from '../harness/world.ts'
import { isFullyEnded } from '../harness/world-actions.ts'

describe('the wallet rejects', () => {
  test.each<[string, QuoteRequest, readonly FakeWalletBehaviour[], readonly string[]]>([
    ['at the approval', signedRequest, ['reject'], ['eth_sendTransaction']],
    ['at the signature', signedRequest, ['yes', 'reject'], ['eth_sendTransaction', 'eth_signTypedData_v4']],
    ['at the send', nativeRequest, ['reject'], ['eth_sendTransaction']],
  ])('%s: no new request, and a retry settles', async (_name, request, behaviours, requested) => {
    const { world, id } = await startSwap(request, { behaviours })
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'walletRejected', money: 'nothingSent' })
    expect(stopped.walletRequest).toBeNull()
    expect(world.wallet.prompts.map((prompt) => prompt.method)).toEqual(requested)
    expect(world.service.submits.size).toBe(0)

    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })

  test('and the person leaves: put away after ten minutes without a notification', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['reject'] })
    const { updatedMs } = await world.waitForState(id, 'needs_user')
    const stopping = await world.waitForState(id, 'stopping')
    expect(stopping.updatedMs - updatedMs).toBe(600_000)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', problem: { code: 'walletRejected' } })
    expect(world.notices).toEqual([])
  })

  test('because it cannot be reached: nothing was requested', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['unreached'] })
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'walletGone', money: 'nothingSent' })
  })
})

describe('the wallet is silent', () => {
  test('at the signature: the request ends with its quote, and a retry gets a new quote', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    const requested = await world.waitForState(id, 'sign_requested')
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
    expect(stopped.updatedMs).toBe(requested.terms.quoteExpirySeconds * 1000)
    await world.run.dispatch(id, { kind: 'retry' })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal' })
    expect(order.terms.requestHash).not.toBe(requested.terms.requestHash)
    expect(world.service.submits.size).toBe(1)
  })

  test('at the signature, retried while the quote is valid: the same bytes', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    const { walletRequest } = await world.waitForState(id, 'sign_requested')
    await world.run.dispatch(id, { kind: 'retry', requestId: walletRequest?.requestId ?? '' })
    await world.waitForEnd(id)
    const [first, second] = world.wallet.prompts
    expect(second?.params).toEqual(first?.params)
    expect(second?.requestId).not.toBe(first?.requestId)
  })

  test('and two windows retry, one of them late: one new request', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['reject', 'silent'] })
    await world.waitForState(id, 'needs_user')
    await world.run.dispatch(id, { kind: 'retry' })
    const requested = await world.waitForState(id, 'sign_requested')
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.readOrder(id)).toEqual(requested)
    await world.run.dispatch(id, { kind: 'retry', requestId: 'the one before' })
    expect(await world.readOrder(id)).toEqual(requested)
    expect(world.wallet.prompts).toHaveLength(2)
  })

  test('at the approval: the swap waits, and finds it by the allowance', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['deaf'] })
    const order = await world.waitForEnd(id)
    expect(order.state).toBe('verified_terminal')
    expect(order.transactions).toEqual([])
  })

  test('at the send: polled by the request hash, never requested again', async () => {
    const { world, id } = await startSwap(nativeRequest, { behaviours: ['deaf'] })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(world.wallet.prompts).toHaveLength(1)
    expect(order.sourceTransactionHash).not.toBeNull()
  })

  test('about a transaction that it may have sent: unknown, until the service reports it', async () => {
    const { world, id } = await startSwap(nativeRequest, { behaviours: ['unclear'] })
    const unknown = await world.waitForState(id, 'unknown_outcome')
    expect(unknown.problem?.money).toBe('unknown')
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('about a signature without a result: only the person can retry it', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['unclear'] })
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'walletFailed', money: 'nothingSent' })
    expect(world.service.submits.size).toBe(0)
  })
})

describe('the wallet answers', () => {
  test.each<[string, QuoteRequest]>([
    ['twice at every step of a signed swap', signedRequest],
    ['twice at the send', nativeRequest],
  ])('%s: the second answer changes nothing', async (_name, request) => {
    const { world, id } = await startSwap(request, { behaviours: ['twice', 'twice'] })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', anomalies: [] })
    expect([...world.service.submits.values()].every((post) => post.received === 1)).toBe(true)
    expect(order.transactions).toHaveLength(1)
  })

  test('late, after the person continued with another quote: dropped', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent', 'silent'] })
    const { walletRequest, terms } = await world.waitForState(id, 'sign_requested')
    await world.waitForState(id, 'needs_user')
    await world.run.dispatch(id, { kind: 'retry' })
    const next = await world.waitForState(id, 'sign_requested')
    expect(next.terms.permitNonce).not.toBe(terms.permitNonce)
    await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
    const order = await world.waitForState(id, 'needs_user')
    expect(order.signature).toBeNull()
    expect(world.service.submits.size).toBe(0)
  })

  test('for an unknown request id: dropped', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    const before = await world.waitForState(id, 'sign_requested')
    await world.run.applyAnswer({ requestId: 'made up', kind: 'result', result: '0x1234', wallet: null })
    expect(await world.readOrder(id)).toEqual(before)
  })

  test('with the signature of another account: refused before the submit', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['stranger'] })
    const order = await world.waitForState(id, 'needs_user')
    expect(order).toMatchObject({ signature: null, submitBody: null, problem: { code: 'signatureWrong' } })
    expect(world.service.submits.size).toBe(0)
  })

  test('without a signature: refused', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['garbage'] })
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({ problem: { code: 'signatureWrong' } })
  })

  test('without a hash for a send: unknown, until the service reports it', async () => {
    const { world, id } = await startSwap(nativeRequest, { behaviours: ['garbage'] })
    expect(await world.waitForState(id, 'unknown_outcome')).toMatchObject({ problem: { money: 'unknown' } })
  })

  test('with v 0 or 1: posted in the form that Permit2 accepts', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    const { walletRequest, terms } = await world.waitForState(id, 'sign_requested')
    await world.wallet.decide(walletRequest?.requestId ?? '', 'oldV')
    await world.waitForEnd(id)
    expect(world.service.submits.get(terms.requestHash)).toMatchObject({ received: 1, accepted: 1 })
  })
})

describe('a contract account', () => {
  test('whose key ends its signature in 0 or 1: posted in the form that its contract accepts', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true, behaviours: ['oldV'] })
    world.chain.owners.set(user, user)
    const id = await world.startOrder(signedRequest)
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
  })

  test.each<[string, boolean]>([
    ['signs by isValidSignature', true],
    ['whose contract refuses the signature is stopped', false],
  ])('%s', async (_name, isOwner) => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    // The person's key signs. The contract decides which signer it accepts.
    world.chain.owners.set(user, isOwner ? user : (stranger.address.toLowerCase() as typeof user))
    const id = await world.startOrder(signedRequest, { ...account, chainId: harbour.chainId })
    const order = await world.waitForOrder(id, (one) => isFullyEnded(one) || one.state === 'needs_user')
    expect(order.state).toBe(isOwner ? 'verified_terminal' : 'needs_user')
    expect(world.service.submits.size).toBe(isOwner ? 1 : 0)
  })
})

describe('a sent transaction that is changed in the wallet', () => {
  async function sent(fate: Fate): Promise<{ world: World; id: string }> {
    const world = await createFundedWorld(nativeRequest)
    world.chain.fates.push(fate)
    return { world, id: await world.startOrder(nativeRequest) }
  }

  test('is followed under its new hash when it was sped up', async () => {
    const { world, id } = await sent('reprice')
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(order.transactions.map((one) => one.state)).toEqual(['replaced', 'mined'])
    expect(order.sourceTransactionHash).toBe(order.transactions.at(-1)?.hash)
  })

  test('stops when another one used its nonce, and a retry sends the only swap', async () => {
    const { world, id } = await sent('cancel')
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'transactionDropped', money: 'unmoved' })
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })
})
