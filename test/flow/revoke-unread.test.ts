import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import { heldRevoke, reviewRevoke } from '../../lib/flow/revoke.ts'
import { account, begin, fund, orderAt, pass, signedAsk, until, untilState } from './world/drive.ts'
import { createWorld } from './world/world.ts'

test('a revocation that no node tells of is waited for no longer than any other', async () => {
  const world = await createWorld()
  fund(world, signedAsk)
  world.wallet.moods.push('yes', 'reject')
  const id = await begin(world, signedAsk)
  await untilState(world, id, 'needs_user')
  await world.run.happen(id, { kind: 'abandon' })
  const review = await reviewRevoke(await orderAt(world, id), account, world.reviewPorts)
  const { reviewKey, accountNonce } = await heldRevoke(review.reviewKey, world.reviewPorts)
  const { wallet } = account
  if (wallet === null) throw new Error('no wallet')
  world.chain.fates.push('stick')
  await world.run.happen(id, { kind: 'revoke', reviewKey, accountNonce, wallet })
  await until(world, id, ({ revoking }) => revoking?.state === 'sent')
  world.chain.isDown = true
  await pass(world, 5 * minuteMs)
  expect((await orderAt(world, id)).revoking).toMatchObject({ state: 'sent' })
  await pass(world, 30 * minuteMs)
  expect(await orderAt(world, id)).toMatchObject({
    state: 'abandoned_unsigned',
    dueMs: null,
    revoking: { state: 'over', problem: { code: 'revokeUnknown' }, leftUnits: null },
  })
})
