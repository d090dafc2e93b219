import { expect } from 'vitest'
import { mayAskAgain } from '../../lib/order/order-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { begin, fund, orderAt, until, untilState } from './actions.ts'
import type { Mood } from './moods.ts'
import { createWorld, type World } from './world.ts'

/** An order whose send the wallet receives twice. */
export interface SendCase {
  readonly ask: QuoteRequest
  /** Behaviours for the wallet requests before the first send. */
  readonly before?: readonly Mood[]
  readonly prepare?: (world: World) => void
}

/** A swap whose wallet lost track of the request to send, retried: both requests are open in the wallet. */
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

/** The id of the latest wallet request. */
export const lastAsked = (world: World) => world.wallet.prompts.at(-1)?.requestId ?? ''

/** Retries as the person does in a view that shows the current request. */
export async function again(world: World, id: string): Promise<void> {
  const requestId = (await orderAt(world, id)).walletRequest?.requestId
  await world.run.dispatch(id, { kind: 'retry', ...(requestId === undefined ? {} : { requestId }) })
  await world.settle()
}
