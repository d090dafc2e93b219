import { describe, expect, it } from 'vitest'
import {
  isAddress,
  isHash,
  isHex,
  isNonEvmAddress,
  isSameAddress,
  isSameHex,
  lowerHex,
} from '../../../lib/base/hex.ts'

describe('hex', () => {
  it('recognises an address in any case', () => {
    expect(isAddress(`0x${'aB'.repeat(20)}`)).toBe(true)
    for (const value of [
      `0X${'ab'.repeat(20)}`,
      `0x${'ab'.repeat(19)}`,
      `0x${'zz'.repeat(20)}`,
      ' 0x',
      null,
      [],
    ])
      expect(isAddress(value)).toBe(false)
  })

  it('recognises a hash', () => {
    expect(isHash(`0x${'1f'.repeat(32)}`)).toBe(true)
    expect(isHash(`0x${'1f'.repeat(31)}`)).toBe(false)
  })

  it('recognises whole bytes', () => {
    for (const value of ['0x', '0x00', '0xABcd']) expect(isHex(value)).toBe(true)
    for (const value of ['0x0', 'ab', '0xg0', 1]) expect(isHex(value)).toBe(false)
  })

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
