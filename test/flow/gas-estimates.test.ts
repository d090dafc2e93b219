import { expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { ReviewStep } from '../../lib/review/review-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  across,
  allow,
  depositAsk,
  fund,
  manualAsk,
  nativeAsk,
  signedAsk,
  usdtAsk,
} from '../harness/actions.ts'
import { harbour } from '../harness/chains.ts'
import { reviewShown } from '../harness/request-review.ts'
import { createWorld } from '../harness/world.ts'

/** One unit of native currency worth 2,000 dollars. Gas costs 1 gwei. */
const holding = {
  chainId: harbour.chainId,
  address: nativeAddress,
  balance: '1000000000000000000',
  balanceInUsd: '2000',
}

interface Told {
  readonly ask: QuoteRequest
  readonly choice?: ReviewChoice
  readonly holdings?: readonly (typeof holding)[] | null
  readonly allowance?: bigint
}

/** Returns the gas of each step of the review as the view receives it. */
async function told({ ask, choice = {}, holdings = [holding], allowance = 0n }: Told) {
  const world = await createWorld('memory')
  world.holdings = holdings
  fund(world, ask)
  allow(world, ask, allowance)
  const { steps } = await reviewShown(world, ask, choice)
  return steps.map(({ purpose, gasInUsd }): [ReviewStep['purpose'], string | null] => [purpose, gasInUsd])
}

test.each<[string, Told, [ReviewStep['purpose'], string | null][]]>([
  [
    'an approval before a signature',
    { ask: signedAsk },
    [
      ['approve', '0.16'],
      ['sign', null],
    ],
  ],
  [
    'two approvals',
    { ask: usdtAsk, allowance: 1n },
    [
      ['resetApproval', '0.16'],
      ['approve', '0.16'],
      ['sign', null],
    ],
  ],
  ['no approval', { ask: signedAsk, allowance: 10n ** 18n }, [['sign', null]]],
  [
    'an unknown price',
    { ask: signedAsk, holdings: [] },
    [
      ['approve', null],
      ['sign', null],
    ],
  ],
  [
    'a list that could not be read',
    { ask: signedAsk, holdings: null },
    [
      ['approve', null],
      ['sign', null],
    ],
  ],
  [
    'a transfer to a deposit address',
    { ask: depositAsk, choice: { routeKey: 'deposit' } },
    [['send', '0.16']],
  ],
])('gas of %s', async (_name, asked, steps) => {
  expect(await told(asked)).toEqual(steps)
})

test.each<[string, Told]>([
  ['a native swap', { ask: nativeAsk }],
  ['a manual swap', { ask: manualAsk, choice: across }],
])('gas of %s is known', async (_name, asked) => {
  const steps = await told(asked)
  const [purpose, gasInUsd] = steps.at(-1) ?? []
  expect(purpose).toBe('send')
  expect(Number(gasInUsd)).toBeGreaterThan(0)
})
