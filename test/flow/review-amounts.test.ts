import { describe, expect, test } from 'vitest'
import { subtractDecimal } from '../../lib/base/decimal.ts'
import { type Address, nativeAddress } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import { maxNativeUnits } from '../../lib/chain/costs.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import type { Order } from '../../lib/order/order.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { ReviewStep } from '../../lib/review/review-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  usdtRequest,
} from '../harness/actions.ts'
import { account, harbour, nativeHolding, tokenOf, user } from '../harness/chains.ts'
import { payElsewhere } from '../harness/deposits.ts'
import { createWaitingOrder, runTask } from '../harness/one-task.ts'
import { requestReview } from '../harness/request-review.ts'
import { createViews } from '../harness/views.ts'
import { createWorld, type World } from '../harness/world.ts'
import { consentCodesOf } from '../harness/world-actions.ts'

const gwei = 1_000_000_000n
const approveUnits = 80_000n * gwei
const sendUnits = 400_000n * gwei

function setBalance(world: World, token: string, units: bigint): void {
  const balance = world.chain.ledger.balance(harbour.chainId, token, user)
  world.chain.ledger.give(harbour.chainId, token, user, units - balance)
}

const sentValue = ({ terms }: Order) => BigInt(terms.txData?.value ?? '0')

describe('before an approval request', () => {
  test.each<[string, QuoteRequest, ReviewChoice | undefined, bigint, bigint]>([
    ['its gas', signedRequest, undefined, 0n, approveUnits],
    ['the gas of its reset too', usdtRequest, undefined, 3n, 2n * approveUnits],
    ['the gas of the swap that it is for', inboxRequest, undefined, 0n, approveUnits + sendUnits],
    ['the native fee of the swap', manualRequest, acrossRoute, 0n, approveUnits + sendUnits],
  ])('the account needs %s', async (_what, request, choice, allowed, gasUnits) => {
    const { world, order } = await createWaitingOrder(request, choice)
    world.allowPermit2(request, allowed)
    const units = sentValue(order) + gasUnits
    setBalance(world, nativeAddress, units - 1n)
    expect(await runTask(world, 'prepareApproval', order)).toMatchObject({
      kind: 'blocked',
      problem: { code: 'gasTooLow', money: 'nothingSent' },
    })
    setBalance(world, nativeAddress, units)
    expect(await runTask(world, 'prepareApproval', order)).toMatchObject({ kind: 'prepared' })
  })

  test('the account needs no gas for a signature with a sufficient allowance', async () => {
    const { world, order } = await createWaitingOrder(signedRequest)
    world.allowPermit2(signedRequest)
    setBalance(world, nativeAddress, 0n)
    expect(await runTask(world, 'prepareApproval', order)).toMatchObject({ kind: 'prepared' })
  })
})

test.each<[string, QuoteRequest, ReviewChoice | undefined]>([
  ['a payment to a deposit address', depositRequest, { routeKey: 'deposit' }],
  ['a manual swap', manualRequest, acrossRoute],
  ['a swap of the inbox', inboxRequest, undefined],
])('before a transaction request the account still needs the token of %s', async (_what, request, choice) => {
  const { world, order } = await createWaitingOrder(request, choice)
  setBalance(world, request.inputToken, BigInt(request.inputAmount) - 1n)
  const { symbol } = order.reviewed.inputToken
  expect(await runTask(world, 'prepareSend', order)).toMatchObject({
    kind: 'blocked',
    problem: { code: 'balanceTooLow', facts: { symbol } },
  })
  setBalance(world, request.inputToken, BigInt(request.inputAmount))
  expect(await runTask(world, 'prepareSend', order)).toMatchObject({ kind: 'prepared' })
})

