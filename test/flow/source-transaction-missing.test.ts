import { expect, test } from 'vitest'
import {
  createUnexecutedOrder,
  isFullyEnded,
  readOrder,
  sameChainRequest,
  signedRequest,
  startOrder,
  waitForOrder,
} from '../harness/actions.ts'
import { island, user } from '../harness/chains.ts'
import { createFundedWorld, reportPayment } from '../harness/reported-payment.ts'
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
  const world = omitSourceHash(await createFundedWorld(request))
  const id = await startOrder(world, request)
  expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
    state: 'verified_terminal',
    sourceTransactionHash: null,
    evidence: { kind: 'delivery', sources: 2 },
  })
})

test('does not prove it when the signature was never used', async () => {
  const { world, id } = await createUnexecutedOrder()
  omitSourceHash(world)
  const { requestHash } = (await readOrder(world, id)).terms
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
