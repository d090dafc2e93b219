import { expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { ReviewStep } from '../../lib/review/review-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  allowPermit2,
  depositRequest,
  fund,
  manualRequest,
  nativeRequest,
  signedRequest,
  usdtRequest,
} from '../harness/actions.ts'
import { harbour } from '../harness/chains.ts'
import { requestReview } from '../harness/request-review.ts'
import { createWorld } from '../harness/world.ts'

/** One unit of native currency worth 2,000 dollars. Gas costs 1 gwei. */
const holding = {
  chainId: harbour.chainId,
  address: nativeAddress,
  balance: '1000000000000000000',
  balanceInUsd: '2000',
}

interface GasCase {
  readonly ask: QuoteRequest
  readonly choice?: ReviewChoice
  readonly holdings?: readonly (typeof holding)[] | null
  readonly allowance?: bigint
}

/** Returns the gas of each step of the review as the view receives it. */
async function readGasSteps({ ask, choice = {}, holdings = [holding], allowance = 0n }: GasCase) {
  const world = await createWorld('memory')
  world.reportedHoldings = holdings
  fund(world, ask)
  allowPermit2(world, ask, allowance)
  const { steps } = await requestReview(world, ask, choice)
  return steps.map(({ purpose, gasInUsd }): [ReviewStep['purpose'], string | null] => [purpose, gasInUsd])
}

test.each<[string, GasCase, [ReviewStep['purpose'], string | null][]]>([
  [
    'an approval before a signature',
    { ask: signedRequest },
    [
      ['approve', '0.16'],
      ['sign', null],
    ],
  ],
  [
    'two approvals',
    { ask: usdtRequest, allowance: 1n },
    [
      ['resetApproval', '0.16'],
      ['approve', '0.16'],
      ['sign', null],
    ],
  ],
  ['no approval', { ask: signedRequest, allowance: 10n ** 18n }, [['sign', null]]],
  [
    'an unknown price',
    { ask: signedRequest, holdings: [] },
    [
      ['approve', null],
      ['sign', null],
    ],
  ],
  [
    'a list that could not be read',
    { ask: signedRequest, holdings: null },
    [
      ['approve', null],
      ['sign', null],
    ],
  ],
  [
    'a transfer to a deposit address',
    { ask: depositRequest, choice: { routeKey: 'deposit' } },
    [['send', '0.16']],
  ],
])('gas of %s', async (_name, asked, steps) => {
  expect(await readGasSteps(asked)).toEqual(steps)
})

test.each<[string, GasCase]>([
  ['a native swap', { ask: nativeRequest }],
  ['a manual swap', { ask: manualRequest, choice: acrossRoute }],
])('gas of %s is known', async (_name, asked) => {
  const steps = await readGasSteps(asked)
  const [purpose, gasInUsd] = steps.at(-1) ?? []
  expect(purpose).toBe('send')
  expect(Number(gasInUsd)).toBeGreaterThan(0)
})
