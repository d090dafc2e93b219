import { namehash } from 'viem'
import { expect, test } from 'vitest'
import { type Address, zeroAddress } from '../../lib/base/hex.ts'
import { requireUnanimous } from '../../lib/chain/quorum.ts'
import { accounts, ensNames } from './chains/chain-book.ts'
import { chainClient } from './chains/chain-client.ts'
import { universalResolverAbi } from './chains/contract-abis.ts'
import { chainOf } from './chains/test-requests.ts'
import { liveReader } from './live-reader.ts'
import { useLiveSandbox } from './use-sandbox.ts'

const island = 31_338

const { ledger, deployment } = (await useLiveSandbox()).sandbox
const harbour = chainOf(ledger, 'Harbour')
const client = chainClient(harbour.rpcUrl)

/** The address that both endpoints give for a name; the main record, or the one for another chain. */
async function readName(name: string, otherChainId: number | null): Promise<Address | 'none' | null> {
  const reader = liveReader(deployment)
  const query = { universalResolver: harbour.universalResolver, name, otherChainId }
  return requireUnanimous(await reader.nameAddress(harbour.chainId, query))
}

function setRecord(...args: readonly [Address, Address] | readonly [Address, bigint, Address]) {
  return client.call({
    from: accounts.deployer,
    to: harbour.universalResolver,
    abi: universalResolverAbi,
    functionName: 'setAddr',
    args,
  })
}

test('a name leads to its main record on the chain of the resolver and on others', async () => {
  expect(await readName('alice.eth', null)).toBe(ensNames['alice.eth'])
  expect(await readName('alice.eth', island)).toBe(ensNames['alice.eth'])
  expect(await readName('carol.eth', null)).toBe('none')
})

test('the record for the receiving chain counts before the main record (ENSIP-11)', async () => {
  await setRecord(namehash('bob.eth'), 0x8000_0000n | BigInt(island), accounts.solver)
  expect(await readName('bob.eth', island)).toBe(accounts.solver)
  expect(await readName('bob.eth', null)).toBe(ensNames['bob.eth'])
})

test('a chain whose id has no ENS number has no record of its own', async () => {
  await setRecord(namehash('bob.eth'), 0x8000_0000n | 5n, accounts.solver)
  expect(await readName('bob.eth', 5)).toBe(accounts.solver)
  expect(await readName('bob.eth', 0x8000_0005)).toBe(ensNames['bob.eth'])
})

test("a contract's main record counts on the chain of the resolver only", async () => {
  await setRecord(namehash('vault.eth'), harbour.inbox)
  expect(await readName('vault.eth', null)).toBe(harbour.inbox)
  expect(await readName('vault.eth', island)).toBe('none')
  await setRecord(namehash('vault.eth'), zeroAddress)
  expect(await readName('vault.eth', null)).toBe('none')
})
