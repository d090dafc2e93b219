import { afterAll, expect, test } from 'vitest'
import { signedAsk } from '../harness/actions.ts'
import { island, user } from '../harness/chains.ts'
import { claims, extracted } from '../harness/reported-payment.ts'

const { gateways } = island
afterAll(() => void Object.assign(island, { gateways }))

test.each([
  ['with its gateway', gateways],
  ['without a gateway in the file', []],
])('rejects an unrelated payment as the delivery on a chain %s', async (_name, listed) => {
  Object.assign(island, { gateways: listed })
  const { world, id } = await extracted()
  const salary = world.chain.pay(island.chainId, signedAsk.outputToken, user, 1_700_000n)
  expect(await claims(world, id, { code: 4, destinationHash: salary })).toMatchObject({
    ...{ state: 'reported_terminal', statusCode: 4, doubt: 'notNamed', fundsSettled: false },
  })
})
