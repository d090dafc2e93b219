import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { allowanceOf } from '../../lib/order/allowances.ts'
import type { Order } from '../../lib/order/order.ts'
import { makeReview } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acceptOrderOffer,
  acrossRoute,
  createFundedWorld,
  manualRequest,
  nativeRequest,
  sameChainRequest,
  startSwap,
  usdtRequest,
} from '../harness/actions.ts'
import { account, harbour, stranger, user } from '../harness/chains.ts'
import { changeHeldQuote } from '../harness/honest-quote.ts'
import type { World } from '../harness/world.ts'
import { setPrice } from '../harness/world-actions.ts'

const [target = nativeAddress] = harbour.manualTargets
const [spender = nativeAddress] = harbour.manualSpenders ?? []
const withManual = (request: QuoteRequest): QuoteRequest => ({ ...request, options: { enableManual: true } })

const promptMethods = (world: World) => world.wallet.prompts.map(({ method }) => method)
const steps = (order: Order) => order.timeline.map(({ step }) => step)

describe('a manual swap', () => {
  test('within one chain to native currency is proven by its own transaction', async () => {
    const request = withManual({ ...sameChainRequest, outputToken: nativeAddress })
    const { world, id } = await startSwap(request, { choice: acrossRoute })
    const order = await world.waitForEnd(id)
    const hash = order.transactions.at(-1)?.hash
    expect(order).toMatchObject({ state: 'verified_terminal', evidence: { hash, isBalanceGrowth: true } })
  })

  test('approves exactly the input for its target, sends, and is followed by its transaction', async () => {
    const { world, id } = await startSwap(manualRequest, { choice: acrossRoute })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ kind: 'manual', state: 'verified_terminal', statusCode: 4 })
    expect(order.terms.requestHash).toBeNull()
    expect(promptMethods(world)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    const [approval, payment] = world.chain.sent
    expect(approval?.data).toContain(target.slice(2))
    expect(BigInt(`0x${approval?.data.slice(74)}`)).toBe(BigInt(manualRequest.inputAmount))
    expect(payment).toMatchObject({ to: target, value: 0n })
    expect(world.chain.ledger.allowance(harbour.chainId, manualRequest.inputToken, user, target)).toBe(0n)
    expect(world.notices.map(({ kind }) => kind)).toEqual(['done'])
  })

  test('within one chain is read by its receipt, without a request to the service', async () => {
    const { world, id } = await startSwap(withManual(sameChainRequest), { choice: acrossRoute })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({
      state: 'verified_terminal',
      destinationTransactionHash: order.sourceTransactionHash,
    })
    expect(order.fulfilledAmount).toBe(order.terms.minAmountOut)
    expect(steps(order)).toContain('mined')
    expect(world.service.calls.filter(({ endpoint }) => endpoint === 'status')).toEqual([])
  })

  test('whose service states no expiry lives a minute from the quote, not from the review', async () => {
    const world = await createFundedWorld(manualRequest)
    const { held } = await world.requestQuote(manualRequest)
    const open = changeHeldQuote(held, (quote) => ({
      ...quote,
      manualRoutes: (quote.manualRoutes ?? []).map((route) => ({ ...route, quoteExpiry: null })),
    }))
    await world.advanceTime(20_000)
    const { checked } = await makeReview(open, account, world.reviewPorts, acrossRoute)
    expect(checked.terms.quoteExpirySeconds).toBe(Math.floor(held.receivedMs / 1_000) + 60)
    await world.advanceTime(26_000)
    await expect(makeReview(open, account, world.reviewPorts, acrossRoute)).rejects.toThrow('quoteExpired')
  })

  test('of USDT resets the allowance of its own spender to zero first', async () => {
    const request = withManual(usdtRequest)
    const world = await createFundedWorld(request)
    world.chain.ledger.allow(harbour.chainId, request.inputToken, user, 5n, target)
    const { approvals } = await world.createReview(request, account, acrossRoute)
    expect(approvals.map(({ purpose }) => purpose)).toEqual(['resetApproval', 'approve'])
    const id = await world.startOrder(request, account, acrossRoute)
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
    expect(world.chain.sent).toHaveLength(3)
  })

  test('approves the contract that takes its token when the deployment file lists it', async () => {
    const world = await createFundedWorld(manualRequest)
    world.service.spender = spender
    const { checked } = await world.createReview(manualRequest, account, acrossRoute)
    expect(checked.terms).toMatchObject({ txData: { to: target }, spender })
    expect(checked.reviewed.proposedApproval).toMatchObject({ spenderAddress: spender })
    const id = await world.startOrder(manualRequest, account, acrossRoute)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ kind: 'manual', state: 'verified_terminal' })
    const [approval, payment] = world.chain.sent
    expect(approval?.data).toContain(spender.slice(2))
    expect(BigInt(`0x${approval?.data.slice(74)}`)).toBe(BigInt(manualRequest.inputAmount))
    expect(payment?.to).toBe(target)
    expect(allowanceOf(order)).toMatchObject({ spender })
    expect(world.chain.ledger.allowance(harbour.chainId, manualRequest.inputToken, user, spender)).toBe(0n)
  })

  test('is refused when the contract that takes its token is not in the deployment file', async () => {
    const world = await createFundedWorld(manualRequest)
    world.service.spender = stranger.address
    await expect(world.createReview(manualRequest, account, acrossRoute)).rejects.toMatchObject({
      data: { code: 'checkFailed', facts: { reason: 'M-7', path: 'approvalData.spenderAddress' } },
    })
  })

  test('of native currency approves nothing, whatever the service requests', async () => {
    const request = withManual(nativeRequest)
    const world = await createFundedWorld(request)
    world.service.spender = stranger.address
    const { checked, approvals } = await world.createReview(request, account, acrossRoute)
    expect([approvals, checked.terms.spender, checked.reviewed.proposedApproval]).toEqual([
      [],
      undefined,
      undefined,
    ])
  })

  test('sends its native fee in addition, displayed in the review', async () => {
    const world = await createFundedWorld(manualRequest)
    world.service.nativeFee = 7_000n
    const { checked } = await world.createReview(manualRequest, account, acrossRoute)
    expect(checked.reviewed.fees.at(-1)).toMatchObject({ kind: 'native', amount: '7000' })
    const id = await world.startOrder(manualRequest, account, acrossRoute)
    await world.waitForEnd(id)
    expect(world.chain.sent.at(-1)?.value).toBe(7_000n)
  })
})

