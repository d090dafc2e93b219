import { toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import type { Hex } from '../../../lib/base/hex.ts'
import { readLoggedEffects } from '../../../lib/chain/simulation-plan.ts'
import { transferTopic } from '../../../lib/chain/transactions.ts'
import { usdc, user } from '../checks/fixtures.ts'

const topicOf = (address: string): Hex => `0x${address.slice(2).padStart(64, '0')}`
const [who, other, third] = [topicOf(user), topicOf('0x0b'), topicOf('0x0c')]

/** The effects on the account that an event with this signature shows. */
function touched(signature: string, ...topics: readonly Hex[]) {
  const log = {
    address: usdc,
    topics: [toEventSelector(`event ${signature}`), ...topics],
    data: '0x01',
  } as const
  return readLoggedEffects([log], user)
}

test('the topics of simulated events are the hashes of their signatures', () => {
  expect(transferTopic).toBe(toEventSelector('event Transfer(address,address,uint256)'))
  expect(touched('Transfer(address,address,uint256)', who, other).tokens).toEqual([usdc])
  expect(touched('Approval(address,address,uint256)', who, other).spenders).toHaveLength(1)
  expect(touched('ApprovalForAll(address,address,bool)', who, other).allowances).toHaveLength(1)
  const single = touched('TransferSingle(address,address,address,uint256,uint256)', other, who, third)
  const batch = touched('TransferBatch(address,address,address,uint256[],uint256[])', other, who, third)
  expect([single.leaves, batch.leaves]).toEqual([[{ token: usdc, units: 1n }], [{ token: usdc, units: 1n }]])
  for (const name of [
    'Approval(address,address,address,uint160,uint48)',
    'Permit(address,address,address,uint160,uint48,uint48)',
  ])
    expect(touched(name, who, other, third).allowances).toHaveLength(1)
})
