import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { isEndVerified } from '../../lib/order/order-state.ts'
import { pageSwap } from '../../lib/sites/page-swap.ts'
import {
  acrossRoute,
  createUnexecutedOrder,
  delivered,
  depositRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { payElsewhere } from '../harness/deposits.ts'
import {
  createOwnTransaction,
  createReportedEnd,
  type ReportedEnd,
  verifyEnd,
} from '../harness/reported-end.ts'
import { useSingleHost } from '../harness/single-host.ts'
import { type OrderPart, withTerms } from '../unit/order/order-fixture.ts'
import { proposalOf } from '../unit/sites/proposal-fixture.ts'

const noProof = { kind: 'proof', proof: 'pending' } as const
const cannotProve = { kind: 'proof', proof: 'unreadable' } as const
const noDeposit = { ...noProof, isDepositUnseen: true } as const
const unusedProof = { kind: 'proof', proof: 'neverPaid' } as const
const unknownHash: Hex = `0x${'7e'.repeat(32)}`
const expired = { statusCode: 5 } as const

describe('a signature whose order the service reports as ended', () => {
  /** Another nonce than the ledger's, so that the signature is unused, unless `isUsed` is true. */
  async function signed(isUsed: boolean): Promise<ReportedEnd> {
    const over = await createReportedEnd(signedRequest)
    const permitNonce = isUsed ? over.order.terms.permitNonce : '7'
    return { ...over, order: withTerms(over.order, { permitNonce }) }
  }
  const paysBack = ({ world, order }: ReportedEnd, units: bigint): Hex =>
    world.chain.payAsSolver(harbour.chainId, signedRequest.inputToken, user, units, order.terms.requestHash)

  test.each([true, false])('ends by its nonce; used: %s', async (used) => {
    const over = await signed(used)
    for (const statusCode of [5, 6] as const) {
      const event = await verifyEnd(over, { statusCode })
      expect(event).toMatchObject({ kind: 'nonceRead', used, sources: 2 })
      expect(event).not.toHaveProperty('doubt')
    }
  })

  test('is refunded when used, but only once the chain shows the refund', async () => {
    const over = await signed(true)
    expect(await verifyEnd(over)).toEqual({ ...noProof, isSignatureUsed: true })
    const unseen = await verifyEnd(over, { refundTransactionHash: unknownHash })
    expect(unseen).toEqual({ ...noProof, doubt: 'notShown', isSignatureUsed: true })
    const refundTransactionHash = paysBack(over, BigInt(signedRequest.inputAmount))
    for (const statusCode of [5, 7] as const) {
      const event = await verifyEnd(over, { statusCode, refundTransactionHash })
      expect(event).toMatchObject({ kind: 'proof', proof: 'verified' })
    }
  })

  test('gets no refund when unused, whatever payment the service names', async () => {
    const over = await signed(false)
    const plain = await verifyEnd(over)
    expect(plain).toMatchObject({ kind: 'nonceRead', used: false })
    expect(plain).not.toHaveProperty('doubt')
    const inFull = { refundTransactionHash: paysBack(over, BigInt(signedRequest.inputAmount)) }
    expect(await verifyEnd(over, inFull)).toEqual({ ...plain, doubt: 'notShown' })
    const inPart = { refundTransactionHash: paysBack(over, 5n) }
    expect(await verifyEnd(over, inPart)).toEqual({ ...plain, doubt: 'less' })
  })

  test.each([
    [0, 0, 'pending'],
    [dayMs, 12, 'pending'],
    [dayMs + 1, 11, 'pending'],
    [dayMs + 1, 12, 'unreadable'],
  ] as const)(
    'is searched for a named refund, if its delivery cannot be read, until %i ms and %i reads later: %s',
    async (ms, count, proof) => {
      const over = await signed(true)
      const { reviewed } = over.order
      const timeline = [{ step: 'fulfilled', atMs: over.world.clock.nowMs() }] as const
      over.world.clock.skip(ms)
      const part = {
        statusCode: 4,
        isPermitOver: true,
        endReads: { count, atMs: over.world.clock.nowMs() },
        timeline,
        updatedMs: over.world.clock.nowMs(),
      } as const
      const request = { ...reviewed.request, destinationChainId: 777 }
      const refund = { refundTransactionHash: unknownHash, refundChainId: harbour.chainId }
      const event = await verifyEnd(over, { ...part, ...refund, reviewed: { ...reviewed, request } })
      expect(event).toMatchObject({ kind: 'proof', proof })
    },
  )

  test.each([
    ['one host alone can show it past its deadline', true, 3 * minuteMs, true],
    ['two hosts can', false, 3 * minuteMs, false],
    ['its deadline has not passed with a margin for the clocks', true, minuteMs, false],
    ['its deadline has not passed', true, -minuteMs, false],
  ] as const)(
    'has an end that is only reported, if its delivery cannot be read and %s',
    async (_when, isSingle, afterMs, isReportedOnly) => {
      const over = await signed(false)
      const { terms, reviewed } = over.order
      if (isSingle) useSingleHost(over.world)
      over.world.clock.skip(
        Number(terms.permitDeadlineSeconds) * secondMs + afterMs - over.world.clock.nowMs(),
      )
      const request = { ...reviewed.request, destinationChainId: 777 }
      const event = await verifyEnd(over, { statusCode: 4, reviewed: { ...reviewed, request } })
      if (isReportedOnly) expect(event).toEqual({ ...cannotProve, isReportedOnly })
      else expect(event).toMatchObject({ kind: 'nonceRead', used: false })
    },
  )

  test('is searched for a refund once two hosts showed it used, although the service reports a failure', async () => {
    const over = await signed(true)
    const used = { ...expired, isPermitOver: true }
    expect(await verifyEnd(over, used)).toEqual({ ...noProof, isSignatureUsed: true })
    const hash = paysBack(over, BigInt(signedRequest.inputAmount))
    expect(await verifyEnd(over, used)).toMatchObject({ proof: 'verified', evidence: { hash } })
    over.world.chain.sources = 1
    expect(await verifyEnd(over, used)).toMatchObject({ kind: 'nonceRead', sources: 1 })
  })

  test('is unused once two endpoints show its cancellation', async () => {
    const over = await signed(false)
    const { ledger } = over.world.chain
    ledger.invalidate(harbour.chainId, user, 7n, unknownHash)
    const cancelling = { cancelling: { sinceBlock: '1', isTooLate: false } }
    for (const statusCode of [5, 6, 7] as const)
      expect(await verifyEnd(over, { ...cancelling, statusCode })).toEqual(unusedProof)
    over.world.chain.sources = 1
    expect(await verifyEnd(over, { ...cancelling, ...expired })).toEqual({ ...noProof, doubt: 'oneSource' })
    expect(await verifyEnd(over, expired)).toMatchObject({ kind: 'nonceRead', used: true })
  })

  test('stays used when the cancellation came too late', async () => {
    const cancelling = { cancelling: { sinceBlock: '1', isTooLate: true } }
    const event = await verifyEnd(await signed(true), { ...cancelling, ...expired })
    expect(event).toMatchObject({ kind: 'nonceRead', used: true })
  })
})

describe('a deposit whose order the service reports as ended', () => {
  async function deposit(part: OrderPart = {}) {
    const over = await createReportedEnd(depositRequest, payElsewhere, { ...expired, ...part })
    const { deposit: terms } = over.order.terms
    if (terms === undefined) throw new Error('no deposit')
    const give = (units: bigint) =>
      over.world.chain.ledger.give(terms.chainId, terms.token, terms.address.toLowerCase(), units)
    /** Sets the clock to `ms` after the hour that follows the end of the deposit address. */
    const goesLate = (ms: number) =>
      over.world.clock.skip(terms.expirySeconds * secondMs + hourMs + ms - over.world.clock.nowMs())
    return { ...over, terms, give, goesLate }
  }

  test('counts as paid when a single unit is on its address', async () => {
    const over = await deposit()
    over.give(1n)
    for (const ms of [-hourMs, 1_000]) {
      over.goesLate(ms)
      expect(await verifyEnd(over)).toEqual({ kind: 'depositObserved', units: '1' })
    }
  })

  test('ends as unpaid an hour after its expiry by Ferry’s clock and by that of two endpoints', async () => {
    const over = await deposit()
    const { chain } = over.world
    const rules: readonly (readonly [number, readonly number[], object])[] = [
      [-hourMs, [0, 0], noDeposit],
      [0, [0, 0], noDeposit],
      // The chain is past the hour. Ferry's clock is exactly at it, not past it.
      [0, [1_000, 1_000], noDeposit],
      // Ferry's clock is past the hour, and the chain is not.
      [1, [0, 0], noDeposit],
      [1, [0, 1_000], noDeposit],
      [1, [1_000, 0], noDeposit],
      [1, [1_000, 1_000], unusedProof],
      [1_000, [0, 0], unusedProof],
      // The third endpoint stopped long ago, or names a time to come.
      [1_000, [0, 0, -dayMs], unusedProof],
      [1, [0, 0, dayMs], noDeposit],
    ]
    for (const [ms, endpointsAheadMs, wanted] of rules) {
      over.goesLate(ms)
      Object.assign(chain, { endpointsAheadMs })
      expect([ms, endpointsAheadMs, await verifyEnd(over)]).toEqual([ms, endpointsAheadMs, wanted])
    }
  })

  test('does not end on the claim of one endpoint', async () => {
    const over = await deposit()
    over.world.chain.sources = 1
    expect(await verifyEnd(over)).toEqual(noProof)
    over.goesLate(2_000)
    expect(await verifyEnd(over)).toEqual({ ...noProof, doubt: 'oneSource' })
  })

  test('does not end as unpaid if one endpoint showed it before: the service moves the funds', async () => {
    const over = await deposit({ depositObserved: { units: '5', atMs: 1, isOneSource: true } })
    over.give(0n)
    expect(await verifyEnd(over)).toEqual(noProof)
    over.goesLate(2_000)
    expect(await verifyEnd(over)).toEqual({ ...noProof, doubt: 'oneSource' })
  })

  test('is not read at its address once the person’s money left', async () => {
    const over = await deposit({ transactions: [createOwnTransaction('send', unknownHash)] })
    over.give(5n)
    over.goesLate(2_000)
    expect(await verifyEnd(over)).toEqual(noProof)
  })

  test('cannot be proven on a chain that Ferry does not read, once the hour is over', async () => {
    const over = await deposit()
    const { reviewed } = over.order
    const far = {
      terms: withTerms(over.order, { deposit: { ...over.terms, chainId: 777 } }).terms,
      reviewed: { ...reviewed, request: { ...reviewed.request, originChainId: 777 } },
    }
    over.goesLate(0)
    expect(await verifyEnd(over, far)).toEqual(noProof)
    over.goesLate(1)
    expect(await verifyEnd(over, far)).toEqual(cannotProve)
  })
})

test('leaves a manual swap open that the service reports as ended', async () => {
  const over = await createReportedEnd(manualRequest, acrossRoute, {
    ...expired,
    transactions: [createOwnTransaction('send', unknownHash)],
  })
  const hashes = [unknownHash, `0x${'70'.repeat(32)}`]
  Object.assign(over.world.chain.reader, {
    findTransactionsWithTopic: async () => ({ hashes, final: hashes, sources: 2 }),
  })
  expect(await verifyEnd(over)).toEqual(noProof)
})

describe('a delivery', () => {
  const done = { statusCode: 4 } as const
  test('is proven by the named payment to the recipient', async () => {
    const over = await createReportedEnd(manualRequest, acrossRoute, {
      ...done,
      transactions: [createOwnTransaction('send', unknownHash)],
    })
    const { minAmountOut } = over.order.terms
    expect(await verifyEnd(over)).toEqual(noProof)
    const { outputToken } = manualRequest
    const hash = over.world.chain.payAsSolver(island.chainId, outputToken, user, BigInt(minAmountOut))
    expect(await verifyEnd(over, { destinationTransactionHash: hash })).toMatchObject({
      kind: 'proof',
      proof: 'verified',
      evidence: { kind: 'delivery', chainId: island.chainId, hash, units: minAmountOut },
    })
  })

  test('cannot be proven on a chain that is not in the deployment file, with or without a hash', async () => {
    const over = await createReportedEnd(manualRequest, acrossRoute, done)
    const { reviewed } = over.order
    const far = { reviewed: { ...reviewed, request: { ...reviewed.request, destinationChainId: 777 } } }
    for (const destinationTransactionHash of [null, unknownHash])
      expect(await verifyEnd(over, { ...far, destinationTransactionHash })).toEqual(cannotProve)
  })
})

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
