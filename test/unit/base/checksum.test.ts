import { expect, test } from 'vitest'
import { canonicalAddress, checksummed, hasRightChecksum } from '../../../lib/base/ethereum.ts'
import type { Address } from '../../../lib/base/hex.ts'

/** The examples of EIP-55 itself. */
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

test.each(examples)('%s is spelled as EIP-55 does', (address) => {
  expect(checksummed(lower(address))).toBe(address)
  expect(hasRightChecksum(address)).toBe(true)
  expect(canonicalAddress(address)).toBe(lower(address))
})

test('digits of one case carry no checksum, and may be trusted', () => {
  const [mixed] = examples
  const upper: Address = `0x${String(mixed).slice(2).toUpperCase()}`
  for (const address of [lower(upper), upper]) {
    expect(hasRightChecksum(address)).toBe(true)
    expect(canonicalAddress(address)).toBe(lower(upper))
  }
})

test.each([
  ['one letter in the other case', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
  ['one digit for another', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'],
  ['only its first digit a capital', '0xD1220a0cf47c7b9be7a2e6ba89f429762e7b9adb'],
  ['only its last digit a capital', '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adB'],
  ['only its first digit small', '0xd1220A0CF47C7B9BE7A2E6BA89F429762E7B9ADB'],
] as const)('an address with %s is not trusted', (_what, address) => {
  expect(hasRightChecksum(address)).toBe(false)
  expect(canonicalAddress(address)).toBeNull()
})

test.each([null, 7, '', '0x', '0x12', 'dbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'])(
  '%j is no address',
  (value) => {
    expect(canonicalAddress(value)).toBeNull()
  },
)
