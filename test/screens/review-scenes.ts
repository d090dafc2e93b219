import * as data from '../unit/models/fake-data.ts'
import { fail, never, problem } from './answers.ts'
import type { Scene } from './scene.ts'

/** A quote whose output is worth 12.4 % less than its input. */
const lossy = {
  outputValueInUsd: '87.60',
  ...{ promisedAmount: '87600000', minAmountOut: '87160000' },
}

const typedLossReview = () => {
  const nowMs = Date.now()
  const lost = { outputValueInUsd: '37.60', promisedAmount: '37600000' }
  return data.reviewFor(
    data.quoteFor(data.quoteRequest, nowMs, { ...lost, minAmountOut: '37160000' }),
    nowMs,
    {
      loss: { level: 'typed', percent: '62.46', lostInUsd: '62.46', checkedBy: 'feeds', isAtMinimum: false },
      warnings: [{ code: 'valueLoss', facts: { percent: '62.46', dollars: '62.46' } }],
    },
  )
}

/** A review whose quote expires as soon as it is drawn, then a review of another quote with a lower output. */
const expiringReview = () => {
  let quotes = 0
  const next = () => {
    const part = quotes === 1 ? {} : { promisedAmount: '99410000', minAmountOut: '98910000' }
    return data.quoteFor(data.quoteRequest, Date.now(), { quoteKey: `quote-${quotes}`, ...part })
  }
  return {
    quote: () => {
      quotes += 1
      return { kind: 'quote', quote: next() }
    },
    review: () => {
      const quote = quotes === 1 ? { ...next(), expiresMs: Date.now() } : next()
      return data.reviewFor(quote, Date.now())
    },
  } satisfies Scene['answers']
}

/** Long amounts with all of their digits. */
const exact = () => {
  const nowMs = Date.now()
  const amounts = { promisedAmount: '1234567123456789012345678', minAmountOut: '1228394291839504938271605' }
  const dai = { ...data.usdcIsland, symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18 }
  const requested = { ...data.quoteRequest, inputAmount: '1234567891234' }
  return data.reviewFor(data.quoteFor(requested, nowMs, { ...amounts, outputToken: dai }), nowMs)
}

export const reviewScenes: readonly Scene[] = [
  { name: 'review', amountText: '100', act: ['primary'] },
  { name: 'review-expired', amountText: '100', act: ['primary'], answers: expiringReview() },
  {
    name: 'review-renewed',
    amountText: '100',
    act: ['primary', 'primary', 'renewed'],
    answers: expiringReview(),
  },
  { name: 'review-exact', amountText: '100', act: ['primary'], answers: { review: exact } },
  { name: 'review-loading', amountText: '100', act: ['primary'], answers: { review: never } },
  {
    name: 'review-refused',
    amountText: '100',
    act: ['primary'],
    answers: {
      review: fail(problem('checkFailed', { facts: { reason: 'W-9', path: 'witness.minOutputAmount' } })),
    },
  },
  {
    name: 'review-warned',
    amountText: '100',
    act: ['primary', 'fact-payloadGas'],
    answers: {
      review: () => {
        const nowMs = Date.now()
        const other = { ...data.quoteRequest, receiverAddress: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' }
        return data.reviewFor(data.quoteFor(other, nowMs, { ...lossy }), nowMs, {
          receiverIsSelf: false,
          loss: {
            ...{ level: 'confirm', percent: '12.46', lostInUsd: '12.46' },
            checkedBy: 'feeds',
            isAtMinimum: false,
          },
          warnings: [{ code: 'valueLoss', facts: { percent: '12.46', dollars: '12.46' } }],
          facts: [
            { name: 'originChain', kind: 'chain', value: '31337', isUsual: true },
            { name: 'outputToken', kind: 'hex', value: other.outputToken, isUsual: false },
            { name: 'destinationChain', kind: 'chain', value: '4242', isUsual: false },
            { name: 'payload', kind: 'hex', value: `0x${'a9059cbb00'.repeat(60)}`, isUsual: false },
            { name: 'payloadGas', kind: 'text', value: '200000', isUsual: false },
            { name: 'feeTaker', kind: 'hex', value: other.receiverAddress, isUsual: false },
            { name: 'feeAmount', kind: 'inputUnits', value: '500000', isUsual: false },
          ],
        })
      },
    },
  },
  { name: 'review-loses', amountText: '100', act: ['primary'], answers: { review: typedLossReview } },
  {
    name: 'review-on-the-way',
    amountText: '100',
    act: ['primary'],
    answers: {
      review: () => {
        const nowMs = Date.now()
        const { inputToken } = data.quoteFor(data.quoteRequest, nowMs)
        const token = { ...inputToken, address: `0x${'ba'.repeat(20)}`, symbol: 'WHEY', isVerified: false }
        return data.reviewFor(data.quoteFor(data.quoteRequest, nowMs), nowMs, {
          intermediateSwap: { token, minUnits: '99200000' },
          warnings: [{ code: 'tokenUnverified', facts: { symbol: 'WHEY' } }],
          requiredConsents: [
            { code: 'payloadNotConfirmed', facts: {} },
            { code: 'intermediateSwapUnpriced', facts: { symbol: 'WHEY', token: token.address } },
            { code: 'intermediateSwapLoses', facts: { symbol: 'WHEY', percent: '12.40' } },
          ],
          facts: [
            { name: 'intermediateSwap', kind: 'hex', value: token.address, isUsual: false },
            { name: 'payload', kind: 'hex', value: `0x${'a9059cbb'.repeat(4_096)}`, isUsual: false },
          ],
        })
      },
    },
  },
]
