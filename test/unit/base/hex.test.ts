import { describe, expect, it } from 'vitest'
import { isNonEvmAddress, isSameAddress, isSameHex, lowerHex } from '../../../lib/base/hex.ts'

describe('hex', () => {
  it('compares without case', () => {
    expect(isSameHex('0xAB', '0xab')).toBe(true)
    expect(isSameHex('0xab', null)).toBe(false)
    expect(isSameHex(null, null)).toBe(false)
    expect(lowerHex('0xAB')).toBe('0xab')
  })

  it('compares addresses by the rules of their chains', () => {
    const [bytes20, bytes32] = [`0x${'aB'.repeat(20)}`, `0x${'aB'.repeat(32)}`]
    expect(isSameAddress(bytes20, bytes20.toLowerCase())).toBe(true)
    expect(isSameAddress(bytes32, bytes32.toLowerCase())).toBe(true)
    expect(isSameAddress(bytes20, bytes32)).toBe(false)
    expect(isSameAddress('EQDtFpEwcFAE', 'EQDtFpEwcFAE')).toBe(true)
    expect(isSameAddress('EQDtFpEwcFAE', 'eqdtfpewcfae')).toBe(false)
    expect(isSameAddress(null, null)).toBe(false)
  })

  it('recognises addresses of chains that are not EVM', () => {
    for (const text of [
      ...['alice.near', '0.0.7', '0:ab', 'kaspa:qq', 'EQ-_', `0x${'a'.repeat(64)}`, '0x2::sui::SUI'],
    ])
      expect(isNonEvmAddress(text)).toBe(true)
    for (const text of [
      ...['', 'a b', '<b>', '0x', '0x12', `0x${'a'.repeat(40)}`, `0x${'a'.repeat(65)}`, '0xzz'],
      ...['a\u200b', 'é', 5],
    ])
      expect(isNonEvmAddress(text)).toBe(false)
  })
})
