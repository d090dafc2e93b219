import * as data from '../unit/model/fake-data.ts'
import { fail, never, problem } from './answers.ts'
import type { Scene } from './scene.ts'

/** The review: as usual, while it is read, refused, and with what is to be compared. */
export const reviewScenes: readonly Scene[] = [
  { name: 'review', amountText: '100', act: ['primary'] },
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
        const other = { ...data.ask, receiverAddress: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' }
        return data.reviewFor(data.quoteFor(other, nowMs, { lossPercent: '12.40' }), nowMs, {
          receiverIsSelf: false,
          warnings: [{ code: 'valueLoss', facts: { percent: '12.40', dollars: '12.40' } }],
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
]
