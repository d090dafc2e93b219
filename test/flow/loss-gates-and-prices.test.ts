import { describe, expect, test } from 'vitest'
import { multiplyUnits } from '../../lib/base/decimal.ts'
import { type Address, nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import { restoredOrder } from '../../lib/order/backup.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import { makeReview } from '../../lib/review/review.ts'
import { assessReceiver, reviewRisk } from '../../lib/review/review-risk.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, depositRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { account, island, tokenOf, user } from '../harness/chains.ts'
import { payElsewhere } from '../harness/deposits.ts'
import { changeHeldQuote } from '../harness/honest-quote.ts'
import type { World } from '../harness/world.ts'
import { consentCodesOf, setPrice } from '../harness/world-actions.ts'

const stranger: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const poisoned: Address = `${user.slice(0, 6)}${'0'.repeat(32)}${user.slice(-4)}` as Address

/** 1.5 USDC for another token. */
const otherTokenRequest: QuoteRequest = { ...signedRequest, outputToken: tokenOf(island, 'DAI').address }

interface QuotedValues {
  readonly request?: QuoteRequest
  readonly inUsd: string | null
  readonly outUsd: string | null
}

async function reviewValued(
  world: World,
  { request: quoteRequest = otherTokenRequest, inUsd, outUsd }: QuotedValues,
) {
  const outcome = await world.requestQuote(quoteRequest)
  const held = changeHeldQuote(outcome.held, (quote) => ({
    ...quote,
    input: { ...quote.input, priceInUsd: null, valueInUsd: inUsd },
    autoRoute: quote.autoRoute && {
      ...quote.autoRoute,
      output: { ...quote.autoRoute.output, effectiveAmount: null, priceInUsd: null, valueInUsd: outUsd },
    },
  }))
  return makeReview(held, account, world.reviewPorts)
}

test.each([
  ['100', '97', 'none', null],
  ['100', '94', 'warn', null],
  ['100', '88', 'confirm', 'yes'],
  ['100', '45', 'typed', 'lose'],
  ['9000', '7990', 'typed', 'lose'],
  [null, null, 'confirm', 'yes'],
])(
  'a large loss needs the person’s consent: %s dollars for %s: %s',
  async (inUsd, outUsd, level, consent) => {
    const world = await createFundedWorld(signedRequest)
    const { requiredConsents, reviewKey, risk } = await reviewValued(world, { inUsd, outUsd })
    expect(risk.loss.level).toBe(level)
    const consents = consentCodesOf(requiredConsents)
    if (consent !== null) {
      for (const said of [null, 'no', ...(consent === 'lose' ? ['yes'] : [])]) {
        const order = confirmReview(reviewKey, account, world.reviewPorts, { consent: said, consents })
        await expect(order).rejects.toThrow('consentMissing consent=loss')
      }
    }
    expect(await confirmReview(reviewKey, account, world.reviewPorts, { consent, consents })).toMatchObject({
      id: reviewKey,
    })
  },
)

describe('the independent check of a price (API2)', () => {
  const held = { chainId: otherTokenRequest.originChainId, address: otherTokenRequest.inputToken }

  test.each([
    ['2.5', 5n * 1_500_000n, 'typed'],
    ['2.5', 5n * 1_500_000n - 1n, 'none'],
    ['0.1', 5n * 1_500_000n, 'none'],
  ])(
    'believes a holding worth %s each when the chain shows its balance (%s units): %s',
    async (each, onChain, level) => {
      const world = await createFundedWorld(signedRequest)
      const balanceInUsd = multiplyUnits(onChain, 6, each)
      world.reportedHoldings = [{ ...held, balance: String(5n * 1_500_000n), balanceInUsd }]
      world.chain.ledger.give(held.chainId, held.address, user, onChain - 5n * 1_500_000n)
      const { risk } = await reviewValued(world, { inUsd: '1.5', outUsd: '1.49' })
      expect(risk.loss).toMatchObject({ level, checkedBy: null })
    },
  )

  test('uses the feeds of both tokens, whatever the quote states', async () => {
    const world = await createFundedWorld(signedRequest)
    setPrice(world, held.chainId, held.address, '1')
    setPrice(world, otherTokenRequest.destinationChainId, otherTokenRequest.outputToken, '0.0000000001')
    const { requiredConsents, reviewKey, risk } = await reviewValued(world, { inUsd: '500', outUsd: '500' })
    expect(risk.loss).toMatchObject({ level: 'typed', checkedBy: 'feeds' })
    expect(consentCodesOf(requiredConsents)).not.toContain('priceNotChecked')
    await expect(confirmReview(reviewKey, account, world.reviewPorts)).rejects.toThrow(
      'consentMissing consent=loss',
    )
  })

  test.each([
    // The service may understate a value. Only a chain feed makes an input small.
    ['1', true],
    ['100.01', true],
  ])('asks for a consent when only the service states %s dollars', async (inUsd, isRequested) => {
    const world = await createFundedWorld(signedRequest)
    const { requiredConsents, reviewKey } = await reviewValued(world, { inUsd, outUsd: inUsd })
    const all = consentCodesOf(requiredConsents)
    expect(all.includes('priceNotChecked')).toBe(isRequested)
    const order = (consents: readonly string[]) =>
      confirmReview(reviewKey, account, world.reviewPorts, { consents })
    const others = all.filter((code) => code !== 'priceNotChecked')
    if (isRequested) await expect(order(others)).rejects.toThrow('consentMissing consent=priceNotChecked')
    expect(await order(all)).toMatchObject({ id: reviewKey })
  })

  test.each([
    [100n, '90.05'],
    [1n, '99.91'],
  ])(
    'catches an output of %s permille of the same token, whatever the quote states',
    async (permille, percent) => {
      const world = await createFundedWorld(signedRequest)
      world.service.permille = permille
      const { requiredConsents, risk } = await reviewValued(world, {
        request: signedRequest,
        inUsd: '1.5',
        outUsd: '1.5',
      })
      expect(risk.loss).toMatchObject({ level: 'typed', percent, checkedBy: 'amounts' })
      expect(consentCodesOf(requiredConsents)).not.toContain('priceNotChecked')
    },
  )

  test('continues without feeds that cannot be reached', async () => {
    const world = await createFundedWorld(signedRequest)
    const feedPrice = async () => {
      throw new Problem('rpcUnreachable')
    }
    const ports = { ...world.reviewPorts, chain: { ...world.reviewPorts.chain, feedPrice } }
    const outcome = await world.requestQuote(signedRequest)
    expect((await makeReview(outcome.held, account, ports)).risk.loss.checkedBy).toBe('amounts')
  })
})

describe('receivers (M7, X3)', () => {
  test('refuse an address that imitates the person’s, in the form and in the review', async () => {
    const world = await createFundedWorld(signedRequest)
    const typed = {
      chainId: island.chainId,
      form: 'evm' as const,
      text: poisoned,
      tokens: [],
      userAddress: user,
    }
    expect(await assessReceiver(typed, world.reviewPorts)).toMatchObject({
      problem: { code: 'addressLookalike' },
      imitates: user,
    })
    await expect(world.createReview({ ...signedRequest, receiverAddress: poisoned })).rejects.toThrow(
      'addressLookalike',
    )
  })

  test('refuse a refund address that imitates the person’s account, in the review of a deposit', async () => {
    const world = await createFundedWorld(depositRequest)
    const options = { ...depositRequest.options, refundAddress: poisoned }
    await expect(world.createReview({ ...depositRequest, options }, account, payElsewhere)).rejects.toThrow(
      'addressLookalike',
    )
  })

  test('refuse an address that imitates an earlier receiver', async () => {
    const world = await createFundedWorld(signedRequest)
    setPrice(world, signedRequest.originChainId, signedRequest.inputToken, '1')
    const { reviewKey } = await world.createReview({ ...signedRequest, receiverAddress: stranger })
    await world.run.start(await confirmReview(reviewKey, account, world.reviewPorts))
    const near = `${stranger.slice(0, 6)}${'1'.repeat(32)}${stranger.slice(-4)}`
    const typed = { chainId: island.chainId, form: 'evm' as const, text: near, tokens: [], userAddress: null }
    expect(await assessReceiver(typed, world.reviewPorts)).toMatchObject({ imitates: stranger })
    expect(await assessReceiver({ ...typed, text: stranger }, world.reviewPorts)).toMatchObject({
      address: stranger,
    })
    await world.settle()
  })

  test('of restored copies, which may be planted, may be imitated, but do not excuse an imitation', async () => {
    const near = `${stranger.slice(0, 6)}${'1'.repeat(32)}${stranger.slice(-4)}` as const
    const elsewhere = await createFundedWorld(nativeRequest)
    const id = await elsewhere.startOrder({ ...nativeRequest, receiverAddress: stranger })
    const world = await createFundedWorld(signedRequest)
    setPrice(world, signedRequest.originChainId, signedRequest.inputToken, '1')
    const nowMs = world.clock.nowMs()
    expect(await world.orders.restore(restoredOrder(await elsewhere.readOrder(id), nowMs))).toBe(true)
    const assess = (text: string) => {
      const form = 'evm' as const
      const typed = { chainId: island.chainId, form, text, tokens: [], userAddress: null }
      return assessReceiver(typed, world.reviewPorts)
    }
    expect(await assess(near)).toMatchObject({ address: near, risks: ['lookalike', 'unused'] })
    expect(await assess(stranger)).toMatchObject({ address: stranger, risks: ['unused'] })
    const { requiredConsents, reviewKey, risk } = await world.createReview({
      ...signedRequest,
      receiverAddress: near,
    })
    expect(risk.receiver).toEqual(['lookalike', 'unused'])
    expect(consentCodesOf(requiredConsents)).toContain('addressResembles')
    await expect(confirmReview(reviewKey, account, world.reviewPorts)).rejects.toThrow(
      'consentMissing consent=addressResembles',
    )
    // The copy does not make its receiver a known one, and a saved recipient is known whatever a copy says.
    world.savedRecipients = [near]
    expect(await assess(near)).toMatchObject({ address: near, risks: ['unused'] })
    expect(await assess(stranger)).toMatchObject({ problem: { code: 'addressLookalike' }, imitates: near })
  })

  test('report contracts and unused addresses, and refuse zero and token contracts', async () => {
    const world = await createFundedWorld(signedRequest)
    const ports = world.reviewPorts
    const look = (text: string) =>
      assessReceiver(
        {
          chainId: island.chainId,
          form: 'evm' as const,
          text,
          tokens: [signedRequest.outputToken],
          userAddress: user,
        },
        ports,
      )
    expect(await look(island.permit2)).toMatchObject({ risks: ['contract'] })
    expect(await look(stranger)).toMatchObject({ risks: ['unused'] })
    world.chain.ledger.give(island.chainId, nativeAddress, stranger, 1n)
    expect(await look(stranger)).toEqual({ address: stranger, name: null, risks: [] })
    expect(await look(user)).toEqual({ address: user, name: null, risks: [] })
    expect(await look(zeroAddress)).toMatchObject({ problem: { facts: { reason: 'zero' } } })
    expect(await look(signedRequest.outputToken)).toMatchObject({ problem: { facts: { reason: 'token' } } })
    const { risk } = await world.createReview({ ...signedRequest, receiverAddress: island.permit2 })
    expect(risk.receiver).toEqual(['contract'])
    world.chain.isDown = true
    expect(await look(stranger)).toMatchObject({ problem: { code: 'rpcUnreachable' } })
  })

  test('are unchecked and never read in an unknown address format', async () => {
    const world = await createFundedWorld(signedRequest)
    const { checked } = await world.createReview(signedRequest)
    const { request } = checked.reviewed
    const receiverAddress = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
    const far = { ...request, destinationChainId: 5, destinationFormat: 'unknown', receiverAddress } as const
    const risk = reviewRisk({ ...checked.reviewed, request: far }, world.reviewPorts)
    expect((await risk).receiver).toEqual(['unchecked'])
  })

  test.each([
    ['a contract', '0x6080', ['notDeployed']],
    ['no contract', '0x', []],
  ] as const)('are the own account, which is %s, on a chain outside the file', async (_what, code, risks) => {
    const world = await createFundedWorld(signedRequest)
    const { checked } = await world.createReview(signedRequest)
    const far = { ...checked.reviewed.request, destinationChainId: 5, receiverAddress: user }
    const ports = {
      ...world.reviewPorts,
      chain: { ...world.reviewPorts.chain, codeAt: async () => code },
    }
    const risk = reviewRisk({ ...checked.reviewed, request: far }, ports)
    expect((await risk).receiver).toEqual(risks)
  })

  test('count an EIP-7702 account as an account, and are not read on a chain outside the file', async () => {
    const world = await createFundedWorld(signedRequest)
    const { chain } = world.reviewPorts
    const ports = { ...world.reviewPorts, chain: { ...chain, codeAt: async () => '0xef0100aa' as const } }
    world.chain.ledger.give(island.chainId, nativeAddress, stranger, 1n)
    const typed = {
      chainId: island.chainId,
      form: 'evm' as const,
      text: stranger,
      tokens: [],
      userAddress: null,
    }
    expect(await assessReceiver(typed, ports)).toEqual({ address: stranger, name: null, risks: [] })
    expect(await assessReceiver({ ...typed, chainId: 1 }, ports)).toEqual({
      address: stranger,
      name: null,
      risks: [],
    })
  })
})
