import { hashTypedData, recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { typeHashOf } from '../../../lib/base/ethereum.ts'
import { digestByConfig, digestOf, requestHashOf, walletTypedData } from '../../../lib/checks/typed-data.ts'
import type { RequestType } from '../../../lib/deployment/deployment.ts'
import type { SignTypedData } from '../../../lib/service/quote-result.ts'
import { honest, user } from './fixtures.ts'
import { pinnedTypes } from './pinned-types.ts'

const kinds: readonly RequestType[] = ['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']

function typedData(kind: RequestType): SignTypedData {
  const { signTypedData } = honest(kind).route
  if (signTypedData === null) throw new Error('a signed route has typed data')
  return signTypedData
}

test("TokenPermissions has Permit2's own type hash", () => {
  expect(typeHashOf(pinnedTypes.SWAP_REQUEST, 'TokenPermissions')).toBe(
    '0x618358ac3db8dc274f0cd8829da7e234bd48cd73c4a740aede1adec9846d06a1',
  )
})

describe.each(kinds)('%s', (kind) => {
  test('both digests agree with what the wallet would hash', () => {
    const received = typedData(kind)
    const wallet = walletTypedData(received)
    const byWallet = hashTypedData(wallet as unknown as Parameters<typeof hashTypedData>[0])
    expect(digestOf(received)).toBe(byWallet)
    expect(digestByConfig(pinnedTypes[kind], received)).toBe(byWallet)
  })

  test('the wallet gets the received data and two additions, in order', () => {
    const received = typedData(kind)
    const wallet = walletTypedData(received)
    expect(Object.keys(wallet)).toEqual(['types', 'primaryType', 'domain', 'message'])
    expect(Object.keys(wallet.types)).toEqual(['EIP712Domain', ...Object.keys(received.types)])
    expect(wallet.types.EIP712Domain?.map(({ name }) => name)).toEqual([
      'name',
      'chainId',
      'verifyingContract',
    ])
    expect(JSON.stringify(wallet.message)).toBe(JSON.stringify(received.values))
  })

  test('a signature over it is that of the user', async () => {
    const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
    const wallet = walletTypedData(typedData(kind)) as unknown as Parameters<typeof account.signTypedData>[0]
    const signature = await account.signTypedData(wallet)
    expect((await recoverTypedDataAddress({ ...wallet, signature })).toLowerCase()).toBe(user)
  })

  test('numbers as text, and addresses in another case, hash the same', () => {
    const received = typedData(kind)
    const other = {
      ...received,
      domain: { ...received.domain, chainId: '31337' },
      values: { ...received.values, deadline: String(received.values.deadline) },
    }
    expect(digestOf(other)).toBe(digestOf(received))
    expect(digestByConfig(pinnedTypes[kind], other)).toBe(digestOf(received))
  })

  test('a value that is not clearly of its type is named', () => {
    const { witness } = typedData(kind).values
    const broken = { ...(witness as object), metadata: '0x12' } as unknown as typeof witness
    expect(() => requestHashOf(pinnedTypes[kind], broken ?? null)).toThrow('path=witness.metadata')
    expect(() => requestHashOf(pinnedTypes[kind], null)).toThrow('path=witness.basicReq.')
  })
})
