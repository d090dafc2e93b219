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

const wrongHash = `0x${'77'.repeat(32)}` as const

/** Makes the service omit the source transaction, as interface 4.6 allows, or name another one. */
function nameSource(world: World, sourceTransactionHash: typeof wrongHash | null): World {
  const { status } = world.service.service
  Object.assign(world.service.service, {
    async status(...requested: Parameters<typeof status>) {
      const look = await status(...requested)
      if (look.kind !== 'record') return look
      return { ...look, record: { ...look.record, sourceTransactionHash } }
    },
  })
  return world
}

test.each([
  ['across chains', signedRequest, null],
  ['on one chain', sameChainRequest, null],
  ['across chains', signedRequest, wrongHash],
  ['on one chain', sameChainRequest, wrongHash],
])(
  'proves a swap %s when the service names the payment and a wrong source or none',
  async (_, request, named) => {
    const world = nameSource(await createFundedWorld(request, { allowed: true }), named)
    const id = await world.startOrder(request)
    expect(await world.waitForEnd(id)).toMatchObject({
      state: 'verified_terminal',
      sourceTransactionHash: named,
      evidence: { kind: 'delivery', sources: 2 },
    })
  },
)

test.each([null, wrongHash])('does not prove it when the signature was never used: %s', async (named) => {
  const { world, id } = await createUnexecutedOrder()
  nameSource(world, named)
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
