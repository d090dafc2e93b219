import { expect, test } from 'vitest'
import type { Address } from '../../../lib/base/hex.ts'
import { readReceiverName } from '../../../lib/review/receiver-name.ts'
import { deployment, harbour, island } from '../../harness/chains.ts'
import { createQuorum } from '../../harness/proof-reads.ts'

const alice: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const names = { chainId: harbour.chainId, universalResolver: harbour.permit2 }

/** Reads a name by two endpoints that give Alice's address. Returns it, and which chain's address they had to give. */
async function read(chainId: number, file = { ...deployment, names }) {
  const reads: unknown[] = []
  const chain = {
    nameAddress: async (at: number, { otherChainId }: { readonly otherChainId: number | null }) => {
      reads.push([at, otherChainId])
      return createQuorum(2, alice)
    },
  }
  return [await readReceiverName('alice.eth', chainId, { deployment: file, chain }), ...reads]
}

test('a name is read on the chain of the names, for the chain that receives', async () => {
  expect(await read(island.chainId)).toEqual([alice, [harbour.chainId, island.chainId]])
  expect(await read(harbour.chainId)).toEqual([alice, [harbour.chainId, null]])
})

test('no name has an address without a resolver in the deployment file', async () => {
  const { names: _names, ...file } = deployment
  await expect(read(island.chainId, file as never)).rejects.toMatchObject({
    data: { code: 'nameNotFound', facts: { name: 'alice.eth', chain: island.name } },
  })
})
