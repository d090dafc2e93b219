import * as data from '../unit/models/fake-data.ts'
import { fail, problem } from './answers.ts'
import type { Scene } from './scene.ts'

const narrow = { ...data.quoteRequest, slippagePercent: '0.5' }
const suggested = { suggestedSlippagePercent: '6' }
const [relayer] = data.quoteFor(narrow, data.bornMs).fees
const relayerFees = relayer === undefined ? [] : [relayer]
/** The person sends the transaction, so its gas adds to the cost. */
const sentQuote = () =>
  data.quoteFor(narrow, Date.now(), {
    ...suggested,
    routeKey: 'auto:send:Automatic',
    fees: [...relayerFees, data.sendGas],
  })
const sendSteps = data
  .reviewFor(sentQuote(), data.bornMs)
  .steps.map((step) =>
    step.purpose === 'sign'
      ? ({ ...step, purpose: 'send', contractName: 'inbox', gasInUsd: data.sendGas.feeInUsd } as const)
      : step,
  )
const unknownQuote = () =>
  data.quoteFor(narrow, Date.now(), {
    ...suggested,
    routeKey: 'auto:send:Automatic',
    unknownFees: ['route', 'gas'],
  })

export const costScenes: readonly Scene[] = [
  {
    name: 'home-suggested',
    amountText: '100',
    answers: { quote: () => ({ kind: 'quote', quote: sentQuote() }) },
  },
  {
    name: 'home-too-small',
    amountText: '0.5',
    answers: {
      quote: fail(
        problem('serviceRefused', {
          serverRequestId: 'req-00ff-12',
          facts: { status: '400', message: 'Input amount is too low. Minimum is 1.5 USDC' },
        }),
      ),
    },
  },
  {
    name: 'review-costs',
    amountText: '100',
    act: ['primary', 'cost-total'],
    answers: {
      quote: () => ({ kind: 'quote', quote: sentQuote() }),
      review: () => data.reviewFor(sentQuote(), Date.now(), { steps: sendSteps }),
    },
  },
  {
    name: 'review-costs-unknown',
    amountText: '100',
    act: ['primary', 'cost-total'],
    answers: {
      quote: () => ({ kind: 'quote', quote: unknownQuote() }),
      review: () => data.reviewFor(unknownQuote(), Date.now(), { steps: sendSteps }),
    },
  },
]
