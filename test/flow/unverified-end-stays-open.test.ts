import { describe, expect, test } from 'vitest'
import { isEndVerified } from '../../lib/order/order-state.ts'
import { pageSwap } from '../../lib/sites/page-swap.ts'
import {
  createUnexecutedOrder,
  delivered,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { proposalOf } from '../unit/sites/proposal-fixture.ts'

const { outputToken } = signedRequest

describe('a request that is open at the wallet', () => {
  test('stays open whatever the service reports, and the person can reject it', async () => {
    const { world, id } = await startSwap(nativeRequest, { allowed: true, behaviours: ['silent'] })
    const requested = await world.readOrder(id)
    const [issued] = [...world.service.issued.values()].slice(-1)
    if (issued === undefined) throw new Error('nothing quoted')
    world.solver.fate = []
    world.service.accept(issued, null, null)
    const paid = world.chain.payAsSolver(island.chainId, outputToken, user, 10n ** 30n)
    Object.assign(world.acceptedRequest(), { code: 4, destinationHash: paid, sourceHash: paid })
    await world.advanceTime(120_000)
    expect(await world.readOrder(id)).toMatchObject({ state: 'send_requested', statusCode: null })
    await world.wallet.decide(requested.walletRequest?.requestId ?? '', 'reject')
    const declined = await world.waitForOrder(id, ({ state }) => state !== 'send_requested')
    expect(declined).toMatchObject({ state: 'needs_user', problem: { code: 'walletRejected' } })
    expect(isEndVerified(declined)).toBe(false)
  })
})

test('a proven end is not changed by later reports of the service', async () => {
  const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [1, 2, 3] })
  const proven = await world.waitForState(id, 'verified_terminal')
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
  await world.advanceTime(120_000)
  const after = await world.readOrder(id)
  expect(after).toMatchObject(delivered)
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

describe('a signed swap that the service reports as ended', () => {
  test('stays live until its deadline, and only the chain shows that it is unused', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.solver.setStatus(world.acceptedRequest(), 5)
    const reported = await world.waitForState(id, 'reported_terminal')
    const endsMs = (reported.terms.permitDeadlineSeconds ?? 0) * 1000
    expect(reported.problem).toMatchObject({ money: 'signatureLives', facts: { untilMs: String(endsMs) } })
    await world.advanceTime(60_000)
    expect((await world.readOrder(id)).problem?.money).toBe('signatureLives')
    const ended = await world.waitForEnd(id)
    expect(world.clock.nowMs()).toBeGreaterThan(endsMs)
    expect(ended).toMatchObject({ state: 'verified_terminal', problem: { money: 'signedUnused' } })
    expect(ended.problem?.facts.untilMs).toBeUndefined()
  })

  test('is corrected when its signature was used, although nothing arrived', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.solver.setStatus(world.acceptedRequest(), 6)
    await world.waitForState(id, 'reported_terminal')
    const { permitNonce } = (await world.readOrder(id)).terms
    world.chain.ledger.useNonce(harbour.chainId, user, BigInt(permitNonce ?? '0'))
    const used = await world.waitForOrder(id, ({ problem }) => problem?.money === 'signatureUsed')
    expect(used).toMatchObject({ state: 'reported_terminal', fundsSettled: false })
  })
})
