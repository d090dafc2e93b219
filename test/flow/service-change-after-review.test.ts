import { describe, expect, test } from 'vitest'
import type { SignTypedData } from '../../lib/service/route.ts'
import { createFundedWorld, sameChainRequest, signedRequest } from '../harness/actions.ts'
import type { World } from '../harness/world.ts'
import { leavesOf, mutated } from '../unit/checks/mutations.ts'

const kinds = [
  ['SINGLE_OUTPUT_REQUEST', signedRequest],
  ['SWAP_REQUEST', sameChainRequest],
] as const

/**
 * Starts a swap whose reviewed quote expires before its approval is mined. `bend` changes the renewed quote.
 */
async function startWithChangedRenewal(
  request: typeof signedRequest,
  change: (received: SignTypedData) => SignTypedData,
): Promise<{ world: World; id: string }> {
  const world = await createFundedWorld(request)
  world.service.quoteLifeSeconds = 17
  const id = await world.startOrder(request)
  world.service.quoteLifeSeconds = 60
  world.service.changeQuote = ({ autoRoute, ...quote }) => {
    if (autoRoute?.signTypedData == null) throw new Error('no signed route')
    return { ...quote, autoRoute: { ...autoRoute, signTypedData: change(autoRoute.signTypedData) } }
  }
  return { world, id }
}

const methods = (world: World) => world.wallet.prompts.map(({ method }) => method)

describe.each(kinds)('API3: a service that changes the %s after the review, in', (kind, request) => {
  test('no field, gets a signature', async () => {
    const { world, id } = await startWithChangedRenewal(request, (received) => received)
    await world.waitForState(id, 'submitted', 'pending')
    expect(methods(world)).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
  })

  test.each(leavesOf(kind).map((leaf) => [leaf.path.join('.'), leaf] as const))(
    '%s, gets no signature',
    async (_path, leaf) => {
      const mutator = leaf.type === 'address' ? 'otherAddress' : 'plusOne'
      const { world, id } = await startWithChangedRenewal(request, (received) =>
        mutated(received, leaf, mutator),
      )
      const stopped = await world.waitForState(id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code: 'checkFailed', money: 'nothingSent' })
      expect(stopped.problem?.facts.reason).toMatch(/^[DTVWX]-\d+$/)
      expect(methods(world)).toEqual(['eth_sendTransaction'])
      expect(world.service.submits.size).toBe(0)
    },
  )
})
