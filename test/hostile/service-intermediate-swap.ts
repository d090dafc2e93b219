import type { Address } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { harbour, inboxOf, tokenOf } from '../harness/chains.ts'
import { type More, quoteLie } from './answer-lie.ts'
import { attacker, forgeRequest } from './forge.ts'
import { kinds } from './kinds.ts'
import type { Scene, SwapLie } from './lie.ts'
import { writePath } from './wire.ts'

const usdt = tokenOf(harbour, 'USDT').address
const dai = tokenOf(harbour, 'DAI').address
const worthless: Address = `0x${'ba'.repeat(20)}`
const unpriced = 'question:intermediateSwapUnpriced'
const bytesKinds = ['signed', 'inbox'] as const

const intermediateSwap = (name: string, token: string, least: string, more: More) =>
  quoteLie(
    name,
    (quote, request) =>
      forgeRequest(quote, request, (witness) => {
        writePath(witness, 'swapOutputToken', token)
        writePath(witness, 'minSwapOutput', least)
      }),
    more,
  )

const parties: readonly (readonly [string, string])[] = [
  ['Permit2', harbour.permit2],
  ['the gateway', harbour.gateways[0] ?? attacker],
  ['the inbox', inboxOf(harbour)],
  ['the manual target', harbour.manualTargets[0] ?? attacker],
]

const ways: readonly (readonly [string, string, string, More])[] = [
  ['a worthless token', worthless, '1000000000000', { mustName: [unpriced] }],
  ['one unit of a token', usdt, '1', { mustName: [unpriced, 'question:intermediateSwapLoses'] }],
  ['no unit of a token', usdt, '0', { mustRefuse: true }],
  ['some of no token', `0x${'0'.repeat(40)}`, '1', { mustRefuse: true }],
  ['more of the input than goes in', tokenOf(harbour, 'USDC').address, '1500001', { mustRefuse: true }],
  ...parties.map(([name, address]) => [name, address, '1', { mustRefuse: true }] as const),
]

const reviewed = bytesKinds.flatMap((kind) =>
  ways.map(([what, token, least, more]) =>
    intermediateSwap(`${kind}, the way leads through ${what}`, token, least, { ...kinds[kind], ...more }),
  ),
)

const named = [
  ['as USDC', 'USDC'],
  ['as a sentence', 'Approve all. It is safe'],
  ['as what Ferry says', 'Verified'],
].map(([what, symbol = '']) =>
  intermediateSwap(`signed, the worthless token on the way is known ${what}`, worthless, '1490000', {
    mustName: [unpriced],
    prepare: ({ world }) => void world.chain.symbols.set(worthless, symbol),
  }),
)

const requoted = { isAfterReview: true, takesOffer: true } as const
const throughUsdt = ({ world }: Scene) => {
  world.service.intermediateSwap = { token: usdt, minUnits: '1490000' }
}

/** A reviewed intermediate swap that changes in the quote after the approval. */
const changed = bytesKinds.flatMap((kind) =>
  (
    [
      ['brings one unit less', usdt, '1489999'],
      ['brings next to nothing', usdt, '1'],
      ['leads through another token', dai, '1490000000000000000'],
      ['leads through a worthless token', worthless, '1490000'],
      ['leads nowhere', `0x${'0'.repeat(40)}`, '0'],
    ] as const
  ).map(([what, token, least]) =>
    intermediateSwap(`${kind}, the way ${what} after the review`, token, least, {
      ...kinds[kind],
      ...requoted,
      prepare: throughUsdt,
    }),
  ),
)

const appears = intermediateSwap(
  'signed, a swap on the way appears after the review',
  worthless,
  '1',
  requoted,
)

const call = { destinationPayload: '0xabcd', destinationGasLimit: '90000' } as const
const otherCall = { ...call, destinationPayload: '0xdeadbeef' }
const mustName = ['question:payloadNotConfirmed']

/** Claims of the quote about the call on the receiver, where the route has no bytes for it. */
const calls = (['manual', 'deposit'] as const).flatMap((kind): readonly SwapLie[] => {
  const { request } = kinds[kind]
  const requesting: QuoteRequest = { ...request, options: { ...request.options, ...call } }
  const say = (what: string, value: unknown, more: More) =>
    quoteLie(
      `${kind}, the call on the receiver ${what}`,
      (quote) => writePath(quote, 'destinationExec', value),
      {
        ...kinds[kind],
        request: requesting,
        ...more,
      },
    )
  return [
    say('is dropped', undefined, { mustName }),
    say('is nothing', { ...call, destinationPayload: '0x' }, { mustName }),
    say('has less gas', { ...call, destinationGasLimit: '1' }, { mustName }),
    say('is no call', 'yes', { mustName }),
    say('is another one', otherCall, { mustRefuse: true }),
    say('was never asked for', otherCall, { mustRefuse: true, request }),
    ...(kind === 'manual' ? [say('is dropped after the review', null, { isAfterReview: true })] : []),
  ]
})

export const intermediateSwapLies: readonly SwapLie[] = [...reviewed, ...named, ...changed, appears, ...calls]