test('Max of native currency on a rollup reserves the gas and the data fee of a send, as the review and the prompt count them', async () => {
  const world = await createWorld()
  const held = 10n ** 18n
  setBalance(world, nativeAddress, held)
  world.chain.dataFeeUnits = 10n ** 15n
  const most = maxNativeUnits(held, await world.chain.reader.gasPrice(harbour.chainId), 0n)
  expect(held - most).toBe(2n * (sendUnits + world.chain.dataFeeUnits))
  const request = { ...nativeRequest, inputAmount: most.toString() }
  const id = await world.startOrder(request)
  expect((await world.waitForState(id, 'verified_terminal')).fundsSettled).toBe(true)
  setBalance(world, nativeAddress, held - 1n)
  await expect(world.createReview(request)).rejects.toMatchObject({ data: { code: 'gasTooLow' } })
})

interface GasCase {
  readonly request: QuoteRequest
  readonly choice?: ReviewChoice
  readonly holdings?: readonly (typeof nativeHolding)[] | null
  readonly allowance?: bigint
}

/** Returns the gas of each step of the review as the view receives it. */
async function readGasSteps({ request, choice = {}, holdings = [nativeHolding], allowance = 0n }: GasCase) {
  const world = await createFundedWorld(request, { allowed: allowance })
  world.reportedHoldings = holdings
  const { steps } = await requestReview(world, request, choice)
  return steps.map(({ purpose, gasInUsd }): [ReviewStep['purpose'], string | null] => [purpose, gasInUsd])
}

test.each<[string, GasCase, [ReviewStep['purpose'], string | null][]]>([
  [
    'an approval before a signature',
    { request: signedRequest },
    [
      ['approve', '0.16'],
      ['sign', null],
    ],
  ],
  [
    'two approvals',
    { request: usdtRequest, allowance: 1n },
    [
      ['resetApproval', '0.16'],
      ['approve', '0.16'],
      ['sign', null],
    ],
  ],
  ['no approval', { request: signedRequest, allowance: 10n ** 18n }, [['sign', null]]],
  [
    'an unknown price',
    { request: signedRequest, holdings: [] },
    [
      ['approve', null],
      ['sign', null],
    ],
  ],
  [
    'a list that could not be read',
    { request: signedRequest, holdings: null },
    [
      ['approve', null],
      ['sign', null],
    ],
  ],
  [
    'a transfer to a deposit address',
    { request: depositRequest, choice: { routeKey: 'deposit' } },
    [['send', '0.16']],
  ],
])('gas of %s', async (_name, requested, steps) => {
  expect(await readGasSteps(requested)).toEqual(steps)
})

const units = BigInt(signedRequest.inputAmount)

interface CostCase {
  readonly request: QuoteRequest
  readonly allowed?: bigint
  readonly routeKey?: string
  readonly holdings?: readonly (typeof nativeHolding)[] | null
  readonly prepare?: (world: World) => unknown
}

async function quoteInForm(world: World, request: QuoteRequest, routeKey: string | null = null) {
  const pick = { routeKey, sort: 'output' } as const
  const reply = await createViews(world).quote({ viewId: 'view', request, pick })
  if (reply.kind !== 'quote') throw new Error(reply.kind)
  return reply.quote
}

async function readCosts({ request, allowed = 0n, routeKey, holdings = [nativeHolding], prepare }: CostCase) {
  const world = await createFundedWorld(request, { allowed })
  world.reportedHoldings = holdings
  world.allowTargets(request, allowed)
  await prepare?.(world)
  const form = await quoteInForm(world, request, routeKey)
  const picked = routeKey === undefined ? {} : { routeKey }
  const review = await createViews(world).review({ quoteKey: form.quoteKey, ...picked })
  return { form: form.cost, review: review.quote.cost }
}

