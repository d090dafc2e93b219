import { expect, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { createFundedWorld, signedRequest } from '../harness/actions.ts'

test.each([11 * minuteMs, 70 * minuteMs, 3 * hourMs])(
  'one failed read does not lose the signature after an approval that took %i ms',
  async (approvalMs) => {
    const world = await createFundedWorld(signedRequest, { behaviours: ['yes', 'silent'] })
    world.chain.fates.push('stick')
    const id = await world.startOrder(signedRequest)
    // The approval's own transaction stays without a block; the allowance comes all the same.
    await world.waitForState(id, 'approve_requested', 'approve_sent')
    await world.advanceTime(approvalMs)
    world.allowPermit2(signedRequest)
    const { walletRequest } = await world.waitForState(id, 'sign_requested')
    await world.advanceTime(35 * secondMs)
    world.chain.isDown = true
    await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
    await world.advanceTime(3 * secondMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'signed', problem: { code: 'rpcUnreachable' } })
    world.chain.isDown = false
    await world.waitForState(id, 'verified_terminal')
    expect(world.wallet.signed).toHaveLength(1)
  },
)
