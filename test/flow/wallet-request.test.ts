import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { Order, WalletRequestRecord } from '../../lib/order/order.ts'
import { isRequestNeeded } from '../../lib/order/send-request.ts'
import { walletRequestOf } from '../../lib/order/wallet-request.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { walletFailure } from '../../lib/wallet/prepare-wallet.ts'
import {
  createFundedWorld,
  delivered,
  depositRequest,
  inboxRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { account, deployment, harbour, stranger, user } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'
import { sendPrompted } from '../harness/wallet-calls.ts'
import type { World } from '../harness/world.ts'
import { isFullyEnded } from '../harness/world-actions.ts'
import { orderOf, requestOf } from '../unit/order/order-fixture.ts'

describe('a wallet request that does not fit its order', () => {
  const record = (purpose: WalletRequestRecord['purpose']) =>
    requestOf(purpose, { requestId: 'r', accountNonce: null, amountUnits: null })

  async function orderOfRow(request = signedRequest): Promise<Order> {
    const world = await createFundedWorld(request, { behaviours: ['silent'] })
    return world.readOrder(await world.startOrder(request))
  }

  test.each<[WalletRequestRecord['purpose'], (order: Order) => Order, string]>([
    ['sign', (order) => ({ ...order, wallet: null }), 'walletNotConnected'],
    ['approve', () => orderOf({ kind: 'native' }), 'reason=V-3'],
  ])('%s is refused', async (purpose, change, what) => {
    const order = await orderOfRow()
    expect(() => walletRequestOf(deployment, change(order), record(purpose))).toThrow(what)
  })

  test('names the explorer only when the file has one, and no chain outside of the file', async () => {
    const order = await orderOfRow(nativeRequest)
    const added = (explorerUrl: string | null) => {
      const chains = deployment.chains.map((chain) => ({ ...chain, explorerUrl }))
      return walletRequestOf({ ...deployment, chains }, order, record('send')).chain?.add
    }
    expect(added('https://example.test')).toMatchObject({ blockExplorerUrls: ['https://example.test'] })
    expect(added(null)).not.toHaveProperty('blockExplorerUrls')
    const { currency: _unsaid, ...nameless } = deployment.chains[0] ?? ({} as never)
    const unnamed = { ...deployment, chains: [nameless, ...deployment.chains.slice(1)] }
    expect(walletRequestOf(unnamed, order, record('send')).chain?.add).toBeNull()
    expect(walletRequestOf(deployment, order, record('send')).chain?.add).toMatchObject({
      nativeCurrency: { ...deployment.chains[0]?.currency, decimals: 18 },
    })
    const approve = walletRequestOf(deployment, await orderOfRow(), record('approve'))
    expect(JSON.stringify(approve.params)).toMatch(/0x095ea7b3[0-9a-f]{64}0{64}"/)
    expect(() => walletRequestOf({ ...deployment, chains: [] }, order, record('send'))).toThrow(
      'chainNotPinned',
    )
  })
})

describe('a quote for a view', () => {
  test('is superseded when the view dropped it while a balance is read', async () => {
    const world = await createFundedWorld(signedRequest)
    Object.assign(world.chain.reader, {
      balance: async () => {
        world.quotes.drop('view')
        return 1n
      },
    })
    const viaInbox = { ...signedRequest, options: { useInbox: true } }
    expect(await world.quotes.quote('view', viaInbox, account)).toEqual({ kind: 'superseded' })
  })

  test('is returned when lists and balance cannot be read, with the token of the deployment file', async () => {
    const world = await createFundedWorld(depositRequest)
    Object.assign(world.chain.reader, { balance: () => Promise.reject(new Error('down')) })
    const viaInbox = { ...signedRequest, options: { useInbox: true } }
    expect(await world.quotes.quote('view', viaInbox, account)).toMatchObject({
      kind: 'quote',
      held: { nativeUnits: null, outputToken: { symbol: 'USDC', decimals: 6, isVerified: true } },
    })
  })
})

const swapMethods = [
  ['a deposit after its address expired', depositRequest, payByWallet],
  ['native currency to the inbox after its deadline', nativeRequest, {}],
] as const

/** Starts a swap whose wallet does not answer the transaction request. */
async function startUnanswered(request: QuoteRequest, choice: (typeof swapMethods)[number][2]) {
  const { world, id } = await startSwap(request, { behaviours: ['silent'], choice })
  return { world, id, requested: await world.waitForState(id, 'send_requested') }
}

test.each(swapMethods)(
  'reports sendTooLate when the wallet answers too late: %s',
  async (_name, request, choice) => {
    const { world, id } = await startUnanswered(request, choice)
    await world.advanceTime(15 * minuteMs)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({
      state: 'unknown_outcome',
      problem: { code: 'sendTooLate', money: 'unknown' },
      walletRequest: { purpose: 'send' },
    })
    // Ferry still accepts the answer. A rejection ends the request with nothing sent.
    await world.wallet.decide(order.walletRequest?.requestId ?? '', 'reject')
    const over = await world.waitForState(id, 'needs_user')
    expect(over.problem).toMatchObject({ code: 'walletRejected', money: 'nothingSent' })
  },
)

test.each(swapMethods)(
  'ends as quoteExpired instead of walletGone when the wallet’s steps take too long: %s',
  async (_name, request, choice) => {
    const { world, id } = await startSwap(request, { behaviours: ['silent'], choice })
    const { walletRequest } = await world.waitForState(id, 'send_requested')
    await world.advanceTime(15 * minuteMs)
    // A connector ends a request that is no longer wanted in this way.
    const requestId = walletRequest?.requestId ?? ''
    await world.run.applyAnswer({ requestId, kind: 'unreached', reason: 'noPage' })
    const over = await world.waitForState(id, 'needs_user')
    expect(over.problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
  },
)

test.each(swapMethods)(
  'is not sent to the wallet after its steps took too long: %s',
  async (_name, request, choice) => {
    const { world, requested } = await startUnanswered(request, choice)
    // The wallet asks for its chain first, and the person returns much later: `prepareWallet`, then `isNeeded`.
    await world.advanceTime(15 * minuteMs)
    expect(await isRequestNeeded(requested.walletRequest?.requestId ?? '', world.reviewPorts)).toBe(false)
  },
)

test('sends no wallet request when the swap is stopped during its simulation', async () => {
  const world = await createFundedWorld(nativeRequest)
  const { reviewKey } = await world.createReview(nativeRequest)
  const { measure } = world.chain.reader
  world.chain.reader.measure = async (...requested) => {
    world.chain.reader.measure = measure
    await world.run.dispatch(reviewKey, { kind: 'stop' })
    return measure(...requested)
  }
  const id = await world.confirm(reviewKey)
  await world.advanceTime(minuteMs)
  expect(world.wallet.prompts).toEqual([])
  expect(await world.readOrder(id)).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null })
})

const requestKinds: readonly (readonly [name: string, request: QuoteRequest, isAtomic: boolean])[] = [
  ['a send', nativeRequest, false],
  ['calls', inboxRequest, true],
  ['an approval', signedRequest, false],
]

async function startDyingBackground(request: QuoteRequest, isAtomic: boolean) {
  const world = await createFundedWorld(request, { behaviours: ['silent'] })
  world.wallet.atomic = isAtomic ? 'supported' : null
  const id = await world.startOrder(request)
  const requested = await world.waitForState(id, 'approve_requested', 'send_requested')
  const requestId = requested.walletRequest?.requestId ?? ''
  world.life.isDead = true
  return { world, id, requestId, state: requested.state }
}

const laterStates = ['approved', 'sign_requested', 'sent', 'pending']

/** Approves in the wallet without an answer to Ferry, and mines the transaction. */
async function approveSilently(world: World, requestId: string): Promise<void> {
  await world.wallet.decide(requestId, 'deaf')
  await world.advanceTime(5 * secondMs)
}

describe.each(requestKinds)('a background that starts while a wallet has %s', (_name, request, isAtomic) => {
  test('reads the chain for the result before any time passes', async () => {
    const { world, id, requestId } = await startDyingBackground(request, isAtomic)
    await approveSilently(world, requestId)
    await world.restart()
    expect(laterStates).toContain((await world.readOrder(id)).state)
    expect(world.checks).toEqual([
      [requestId, true],
      [requestId, false],
    ])
    expect(world.wallet.prompts.filter((one) => one.requestId === requestId)).toHaveLength(1)
  })

  test('waits for a wallet that still has the request, without a second prompt', async () => {
    const { world, id, requestId, state } = await startDyingBackground(request, isAtomic)
    await world.restart()
    await world.advanceTime(20 * secondMs)
    expect((await world.readOrder(id)).state).toBe(state)
    expect(world.checks.at(-1)).toEqual([requestId, false])
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('reports the request as being checked until the chain can be read', async () => {
    const { world, id, requestId, state } = await startDyingBackground(request, isAtomic)
    await approveSilently(world, requestId)
    world.chain.isDown = true
    await world.restart()
    await world.advanceTime(90 * secondMs)
    expect([(await world.readOrder(id)).state, world.checks]).toEqual([state, [[requestId, true]]])
    world.chain.isDown = false
    await world.advanceTime(30 * secondMs)
    expect((await world.readOrder(id)).state).not.toBe(state)
    expect(world.checks.at(-1)).toEqual([requestId, false])
  })
})

test('checks nothing on the chain for a signature request', async () => {
  const { world, id } = await startSwap(signedRequest, { behaviours: ['yes', 'silent'] })
  await world.waitForState(id, 'sign_requested')
  await world.restart()
  expect([(await world.readOrder(id)).state, world.checks]).toEqual(['sign_requested', []])
})

describe('a quote that ends while the wallet starts', () => {
  test.each([
    ['a signature', signedRequest, 'sign_requested'],
    ['a transaction', nativeRequest, 'send_requested'],
  ] as const)('does not prompt for %s', async (_what, request, state) => {
    const world = await createFundedWorld(request, { allowed: true, behaviours: ['before'] })
    // The wallet needs 20 s to show a request. Then less than 15 s are left.
    world.service.quoteLifeSeconds = 32
    const id = await world.startOrder(request)
    await world.waitForState(id, state)
    const { problem } = await world.waitForState(id, 'needs_user')
    expect(problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
    expect(world.wallet.prompts).toEqual([])
  })

  test.each([
    ['the wallet learns of it', false],
    ['the background restarts', true],
  ])('stops a transaction that never reached the wallet: %s', async (_when, isRestarted) => {
    const world = await createFundedWorld(nativeRequest, { behaviours: ['before'] })
    const id = await world.startOrder(nativeRequest)
    await world.waitForState(id, 'send_requested')
    await world.run.dispatch(id, { kind: 'stop' })
    if (isRestarted) await world.restart()
    await world.advanceTime(minuteMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'abandoned_unsigned', walletRequest: null })
    expect(isFullyEnded(await world.readOrder(id))).toBe(true)
    expect(world.wallet.prompts).toEqual([])
  })

  test('prompts while 15 s are left', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true, behaviours: ['before'] })
    world.service.quoteLifeSeconds = 40
    const id = await world.startOrder(signedRequest)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })
})

