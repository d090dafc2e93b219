import { describe, expect, test } from 'vitest'
import { secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  advanceTime,
  fund,
  inboxRequest,
  nativeRequest,
  readOrder,
  signedRequest,
  startOrder,
  waitForState,
} from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

const requestKinds: readonly (readonly [name: string, request: QuoteRequest, isAtomic: boolean])[] = [
  ['a send', nativeRequest, false],
  ['calls', inboxRequest, true],
  ['an approval', signedRequest, false],
]

async function startDyingBackground(request: QuoteRequest, isAtomic: boolean) {
  const world = await createWorld('memory')
  fund(world, request)
  world.wallet.atomic = isAtomic ? 'supported' : null
  world.wallet.behaviours.push('silent')
  const id = await startOrder(world, request)
  const requested = await waitForState(world, id, 'approve_requested', 'send_requested')
  const requestId = requested.walletRequest?.requestId ?? ''
  world.life.isDead = true
  return { world, id, requestId, state: requested.state }
}

const laterStates = ['approved', 'sign_requested', 'sent', 'pending']

/** Approves in the wallet without an answer to Ferry, and mines the transaction. */
async function approveSilently(world: World, requestId: string): Promise<void> {
  await world.wallet.decide(requestId, 'deaf')
  await advanceTime(world, 5 * secondMs)
}

describe.each(requestKinds)('a background that starts while a wallet has %s', (_name, request, isAtomic) => {
  test('reads the chain for the result before any time passes', async () => {
    const { world, id, requestId } = await startDyingBackground(request, isAtomic)
    await approveSilently(world, requestId)
    await world.restart()
    expect(laterStates).toContain((await readOrder(world, id)).state)
    expect(world.checks).toEqual([
      [requestId, true],
      [requestId, false],
    ])
    expect(world.wallet.prompts.filter((one) => one.requestId === requestId)).toHaveLength(1)
  })

  test('waits for a wallet that still has the request, without a second prompt', async () => {
    const { world, id, requestId, state } = await startDyingBackground(request, isAtomic)
    await world.restart()
    await advanceTime(world, 20 * secondMs)
    expect((await readOrder(world, id)).state).toBe(state)
    expect(world.checks.at(-1)).toEqual([requestId, false])
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('reports the request as being checked until the chain can be read', async () => {
    const { world, id, requestId, state } = await startDyingBackground(request, isAtomic)
    await approveSilently(world, requestId)
    world.chain.isDown = true
    await world.restart()
    await advanceTime(world, 90 * secondMs)
    expect([(await readOrder(world, id)).state, world.checks]).toEqual([state, [[requestId, true]]])
    world.chain.isDown = false
    await advanceTime(world, 30 * secondMs)
    expect((await readOrder(world, id)).state).not.toBe(state)
    expect(world.checks.at(-1)).toEqual([requestId, false])
  })
})

test('checks nothing on the chain for a signature request', async () => {
  const world = await createWorld('memory')
  fund(world, signedRequest)
  world.wallet.behaviours.push('yes', 'silent')
  const id = await startOrder(world, signedRequest)
  await waitForState(world, id, 'sign_requested')
  await world.restart()
  expect([(await readOrder(world, id)).state, world.checks]).toEqual(['sign_requested', []])
})
