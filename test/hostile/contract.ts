import { type Address, nativeAddress } from '../../lib/base/hex.ts'
import type { Effects, Measurement } from '../../lib/chain/effects.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { harbour, inboxOf, tokenOf } from '../harness/chains.ts'
import type { ExtraEffect } from '../harness/simulate-calls.ts'
import { attacker } from './forge.ts'
import { kinds, type Swap } from './kinds.ts'
import type { SwapLie } from './lie.ts'

const dai = tokenOf(harbour, 'DAI').address
const target = harbour.manualTargets[0] ?? attacker

type Way = readonly [string, Swap, Address]
const ways: readonly Way[] = [
  ['the manual target', kinds.manual, target],
  ['the inbox', kinds.inbox, inboxOf(harbour)],
  ['the inbox, for native money', kinds.native, inboxOf(harbour)],
  ['the token of a deposit', kinds.deposit, kinds.deposit.request.inputToken as Address],
]

const tricks: readonly (readonly [string, (quoteRequest: QuoteRequest) => ExtraEffect])[] = [
  ['takes more of the input', ({ inputToken }) => takes(inputToken, 1_000n)],
  ['takes another token', () => takes(dai, 1n)],
  ['takes gas money', () => takes(nativeAddress, 1n)],
  [
    'lends another token',
    () =>
      (ledger, { chainId, from }) =>
        ledger.allow(chainId, dai, from, 10n ** 30n, attacker),
  ],
]

function takes(token: string, units: bigint): ExtraEffect {
  return (ledger, { chainId, from }) => ledger.give(chainId, token, from, -units)
}

/** A contract with an effect that its function's name does not say. */
function does(way: Way, what: string, trick: ExtraEffect, isLater: boolean): SwapLie {
  const [name, swap, address] = way
  return {
    ...swap,
    name: `contract: ${name} ${what}${isLater ? ', but not while the review is made' : ''}`,
    liar: 'token',
    mustRefuse: true,
    makeLie(scene) {
      scene.markLieMade()
      const { chain } = scene.world
      const owner = scene.request.userAddress ?? attacker
      chain.ledger.give(harbour.chainId, dai, owner, 10n ** 20n)
      // Approved before, so that the swap itself is the first wallet request.
      chain.ledger.allow(harbour.chainId, scene.request.inputToken, owner, 10n ** 7n, address)
      let times = 0
      chain.extraEffects.set(address, (ledger, call) => {
        times += 1
        if (!isLater || times > 1) trick(ledger, call)
      })
    },
  }
}

function measures(what: string, measured: (truth: Effects) => Measurement, more: Partial<SwapLie>): SwapLie {
  return {
    ...kinds.native,
    ...more,
    name: `endpoint: ${what}`,
    liar: 'endpoint',
    makeLie(scene) {
      scene.markLieMade()
      scene.world.chain.measurement = measured
    },
  }
}

const more: Effects['leaves'] = [{ token: nativeAddress, units: 10n ** 18n }]
const unsimulated = { mustName: ['question:notSimulated'] }

/** Contracts that do more than the review shows, and endpoints that hide it. */
export const contractLies: readonly SwapLie[] = [
  ...ways.flatMap((way) =>
    tricks.flatMap(([what, trick]) =>
      [false, true].map((isLater) => does(way, what, trick(way[1].request), isLater)),
    ),
  ),
  measures(
    'one of two hides that more is taken',
    (truth) => ({ effects: [truth, { ...truth, leaves: more }], wanted: 2 }),
    { mustRefuse: true },
  ),
  measures(
    'one of two says that it fails',
    (truth) => ({ effects: [truth, { ...truth, failure: 'no' }], wanted: 2 }),
    unsimulated,
  ),
  measures('one of two is silent', (truth) => ({ effects: [truth], wanted: 2 }), unsimulated),
  measures('nobody tries it', () => ({ effects: [], wanted: 1 }), unsimulated),
  measures(
    'the two see different sums leave',
    (truth) => ({ effects: [truth, { ...truth, leaves: [] }], wanted: 2 }),
    unsimulated,
  ),
]