test.each([
  [70, 'opens no prompt'],
  [90, 'is paid'],
])('a deposit whose address has %i s left while the wallet takes 20 s %s', async (leftSeconds, outcome) => {
  const world = await createFundedWorld(depositRequest, { behaviours: ['before'] })
  const { reviewKey } = await world.createReview(depositRequest, account, payByWallet)
  await world.advanceTime((600 - leftSeconds) * secondMs)
  const id = await world.confirm(reviewKey)
  if (outcome === 'is paid') {
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    return
  }
  const { problem } = await world.waitForState(id, 'needs_user')
  expect(problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
  expect(world.wallet.prompts).toEqual([])
})

describe('a permit whose deadline is near, with a fresh quote', () => {
  async function confirmWithLeft(leftSeconds: number, prepare: (world: World) => void = () => undefined) {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    world.service.permitLifeSeconds = 60
    const { reviewKey } = await world.createReview(signedRequest)
    await world.advanceTime((60 - leftSeconds) * secondMs)
    prepare(world)
    return { world, id: await world.confirm(reviewKey) }
  }

  test.each([16, 29])('is not signed with %i s left, and the quote is shown as expired', async (seconds) => {
    const { world, id } = await confirmWithLeft(seconds)
    const { problem, timeline } = await world.waitForState(id, 'needs_user')
    expect(problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
    expect(timeline.map(({ step }) => step)).not.toContain('signRequested')
    expect(world.wallet.prompts).toEqual([])
  })

  test('is not signed when the deadline comes close after the last reads, and the quote is shown as expired', async () => {
    const { world, id } = await confirmWithLeft(32, ({ chain, clock }) => {
      const { latestBlockSeconds } = chain.reader
      const waits = [0, 5 * secondMs]
      chain.reader.latestBlockSeconds = async (chainId) => {
        clock.skip(waits.shift() ?? 0)
        return latestBlockSeconds(chainId)
      }
    })
    const { problem } = await world.waitForState(id, 'needs_user')
    expect(problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
    expect(world.wallet.prompts).toEqual([])
  })

  test('is signed with 30 s left', async () => {
    const { world, id } = await confirmWithLeft(30)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })
})

describe('a background that died between the stored request and the prompt', () => {
  async function dieBeforePrompt(): Promise<{ readonly world: World; readonly id: string }> {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { handleRequest } = world.wallet
    world.wallet.handleRequest = async () => undefined
    const id = await world.startOrder(signedRequest)
    await world.waitForState(id, 'sign_requested')
    world.wallet.handleRequest = handleRequest
    world.chain.isDown = true
    await world.restart()
    return { world, id }
  }

  test('prompts soon after the chain answers again, and does not wait for an alarm', async () => {
    const { world, id } = await dieBeforePrompt()
    await world.advanceTime(6 * secondMs)
    expect(world.wallet.prompts).toEqual([])
    world.chain.isDown = false
    await world.advanceTime(6 * secondMs)
    expect(world.wallet.prompts).toHaveLength(1)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('prompts for nothing after the swap was stopped meanwhile', async () => {
    const { world, id } = await dieBeforePrompt()
    await world.run.dispatch(id, { kind: 'stop' })
    world.chain.isDown = false
    await world.advanceTime(60 * secondMs)
    expect(world.wallet.prompts).toEqual([])
  })
})

describe('a signature', () => {
  test.each([
    ['the allowance', 'approvalFailed'],
    ['the balance', 'balanceTooLow'],
  ] as const)('is not requested after %s was lowered since it was observed', async (what, code) => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { ledger } = world.chain
    const { chainId } = harbour
    const { inputToken, inputAmount } = signedRequest
    const { reviewKey } = await world.createReview(signedRequest)
    const { nonceUsed } = world.chain.reader
    world.chain.reader.nonceUsed = async (...read) => {
      if (what === 'the allowance') ledger.allow(chainId, inputToken, user, BigInt(inputAmount) - 1n)
      else ledger.give(chainId, inputToken, user, -ledger.balance(chainId, inputToken, user))
      return nonceUsed(...read)
    }
    const id = await world.confirm(reviewKey)
    const { problem } = await world.waitForState(id, 'needs_user')
    expect(problem).toMatchObject({ code })
    expect(world.wallet.prompts).toEqual([])
  })

  test('requests a new approval on a retry, and then the signature', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['reject'] })
    await world.waitForState(id, 'needs_user')
    world.chain.ledger.allow(harbour.chainId, signedRequest.inputToken, user, 0n)
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual([
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'eth_signTypedData_v4',
    ])
  })
})

const other = stranger.address.toLowerCase()

async function startSilentSignature() {
  const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
  return { world, id, before: await world.waitForState(id, 'sign_requested') }
}

describe('when the wallet no longer shares the account', () => {
  test('continues when the wallet shares no account, because it may only be locked', async () => {
    const { world, id, before } = await startSilentSignature()
    await world.run.accountsChanged(account.wallet, [])
    expect(await world.readOrder(id)).toEqual(before)
    await world.run.accountsChanged(account.wallet, [user])
    await world.wallet.decide(before.walletRequest?.requestId ?? '', 'yes')
    expect(await world.waitForEnd(id)).toMatchObject({ statusCode: 4 })
  })

  test('changes nothing for another wallet, or while the account is still among those that the wallet shares', async () => {
    const { world, id, before } = await startSilentSignature()
    await world.run.accountsChanged(account.wallet, [user.toUpperCase().replace('0X', '0x')])
    await world.run.accountsChanged(account.wallet, [other, user])
    await world.run.accountsChanged({ ...account.wallet, id: 'another' }, [other])
    await world.run.accountsChanged({ ...account.wallet, connector: 'extension' }, [other])
    await world.run.accountsChanged({ ...account.wallet, origin: 'https://another.example' }, [other])
    expect(await world.readOrder(id)).toEqual(before)
  })
})

/** A node's answer to `eth_sendRawTransaction` as MetaMask forwards it: the node's error is in `data`. */
const forwardedError = (code: number, message: string) => ({
  code: -32603,
  message: `Internal JSON-RPC error. ${message}`,
  data: { code, message },
})

/** The node has the transaction in each case: it answered late, or it refused the wallet's second try. */
test.each([
  // go-ethereum's `errcodeTimeout`. EIP-1474 uses the same code for "resource unavailable".
  ['geth: the request took too long', forwardedError(-32002, 'request timed out')],
  ['geth’s error without a wrapper', { code: -32002, message: 'request timed out' }],
  ['the transaction is in the pool', { code: -32000, message: 'transaction already pending in pool' }],
  ['the second try is refused', { code: -32000, message: 'rejected: already known' }],
  ['the wallet’s database is locked', { code: -32603, message: 'database is locked' }],
])('does not read a node’s error as the person’s rejection: %s', async (_name, thrown) => {
  const world = await createFundedWorld(depositRequest)
  const before = world.chain.ledger.balance(harbour.chainId, depositRequest.inputToken, user)
  const { handleRequest } = world.wallet
  let isFirst = true
  world.wallet.handleRequest = async (request) => {
    if (request.method !== 'eth_sendTransaction' || !isFirst) return handleRequest(request)
    isFirst = false
    world.wallet.prompts.push(request)
    sendPrompted(world, request)
    const { requestId } = request
    world.clock.after(1_000, () => {
      world.run.applyAnswer({ requestId, kind: 'failure', failure: walletFailure(thrown) }).catch(() => 0)
    })
  }
  const id = await world.startOrder(depositRequest, account, payByWallet)
  const order = await world.waitForOrder(
    id,
    ({ state }) => state !== 'send_requested' && state !== 'confirmed',
  )
  const { message } = walletFailure(thrown)
  expect(order.problem).toMatchObject({ code: 'walletFailed', money: 'unknown', facts: { message } })
  // An old view may still send a retry.
  await world.run.dispatch(id, { kind: 'retry' })
  await world.advanceTime(2 * minuteMs)
  const lost = before - world.chain.ledger.balance(harbour.chainId, depositRequest.inputToken, user)
  expect(lost).toBe(BigInt(depositRequest.inputAmount))
})
