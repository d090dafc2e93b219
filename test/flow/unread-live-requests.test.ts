import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { nativeRequest, signedRequest, startSwap } from '../harness/actions.ts'

const rejection = { code: 4001, message: 'User rejected the request.' } as const

describe.each([
  ['signature', signedRequest, 'sign_requested'],
  ['transaction', nativeRequest, 'send_requested'],
] as const)(
  'a %s that only a page reported as rejected, while one of two endpoints is down',
  (_what, request, state) => {
    async function startRejected() {
      const { world, id } = await startSwap(request, { allowed: true, behaviours: ['silent'] })
      const { walletRequest } = await world.waitForState(id, state)
      const requestId = walletRequest?.requestId ?? ''
      await world.run.applyAnswer({ requestId, kind: 'failure', failure: rejection })
      await world.waitForState(id, 'needs_user')
      world.chain.sources = 1
      return { world, id, requestId }
    }

    test('is stopped after ten minutes without a decision, and stays watched', async () => {
      const { world, id, requestId } = await startRejected()
      await world.advanceTime(9 * minuteMs)
      expect((await world.readOrder(id)).state).toBe('needs_user')
      await world.advanceTime(minuteMs + 5 * secondMs)
      expect(await world.readOrder(id)).toMatchObject({
        state: 'stopping',
        problem: { code: 'walletRejected' },
        liveRequests: [{ record: { requestId } }],
        fundsSettled: false,
      })
    })

    test('is read with growing waits, not every half a minute', async () => {
      const { world, id } = await startRejected()
      await world.advanceTime(3 * hourMs)
      const before = (await world.readOrder(id)).rev
      await world.advanceTime(hourMs)
      expect((await world.readOrder(id)).rev - before).toBeLessThan(20)
      expect((await world.readOrder(id)).dueMs ?? 0).toBeGreaterThan(world.clock.nowMs())
    })

    test('ends once both endpoints answer', async () => {
      const { world, id } = await startRejected()
      // A transaction request may be approved for a day.
      await world.advanceTime(25 * hourMs)
      expect((await world.readOrder(id)).state).toBe('stopping')
      world.chain.sources = 2
      const end = await world.waitForState(id, 'abandoned_unsigned')
      expect(end).toMatchObject({ fundsSettled: true, liveRequests: [] })
    })
  },
)