test.each<[string, CostCase, string | null]>([
  ['that still needs its approval', { request: signedRequest }, '0.16'],
  ['with a smaller allowance', { request: signedRequest, allowed: units - 1n }, '0.16'],
  ['that is approved already', { request: signedRequest, allowed: units }, '0'],
  [
    'whose allowance another swap will take',
    { request: signedRequest, allowed: units, prepare: (world) => world.startOrder(signedRequest) },
    '0.16',
  ],
  ['whose token needs a reset first', { request: usdtRequest, allowed: 1n }, '0.32'],
  ['of native currency', { request: nativeRequest, holdings: null }, '0'],
  ['through the inbox', { request: inboxRequest }, '0.16'],
  ['through the inbox, approved already', { request: inboxRequest, allowed: units }, '0'],
  ['through another bridge', { request: manualRequest, ...acrossRoute }, '0.16'],
  ['without a price of gas', { request: signedRequest, holdings: null }, null],
])('the form counts the approvals of a swap %s, as its review does', async (_name, given, gasInUsd) => {
  const { form, review } = await readCosts(given)
  expect(form?.approvalGasInUsd).toBe(gasInUsd)
  expect(form).toEqual(review)
})

test('a deposit that this wallet pays costs the gas of its transfer, and one from elsewhere at least its quote', async () => {
  const given = { request: depositRequest, routeKey: 'deposit' }
  const { form, review } = await readCosts(given)
  expect([form?.isLowerBound, review?.isLowerBound]).toEqual([true, false])
  expect(subtractDecimal(review?.inUsd ?? '0', form?.inUsd ?? '0')).toBe('0.16')
  expect(review?.restInUsd).toBe(form?.restInUsd)
  // The service's value after all costs cannot hold it either.
  const valued = await readCosts({
    ...given,
    prepare: ({ service }) => {
      service.changeQuote = (quote) => ({
        ...quote,
        deposit: quote.deposit && {
          ...quote.deposit,
          output: { ...quote.deposit.output, effectiveValueInUsd: '1.2' },
        },
      })
    },
  })
  expect(subtractDecimal(valued.review?.inUsd ?? '0', valued.form?.inUsd ?? '0')).toBe('0.16')
  const { review: unpriced } = await readCosts({ ...given, holdings: null })
  expect(unpriced).toMatchObject({ inUsd: form?.inUsd, isLowerBound: true })
})

test('the form does not block a route for the gas of an account with code, which others may pay', async () => {
  const world = await createFundedWorld(manualRequest)
  setBalance(world, nativeAddress, 0n)
  const gasFee = {
    gasToken: tokenOf(harbour, 'native'),
    ...{ gasLimit: '400000', gasPrice: '1', estimatedFee: '400000', feeInUsd: 0.1 },
  }
  world.service.changeQuote = (quote) => ({
    ...quote,
    manualRoutes: quote.manualRoutes.map((route) => ({ ...route, gasFee })),
  })
  const readBlocked = async () => {
    const { routes } = await quoteInForm(world, manualRequest)
    return routes.find(({ key }) => key === acrossRoute.routeKey)?.blocked?.code
  }
  expect(await readBlocked()).toBe('gasTooLow')
  world.chain.owners.set(user, user)
  expect(await readBlocked()).toBeUndefined()
})

test('an allowance that cannot be read counts as none', async () => {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  world.reportedHoldings = [nativeHolding]
  const { allowance } = world.chain.reader
  world.chain.reader.allowance = () => Promise.reject(new Problem('rpcUnreachable'))
  const { cost } = await quoteInForm(world, signedRequest)
  world.chain.reader.allowance = allowance
  expect(cost).toMatchObject({ approvalGasInUsd: '0.16', isLowerBound: false })
})

test('a silent chain does not hold up the quote, whose cost is then a lower bound', async () => {
  const world = await createFundedWorld(signedRequest, { allowed: true })
  world.chain.reader.gasPrice = () => new Promise(() => undefined)
  const quoting = quoteInForm(world, signedRequest)
  await world.settle()
  world.clock.runNextTimer()
  expect((await quoting).cost).toMatchObject({ approvalGasInUsd: null, isLowerBound: true })
})

test('quotes of one account and token share one read', async () => {
  const world = await createFundedWorld(signedRequest)
  const { allowance } = world.chain.reader
  let reads = 0
  world.chain.reader.allowance = (...given) => {
    reads += 1
    return allowance(...given)
  }
  await quoteInForm(world, signedRequest)
  await quoteInForm(world, { ...signedRequest, inputAmount: '1600000' })
  expect(reads).toBe(1)
  world.clock.skip(10_000)
  await quoteInForm(world, signedRequest)
  expect(reads).toBe(2)
})

