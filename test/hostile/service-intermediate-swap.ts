import type { Address } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  depositRequest,
  inboxRequest,
  manualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { harbour, inboxOf, tokenOf } from '../harness/chains.ts'
import { attacker, forgeRequest } from './forge.ts'
import type { Scene, SwapLie } from './lie.ts'
import { writePath } from './wire.ts'

const usdt = tokenOf(harbour, 'USDT').address
const dai = tokenOf(harbour, 'DAI').address
const worthless: Address = `0x${'ba'.repeat(20)}`
const unpriced = 'question:intermediateSwapUnpriced'

function addIntermediateSwap(
  { service, request }: Scene,
  token: string,
  least: string,
  isReported: (before: number) => boolean = () => true,
): void {
  service.changeResult('quote', (quote, before) => {
    if (!isReported(before)) return
    forgeRequest(quote, request, (witness) => {
      writePath(witness, 'swapOutputToken', token)
      writePath(witness, 'minSwapOutput', least)
    })
  })
}

type More = Partial<Pick<SwapLie, 'mustName' | 'mustRefuse'>>

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

const reviewed = [signedRequest, inboxRequest].flatMap((request) =>
  ways.map(
    ([what, token, least, more]): SwapLie => ({
      ...more,
      name: `${request === inboxRequest ? 'inbox' : 'signed'}, the way leads through ${what}`,
      liar: 'service',
      request,
      makeLie: (scene) => addIntermediateSwap(scene, token, least),
    }),
  ),
)

const named: readonly SwapLie[] = [
  ['as USDC', 'USDC'],
  ['as a sentence', 'Approve all. It is safe'],
  ['as what Ferry says', 'Verified'],
].map(
  ([what, symbol = '']): SwapLie => ({
    name: `signed, the worthless token on the way is known ${what}`,
    liar: 'service',
    mustName: [unpriced],
    makeLie(scene) {
      scene.world.chain.symbols.set(worthless, symbol)
      addIntermediateSwap(scene, worthless, '1490000')
    },
  }),
)

/** A reviewed intermediate swap that changes in the quote after the approval. */
const requoted = [signedRequest, inboxRequest].flatMap((request) =>
  (
    [
      ['brings one unit less', usdt, '1489999'],
      ['brings next to nothing', usdt, '1'],
      ['leads through another token', dai, '1490000000000000000'],
      ['leads through a worthless token', worthless, '1490000'],
      ['leads nowhere', `0x${'0'.repeat(40)}`, '0'],
    ] as const
  ).map(
    ([what, token, least]): SwapLie => ({
      name: `${request === inboxRequest ? 'inbox' : 'signed'}, the way ${what} after the review`,
      liar: 'service',
      request,
      isAfterReview: true,
      takesOffer: true,
      makeLie(scene) {
        scene.world.service.intermediateSwap = { token: usdt, minUnits: '1490000' }
        addIntermediateSwap(scene, token, least, (before) => before > 0)
      },
    }),
  ),
)

const appears: SwapLie = {
  name: 'signed, a swap on the way appears after the review',
  liar: 'service',
  isAfterReview: true,
  takesOffer: true,
  makeLie: (scene) => addIntermediateSwap(scene, worthless, '1', (before) => before > 0),
}

const call = { destinationPayload: '0xabcd', destinationGasLimit: '90000' } as const
const kinds: readonly (readonly [string, QuoteRequest, SwapLie['choice']])[] = [
  ['manual', manualRequest, acrossRoute],
  ['deposit', depositRequest, { routeKey: 'deposit' }],
]

/** Claims of the quote about the call on the receiver, where the route has no bytes for it. */
const calls = kinds.flatMap(([kind, request, choice]): readonly SwapLie[] => {
  const requesting: QuoteRequest = { ...request, options: { ...request.options, ...call } }
  const say = (what: string, value: unknown, more: More & Pick<SwapLie, 'isAfterReview'>): SwapLie => ({
    ...more,
    name: `${kind}, the call on the receiver ${what}`,
    liar: 'service',
    request: requesting,
    ...(choice === undefined ? {} : { choice }),
    makeLie: ({ service }) =>
      service.changeResult('quote', (quote, before) => {
        if (more.isAfterReview !== true || before > 0) writePath(quote, 'destinationExec', value)
      }),
  })
  const other = { ...call, destinationPayload: '0xdeadbeef' }
  const mustName = ['question:payloadNotConfirmed']
  return [
    say('is dropped', undefined, { mustName }),
    say('is nothing', { ...call, destinationPayload: '0x' }, { mustName }),
    say('has less gas', { ...call, destinationGasLimit: '1' }, { mustName }),
    say('is no call', 'yes', { mustName }),
    say('is another one', other, { mustRefuse: true }),
    { ...say('was never asked for', other, { mustRefuse: true }), request },
  ]
})

const dropped: SwapLie = {
  name: 'manual, the call on the receiver is dropped after the review',
  liar: 'service',
  request: { ...manualRequest, options: { ...manualRequest.options, ...call } },
  choice: acrossRoute,
  isAfterReview: true,
  makeLie: ({ service }) =>
    service.changeResult('quote', (quote, before) => {
      if (before > 0) writePath(quote, 'destinationExec', null)
    }),
}

export const intermediateSwapLies: readonly SwapLie[] = [
  ...reviewed,
  ...named,
  ...requoted,
  appears,
  ...calls,
  dropped,
]
