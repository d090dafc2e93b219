import { createServer } from 'node:net'
import { hashDomain } from 'viem'
import { describe, expect, test } from 'vitest'
import { useLiveSandbox } from '../use-sandbox.ts'
import { accounts } from './chain-book.ts'
import { chainClient } from './chain-client.ts'
import { otherPortBase } from './free-port-base.ts'
import { plannedChains } from './planned-chain.ts'
import { portBaseOf, portsFor } from './ports.ts'
import { startChains } from './start-chains.ts'
import { chainOf, tokenOf, unitsOf } from './test-requests.ts'

const { ledger, ports } = (await useLiveSandbox()).sandbox

describe('the chains', () => {
  test('are at the planned addresses', () => {
    expect(ledger.chains).toEqual(plannedChains(ports))
    expect(ledger.chains.map(({ chainId, name }) => [chainId, name])).toEqual([
      [31337, 'Harbour'],
      [31338, 'Island'],
      [31339, 'Cape'],
    ])
  })

  test("have the real Permit2 with each chain's own domain", async () => {
    const abi = [
      {
        type: 'function',
        name: 'DOMAIN_SEPARATOR',
        inputs: [],
        outputs: [{ type: 'bytes32' }],
        stateMutability: 'view',
      },
    ] as const
    const types: { readonly [typeName: string]: readonly { name: string; type: string }[] } = {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
    }
    for (const chain of ledger.chains) {
      const { reads } = chainClient(chain.rpcUrl)
      const code = await reads.getCode({ address: chain.permit2 })
      expect(code?.length).toBe(2 + 2 * 9_152)
      const domain = { name: 'Permit2', chainId: BigInt(chain.chainId), verifyingContract: chain.permit2 }
      expect(
        await reads.readContract({ address: chain.permit2, abi, functionName: 'DOMAIN_SEPARATOR' }),
      ).toBe(hashDomain({ domain, types }))
    }
  })
})

test('reset restores balances and nonces repeatedly, and keeps the time', async () => {
  const chain = chainOf(ledger, 'Island')
  const usdc = tokenOf(chain, 'USDC').address
  const { reads } = chainClient(chain.rpcUrl)
  const fresh = await ledger.balances(accounts.person)
  for (const round of [1, 2, 3]) {
    const hash = await ledger.fulfil(chain.chainId, `0x${'02'.repeat(32)}`, usdc, 7n, accounts.person)
    expect(hash).toMatch(/^0x/)
    expect(await unitsOf(ledger, chain, usdc), `round ${round}`).toBe(10_000_000_007n)
    const beforeSeconds = Math.floor(Date.now() / 1000)
    await ledger.reset()
    expect(await ledger.balances(accounts.person)).toEqual(fresh)
    expect(await reads.getTransactionCount({ address: accounts.person })).toBe(0)
    const { timestamp } = await reads.getBlock()
    expect(Number(timestamp)).toBeGreaterThanOrEqual(beforeSeconds - 5)
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1000 + 5)
  }
})

describe('ports', () => {
  test('follow in a row from a base, and are the agreed numbers without one', () => {
    expect(portsFor(undefined)).toEqual({
      rpc: [8545, 8546, 8547],
      secondRpc: [8548, 8549, 8550],
      service: 8787,
      pages: 8788,
    })
    expect(portsFor(21_000)).toEqual({
      rpc: [21_000, 21_001, 21_002],
      secondRpc: [21_006, 21_007, 21_008],
      service: 21_003,
      pages: 21_004,
    })
    expect(portBaseOf('21000')).toBe(21_000)
    expect(portBaseOf(undefined)).toBeUndefined()
    expect(() => portBaseOf('no')).toThrow('FERRY_PORT_BASE')
  })

  test('names a port in use in one line', async () => {
    const [taken] = ports.rpc
    await expect(startChains({ base: taken })).rejects.toThrow(
      new RegExp(`^Port ${taken} \\(the chain Harbour\\) is taken: .*$`),
    )
    const base = await otherPortBase()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(base + 2, '127.0.0.1', resolve))
    await expect(startChains({ base })).rejects.toThrow(`Port ${base + 2} (the chain Cape) is taken`)
    other.close()
  })
})
