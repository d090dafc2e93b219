import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../lib/base/time.ts'
import {
  acrossRoute,
  createFundedWorld,
  inboxRequest,
  manualRequest,
  nativeRequest,
  startSwap,
} from '../harness/actions.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'

test('reads no more often than usual when the clock is set back a day', async () => {
  const world = await createFundedWorld(nativeRequest, { behaviours: ['unsent'] })
  await world.startOrder(nativeRequest)
  await world.advanceTime(minuteMs)
  world.clock.skewMs = -dayMs
  const before = world.commits.length
  await world.advanceTime(hourMs)
  expect(world.commits.length - before).toBeLessThanOrEqual(200)
})

test.each([
  ['an approval that is never answered', inboxRequest, {}, ['silent'], 'approve_requested'],
  ['a send that the wallet lost', nativeRequest, {}, ['withNext'], 'unknown_outcome'],
  ['a manual send that the wallet lost', manualRequest, acrossRoute, ['yes', 'withNext'], 'unknown_outcome'],
  ['a transaction that no node knows', nativeRequest, {}, ['unsent'], 'sent'],
] as const)(
  'reads often in the first hour, and a few times an hour after a day: %s',
  async (_name, request, choice, walletBehaviours, state) => {
    const { world, id } = await startSwap(request, {
      behaviours: walletBehaviours satisfies readonly FakeWalletBehaviour[],
      choice,
    })
    async function looksIn(ms: number): Promise<number> {
      const before = world.commits.length
      await world.advanceTime(ms)
      return (world.commits.length - before) / (ms / hourMs)
    }
    expect(await looksIn(hourMs)).toBeGreaterThanOrEqual(170)
    expect(await looksIn(hourMs)).toBeGreaterThanOrEqual(60)
    await looksIn(dayMs)
    expect(await looksIn(dayMs / 2)).toBeLessThanOrEqual(2.5)
    expect((await world.readOrder(id)).state).toBe(state)
  },
)
