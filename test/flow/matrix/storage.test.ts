import { expect } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { minuteMs } from '../../../lib/base/time.ts'
import { account, begin, fund, nativeAsk, pass, signedAsk } from '../world/drive.ts'
import { createWorld } from '../world/world.ts'
import { cell } from './cell.ts'
import { decide, type Stage, settles, staged } from './staged.ts'

cell('storage full', 'Q', 'a quote that cannot be held is none, so that no review stands on it', async () => {
  const world = await createWorld()
  const full = new Problem('storageFailed', { facts: { reason: 'QuotaExceededError' } })
  Object.assign(world.kept, { put: () => Promise.reject(full) })
  await expect(world.desk.quote('view', signedAsk, account)).rejects.toMatchObject({
    data: { code: 'storageFailed', money: 'nothingSent' },
  })
})

cell(
  'storage full',
  'T',
  'whichever write fails, no transaction is asked for twice or unwritten',
  async () => {
    for (const nth of [2, 3, 4, 5]) {
      const world = await createWorld()
      fund(world, nativeAsk)
      world.disk.failAt = nth
      const id = await begin(world, nativeAsk)
      await settles({ world, id }, 1)
    }
  },
)

cell('storage corrupt', 'Q', 'a quote can still be looked at once its handle can be held', async () => {
  const world = await createWorld()
  Object.assign(world.orders, { open: () => Promise.reject(new Problem('storageFailed')) })
  expect((await world.desk.quote('view', signedAsk, account)).kind).toBe('quote')
})

/** The store goes while the wallet is asked, and comes back: nothing was asked or posted meanwhile. */
async function withoutStore(stage: Stage): Promise<void> {
  const at = await staged(stage)
  const { read, open, write } = at.world.orders
  const gone = () => Promise.reject(new Problem('storageFailed'))
  Object.assign(at.world.orders, { read: gone, open: gone, write: gone })
  const prompts = at.world.wallet.prompts.length
  await pass(at.world, minuteMs / 2)
  expect([at.world.wallet.prompts.length, at.world.service.submits.size]).toEqual([prompts, 0])
  Object.assign(at.world.orders, { read, open, write })
  await at.world.restart()
  await decide(at, 'yes')
  await settles(at, stage === 'A' ? 2 : 1)
}

cell(
  'storage corrupt',
  'A',
  'nothing is asked while it cannot be read, and the approval counts afterwards',
  () => withoutStore('A'),
)
cell('storage corrupt', 'G', 'nothing is posted while it cannot be written', () => withoutStore('G'))
cell('storage corrupt', 'T', 'nothing is sent again when it is back', () => withoutStore('T'))
