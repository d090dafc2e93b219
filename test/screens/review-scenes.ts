import * as data from '../unit/models/fake-data.ts'
import { fail, never, problem } from './answers.ts'
import type { Scene } from './scene.ts'

/** A quote that delivers this amount, and a review that warns of its loss. */
const lossyReview = (promisedAmount: string, level: 'confirm' | 'typed', request = data.quoteRequest) => {
  const quote = data.quoteFor(request, Date.now(), { promisedAmount })
  const { loss } = data.reviewFor(quote, data.bornMs, { loss: data.lossOf(quote, level) })
  const facts = { percent: loss.percent ?? '', dollars: loss.lostInUsd ?? '' }
  return { quote, part: { loss, warnings: [{ code: 'valueLoss', facts }] } } as const
}

const typedLossReview = () => {
  const { quote, part } = lossyReview('37600000', 'typed')
  return data.reviewFor(quote, Date.now(), part)
}

/** A review whose quote expires as soon as it is drawn, then a review of another quote with a lower output. */
const expiringReview = () => {
  let quotes = 0
  const next = () => {
    const part = quotes === 1 ? {} : { promisedAmount: '99390000' }
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
  const dai = { ...data.usdcIsland, symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18 }
  const requested = { ...data.quoteRequest, inputAmount: '1239567891234' }
  const promisedAmount = '1234567123456789012345678'
  return data.reviewFor(data.quoteFor(requested, nowMs, { promisedAmount, outputToken: dai }), nowMs)
}

export const reviewScenes: readonly Scene[] = [
  { name: 'review', amountText: '100', act: ['primary'] },
  { name: 'review-details', amountText: '100', act: ['primary', 'review-checks', 'facts-usual'] },
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
        const other = { ...data.quoteRequest, receiverAddress: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' }
        const { quote, part } = lossyReview('87600000', 'confirm', other)
        return data.reviewFor(quote, Date.now(), {
          ...part,
          receiverIsSelf: false,
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
    act: ['primary', 'fact-payload'],
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
