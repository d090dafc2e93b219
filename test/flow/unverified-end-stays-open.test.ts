import { describe, expect, test } from 'vitest'
import { isVerified } from '../../lib/order/order-state.ts'
import { pageSwap } from '../../lib/sites/page-swap.ts'
import {
  begin,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
  taken,
  untakenOrder,
  until,
  untilState,
} from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { started } from '../harness/reported-payment.ts'
import { proposalOf } from '../unit/sites/proposal-fixture.ts'

const { outputToken } = signedAsk

describe('a request that is open at the wallet', () => {
  test('stays open whatever the service reports, and the person can reject it', async () => {
    const world = await started(nativeAsk)
    world.wallet.moods.push('silent')
    const id = await begin(world, nativeAsk)
    const asked = await orderAt(world, id)
    const [issued] = [...world.service.issued.values()].slice(-1)
    if (issued === undefined) throw new Error('nothing quoted')
    world.solver.fate = []
    world.service.take(issued, null, null)
    const paid = world.chain.pay(island.chainId, outputToken, user, 10n ** 30n)
    Object.assign(taken(world), { code: 4, destinationHash: paid, sourceHash: paid })
    await pass(world, 120_000)
    expect(await orderAt(world, id)).toMatchObject({ state: 'send_requested', statusCode: null })
    await world.wallet.decide(asked.walletRequest?.requestId ?? '', 'reject')
    const declined = await until(world, id, ({ state }) => state !== 'send_requested')
    expect(declined).toMatchObject({ state: 'needs_user', problem: { code: 'walletRejected' } })
    expect(isVerified(declined)).toBe(false)
  })

  test('continues when the chain shows the transaction that the service names', async () => {
    const world = await started(nativeAsk)
    world.wallet.moods.push('deaf')
    const id = await begin(world, nativeAsk)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  })
})

describe('the claim of one endpoint', () => {
  test('is no proof of a payment and is stored as a doubt', async () => {
    const world = await started()
    world.chain.sources = 1
    const id = await begin(world, signedAsk)
    await untilState(world, id, 'reported_terminal')
    await pass(world, 600_000)
    const alone = await orderAt(world, id)
    expect(alone).toMatchObject({ state: 'reported_terminal', doubt: 'oneSource', fundsSettled: false })
    expect(alone.evidence?.sources).toBe(1)
    world.chain.sources = 2
    expect(await until(world, id, isAtRest)).toMatchObject({
      state: 'verified_terminal',
      evidence: { sources: 2 },
    })
  })

  test('never ends a live signature', async () => {
    const { world, id } = await untakenOrder()
    world.chain.sources = 1
    await pass(world, 3_600_000)
    const alone = await orderAt(world, id)
    expect(alone).toMatchObject({ doubt: 'oneSource', fundsSettled: false })
    expect(['expired_unused', 'verified_terminal']).not.toContain(alone.state)
    world.chain.sources = 2
    const ended = await untilState(world, id, 'expired_unused')
    expect(ended.doubt).toBeUndefined()
    expect(ended.problem?.money).toBe('signedUnused')
  })
})

describe('a proven end', () => {
  test('is not changed by later reports of the service', async () => {
    const world = await started()
    world.solver.fate = [1, 2, 3]
    const id = await begin(world, signedAsk)
    const proven = await untilState(world, id, 'verified_terminal')
    const lie = world.chain.pay(island.chainId, outputToken, user, 1n)
    const { status } = world.service.service
    Object.assign(world.service.service, {
      status: async (...asked: Parameters<typeof status>) => {
        const look = await status(...asked)
        if (look.kind !== 'record') return look
        const record = { ...look.record, fulfilledAmount: '999999000000', destinationTransactionHash: lie }
        return { ...look, record: { ...record, statusCode: 4 as const, sourceTransactionHash: lie } }
      },
    })
    await pass(world, 120_000)
    const after = await orderAt(world, id)
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
    const { world, id } = await untakenOrder()
    world.solver.set(taken(world), 5)
    const told = await untilState(world, id, 'reported_terminal')
    const endsMs = (told.terms.permitDeadlineSeconds ?? 0) * 1000
    expect(told.problem).toMatchObject({ money: 'signatureLives', facts: { untilMs: String(endsMs) } })
    await pass(world, 60_000)
    expect((await orderAt(world, id)).problem?.money).toBe('signatureLives')
    const ended = await until(world, id, isAtRest)
    expect(world.clock.nowMs()).toBeGreaterThan(endsMs)
    expect(ended).toMatchObject({ state: 'verified_terminal', problem: { money: 'signedUnused' } })
    expect(ended.problem?.facts.untilMs).toBeUndefined()
  })

  test('is corrected when its signature was used, although nothing arrived', async () => {
    const { world, id } = await untakenOrder()
    world.solver.set(taken(world), 6)
    await untilState(world, id, 'reported_terminal')
    const { permitNonce } = (await orderAt(world, id)).terms
    world.chain.ledger.useNonce(harbour.chainId, user, BigInt(permitNonce ?? '0'))
    const used = await until(world, id, ({ problem }) => problem?.money === 'signatureUsed')
    expect(used).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
  })
})
