import * as data from '../unit/models/fake-data.ts'
import { fail, problem } from './answers.ts'
import type { Scene } from './scene.ts'

const narrow = { ...data.quoteRequest, slippagePercent: '0.5' }
const quote = (nowMs: number) =>
  data.quoteFor(narrow, nowMs, {
    suggestedSlippagePercent: '6',
    fees: [{ kind: 'relayer', token: data.usdcHarbour, amount: '400000', feeInUsd: '0.40' }],
    unknownFees: ['route', 'gas'],
  })

export const costScenes: readonly Scene[] = [
  {
    name: 'home-suggested',
    amountText: '100',
    answers: { quote: () => ({ kind: 'quote', quote: quote(Date.now()) }) },
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
      review: () => data.reviewFor(quote(Date.now()), Date.now()),
    },
  },
]
