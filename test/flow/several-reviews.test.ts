import { expect, test } from 'vitest'
import { makeReview, orderOf } from '../../lib/review/review.ts'
import {
  account,
  allOf,
  begin,
  confirm,
  fund,
  nativeAsk,
  review,
  signedAsk,
  untilState,
} from './world/drive.ts'
import { createWorld, type World } from './world/world.ts'

async function start(ask = signedAsk): Promise<World> {
  const world = await createWorld()
  fund(world, ask)
  return world
}

test('two reviews of one quote become one order', async () => {
  const world = await start(nativeAsk)
  const outcome = await world.desk.quote('view', nativeAsk, account)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  const [first, second] = [
    await makeReview(outcome.held, account, world.reviewPorts),
    await makeReview(outcome.held, account, world.reviewPorts),
  ]
  await confirm(world, first.reviewKey)
  const agreed = allOf(second.questions)
  await expect(orderOf(second.reviewKey, account, world.reviewPorts, { agreed })).rejects.toMatchObject({
    data: { code: 'checkFailed', facts: { reason: 'X-3' } },
  })
  await world.settle()
  expect(world.wallet.prompts).toHaveLength(1)
})

test('a swap that was refused takes nothing from the next one: what is reviewed is what is asked', async () => {
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
