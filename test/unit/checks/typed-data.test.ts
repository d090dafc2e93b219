import {
  hashTypedData,
  parseSignature,
  recoverTypedDataAddress,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { typeHashOf } from '../../../lib/base/ethereum.ts'
import type { Hex } from '../../../lib/base/hex.ts'
import {
  digestByConfig,
  digestOf,
  normalizeSignature,
  requestHashOf,
  verifyEoaSignature,
  walletTypedData,
} from '../../../lib/checks/typed-data.ts'
import type { RequestType } from '../../../lib/deployment/schema.ts'
import type { SignTypedData } from '../../../lib/service/route.ts'
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
  test("both digests equal the wallet's", () => {
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

  test("a signature over it recovers to the person's account", async () => {
    const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
    const wallet = walletTypedData(typedData(kind)) as unknown as Parameters<typeof account.signTypedData>[0]
    const signature = await account.signTypedData(wallet)
    expect((await recoverTypedDataAddress({ ...wallet, signature })).toLowerCase()).toBe(user)
  })

  test('numbers as text, and addresses in another case, give the same hash', () => {
    const received = typedData(kind)
    const other = {
      ...received,
      domain: { ...received.domain, chainId: '31337' },
      values: { ...received.values, deadline: String(received.values.deadline) },
    }
    expect(digestOf(other)).toBe(digestOf(received))
    expect(digestByConfig(pinnedTypes[kind], other)).toBe(digestOf(received))
  })

  test('names a value that is not clearly of its type', () => {
    const { witness } = typedData(kind).values
    const broken = { ...(witness as object), metadata: '0x12' } as unknown as typeof witness
    expect(() => requestHashOf(pinnedTypes[kind], broken ?? null)).toThrow('path=witness.metadata')
    expect(() => requestHashOf(pinnedTypes[kind], null)).toThrow('path=witness.basicReq.')
  })
})

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const digest: Hex = `0x${'ab'.repeat(32)}`
const other: Hex = `0x${'cd'.repeat(32)}`
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const signature = await account.sign({ hash: digest })
const rs = signature.slice(0, 130)
const v = signature.slice(130)
const flipped = v === '1b' ? '1c' : '1b'
const highS = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')

test.each<[string, string]>([
  ['as signed', signature],
  ['v 0 or 1', `${rs}${v === '1b' ? '00' : '01'}`],
  ['upper case', `0x${signature.slice(2).toUpperCase()}`],
  ['EIP-2098', serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))],
  ['high s', `${signature.slice(0, 66)}${highS}${flipped}`],
  ['high s with v 0 or 1', `${signature.slice(0, 66)}${highS}${flipped === '1b' ? '00' : '01'}`],
])('rows 73, 74: forms of one good signature: %s', async (_, form) => {
  expect(normalizeSignature(form)).toBe(signature)
  expect(await verifyEoaSignature(digest, form, user)).toBe(true)
})

test('the compact form has its parity in the top bit', () => {
  const compact = (top: bigint): Hex => {
    const s = BigInt(`0x${signature.slice(66, 130)}`) | (top << 255n)
    return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}` as Hex
  }
  expect(normalizeSignature(compact(0n))).toBe(`${rs}1b`)
  expect(normalizeSignature(compact(1n))).toBe(`${rs}1c`)
})

test('the largest low s stays unchanged', () => {
  const half = ((order - 1n) / 2n).toString(16).padStart(64, '0')
  const largest = `${signature.slice(0, 66)}${half}1b`
  expect(normalizeSignature(largest)).toBe(largest)
})

describe('all other values are refused', () => {
  test.each<[string, unknown]>([
    ['nothing', '0x'],
    ['63 bytes', rs.slice(0, -2)],
    ['66 bytes', `${signature}00`],
    ['half a byte', `${signature}0`],
    ['a blob', `0x${'00'.repeat(200)}`],
    ['no text', { r: 1 }],
    ['null', null],
    ['v 29', `${rs}1d`],
    ['v 2', `${rs}02`],
    ['r zero', `0x${'0'.repeat(64)}${signature.slice(66)}`],
    ['s zero', `${signature.slice(0, 66)}${'0'.repeat(64)}${v}`],
    ['r too large', `0x${'f'.repeat(64)}${signature.slice(66)}`],
    ['r as large as the order', `0x${order.toString(16)}${signature.slice(66)}`],
    ['s as large as the order', `${signature.slice(0, 66)}${order.toString(16)}${v}`],
    ['s too large', `${signature.slice(0, 66)}${'f'.repeat(64)}${v}`],
  ])('%s', async (_, form) => {
    expect(normalizeSignature(form)).toBeNull()
    expect(await verifyEoaSignature(digest, form, user)).toBe(false)
  })

  test('of another digest, account or parity', async () => {
    expect(await verifyEoaSignature(other, signature, user)).toBe(false)
    expect(await verifyEoaSignature(digest, signature, `0x${'11'.repeat(20)}`)).toBe(false)
    expect(await verifyEoaSignature(digest, `${rs}${flipped}`, user)).toBe(false)
  })

  test('numbers that are not on the curve', async () => {
    // 5 is not the x of any point of secp256k1.
    const nobody = `0x${'5'.padStart(64, '0')}${signature.slice(66)}`
    expect(await verifyEoaSignature(digest, nobody, user)).toBe(false)
  })
})
