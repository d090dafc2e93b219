import { expect, test } from 'vitest'
import { begin, isAtRest, orderAt, sameChainAsk, signedAsk, untakenOrder, until } from '../harness/actions.ts'
import { island, user } from '../harness/chains.ts'
import { claims, started } from '../harness/reported-payment.ts'
import type { World } from '../harness/world.ts'

/** Makes the service omit the source transaction, as interface 4.6 allows. */
function unnamed(world: World): World {
  const { status } = world.service.service
  Object.assign(world.service.service, {
    async status(...asked: Parameters<typeof status>) {
      const look = await status(...asked)
      if (look.kind !== 'record') return look
      return { ...look, record: { ...look.record, sourceTransactionHash: null } }
    },
  })
  return world
}

test.each([
  ['across chains', signedAsk],
  ['on one chain', sameChainAsk],
])('proves a swap %s when the service names only the payment', async (_, ask) => {
  const world = unnamed(await started(ask))
  const id = await begin(world, ask)
  expect(await until(world, id, isAtRest)).toMatchObject({
    state: 'verified_terminal',
    sourceTransactionHash: null,
    evidence: { kind: 'delivery', sources: 2 },
  })
})

test('does not prove it when the signature was never used', async () => {
  const { world, id } = await untakenOrder()
  unnamed(world)
  const { requestHash } = (await orderAt(world, id)).terms
  const paid = world.chain.pay(island.chainId, signedAsk.outputToken, user, 10n ** 9n, requestHash)
  expect(await claims(world, id, { code: 4, destinationHash: paid })).toMatchObject({
    state: 'reported_terminal',
    doubt: 'notShown',
  })
})
