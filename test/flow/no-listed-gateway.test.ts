import { afterAll, expect, test } from 'vitest'
import { signedRequest } from '../harness/actions.ts'
import { island, user } from '../harness/chains.ts'
import { createExtractedOrder, reportPayment } from '../harness/reported-payment.ts'

const { gateways } = island
afterAll(() => void Object.assign(island, { gateways }))

test.each([
  ['with its gateway', gateways],
  ['without a gateway in the file', []],
])('rejects an unrelated payment as the delivery on a chain %s', async (_name, listed) => {
  Object.assign(island, { gateways: listed })
  const { world, id } = await createExtractedOrder()
  const salary = world.chain.payAsSolver(island.chainId, signedRequest.outputToken, user, 1_700_000n)
  expect(await reportPayment(world, id, { code: 4, destinationHash: salary })).toMatchObject({
    ...{ state: 'reported_terminal', statusCode: 4, doubt: 'notNamed', fundsSettled: false },
  })
})
