import { describe, expect, test } from 'vitest'
import { createFundedWorld, signedRequest, startSwap } from '../harness/actions.ts'
import { user } from '../harness/chains.ts'

describe('the wallet rejects', () => {
  test('and the person leaves: put away after ten minutes without a notification', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['reject'] })
    const { updatedMs } = await world.waitForState(id, 'needs_user')
    const stopping = await world.waitForState(id, 'stopping')
    expect(stopping.updatedMs - updatedMs).toBe(600_000)
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'abandoned_unsigned', problem: { code: 'walletRejected' } })
    expect(world.notices).toEqual([])
  })
})

describe('the wallet answers', () => {
  test('late, after the person continued with another quote: dropped', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent', 'silent'] })
    const { walletRequest, terms } = await world.waitForState(id, 'sign_requested')
    await world.waitForState(id, 'needs_user')
    await world.run.dispatch(id, { kind: 'retry' })
    const next = await world.waitForState(id, 'sign_requested')
    expect(next.terms.permitNonce).not.toBe(terms.permitNonce)
    await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
    const order = await world.waitForState(id, 'needs_user')
    expect(order.signature).toBeNull()
    expect(world.service.submits.size).toBe(0)
  })

  test('with v 0 or 1: posted in the form that Permit2 accepts', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
    const { walletRequest, terms } = await world.waitForState(id, 'sign_requested')
    await world.wallet.decide(walletRequest?.requestId ?? '', 'oldV')
    await world.waitForEnd(id)
    expect(world.service.submits.get(terms.requestHash)).toMatchObject({ received: 1, accepted: 1 })
  })
})

describe('a contract account', () => {
  test('whose key ends its signature in 0 or 1: posted in the form that its contract accepts', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true, behaviours: ['oldV'] })
    world.chain.owners.set(user, user)
    const id = await world.startOrder(signedRequest)
    expect(await world.waitForEnd(id)).toMatchObject({ state: 'verified_terminal' })
  })
})
