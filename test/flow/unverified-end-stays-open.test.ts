import { describe, expect, test } from 'vitest'
import { isVerified } from '../../lib/order/order-state.ts'
import { pageSwap } from '../../lib/sites/page-swap.ts'
import {
  acceptedRequest,
  advanceTime,
  createUnexecutedOrder,
  isFullyEnded,
  nativeRequest,
  readOrder,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { createFundedWorld } from '../harness/reported-payment.ts'
import { proposalOf } from '../unit/sites/proposal-fixture.ts'

const { outputToken } = signedRequest

describe('a request that is open at the wallet', () => {
  test('stays open whatever the service reports, and the person can reject it', async () => {
    const world = await createFundedWorld(nativeRequest)
    world.wallet.behaviours.push('silent')
    const id = await startOrder(world, nativeRequest)
    const requested = await readOrder(world, id)
    const [issued] = [...world.service.issued.values()].slice(-1)
    if (issued === undefined) throw new Error('nothing quoted')
    world.solver.fate = []
    world.service.accept(issued, null, null)
    const paid = world.chain.payAsSolver(island.chainId, outputToken, user, 10n ** 30n)
    Object.assign(acceptedRequest(world), { code: 4, destinationHash: paid, sourceHash: paid })
    await advanceTime(world, 120_000)
    expect(await readOrder(world, id)).toMatchObject({ state: 'send_requested', statusCode: null })
    await world.wallet.decide(requested.walletRequest?.requestId ?? '', 'reject')
    const declined = await waitForOrder(world, id, ({ state }) => state !== 'send_requested')
    expect(declined).toMatchObject({ state: 'needs_user', problem: { code: 'walletRejected' } })
    expect(isVerified(declined)).toBe(false)
  })

  test('continues when the chain shows the transaction that the service names', async () => {
    const world = await createFundedWorld(nativeRequest)
    world.wallet.behaviours.push('deaf')
    const id = await startOrder(world, nativeRequest)
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
  })
})

describe('the claim of one endpoint', () => {
  test('is no proof of a payment and is stored as a doubt', async () => {
    const world = await createFundedWorld()
    world.chain.sources = 1
    const id = await startOrder(world, signedRequest)
    await waitForState(world, id, 'reported_terminal')
    await advanceTime(world, 600_000)
    const alone = await readOrder(world, id)
    expect(alone).toMatchObject({ state: 'reported_terminal', doubt: 'oneSource', fundsSettled: false })
    expect(alone.evidence?.sources).toBe(1)
    world.chain.sources = 2
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      evidence: { sources: 2 },
    })
  })

  test('never ends a live signature', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.chain.sources = 1
    await advanceTime(world, 3_600_000)
    const alone = await readOrder(world, id)
    expect(alone).toMatchObject({ doubt: 'oneSource', fundsSettled: false })
    expect(['expired_unused', 'verified_terminal']).not.toContain(alone.state)
    world.chain.sources = 2
    const ended = await waitForState(world, id, 'expired_unused')
    expect(ended.doubt).toBeUndefined()
    expect(ended.problem?.money).toBe('signedUnused')
  })
})

describe('a proven end', () => {
  test('is not changed by later reports of the service', async () => {
    const world = await createFundedWorld()
    world.solver.fate = [1, 2, 3]
    const id = await startOrder(world, signedRequest)
    const proven = await waitForState(world, id, 'verified_terminal')
    const lie = world.chain.payAsSolver(island.chainId, outputToken, user, 1n)
    const { status } = world.service.service
    Object.assign(world.service.service, {
      status: async (...requested: Parameters<typeof status>) => {
        const look = await status(...requested)
        if (look.kind !== 'record') return look
        const record = { ...look.record, fulfilledAmount: '999999000000', destinationTransactionHash: lie }
        return { ...look, record: { ...record, statusCode: 4 as const, sourceTransactionHash: lie } }
      },
    })
    await advanceTime(world, 120_000)
    const after = await readOrder(world, id)
    expect(after).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    const { fulfilledAmount, destinationTransactionHash, sourceTransactionHash, evidence } = proven
    expect(after).toMatchObject({
      fulfilledAmount,
      destinationTransactionHash,
      sourceTransactionHash,
      evidence,
    })
    expect(fulfilledAmount).toBe(evidence?.units)
    const proposal = proposalOf({ state: 'confirmed' })
    expect(pageSwap(proposal, after)).toMatchObject({ verified: true, destinationTransactionHash })
  })
})

describe('a signed swap that the service reports as ended', () => {
  test('stays live until its deadline, and only the chain shows that it is unused', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.solver.setStatus(acceptedRequest(world), 5)
    const reported = await waitForState(world, id, 'reported_terminal')
    const endsMs = (reported.terms.permitDeadlineSeconds ?? 0) * 1000
    expect(reported.problem).toMatchObject({ money: 'signatureLives', facts: { untilMs: String(endsMs) } })
    await advanceTime(world, 60_000)
    expect((await readOrder(world, id)).problem?.money).toBe('signatureLives')
    const ended = await waitForOrder(world, id, isFullyEnded)
    expect(world.clock.nowMs()).toBeGreaterThan(endsMs)
    expect(ended).toMatchObject({ state: 'verified_terminal', problem: { money: 'signedUnused' } })
    expect(ended.problem?.facts.untilMs).toBeUndefined()
  })

  test('is corrected when its signature was used, although nothing arrived', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.solver.setStatus(acceptedRequest(world), 6)
    await waitForState(world, id, 'reported_terminal')
    const { permitNonce } = (await readOrder(world, id)).terms
    world.chain.ledger.useNonce(harbour.chainId, user, BigInt(permitNonce ?? '0'))
    const used = await waitForOrder(world, id, ({ problem }) => problem?.money === 'signatureUsed')
    expect(used).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
  })
})