const tokenAmount = signedRequest.inputAmount
const nativeAmount = nativeRequest.inputAmount

test.each([
  ['inbox', inboxRequest, {}, 0n, { amountUnits: tokenAmount }],
  ['manual', manualRequest, acrossRoute, 0n, { amountUnits: tokenAmount }],
  [
    'manual with a fee',
    manualRequest,
    acrossRoute,
    7_000n,
    { amountUnits: tokenAmount, nativeUnits: '7000' },
  ],
  ['native', nativeRequest, {}, 0n, { amountUnits: nativeAmount, nativeUnits: nativeAmount }],
  ['deposit', depositRequest, { routeKey: 'deposit' }, 0n, { amountUnits: tokenAmount }],
] as const)(
  'stores the token amount and the native amount of a transaction request: %s',
  async (_name, request, choice, fee, sent) => {
    const world = await createFundedWorld(request, { allowed: true, behaviours: ['silent'] })
    world.allowTargets(request)
    world.service.nativeFee = fee
    const id = await world.startOrder(request, account, choice)
    const requested = await world.waitForState(id, 'send_requested')
    expect(requested.walletRequest).toMatchObject(sent)
    expect(requested.walletRequest && 'nativeUnits' in requested.walletRequest).toBe('nativeUnits' in sent)
    await world.wallet.decide(requested.walletRequest?.requestId ?? '', 'yes')
    const order = await world.waitForState(
      id,
      'sent',
      'pending',
      'verified_terminal',
      'reported_terminal',
      'deposit_awaited',
    )
    expect(order.transactions.at(-1)).toMatchObject({ purpose: 'send', amountUnits: sent.amountUnits })
  },
)

test('refuses a request in the review that is too large for a wallet page', async () => {
  const world = await createFundedWorld(manualRequest)
  const more = (chars: number) => {
    world.service.changeTxData = (txData) => ({ ...txData, data: `${txData.data}${'00'.repeat(chars / 2)}` })
    return world.createReview(manualRequest, account, acrossRoute)
  }
  await expect(more(131_072)).rejects.toMatchObject({
    data: { code: 'routeUnusable', money: 'nothingSent', facts: { reason: 'tooLarge' } },
  })
  await expect(more(126_976)).rejects.toThrow('routeUnusable reason=tooLarge')
})

/** Returns the warnings of a review about a token that keeps `transferFeeBps` of each transfer. */
async function readFeeWarnings(
  request: QuoteRequest,
  transferFeeBps: bigint,
  choice: ReviewChoice = {},
  roundingUnits = 0n,
) {
  const world = await createFundedWorld(request)
  world.chain.transferFeeBps.set(request.inputToken as Address, transferFeeBps)
  world.chain.roundingUnits.set(request.inputToken as Address, roundingUnits)
  const { warnings } = await requestReview(world, request, choice)
  return warnings.filter(({ code }) => code === 'tokenKeepsPart').map(({ facts }) => facts)
}

