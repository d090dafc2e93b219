import { describe, expect, test } from 'vitest'
import { nativeAddress, zeroAddress } from '../../../lib/base/hex.ts'
import type { Json, JsonObject } from '../../../lib/base/json.ts'
import {
  codeOf,
  cross,
  same,
  typedDataOf,
  withRoute,
  withTyped,
  withWitness,
} from '../checks/changed-check.ts'
import { nowSeconds, permit2, usdc, user } from '../checks/fixtures.ts'
import { pinnedTypes } from '../checks/pinned-types.ts'

const { domain, values, types } = typedDataOf(cross)
const attacker = `0x${'66'.repeat(20)}`
const inDomain = (part: JsonObject) => codeOf(withTyped(cross, { domain: { ...domain, ...part } }))
const inValues = (part: JsonObject) => codeOf(withTyped(cross, { values: { ...values, ...part } }))
const inRequest = (basic: JsonObject, top: JsonObject = {}) => codeOf(withWitness(cross, basic, top))
const basicTypes = (members: readonly { name: string; type: string }[]) =>
  codeOf(withTyped(cross, { types: { ...types, BasicRequest: members } }))
const members = types.BasicRequest ?? []
const inTypes = (input: typeof cross, types: (typeof pinnedTypes)['SWAP_REQUEST']) =>
  codeOf(withTyped(input, { types }))
const poisoned = `${user.slice(0, 6)}${'0'.repeat(32)}${user.slice(-4)}`

/** Each row without a wallet request, with the code that refuses it. */
const rows: readonly (readonly [string, () => string | null, string])[] = [
  ['row 31: a version in the domain', () => inDomain({ version: '1' }), 'D-1'],
  ['row 31: a salt in the domain', () => inDomain({ salt: `0x${'00'.repeat(32)}` }), 'D-1'],
  ['row 32: "Permit2 "', () => inDomain({ name: 'Permit2 ' }), 'D-2'],
  ['row 32: "permit2"', () => inDomain({ name: 'permit2' }), 'D-2'],
  [
    'row 33: a contract with the same ends',
    () => inDomain({ verifyingContract: `${permit2.slice(0, 8)}${'1'.repeat(30)}${permit2.slice(-4)}` }),
    'D-4',
  ],
  ['row 34: another chain id', () => inDomain({ chainId: 1 }), 'D-3'],
  ['row 34: chain id in hex', () => inDomain({ chainId: '0x7a69' }), 'D-3'],
  ['row 34: chain id with a zero in front', () => inDomain({ chainId: '031337' }), 'D-3'],
  ...['PermitTransferFrom', 'PermitBatchWitnessTransferFrom', 'PermitSingle'].map(
    (name) =>
      [
        `row 35: ${name}`,
        () => {
          const { PermitWitnessTransferFrom: permit = [], ...others } = types
          return codeOf(withTyped(cross, { types: { [name]: permit, ...others } }))
        },
        'T-1',
      ] as const,
  ),
  ['row 36: a field more', () => basicTypes([...members, { name: 'extra', type: 'uint256' }]), 'T-2'],
  ['row 36: a type more', () => codeOf(withTyped(cross, { types: { ...types, Extra: members } })), 'T-3'],
  ['row 36: same-chain types, cross-chain', () => inTypes(cross, pinnedTypes.SWAP_REQUEST), 'T-2'],
  ['row 36: cross-chain types, same-chain', () => inTypes(same, pinnedTypes.SINGLE_OUTPUT_REQUEST), 'T-2'],
  ['row 36: the other kind', () => codeOf(withRoute(cross, { requestType: 'SWAP_REQUEST' })), 'T-2'],
  ['row 36: a wrong hash', () => codeOf(withRoute(cross, { requestHash: `0x${'00'.repeat(32)}` })), 'X-3'],
  ['row 37: fields in another order', () => basicTypes(members.toReversed()), 'T-2'],
  [
    'row 38: bytes32 for uint256',
    () => basicTypes(members.map((one) => (one.name === 'nonce' ? { ...one, type: 'bytes32' } : one))),
    'T-2',
  ],
  ...[attacker, user, permit2].map(
    (spender) => [`row 39: spender ${spender.slice(0, 6)}`, () => inValues({ spender }), 'V-3'] as const,
  ),
  ['row 40: a used nonce', () => codeOf({ ...cross, usedNonces: new Set([String(nowSeconds)]) }), 'V-4'],
  ['row 40: a nonce of 2^256', () => inValues({ nonce: String(2n ** 256n) }), 'V-4'],
  ['row 41: in 5 s', () => inValues({ deadline: nowSeconds + 5 }), 'V-5'],
  ['row 41: in an hour', () => inValues({ deadline: nowSeconds + 3_600 }), 'V-5'],
  ['row 41: in 10 years', () => inValues({ deadline: nowSeconds + 315_360_000 }), 'V-5'],
  ['row 41: in ms', () => inValues({ deadline: (nowSeconds + 600) * 1_000 }), 'V-5'],
  ['row 41: another deadline than the request', () => inValues({ deadline: nowSeconds + 601 }), 'V-6'],
  ['row 41: another nonce than the request', () => inValues({ nonce: String(nowSeconds + 1) }), 'V-6'],
  ['row 42: more than the input', () => inValues({ permitted: { token: usdc, amount: '1500001' } }), 'V-2'],
  ['row 43: a poisoned receiver', () => inRequest({ receiver: poisoned }), 'W-3'],
  ['row 44: nothing at least', () => inRequest({ minOutputAmount: '0' }), 'W-9'],
  ['row 44: 1 % less than shown', () => inRequest({ minOutputAmount: '1473022' }), 'W-9'],
  ['row 45: a payload', () => inRequest({}, { destinationPayload: '0x00' }), 'W-14'],
  ['row 46: a fee', () => inRequest({}, { affiliateFees: `0x${'0'.repeat(128)}` }), 'W-13'],
  ['row 47: nobody as the delegate', () => inRequest({ delegate: zeroAddress }), 'W-4'],
  ['row 47: the native constant as the delegate', () => inRequest({ delegate: nativeAddress }), 'W-4'],
  ['row 48: a token for itself', () => inRequest({ outputToken: usdc }), 'W-8'],
  ['row 49: null for an address', () => inRequest({ receiver: null }), 'W-3'],
  ['row 49: a list for an address', () => inRequest({ receiver: [user] as Json }), 'W-3'],
  [
    'row 50: wrong checksum',
    () => inRequest({ receiver: '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266' }),
    'W-3',
  ],
]

describe('bad inputs: typed data', () => {
  test.each(rows)('%s', (_, code, expected) => {
    expect(code()).toBe(expected)
  })

  test.each(['31337', 31337])('row 34: the right chain id as %j is accepted', (chainId) => {
    expect(inDomain({ chainId })).toBeNull()
  })

  test.each([String(nowSeconds + 600), nowSeconds + 600])(
    'row 41: a deadline as %j is accepted',
    (deadline) => {
      expect(inValues({ deadline })).toBeNull()
    },
  )

  test('row 50: no checksum, and the right one, are accepted', () => {
    expect(inRequest({ receiver: user })).toBeNull()
    expect(inRequest({ receiver: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })).toBeNull()
  })
})
