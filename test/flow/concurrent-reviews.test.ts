import { expect, test } from 'vitest'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import { makeReview } from '../../lib/review/review.ts'
import { createFundedWorld, nativeRequest, reviewTwice, signedRequest } from '../harness/actions.ts'
import { account } from '../harness/chains.ts'

test.each([
  ['of another version', (row: object) => ({ ...row, version: 0 })],
  ['without a version', (row: object) => ({ ...row, version: undefined })],
])('expires a stored review %s and sends no wallet request', async (_what, change) => {
  const world = await createFundedWorld(signedRequest)
  const { reviewKey } = await world.createReview(signedRequest)
  const { expiringStore } = world.reviewPorts
  const row = (await expiringStore.get(`review:${reviewKey}`))?.value
  if (typeof row !== 'object' || row === null) throw new Error('no review')
  await expiringStore.put(`review:${reviewKey}`, change(row), 60_000)
  await expect(confirmReview(reviewKey, account, world.reviewPorts)).rejects.toMatchObject({
    data: { code: 'quoteExpired', money: 'nothingSent' },
  })
})

test('makes one order from two reviews of one quote that are confirmed at the same moment', async () => {
  const world = await createFundedWorld(signedRequest)
  const outcome = await world.requestQuote(signedRequest)
  const reviewed = [1, 2].map(() => makeReview(outcome.held, account, world.reviewPorts))
  const keys = (await Promise.all(reviewed)).map(({ reviewKey }) => reviewKey)
  const confirmed = await Promise.allSettled(keys.map((key) => world.confirm(key)))
  expect(confirmed).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { data: { code: 'checkFailed', facts: { reason: 'X-3' } } } },
  ])
  await world.settle()
  expect(await world.orders.listOpen()).toHaveLength(1)
})

test('makes one order from two reviews of one quote whose inbox request is already known', async () => {
  const world = await createFundedWorld(nativeRequest)
  const { second } = await reviewTwice(world, nativeRequest)
  await expect(second).rejects.toMatchObject({ data: { code: 'checkFailed', facts: { reason: 'X-3' } } })
  await world.settle()
  expect(world.wallet.prompts).toHaveLength(1)
})

test('expires a stored quote of another version', async () => {
  const world = await createFundedWorld(signedRequest)
  const outcome = await world.requestQuote(signedRequest)
  const { quoteKey, held } = outcome
  expect(await world.quotes.readQuote(quoteKey)).toEqual(held)
  await world.reviewPorts.expiringStore.put(`quote:${quoteKey}`, { version: 1, row: held }, 60_000)
  await expect(world.quotes.readQuote(quoteKey)).rejects.toMatchObject({ data: { code: 'quoteExpired' } })
})

test('requests the reviewed approval after another swap was rejected', async () => {
  const world = await createFundedWorld(signedRequest, { behaviours: ['reject'] })
  const first = await world.startOrder({ ...signedRequest, inputAmount: '7000000' })
  await world.waitForState(first, 'needs_user')
  const { approvals, reviewKey } = await world.createReview(signedRequest)
  expect(approvals).toEqual([{ purpose: 'approve', amountUnits: signedRequest.inputAmount }])
  await world.waitForState(await world.confirm(reviewKey), 'approve_requested', 'approve_sent', 'approved')
  const requested = world.commits.flatMap((order) =>
    order.id === reviewKey ? (order.walletRequest ?? []) : [],
  )
  expect(requested[0]).toMatchObject({ purpose: 'approve', amountUnits: signedRequest.inputAmount })
})
