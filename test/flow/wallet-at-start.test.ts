import { describe, expect, test } from 'vitest'
import { secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { begin, fund, inboxAsk, nativeAsk, orderAt, pass, signedAsk, untilState } from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

const ways: readonly (readonly [name: string, ask: QuoteRequest, isAtomic: boolean])[] = [
  ['a send', nativeAsk, false],
  ['calls', inboxAsk, true],
  ['an approval', signedAsk, false],
]

async function diedUnder(ask: QuoteRequest, isAtomic: boolean) {
  const world = await createWorld('memory')
  fund(world, ask)
  world.wallet.atomic = isAtomic ? 'supported' : null
  world.wallet.moods.push('silent')
  const id = await begin(world, ask)
  const asked = await untilState(world, id, 'approve_requested', 'send_requested')
  const requestId = asked.walletRequest?.requestId ?? ''
  world.life.isDead = true
  return { world, id, requestId, state: asked.state }
}

const movedOn = ['approved', 'sign_requested', 'sent', 'pending']

/** Approves in the wallet without an answer to Ferry, and mines the transaction. */
async function approves(world: World, requestId: string): Promise<void> {
  await world.wallet.decide(requestId, 'deaf')
  await pass(world, 5 * secondMs)
}

describe.each(ways)('a background that starts while a wallet has %s', (_name, ask, isAtomic) => {
  test('reads the chain for the result before any time passes', async () => {
    const { world, id, requestId } = await diedUnder(ask, isAtomic)
    await approves(world, requestId)
    await world.restart()
    expect(movedOn).toContain((await orderAt(world, id)).state)
    expect(world.checks).toEqual([
      [requestId, true],
      [requestId, false],
    ])
    expect(world.wallet.prompts.filter((one) => one.requestId === requestId)).toHaveLength(1)
  })

  test('waits for a wallet that still has the request, without a second prompt', async () => {
    const { world, id, requestId, state } = await diedUnder(ask, isAtomic)
    await world.restart()
    await pass(world, 20 * secondMs)
    expect((await orderAt(world, id)).state).toBe(state)
    expect(world.checks.at(-1)).toEqual([requestId, false])
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('reports the request as being checked until the chain can be read', async () => {
    const { world, id, requestId, state } = await diedUnder(ask, isAtomic)
    await approves(world, requestId)
    world.chain.isDown = true
    await world.restart()
    await pass(world, 90 * secondMs)
    expect([(await orderAt(world, id)).state, world.checks]).toEqual([state, [[requestId, true]]])
    world.chain.isDown = false
    await pass(world, 30 * secondMs)
    expect((await orderAt(world, id)).state).not.toBe(state)
    expect(world.checks.at(-1)).toEqual([requestId, false])
  })
})

test('checks nothing on the chain for a signature request', async () => {
  const world = await createWorld('memory')
  fund(world, signedAsk)
  world.wallet.moods.push('yes', 'silent')
  const id = await begin(world, signedAsk)
  await untilState(world, id, 'sign_requested')
  await world.restart()
  expect([(await orderAt(world, id)).state, world.checks]).toEqual(['sign_requested', []])
})
