import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReceiverChoice, isEndingPicked } from '../../../lib/review/agreement.ts'

const receivers = [
  [31_338, '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', /^[0-9a-f]{6}$/],
  [728_126_428, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', /^[1-9A-HJ-NP-Za-km-z]{6}$/],
  [89_999, '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q', /^[1-9A-HJ-NP-Za-km-z]{6}$/],
  [1_110_002, 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', /^[A-Z2-7]{6}$/],
] as const

test.each(receivers)(
  'on chain %i offers three different endings, one of them right',
  (chainId, address, form) => {
    const request = { destinationChainId: chainId, receiverAddress: address }
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999_999, noNaN: true })), (stream) => {
        const { choices } = createReceiverChoice(
          'https://shop.example',
          request,
          () => stream.next().value ?? 0.5,
        )
        expect(new Set(choices).size).toBe(3)
        for (const choice of choices) expect(choice).toMatch(form)
      }),
    )
    const at = () => createReceiverChoice('o', request, Math.random).choices.indexOf(address.slice(-6))
    expect(new Set(Array.from({ length: 300 }, at))).toEqual(new Set([0, 1, 2]))
  },
)

test('accepts only the right ending, and none where no choice was required', () => {
  const [, address] = receivers[0]
  const request = { destinationChainId: 31_338, receiverAddress: address }
  const question = createReceiverChoice('https://shop.example', request, Math.random)
  expect(question.choices.filter((choice) => isEndingPicked(question, address, choice))).toEqual(['dc79c8'])
  for (const wrong of [null, '', 'DC79C8', 'c79c8', address]) {
    expect(isEndingPicked(question, address, wrong), String(wrong)).toBe(false)
  }
  expect(isEndingPicked(null, address, null)).toBe(true)
})
