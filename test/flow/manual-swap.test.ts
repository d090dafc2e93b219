import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { allowanceOf } from '../../lib/order/allowances.ts'
import type { Order } from '../../lib/order/order.ts'
import { routeByKey } from '../../lib/quote/routes.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  across,
  begin,
  fund,
  isAtRest,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  review,
  sameChainAsk,
  takeOffer,
  until,
  untilState,
  usdtAsk,
} from '../harness/actions.ts'
import { harbour, island, stranger, tokenOf, user } from '../harness/chains.ts'
import { createWorld, type World } from '../harness/world.ts'

const [target = nativeAddress] = harbour.manualTargets
const [spender = nativeAddress] = harbour.manualSpenders ?? []
const withManual = (ask: QuoteRequest): QuoteRequest => ({ ...ask, options: { enableManual: true } })

async function start(ask: QuoteRequest = manualAsk): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, ask)
  return { world, id: await begin(world, ask, account, across) }
}

const asked = (world: World) => world.wallet.prompts.map(({ method }) => method)
const steps = (order: Order) => order.timeline.map(({ step }) => step)

describe('a manual swap', () => {
  test('within one chain to native currency is proven by its own transaction', async () => {
    const { world, id } = await start(withManual({ ...sameChainAsk, outputToken: nativeAddress }))
    const order = await until(world, id, isAtRest)
    const hash = order.transactions.at(-1)?.hash
    expect(order).toMatchObject({ state: 'verified_terminal', evidence: { hash, isByBlock: true } })
  })

  test('approves exactly the input for its target, sends, and is followed by its transaction', async () => {
    const { world, id } = await start()
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ kind: 'manual', state: 'verified_terminal', statusCode: 4 })
    expect(order.terms.requestHash).toBeNull()
    expect(asked(world)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    const [approval, payment] = world.chain.sent
    expect(approval?.data).toContain(target.slice(2))
    expect(BigInt(`0x${approval?.data.slice(74)}`)).toBe(BigInt(manualAsk.inputAmount))
    expect(payment).toMatchObject({ to: target, value: 0n })
    expect(world.chain.ledger.allowance(harbour.chainId, manualAsk.inputToken, user, target)).toBe(0n)
    expect(world.notices.map(({ kind }) => kind)).toEqual(['done'])
  })

  test('of native currency needs no approval', async () => {
    const { world, id } = await start(withManual(nativeAsk))
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
    expect(asked(world)).toEqual(['eth_sendTransaction'])
    expect(world.chain.sent[0]?.value).toBe(BigInt(nativeAsk.inputAmount))
  })

  test('within one chain is read by its receipt, without a request to the service', async () => {
    const { world, id } = await start(withManual(sameChainAsk))
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({
      state: 'verified_terminal',
      destinationTransactionHash: order.sourceTransactionHash,
    })
    expect(order.fulfilledAmount).toBe(order.terms.minAmountOut)
    expect(steps(order)).toContain('mined')
    expect(world.service.calls.filter(({ endpoint }) => endpoint === 'status')).toEqual([])
  })

  test('of USDT resets the allowance of its own spender to zero first', async () => {
    const world = await createWorld()
    const ask = withManual(usdtAsk)
    fund(world, ask)
    world.chain.ledger.allow(harbour.chainId, ask.inputToken, user, 5n, target)
    const { approvals } = await review(world, ask, account, across)
    expect(approvals.map(({ purpose }) => purpose)).toEqual(['resetApproval', 'approve'])
    const id = await begin(world, ask, account, across)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
    expect(world.chain.sent).toHaveLength(3)
  })

  test('approves the contract that takes its token when the deployment file lists it', async () => {
    const world = await createWorld()
    fund(world, manualAsk)
    world.service.spender = spender
    const { checked } = await review(world, manualAsk, account, across)
    expect(checked.terms).toMatchObject({ txData: { to: target }, spender })
    expect(checked.reviewed.saidApproval).toMatchObject({ spenderAddress: spender })
    const id = await begin(world, manualAsk, account, across)
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ kind: 'manual', state: 'verified_terminal' })
    const [approval, payment] = world.chain.sent
    expect(approval?.data).toContain(spender.slice(2))
    expect(BigInt(`0x${approval?.data.slice(74)}`)).toBe(BigInt(manualAsk.inputAmount))
    expect(payment?.to).toBe(target)
    expect(allowanceOf(order)).toMatchObject({ spender })
    expect(world.chain.ledger.allowance(harbour.chainId, manualAsk.inputToken, user, spender)).toBe(0n)
  })

  test('is refused when the contract that takes its token is not in the deployment file', async () => {
    const world = await createWorld()
    fund(world, manualAsk)
    world.service.spender = stranger.address
    await expect(review(world, manualAsk, account, across)).rejects.toMatchObject({
      data: { code: 'checkFailed', facts: { reason: 'M-7', path: 'approvalData.spenderAddress' } },
    })
  })

  test('of native currency approves nothing, whatever the service requests', async () => {
    const world = await createWorld()
    const ask = withManual(nativeAsk)
    fund(world, ask)
    world.service.spender = stranger.address
    const { checked, approvals } = await review(world, ask, account, across)
    expect([approvals, checked.terms.spender, checked.reviewed.saidApproval]).toEqual([
      [],
      undefined,
      undefined,
    ])
  })

  test('sends its native fee in addition, displayed in the review', async () => {
    const world = await createWorld()
    fund(world, manualAsk)
    world.service.nativeFee = 7_000n
    const { checked } = await review(world, manualAsk, account, across)
    expect(checked.reviewed.fees.at(-1)).toMatchObject({ kind: 'native', amount: '7000' })
    const id = await begin(world, manualAsk, account, across)
    await until(world, id, isAtRest)
    expect(world.chain.sent.at(-1)?.value).toBe(7_000n)
  })
})

