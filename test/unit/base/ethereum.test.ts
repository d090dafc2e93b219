import fc from 'fast-check'
import { encodeFunctionData, keccak256, multicall3Abi, stringToHex, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import {
  allowanceData,
  approveData,
  balanceData,
  canonicalAddress,
  decimalsData,
  encodeCall,
  functionSelector,
  hasValidChecksum,
  invalidateNonceData,
  nonceBitmapData,
  symbolData,
  toChecksumAddress,
  transferData,
  typeHashOf,
} from '../../../lib/base/ethereum.ts'
import type { Address, Hex } from '../../../lib/base/hex.ts'

/** The examples of EIP-55. */
const examples: readonly Address[] = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
]
const lower = (address: Address) => address.toLowerCase() as Address

test.each(examples)('%s is the EIP-55 spelling', (address) => {
  expect(toChecksumAddress(lower(address))).toBe(address)
  expect(hasValidChecksum(address)).toBe(true)
  expect(canonicalAddress(address)).toBe(lower(address))
})

test('accepts an address with letters of one case, which has no checksum', () => {
  const [mixed] = examples
  const upper: Address = `0x${String(mixed).slice(2).toUpperCase()}`
  for (const address of [lower(upper), upper]) {
    expect(hasValidChecksum(address)).toBe(true)
    expect(canonicalAddress(address)).toBe(lower(upper))
  }
})

test.each([
  ['one letter in the other case', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
  ['one digit for another', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'],
  ['only its first digit a capital', '0xD1220a0cf47c7b9be7a2e6ba89f429762e7b9adb'],
  ['only its last digit a capital', '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adB'],
  ['only its first digit small', '0xd1220A0CF47C7B9BE7A2E6BA89F429762E7B9ADB'],
] as const)('refuses an address with %s', (_what, address) => {
  expect(hasValidChecksum(address)).toBe(false)
  expect(canonicalAddress(address)).toBeNull()
})

test.each([null, 7, '', '0x', '0x12', 'dbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'])(
  '%j is not an address',
  (value) => {
    expect(canonicalAddress(value)).toBeNull()
  },
)

const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
/** In any case: the spelling does not matter here. */
const addresses = fc
  .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 40, maxLength: 40 })
  .map((digits): Address => `0x${digits.join('')}`)

/** The ABI encoding of static arguments: the selector, then one word each. */
function words(selector: string, ...args: readonly (bigint | Hex)[]): string {
  return selector + args.map((one) => BigInt(one).toString(16).padStart(64, '0')).join('')
}

test('encodes token calls as a selector and one word per argument', () => {
  const calls = fc.property(addresses, addresses, units, (one, other, amountUnits) => {
    expect(approveData(one, amountUnits)).toBe(words('0x095ea7b3', one, amountUnits))
    expect(transferData(one, amountUnits)).toBe(words('0xa9059cbb', one, amountUnits))
    expect(allowanceData(one, other)).toBe(words('0xdd62ed3e', one, other))
    expect(balanceData(one)).toBe(words('0x70a08231', one))
  })
  fc.assert(calls)
  expect([decimalsData(), symbolData()]).toEqual(['0x313ce567', '0x95d89b41'])
})

test('encodes Permit2 calls with the word and the bit of the nonce', () => {
  const calls = fc.property(addresses, units, (owner, nonce) => {
    expect(nonceBitmapData(owner, nonce)).toBe(words('0x4fe02b44', owner, nonce / 256n))
    expect(invalidateNonceData(nonce)).toBe(words('0x3ff9dcb1', nonce / 256n, 2n ** (nonce % 256n)))
  })
  fc.assert(calls)
})

test('encodes any amount in exactly one word', () => {
  expect(() => approveData(`0x${'1'.repeat(40)}`, 2n ** 256n)).toThrow()
  expect(() => transferData(`0x${'1'.repeat(40)}`, -1n)).toThrow()
})

test('hashes a type once that contains itself or is used by two others', () => {
  const node = [{ name: 'next', type: 'Node' }]
  expect(typeHashOf({ Node: node }, 'Node')).toBe(keccak256(stringToHex('Node(Node next)')))
  const types = {
    Trip: [
      { name: 'from', type: 'Port' },
      { name: 'to', type: 'Place' },
    ],
    Place: [{ name: 'port', type: 'Port' }],
    Port: [{ name: 'name', type: 'string' }],
  }
  const text = 'Trip(Port from,Place to)Place(Port port)Port(string name)'
  expect(typeHashOf(types, 'Trip')).toBe(keccak256(stringToHex(text)))
})

test('encodes calls and selectors with tuples, and with lists of tuples', () => {
  const components = [
    { name: 'target', type: 'address' },
    { name: 'allowFailure', type: 'bool' },
    { name: 'callData', type: 'bytes' },
  ] as const
  const calls = [{ target: `0x${'22'.repeat(20)}`, allowFailure: true, callData: '0x1234' }] as const
  expect(encodeCall('aggregate3', [{ type: 'tuple[]', components }], [calls])).toBe(
    encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] }),
  )
  const inner = { name: 'inner', type: 'tuple', components }
  const inputs = [
    { name: 'outer', type: 'tuple[2][]', components: [inner, { name: 'last', type: 'uint8' }] },
    { name: 'to', type: 'address' },
  ]
  expect(functionSelector('createRequest', inputs)).toBe(
    toFunctionSelector({
      type: 'function',
      name: 'createRequest',
      inputs,
      outputs: [],
      stateMutability: 'payable',
    }),
  )
})
