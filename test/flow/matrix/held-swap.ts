import { expect } from 'vitest'
import type { Order } from '../../../lib/order/order.ts'
import { judge } from '../../chaos/judge.ts'
import {
  allow,
  begin,
  fund,
  isAtRest,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
  taken,
  until,
  untilState,
} from '../../harness/actions.ts'
import type { Mood } from '../../harness/moods.ts'
import { createWorld, type World } from '../../harness/world.ts'

/** A swap held at one step of its way. */
export interface HeldSwap {
  readonly world: World
  readonly id: string
}

export type HeldStep = 'A' | 'G' | 'T' | 'S' | 'P' | 'N'

/** Brings a swap to a step and holds it there: the wallet as told, the POST unanswered, the solver or the notice waiting. */
export async function heldAt(step: HeldStep, mood: Mood = 'silent'): Promise<HeldSwap> {
  const world = await createWorld()
  const ask = step === 'T' ? nativeAsk : signedAsk
  fund(world, ask)
  if (step !== 'A') allow(world, ask)
  if (['A', 'G', 'T'].includes(step)) world.wallet.moods.push(mood)
  if (step === 'P') world.solver.fate = []
  world.noticeFails = step === 'N'
  const id = await begin(world, ask)
  if (step === 'S') {
    world.service.outage = 'serviceUnreachable'
    await untilState(world, id, 'submitting')
  } else {
    const states = {
      A: ['approve_requested'],
      G: ['sign_requested'],
      T: ['send_requested'],
      P: ['pending'],
      N: ['verified_terminal'],
    } as const
    await untilState(world, id, ...states[step])
  }
  return { world, id }
}

/** What was told of an end; that it takes long may be told before. */
export const endsTold = (world: World) => world.notices.filter(({ kind }) => kind !== 'late')

/** Lets the solver do what it waited for. */
export function solve({ world }: HeldSwap): void {
  for (const code of [1, 2, 3, 4]) world.solver.set(taken(world), code)
}

/** The swap goes on to its one true end: told once, with so many prompts of the wallet. */
export async function settles({ world, id }: HeldSwap, prompts: number): Promise<Order> {
  const order = await until(world, id, isAtRest, 1_000)
  expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  expect(world.wallet.prompts).toHaveLength(prompts)
  expect(endsTold(world)).toEqual([{ orderId: id, kind: 'done' }])
  world.problems.length = 0
  judge({ world, order })
  return order
}

/** The person decides on what the wallet shows. */
export async function decide({ world }: HeldSwap, mood: Mood): Promise<void> {
  await world.wallet.decide(world.wallet.prompts.at(-1)?.requestId ?? '', mood)
}

/** Nothing changes for a while: no prompt, no other state. */
export async function holds({ world, id }: HeldSwap, ms: number): Promise<void> {
  const [{ state }, prompts] = [await orderAt(world, id), world.wallet.prompts.length]
  await pass(world, ms)
  expect([(await orderAt(world, id)).state, world.wallet.prompts.length]).toEqual([state, prompts])
}
