import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { createFundedWorld, signedRequest, startSwap } from '../harness/actions.ts'

import { account } from '../harness/chains.ts'
import type { World } from '../harness/world.ts'

/** Holds the first read of the block time after a commit in `sign_requested`: the last check before the prompt. */
function holdLastCheck(world: World) {
  const { reader } = world.chain
  const { latestBlockSeconds } = reader
  const held = Promise.withResolvers<readonly number[]>()
  let isHeld = false
  Object.assign(reader, {
    latestBlockSeconds: (chainId: number) => {
      if (isHeld || world.commits.at(-1)?.state !== 'sign_requested') return latestBlockSeconds(chainId)
      isHeld = true
      return held.promise
    },
  })
  return held
}

describe('an alarm while the last check before a prompt still reads', () => {
  test('sends no second request, so that a failed check closes a request that no wallet got', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const check = holdLastCheck(world)
    const id = await world.startOrder(signedRequest)
    expect((await world.readOrder(id)).state).toBe('sign_requested')
    await world.run.reconcile()
    await world.settle()
    check.reject(new Problem('rpcUnreachable'))
    await world.settle()
    const order = await world.readOrder(id)
    expect(order).toMatchObject({ state: 'needs_user', liveRequests: [] })
    expect(world.wallet.prompts).toHaveLength(0)
    await world.run.dispatch(id, { kind: 'retry' })
    await world.waitForState(id, 'verified_terminal')
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('repeats the request at the next alarm once the check has ended', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    await world.waitForState(id, 'sign_requested')
    await world.run.reconcile()
    await world.settle()
    expect(world.wallet.prompts).toHaveLength(1)
  })
})

describe('a cancellation that is stored while a signature is about to be posted', () => {
  test('is noticed before the POST', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { orders } = world
    const { read } = orders
    let isCancelled = false
    world.wallet.behaviours.push('yes', 'silent')
    Object.assign(orders, {
      async read(id: string) {
        const order = await read(id)
        if (isCancelled || order?.state !== 'submitting' || order.submitCount > 0) return order
        isCancelled = true
        await world.run.dispatch(id, {
          kind: 'cancel',
          accountNonce: 0,
          sinceBlock: '0',
          wallet: account.wallet,
        })
        return order
      },
    })
    const id = await world.startOrder(signedRequest)
    await world.waitForOrder(id, ({ cancelling }) => cancelling !== undefined)
    await world.settle()
    expect(await world.readOrder(id)).toMatchObject({
      state: 'submitting',
      submitCount: 0,
      walletRequest: { purpose: 'cancel' },
    })
    expect(world.service.submits.size).toBe(0)
  })
})
