import { expect, test } from 'vitest'
import { makeReview, orderOf } from '../../lib/review/review.ts'
import {
  account,
  begin,
  confirm,
  fund,
  nativeAsk,
  review,
  reviewedTwice,
  signedAsk,
  untilState,
} from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

async function start(ask = signedAsk): Promise<World> {
  const world = await createWorld()
  fund(world, ask)
  return world
}

test.each([
  ['of another version', (row: object) => ({ ...row, version: 0 })],
  ['without a version', (row: object) => ({ ...row, version: undefined })],
  ['that is incomplete', () => ({ version: 1, row: { reviewKey: 'torn' } })],
])('expires a stored review %s and sends no wallet request', async (_what, change) => {
  const world = await start()
  const { reviewKey } = await review(world, signedAsk)
  const { kept } = world.reviewPorts
  const row = (await kept.get(`review:${reviewKey}`))?.value
  if (typeof row !== 'object' || row === null) throw new Error('no review')
  await kept.put(`review:${reviewKey}`, change(row), 60_000)
  await expect(orderOf(reviewKey, account, world.reviewPorts)).rejects.toMatchObject({
    data: { code: 'quoteExpired', money: 'nothingSent' },
  })
})

test('makes one order from two reviews of one quote that are confirmed at the same moment', async () => {
  const world = await start()
  const outcome = await world.quotes.quote('view', signedAsk, account)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  const reviewed = [1, 2].map(() => makeReview(outcome.held, account, world.reviewPorts))
  const keys = (await Promise.all(reviewed)).map(({ reviewKey }) => reviewKey)
  const confirmed = await Promise.allSettled(keys.map((key) => confirm(world, key)))
  expect(confirmed).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { data: { code: 'checkFailed', facts: { reason: 'X-3' } } } },
  ])
  await world.settle()
  expect(await world.orders.open()).toHaveLength(1)
})

test('makes one order from two reviews of one quote whose inbox request is already known', async () => {
  const world = await start(nativeAsk)
  const { second } = await reviewedTwice(world, nativeAsk)
  await expect(second).rejects.toMatchObject({ data: { code: 'checkFailed', facts: { reason: 'X-3' } } })
  await world.settle()
  expect(world.wallet.prompts).toHaveLength(1)
})

test('expires a stored quote that is unreadable or has another version', async () => {
  const world = await start()
  const outcome = await world.quotes.quote('view', signedAsk, account)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  const { quoteKey, held } = outcome
  expect(await world.quotes.held(quoteKey)).toEqual(held)
  const broken = [
    { version: 2, row: held },
    { version: 1, row: { ...held, response: null } },
  ]
  for (const row of broken) {
    await world.reviewPorts.kept.put(`quote:${quoteKey}`, row, 60_000)
    await expect(world.quotes.held(quoteKey)).rejects.toMatchObject({ data: { code: 'quoteExpired' } })
  }
})

test('requests the reviewed approval after another swap was rejected', async () => {
  const world = await start()
  world.wallet.moods.push('reject')
  const first = await begin(world, { ...signedAsk, inputAmount: '7000000' })
  await untilState(world, first, 'needs_user')
  const { approvals, reviewKey } = await review(world, signedAsk)
  expect(approvals).toEqual([{ purpose: 'approve', amountUnits: signedAsk.inputAmount }])
  await untilState(world, await confirm(world, reviewKey), 'approve_requested', 'approve_sent', 'approved')
  const asked = world.commits.flatMap((order) => (order.id === reviewKey ? (order.walletRequest ?? []) : []))
  expect(asked[0]).toMatchObject({ purpose: 'approve', amountUnits: signedAsk.inputAmount })
})
