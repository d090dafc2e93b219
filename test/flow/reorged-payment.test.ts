import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import {
  acrossRoute,
  createFundedWorld,
  delivered,
  depositRequest,
  manualRequest,
  nativeRequest,
  sameChainManualRequest,
} from '../harness/actions.ts'
import { account, harbour, ownCall, user } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'
import { changeViews } from '../harness/proof-reads.ts'
import type { World } from '../harness/world.ts'

/**
 * Makes one endpoint report a waiting transaction as mined, in a block that is dropped. The others never do.
 */
function fakeMinedBlock(world: World): { isOver: boolean } {
  const { reader } = world.chain
  const { transaction } = reader
  const lie = { isOver: false }
  world.chain.fates.push('stick')
  reader.transaction = async (chainId, hash) => {
    const view = await transaction(chainId, hash)
    if (lie.isOver || view.kind !== 'waiting') return view
    return { ...view, kind: 'mined', succeeded: true, confirmations: 1, blockSeconds: 1_800_000_002 }
  }
  return lie
}

test.each([
  ['native currency to the inbox', nativeRequest, {}],
  ['a deposit', depositRequest, payByWallet],
  ['a route of build-tx', manualRequest, acrossRoute],
] as const)(
  'goes back from pending to sent when the block of a transaction is dropped: %s',
  async (_name, request, choice) => {
    const world = await createFundedWorld(request, { fate: [] })
    const { ledger } = world.chain
    if (request === manualRequest) world.allowTargets(request, 2n * BigInt(request.inputAmount))
    const before = ledger.balance(harbour.chainId, request.inputToken, user)
    const lie = fakeMinedBlock(world)
    const id = await world.startOrder(request, account, choice)
    const shown = await world.waitForState(id, 'pending')
    expect(shown.transactions).toMatchObject([{ state: 'mined' }])
    lie.isOver = true
    const back = await world.waitForState(id, 'sent')
    expect(back).toMatchObject({ problem: null, transactions: [{ state: 'sent', minedMs: null }] })
    expect(back.timeline.map(({ step }) => step)).not.toContain('mined')
    // The person cancels it in the wallet. Nothing was paid and nothing will be.
    const nonce = back.transactions[0]?.accountNonce ?? 0
    world.chain.sendAt(ownCall, nonce)
    const over = await world.waitForState(id, 'needs_user')
    expect(over.problem).toMatchObject({ code: 'transactionDropped', money: 'unmoved' })
    await world.advanceTime(24 * hourMs)
    expect(ledger.balance(harbour.chainId, request.inputToken, user)).toBe(before)
    expect((await world.readOrder(id)).state).not.toBe('pending')
  },
)

describe('a transaction that is not mined, whose request the service reports as assigned', () => {
  async function startAssigned() {
    const world = await createFundedWorld(nativeRequest, { fate: [] })
    world.chain.fates.push('stick')
    const id = await world.startOrder(nativeRequest)
    const { requestHash } = (await world.waitForState(id, 'sent')).terms
    const [issued] = world.service.issued.values()
    if (issued === undefined || requestHash === null) throw new Error('no quote')
    world.service.accept({ ...issued, requestHash }, null, null)
    world.acceptedRequest().code = 1
    await world.waitForOrder(id, ({ statusCode }) => statusCode === 1)
    await world.advanceTime(minuteMs)
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ state: 'pending', transactions: [{ state: 'sent' }] })
    return { world, id, order }
  }

  test('goes back to the person when it fails', async () => {
    const { world, id } = await startAssigned()
    const failed = { kind: 'mined', succeeded: false, confirmations: 9, blockSeconds: 1_800_000_002 } as const
    changeViews(world.chain.reader, 'all', (view) =>
      view.kind === 'waiting' ? { ...view, ...failed } : view,
    )
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({
      problem: { code: 'transactionFailed', money: 'unmoved' },
    })
  })

  test('is not requested again when it fails while the service names another payment', async () => {
    const { world, id } = await startAssigned()
    const sourceHash = `0x${'77'.repeat(32)}` as const
    world.acceptedRequest().sourceHash = sourceHash
    await world.waitForOrder(id, ({ sourceTransactionHash }) => sourceTransactionHash === sourceHash)
    const failed = { kind: 'mined', succeeded: false, confirmations: 9, blockSeconds: 1_800_000_002 } as const
    changeViews(world.chain.reader, 'all', (view) =>
      view.kind === 'waiting' ? { ...view, ...failed } : view,
    )
    const begin = world.commits.length
    await world.advanceTime(10 * minuteMs)
    const states = world.commits.slice(begin).map(({ state }) => state)
    expect(states).toContain('unknown_outcome')
    expect(states).not.toContain('needs_user')
  })

  test('goes back to the person when it is cancelled in the wallet, and a retry is a new request', async () => {
    const { world, id, order } = await startAssigned()
    world.chain.sendAt(ownCall, order.transactions[0]?.accountNonce ?? 0)
    expect(await world.waitForState(id, 'needs_user')).toMatchObject({
      problem: { code: 'transactionDropped', money: 'unmoved' },
      statusCode: null,
    })
    world.solver.fate = [1, 2, 3, 4]
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject({ ...delivered, anomalies: [] })
  })
})

/** A world whose person has approved the contracts of manual routes for the input. */
async function createAllowedWorld(): Promise<World> {
  const world = await createFundedWorld(sameChainManualRequest)
  world.allowTargets(sameChainManualRequest)
  return world
}

