import { type Abi, hashStruct, toEventSelector, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { useLiveSandbox } from '../use-sandbox.ts'
import { chainClient } from './chain-client.ts'
import { compileContracts, compiledContract } from './compile.ts'
import {
  createRequestData,
  gatewayAbis,
  inboxAbis,
  manualTargetAbi,
  withdrawFundsData,
} from './contract-abis.ts'
import type { RequestKind, RequestStruct } from './ledger.ts'
import { toContractStruct } from './request-struct.ts'
import { requestTypes } from './request-types.ts'
import { chainOf, requestOf, tokenOf } from './test-requests.ts'

const kinds: readonly RequestKind[] = ['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']

const compiled = await compileContracts()
const { ledger } = (await useLiveSandbox()).sandbox

function structFor(kind: RequestKind): RequestStruct {
  const origin = chainOf(ledger, 'Harbour')
  const inputToken = tokenOf(origin, 'USDC').address
  return requestOf({
    kind,
    origin,
    inputToken,
    inputUnits: 2n ** 200n,
    nonce: 1,
    deadlineSeconds: 2_000_000_000,
  })
}

function selectors(abi: Abi): readonly string[] {
  return abi.flatMap((part) =>
    part.type === 'function'
      ? [toFunctionSelector(part)]
      : part.type === 'event'
        ? [toEventSelector(part)]
        : [],
  )
}

describe('selectors', () => {
  test('of the inbox match those of deployments', () => {
    const of = (kind: RequestKind) => {
      const struct = structFor(kind)
      return [createRequestData(kind, struct, `0x${'11'.repeat(20)}`), withdrawFundsData(kind, struct)].map(
        (data) => data.slice(0, 10),
      )
    }
    expect(of('SINGLE_OUTPUT_REQUEST')).toEqual(['0x4cdfec6e', '0xad776116'])
    expect(of('SWAP_REQUEST')).toEqual(['0x7d9ead2b', '0x9da29c8e'])
  })

  test('written by hand exist in the compiled contracts', () => {
    const inbox = selectors(compiledContract(compiled, 'Inbox').abi)
    const gateway = selectors(compiledContract(compiled, 'Gateway').abi)
    for (const kind of kinds) {
      expect(inbox).toEqual(expect.arrayContaining([...selectors(inboxAbis[kind])]))
      expect(gateway).toEqual(expect.arrayContaining([...selectors(gatewayAbis[kind])]))
    }
    expect(selectors(compiledContract(compiled, 'ManualTarget').abi).toSorted()).toEqual(
      selectors(manualTargetAbi).toSorted(),
    )
    expect(inbox).toContain('0xaafaed86f175a2b5a9812043ba82df1a5d0ab905b78d0f4bea5ca66a05b12183')
  })
})

describe.each(kinds)('the hash of a %s', (kind) => {
  test('is the EIP-712 struct hash of the witness, on chain and off chain', async () => {
    const struct = structFor(kind)
    const hash = ledger.requestHash(kind, struct)
    const types: { [typeName: string]: readonly { name: string; type: string }[] } = requestTypes[kind]
    expect(hash).toBe(hashStruct({ data: struct, primaryType: 'Request', types }))
    for (const chain of ledger.chains) {
      const onChain = await chainClient(chain.rpcUrl).reads.readContract({
        address: chain.gateway,
        abi: gatewayAbis[kind],
        functionName: 'hashOf',
        args: [toContractStruct(kind, struct)],
      })
      expect(onChain).toBe(hash)
    }
  })

  test('changes with every member, and an error names a missing one', () => {
    const struct = structFor(kind)
    const hash = ledger.requestHash(kind, struct)
    expect(ledger.requestHash(kind, { ...struct, destinationPayload: '0x00' })).not.toBe(hash)
    const { metadata: _, ...without } = struct
    expect(() => ledger.requestHash(kind, without)).toThrow('request.metadata is missing')
  })
})
