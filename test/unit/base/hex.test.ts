import { describe, expect, it } from 'vitest'
import { isAddress, isHash, isHex, lowerHex, sameHex } from '../../../lib/base/hex.ts'

describe('hex', () => {
  it('knows an address, whatever its case', () => {
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

  it('knows a hash', () => {
    expect(isHash(`0x${'1f'.repeat(32)}`)).toBe(true)
    expect(isHash(`0x${'1f'.repeat(31)}`)).toBe(false)
  })

  it('knows whole bytes', () => {
    for (const value of ['0x', '0x00', '0xABcd']) expect(isHex(value)).toBe(true)
    for (const value of ['0x0', 'ab', '0xg0', 1]) expect(isHex(value)).toBe(false)
  })

  it('compares without case', () => {
    expect(sameHex('0xAB', '0xab')).toBe(true)
    expect(sameHex('0xab', null)).toBe(false)
    expect(sameHex(null, null)).toBe(false)
    expect(lowerHex('0xAB')).toBe('0xab')
  })
})
