import { expect, test } from 'vitest'
import {
  createFundedWorld,
  createUnexecutedOrder,
  sameChainRequest,
  signedRequest,
} from '../harness/actions.ts'
import { island, user } from '../harness/chains.ts'
import { reportPayment } from '../harness/reported-payment.ts'
import type { World } from '../harness/world.ts'

/** Makes the service omit the source transaction, as interface 4.6 allows. */
function omitSourceHash(world: World): World {
  const { status } = world.service.service
  Object.assign(world.service.service, {
    async status(...requested: Parameters<typeof status>) {
      const look = await status(...requested)
      if (look.kind !== 'record') return look
      return { ...look, record: { ...look.record, sourceTransactionHash: null } }
    },
  })
  return world
}

test.each([
  ['across chains', signedRequest],
  ['on one chain', sameChainRequest],
])('proves a swap %s when the service names only the payment', async (_, request) => {
  const world = omitSourceHash(await createFundedWorld(request, { allowed: true }))
  const id = await world.startOrder(request)
  expect(await world.waitForEnd(id)).toMatchObject({
    state: 'verified_terminal',
    sourceTransactionHash: null,
    evidence: { kind: 'delivery', sources: 2 },
  })
})

test('does not prove it when the signature was never used', async () => {
  const { world, id } = await createUnexecutedOrder()
  omitSourceHash(world)
  const { requestHash } = (await world.readOrder(id)).terms
  const paid = world.chain.payAsSolver(
    island.chainId,
    signedRequest.outputToken,
    user,
    10n ** 9n,
    requestHash,
  )
  expect(await reportPayment(world, id, { code: 4, destinationHash: paid })).toMatchObject({
    state: 'reported_terminal',
    doubt: 'notShown',
  })
})