describe('L6: a token that keeps a part of each transfer', () => {
  test.each<[string, QuoteRequest, ReviewChoice]>([
    ['signed', signedRequest, {}],
    ['through the inbox', inboxRequest, {}],
    ['on a manual route', manualRequest, acrossRoute],
    ['paid as a deposit', depositRequest, { routeKey: 'deposit' }],
  ])('is reported before a swap: %s', async (_way, request, choice) => {
    expect(await readFeeWarnings(request, 100n, choice)).toEqual([{ symbol: 'USDC', percent: '1.00' }])
    expect(await readFeeWarnings(request, 0n, choice)).toEqual([])
  })

  test('is reported with the exact percentage, rounded up', async () => {
    expect(await readFeeWarnings({ ...signedRequest, inputAmount: '1500000' }, 3n)).toEqual([
      { symbol: 'USDC', percent: '0.03' },
    ])
    // 1 of 10,000 units.
    expect(await readFeeWarnings({ ...signedRequest, inputAmount: '10000' }, 1n)).toEqual([
      { symbol: 'USDC', percent: '0.01' },
    ])
    expect(await readFeeWarnings(signedRequest, 10_000n)).toEqual([{ symbol: 'USDC', percent: '100.00' }])
  })

  test('is not reported when the token only rounds its shares, like stETH', async () => {
    expect(await readFeeWarnings(signedRequest, 0n, {}, 1n)).toEqual([])
    expect(await readFeeWarnings(signedRequest, 0n, {}, 2n)).toEqual([])
    expect(await readFeeWarnings(signedRequest, 0n, {}, 3n)).toEqual([{ symbol: 'USDC', percent: '0.01' }])
    // Two smallest units of such a small amount are a fee.
    expect(await readFeeWarnings({ ...signedRequest, inputAmount: '10000' }, 0n, {}, 2n)).toEqual([
      { symbol: 'USDC', percent: '0.02' },
    ])
  })

  test('is not reported when the wallet sends none of it', async () => {
    expect(await readFeeWarnings(nativeRequest, 100n)).toEqual([])
    expect(await readFeeWarnings(depositRequest, 100n, payElsewhere)).toEqual([])
  })
})

async function readAllowanceWarnings(request: QuoteRequest, allowed: bigint, choice: ReviewChoice = {}) {
  const world = await createFundedWorld(request, { allowed })
  world.allowTargets(request, allowed)
  const { warnings } = await requestReview(world, request, choice)
  return warnings.filter(({ code }) => code.startsWith('allowance'))
}

describe('an allowance from before the swap', () => {
  test.each([0n, units - 1n, units])('of %s units leaves nothing after the swap', async (allowed) => {
    expect(await readAllowanceWarnings(signedRequest, allowed)).toEqual([])
  })

  test('that is larger is reported with the remainder', async () => {
    expect(await readAllowanceWarnings(signedRequest, units + 2_500_000n)).toEqual([
      { code: 'allowanceLarger', facts: { symbol: 'USDC', spender: 'Permit2', amount: '2.50 USDC' } },
    ])
    expect(await readAllowanceWarnings(manualRequest, units + 1n, acrossRoute)).toEqual([
      { code: 'allowanceLarger', facts: { symbol: 'USDC', amount: '0.000001 USDC' } },
    ])
  })

  test.each([1n << 159n, (1n << 160n) - 1n, (1n << 256n) - 1n])(
    'without limit is reported: %s',
    async (allowed) => {
      const facts = { symbol: 'USDC', spender: 'Permit2' }
      expect(await readAllowanceWarnings(signedRequest, allowed)).toEqual([
        { code: 'allowanceUnlimited', facts },
      ])
    },
  )

  test('is not reported when the swap needs none', async () => {
    expect(await readAllowanceWarnings(nativeRequest, 1n << 200n)).toEqual([])
  })
})

describe('the request to revoke it after the swap', () => {
  async function requested(allowed: bigint) {
    const world = await createFundedWorld(signedRequest, { allowed })
    const { reviewKey, requiredConsents } = await world.createReview(signedRequest)
    const consents = consentCodesOf(requiredConsents)
    const order = await confirmReview(reviewKey, account, world.reviewPorts, { revokeAfter: true, consents })
    await world.run.start(order)
    return { world, id: order.id }
  }

  test('is stored, sends no wallet request by itself, and can be executed after the swap ended', async () => {
    const { world, id } = await requested(1n << 200n)
    const over = await world.waitForEnd(id)
    expect(over).toMatchObject({ state: 'verified_terminal', revokeAfter: true })
    await world.advanceTime(3_600_000)
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['eth_signTypedData_v4'])
    const { amountUnits: leftUnits } = await reviewExit('revoke', over, account, world.reviewPorts)
    expect(BigInt(leftUnits ?? 0)).toBe((1n << 200n) - units)
  })

  test('is dropped when nothing remains', async () => {
    const { world, id } = await requested(units)
    expect((await world.readOrder(id)).revokeAfter).toBeUndefined()
  })
})
