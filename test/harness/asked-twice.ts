import { expect } from 'vitest'
import { mayAskAgain } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { begin, fund, orderAt, until, untilState } from './actions.ts'
import type { Mood } from './moods.ts'
import { createWorld, type World } from './world.ts'

/** A send that is asked for twice. */
export interface SendCase {
  readonly ask: QuoteRequest
  /** What the wallet does with what it is asked before it is asked to send. */
  readonly before?: readonly Mood[]
  readonly prepare?: (world: World) => void
}

/** A swap whose wallet lost sight of its question to send, asked for again: both questions stand open in the wallet. */
export async function askedTwice({ ask, before = [], prepare }: SendCase) {
  const world = await createWorld()
  fund(world, ask)
  prepare?.(world)
  world.wallet.moods.push(...before, 'silent')
  const id = await begin(world, ask)
  await untilState(world, id, 'send_requested')
  const first = lastAsked(world)
  await world.wallet.decide(first, 'gone')
  await until(world, id, mayAskAgain)
  world.wallet.moods.push('silent')
  await again(world, id)
  const second = lastAsked(world)
  expect(second).not.toBe(first)
  expect((await orderAt(world, id)).state).toBe('send_requested')
  return { world, id, first, second }
}

/** The id of what the wallet was asked last. */
export const lastAsked = (world: World) => world.wallet.prompts.at(-1)?.requestId ?? ''

/** The user asks again, seeing what is open. */
export async function again(world: World, id: string): Promise<void> {
  const requestId = (await orderAt(world, id)).walletRequest?.requestId
  await world.run.dispatch(id, { kind: 'retry', ...(requestId === undefined ? {} : { requestId }) })
  await world.settle()
}
