import { expect } from 'vitest'
import type { Order } from '../../../lib/order/order.ts'
import { judge } from '../../chaos/judge.ts'
import { createFundedWorld, delivered, nativeRequest, signedRequest } from '../../harness/actions.ts'
import type { FakeWalletBehaviour } from '../../harness/fake-wallet-behaviours.ts'
import type { World } from '../../harness/world.ts'
import { isFullyEnded } from '../../harness/world-actions.ts'

export interface HeldSwap {
  readonly world: World
  readonly id: string
}

export type HeldStep = 'A' | 'G' | 'T' | 'S' | 'P' | 'N'

/**
 * Starts a swap and holds it at a step: the wallet has this `behaviour`, the submit fails, or the solver or the
 * notification waits.
 */
export async function holdAt(step: HeldStep, behaviour: FakeWalletBehaviour = 'silent'): Promise<HeldSwap> {
  const request = step === 'T' ? nativeRequest : signedRequest
  const world = await createFundedWorld(request, { allowed: step !== 'A' })
  if (['A', 'G', 'T'].includes(step)) world.wallet.behaviours.push(behaviour)
  if (step === 'P') world.solver.fate = []
  world.failsNotices = step === 'N'
  const id = await world.startOrder(request)
  if (step === 'S') {
    world.service.outage = 'serviceUnreachable'
    await world.waitForState(id, 'submitting')
  } else {
    const states = {
      A: ['approve_requested'],
      G: ['sign_requested'],
      T: ['send_requested'],
      P: ['pending'],
      N: ['verified_terminal'],
    } as const
    await world.waitForState(id, ...states[step])
  }
  return { world, id }
}

/** Returns the notifications of an end. A notification of a late swap may precede them. */
export const endNotices = (world: World) => world.notices.filter(({ kind }) => kind !== 'late')

export function settleAtSolver({ world }: HeldSwap): void {
  for (const code of [1, 2, 3, 4]) world.solver.setStatus(world.acceptedRequest(), code)
}

/** Expects that the swap settles with one notification and the given number of wallet prompts. */
export async function expectSettled({ world, id }: HeldSwap, prompts: number): Promise<Order> {
  const order = await world.waitForOrder(id, isFullyEnded, 1_000)
  expect(order).toMatchObject(delivered)
  expect(world.wallet.prompts).toHaveLength(prompts)
  expect(endNotices(world)).toEqual([{ orderId: id, kind: 'done' }])
  world.problems.length = 0
  judge({ world, order })
  return order
}

export async function answerPrompt({ world }: HeldSwap, behaviour: FakeWalletBehaviour): Promise<void> {
  await world.wallet.decide(world.wallet.prompts.at(-1)?.requestId ?? '', behaviour)
}

/** Expects that nothing changes for a while: no prompt, no other state. */
export async function expectUnchanged({ world, id }: HeldSwap, ms: number): Promise<void> {
  const [{ state }, prompts] = [await world.readOrder(id), world.wallet.prompts.length]
  await world.advanceTime(ms)
  expect([(await world.readOrder(id)).state, world.wallet.prompts.length]).toEqual([state, prompts])
}