/** Starts a manual swap whose approval request is open at the wallet until the quote expires. */
async function startSlowApproval(nativeFee = 0n) {
  const world = await createFundedWorld(manualRequest, { behaviours: ['silent'] })
  setPrice(world, manualRequest.originChainId, manualRequest.inputToken, '1')
  world.service.nativeFee = nativeFee
  const id = await world.startOrder(manualRequest, account, acrossRoute)
  const first = await world.waitForState(id, 'approve_requested')
  await world.advanceTime(90_000)
  const approve = () => world.wallet.decide(first.walletRequest?.requestId ?? '', 'yes')
  return { world, id, first, approve }
}

describe('a manual quote', () => {
  test('that expired after the approval is renewed and built again before it is sent', async () => {
    const { world, id, first, approve } = await startSlowApproval()
    await approve()
    const order = await world.waitForEnd(id)
    expect(order.state).toBe('verified_terminal')
    expect(order.terms.quoteId).not.toBe(first.terms.quoteId)
    expect(world.chain.sent.at(-1)?.data).toBe(order.terms.txData?.data)
  })

  test('with a higher native fee is not sent by itself and needs a review', async () => {
    const { world, id, approve } = await startSlowApproval(7_000n)
    world.service.nativeFee = 7_001n
    await approve()
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped).toMatchObject({ problem: { code: 'worseQuote' }, offer: { id: expect.any(String) } })
    await acceptOrderOffer(world, id)
    expect(await world.readOrder(id)).toEqual(stopped)
    expect(world.chain.sent).toHaveLength(1)
  })

  test('whose route is gone stops the swap, with nothing sent', async () => {
    const { world, id, approve } = await startSlowApproval()
    world.service.manualNames = ['Stargate']
    await approve()
    const stopped = await world.waitForState(id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'routeUnusable', facts: { reason: 'gone' } })
    expect(world.chain.sent).toHaveLength(1)
  })
})

describe('a built transaction is refused', () => {
  test('when the account cannot pay the native fee', async () => {
    const world = await createFundedWorld(manualRequest)
    world.service.nativeFee = BigInt(harbour.nativeFeeMaxUnits)
    world.chain.ledger.give(harbour.chainId, nativeAddress, user, 10n ** 16n - 10n ** 18n)
    await expect(world.createReview(manualRequest, account, acrossRoute)).rejects.toMatchObject({
      data: { code: 'gasTooLow' },
    })
  })
})

describe('a transaction whose answer was lost', () => {
  test.each(['deaf', 'unclear'] as const)(
    '(%s) is found by its nonce and not sent twice',
    async (behaviour) => {
      const request = withManual(nativeRequest)
      const world = await createFundedWorld(request, { behaviours: [behaviour] })
      const id = await world.startOrder(request, account, acrossRoute)
      expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
      expect(world.chain.sent).toHaveLength(1)
    },
  )

  test('that reverted stops the swap until the person retries', async () => {
    const request = withManual(nativeRequest)
    const world = await createFundedWorld(request)
    world.chain.fates.push('fail')
    const id = await world.startOrder(request, account, acrossRoute)
    const failed = await world.waitForState(id, 'needs_user')
    expect(failed).toMatchObject({ problem: { code: 'transactionFailed' }, viewed: false })
    // The screen of the sent swap promised it.
    await world.waitForOrder(id, ({ notification }) => notification?.state === 'notified')
    expect(world.notices).toEqual([{ orderId: id, kind: 'failed' }])
    await world.run.dispatch(id, { kind: 'retry' })
    // Or the next send could never be notified as late.
    expect((await world.readOrder(id)).notification).toBeNull()
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
    expect(world.notices.map(({ kind }) => kind)).toEqual(['failed', 'done'])
    expect(world.chain.sent).toHaveLength(2)
  })
})
