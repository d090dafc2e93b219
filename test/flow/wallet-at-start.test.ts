import { describe, expect, test } from 'vitest'
import { secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  createFundedWorld,
  inboxRequest,
  nativeRequest,
  signedRequest,
  startSwap,
} from '../harness/actions.ts'
import type { World } from '../harness/world.ts'

const requestKinds: readonly (readonly [name: string, request: QuoteRequest, isAtomic: boolean])[] = [
  ['a send', nativeRequest, false],
  ['calls', inboxRequest, true],
  ['an approval', signedRequest, false],
]

async function startDyingBackground(request: QuoteRequest, isAtomic: boolean) {
  const world = await createFundedWorld(request, { behaviours: ['silent'] })
  world.wallet.atomic = isAtomic ? 'supported' : null
  const id = await world.startOrder(request)
  const requested = await world.waitForState(id, 'approve_requested', 'send_requested')
  const requestId = requested.walletRequest?.requestId ?? ''
  world.life.isDead = true
  return { world, id, requestId, state: requested.state }
}

const laterStates = ['approved', 'sign_requested', 'sent', 'pending']

/** Approves in the wallet without an answer to Ferry, and mines the transaction. */
async function approveSilently(world: World, requestId: string): Promise<void> {
  await world.wallet.decide(requestId, 'deaf')
  await world.advanceTime(5 * secondMs)
}

describe.each(requestKinds)('a background that starts while a wallet has %s', (_name, request, isAtomic) => {
  test('reads the chain for the result before any time passes', async () => {
    const { world, id, requestId } = await startDyingBackground(request, isAtomic)
    await approveSilently(world, requestId)
    await world.restart()
    expect(laterStates).toContain((await world.readOrder(id)).state)
    expect(world.checks).toEqual([
      [requestId, true],
      [requestId, false],
    ])
    expect(world.wallet.prompts.filter((one) => one.requestId === requestId)).toHaveLength(1)
  })

  test('waits for a wallet that still has the request, without a second prompt', async () => {
    const { world, id, requestId, state } = await startDyingBackground(request, isAtomic)
    await world.restart()
    await world.advanceTime(20 * secondMs)
    expect((await world.readOrder(id)).state).toBe(state)
    expect(world.checks.at(-1)).toEqual([requestId, false])
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('reports the request as being checked until the chain can be read', async () => {
    const { world, id, requestId, state } = await startDyingBackground(request, isAtomic)
    await approveSilently(world, requestId)
    world.chain.isDown = true
    await world.restart()
    await world.advanceTime(90 * secondMs)
    expect([(await world.readOrder(id)).state, world.checks]).toEqual([state, [[requestId, true]]])
    world.chain.isDown = false
    await world.advanceTime(30 * secondMs)
    expect((await world.readOrder(id)).state).not.toBe(state)
    expect(world.checks.at(-1)).toEqual([requestId, false])
  })
})

test('checks nothing on the chain for a signature request', async () => {
  const { world, id } = await startSwap(signedRequest, { behaviours: ['yes', 'silent'] })
  await world.waitForState(id, 'sign_requested')
  await world.restart()
  expect([(await world.readOrder(id)).state, world.checks]).toEqual(['sign_requested', []])
})