/** Starts a manual swap whose approval request is open at the wallet until the quote expires. */
async function heldApproval(nativeFee = 0n) {
  const world = await createWorld()
  world.service.nativeFee = nativeFee
  fund(world, manualAsk)
  world.wallet.moods.push('silent')
  const id = await begin(world, manualAsk, account, across)
  const first = await untilState(world, id, 'approve_requested')
  await pass(world, 90_000)
  const approve = () => world.wallet.decide(first.walletRequest?.requestId ?? '', 'yes')
  return { world, id, first, approve }
}

describe('a manual quote', () => {
  test('that expired after the approval is renewed and built again before it is sent', async () => {
    const { world, id, first, approve } = await heldApproval()
    await approve()
    const order = await until(world, id, isAtRest)
    expect(order.state).toBe('verified_terminal')
    expect(order.terms.quoteId).not.toBe(first.terms.quoteId)
    expect(world.chain.sent.at(-1)?.data).toBe(order.terms.txData?.data)
  })

  test('that got worse stops for the person’s consent', async () => {
    const { world, id, approve } = await heldApproval()
    world.service.permille = 980n
    await approve()
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem?.code).toBe('worseQuote')
    await takeOffer(world, id)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
  })

  test('that lost a tenth of the value can only be accepted in a review', async () => {
    const { world, id, approve } = await heldApproval()
    world.service.permille = 880n
    await approve()
    const stopped = await untilState(world, id, 'needs_user')
    await takeOffer(world, id)
    expect(await orderAt(world, id)).toEqual(stopped)
  })

  test('with a higher native fee is not sent by itself and needs a review', async () => {
    const { world, id, approve } = await heldApproval(7_000n)
    world.service.nativeFee = 7_001n
    await approve()
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped).toMatchObject({ problem: { code: 'worseQuote' }, offer: { id: expect.any(String) } })
    await takeOffer(world, id)
    expect(await orderAt(world, id)).toEqual(stopped)
    expect(world.chain.sent).toHaveLength(1)
  })

  test('whose route is gone stops the swap, with nothing sent', async () => {
    const { world, id, approve } = await heldApproval()
    world.service.manualNames = ['Stargate']
    await approve()
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.problem?.code).toBe('routeGone')
    expect(world.chain.sent).toHaveLength(1)
  })
})

describe('a built transaction is refused', () => {
  const token = tokenOf(harbour, 'USDC').address
  test.each<[string, Parameters<typeof bent>[0], string]>([
    ['to an unpinned target', { to: '0x000000000000000000000000000000000000bad1' }, 'M-1'],
    ['to the token', { to: token }, 'M-2'],
    ['to Permit2', { to: harbour.permit2 }, 'M-2'],
    ['with a value above the cap', { value: String(BigInt(harbour.nativeFeeMaxUnits) + 1n) }, 'M-3'],
    ['that approves', { data: `0x095ea7b3${'0'.repeat(128)}` }, 'M-4'],
    ['for another chain', { chainId: island.chainId }, 'M-5'],
    ['without a call', { data: '0x' }, 'M-6'],
  ])('%s', async (_name, part, reason) => {
    await expect(bent(part)).rejects.toMatchObject({ data: { code: 'checkFailed', facts: { reason } } })
  })

  test('when the service does not build it', async () => {
    const world = await createWorld()
    fund(world, manualAsk)
    world.service.faults.build.push({ code: 'serviceRefused' })
    await expect(review(world, manualAsk, account, across)).rejects.toMatchObject({
      data: { code: 'routeNotBuilt', money: 'nothingSent' },
    })
  })

  test('when the account cannot pay the native fee', async () => {
    const world = await createWorld()
    fund(world, manualAsk)
    world.service.nativeFee = BigInt(harbour.nativeFeeMaxUnits)
    world.chain.ledger.give(harbour.chainId, nativeAddress, user, 10n ** 16n - 10n ** 18n)
    await expect(review(world, manualAsk, account, across)).rejects.toMatchObject({
      data: { code: 'gasTooLow' },
    })
  })
})

async function bent(part: object) {
  const world = await createWorld()
  fund(world, manualAsk)
  world.service.bend = (txData) => ({ ...txData, ...part })
  return review(world, manualAsk, account, across)
}

describe('a transaction whose answer was lost', () => {
  test.each(['deaf', 'unclear'] as const)('(%s) is found by its nonce and not sent twice', async (mood) => {
    const world = await createWorld()
    const ask = withManual(nativeAsk)
    fund(world, ask)
    world.wallet.moods.push(mood)
    const id = await begin(world, ask, account, across)
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
    expect(world.chain.sent).toHaveLength(1)
  })

  test('that reverted stops the swap until the person retries', async () => {
    const world = await createWorld()
    const ask = withManual(nativeAsk)
    fund(world, ask)
    world.chain.fates.push('fail')
    const id = await begin(world, ask, account, across)
    expect((await untilState(world, id, 'needs_user')).problem?.code).toBe('transactionFailed')
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal' })
    expect(world.chain.sent).toHaveLength(2)
  })
})

test('refuses a route choice that is not in the quote', async () => {
  const world = await createWorld()
  fund(world, manualAsk)
  const choice = { routeKey: 'manual:Hop:' }
  await expect(review(world, manualAsk, account, choice)).rejects.toMatchObject({
    data: { code: 'routeGone' },
  })
  const outcome = await world.quotes.quote('view', manualAsk, account)
  expect(
    outcome.kind === 'quote' && routeByKey(outcome.held.response.result, manualAsk, across.routeKey),
  ).toBeTruthy()
})