test('follows a transaction again when a later read shows that its call is the requested one', async () => {
  const world = await createAllowedWorld()
  const back = changeViews(world.chain.reader, 'all', (view) =>
    view.kind === 'unknown' ? view : { ...view, data: '0x' },
  )
  const id = await world.startOrder(sameChainManualRequest, account, acrossRoute)
  const seen = await world.waitForState(id, 'unknown_outcome')
  expect(seen).toMatchObject({ problem: { code: 'transactionDiffers' }, transactions: [{ differs: true }] })
  back()
  const over = await world.waitForState(id, 'verified_terminal')
  expect(over).toMatchObject({ problem: null, walletRequest: null, transactions: [{ state: 'mined' }] })
  expect(over.transactions[0]).not.toHaveProperty('differs')
  expect(world.wallet.prompts.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
})

test.each([
  ['native currency to the inbox', nativeRequest, {}],
  ['a route of build-tx', manualRequest, acrossRoute],
] as const)(
  'offers no second payment after one failed receipt from one endpoint: %s',
  async (_name, request, choice) => {
    const world = await createFundedWorld(request)
    const { ledger } = world.chain
    const units = BigInt(request.inputAmount)
    // So that Ferry requests only the send.
    if (request === manualRequest) world.allowTargets(request, 2n * units)
    const before = ledger.balance(harbour.chainId, request.inputToken, user)
    // In a block that does not stay: a lost fork, or an endpoint that lies.
    const back = changeViews(world.chain.reader, 'first', (view) =>
      view.kind === 'mined' && view.succeeded && view.data !== '0x' && view.to !== request.inputToken
        ? { ...view, succeeded: false, confirmations: 1 }
        : view,
    )
    const id = await world.startOrder(request, account, choice)
    const unsure = await world.waitForOrder(id, ({ problem }) => problem !== null)
    back()
    expect(unsure).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure', money: 'unknown' } })
    await world.advanceTime(60 * secondMs)
    await world.run.dispatch(id, { kind: 'retry' })
    await world.advanceTime(120 * secondMs)
    expect(before - ledger.balance(harbour.chainId, request.inputToken, user)).toBe(units)
    expect(await world.readOrder(id)).toMatchObject(delivered)
  },
)

describe('a transaction that failed on chain', () => {
  test('ends the send only once it has its confirmations', async () => {
    const world = await createFundedWorld(nativeRequest)
    const back = changeViews(world.chain.reader, 'all', (view) => ({ ...view, confirmations: 0 }))
    world.chain.fates.push('fail')
    const id = await world.startOrder(nativeRequest)
    const unsure = await world.waitForOrder(id, ({ problem }) => problem !== null)
    expect(unsure).toMatchObject({ state: 'sent', problem: { code: 'transactionUnsure', money: 'unknown' } })
    back()
    const over = await world.waitForOrder(id, ({ state }) => state === 'needs_user')
    expect(over.problem).toMatchObject({ code: 'transactionFailed', money: 'unmoved' })
    expect(over.transactions).toMatchObject([{ state: 'failed' }])
  })
})

test.each([
  ['failed', 'fail', 'transactionFailed'],
  ['was replaced', 'stick', 'transactionDropped'],
] as const)(
  'a swap on one chain that ended by the receipt of one host goes back to the person when two hosts show that it %s',
  async (_how, fate, code) => {
    const world = await createAllowedWorld()
    const { ledger } = world.chain
    const { originChainId, inputToken, inputAmount } = sameChainManualRequest
    const before = ledger.balance(originChainId, inputToken, user)
    world.chain.fates.push(fate)
    const waits = changeViews(world.chain.reader, 'all', (view) =>
      view.kind === 'mined' ? { ...view, kind: 'waiting' } : view,
    )
    const id = await world.startOrder(sameChainManualRequest, account, acrossRoute)
    await world.waitForOrder(id, ({ transactions }) => transactions[0]?.isNonceSeen === true)
    waits()
    // The only host that answers is on a fork.
    world.chain.sources = 1
    const mined = { kind: 'mined', succeeded: true, confirmations: 9, blockSeconds: 1_800_000_002 } as const
    const back = changeViews(world.chain.reader, 'all', (view) =>
      view.kind === 'unknown' ? view : { ...view, ...mined },
    )
    const ended = await world.waitForState(id, 'reported_terminal')
    expect(ended).toMatchObject({ statusCode: 4, fundsSettled: false, transactions: [{ state: 'mined' }] })
    await world.advanceTime(minuteMs)
    expect((await world.readOrder(id)).state).toBe('reported_terminal')
    back()
    world.chain.sources = 2
    const nonce = ended.transactions[0]?.accountNonce ?? 0
    world.chain.sendAt(ownCall, nonce)
    const corrected = await world.waitForState(id, 'needs_user')
    expect(corrected).toMatchObject({
      statusCode: null,
      destinationTransactionHash: null,
      problem: { code, money: 'unmoved' },
      viewed: false,
    })
    expect(ledger.balance(originChainId, inputToken, user)).toBe(before)
    expect(world.notices.map(({ kind }) => kind)).toEqual(['done', 'failed'])
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(before - ledger.balance(originChainId, inputToken, user)).toBe(BigInt(inputAmount))
  },
)
