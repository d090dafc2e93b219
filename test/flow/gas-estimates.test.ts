import { expect, test } from 'vitest'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { ReviewStep } from '../../lib/review/review-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  depositRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
  usdtRequest,
} from '../harness/actions.ts'
import { nativeHolding } from '../harness/chains.ts'
import { requestReview } from '../harness/request-review.ts'
import { createWorld } from '../harness/world.ts'

interface GasCase {
  readonly request: QuoteRequest
  readonly choice?: ReviewChoice
  readonly holdings?: readonly (typeof nativeHolding)[] | null
  readonly allowance?: bigint
}

/** Returns the gas of each step of the review as the view receives it. */
async function readGasSteps({ request, choice = {}, holdings = [nativeHolding], allowance = 0n }: GasCase) {
  const world = await createWorld()
  world.reportedHoldings = holdings
  world.fund(request)
  world.allowPermit2(request, allowance)
  const { steps } = await requestReview(world, request, choice)
  return steps.map(({ purpose, gasInUsd }): [ReviewStep['purpose'], string | null] => [purpose, gasInUsd])
}

test.each<[string, GasCase, [ReviewStep['purpose'], string | null][]]>([
  [
    'an approval before a signature',
    { request: signedRequest },
    [
      ['approve', '0.16'],
      ['sign', null],
    ],
  ],
  [
    'two approvals',
    { request: usdtRequest, allowance: 1n },
    [
      ['resetApproval', '0.16'],
      ['approve', '0.16'],
      ['sign', null],
    ],
  ],
  ['no approval', { request: signedRequest, allowance: 10n ** 18n }, [['sign', null]]],
  [
    'an unknown price',
    { request: signedRequest, holdings: [] },
    [
      ['approve', null],
      ['sign', null],
    ],
  ],
  [
    'a list that could not be read',
    { request: signedRequest, holdings: null },
    [
      ['approve', null],
      ['sign', null],
    ],
  ],
  [
    'a transfer to a deposit address',
    { request: depositRequest, choice: { routeKey: 'deposit' } },
    [['send', '0.16']],
  ],
])('gas of %s', async (_name, requested, steps) => {
  expect(await readGasSteps(requested)).toEqual(steps)
})

test.each<[string, GasCase]>([
  ['a native swap', { request: nativeRequest }],
  ['a manual swap', { request: manualRequest, choice: acrossRoute }],
])('gas of %s is known', async (_name, requested) => {
  const steps = await readGasSteps(requested)
  const [purpose, gasInUsd] = steps.at(-1) ?? []
  expect(purpose).toBe('send')
  expect(Number(gasInUsd)).toBeGreaterThan(0)
})
