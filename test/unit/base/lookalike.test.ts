import { describe, expect, test } from 'vitest'
import { findLookalike } from '../../../lib/base/lookalike.ts'

const known = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

describe('an address that imitates a known one (M7)', () => {
  test.each<[string, string]>([
    ['4 and 4 ends', `0xf39f${'0'.repeat(32)}2266`],
    ['in capitals', `0xF39F${'0'.repeat(32)}2266`],
    ['8 at the start', `0xf39fd6e5${'0'.repeat(32)}`],
    ['8 at the end', `0x${'1'.repeat(32)}ffb92266`],
    ['6 and 2', `0xf39fd6${'1'.repeat(32)}66`],
  ])('finds %s', (_, address) => {
    expect(findLookalike(address, [other, known])).toBe(known)
  })

  test.each<[string, string]>([
    ['itself', known],
    ['itself in capitals', `0x${known.slice(2).toUpperCase()}`],
    ['4 and 3 ends', `0xf39f${'1'.repeat(33)}266`],
    ['another', other],
  ])('does not find %s', (_, address) => {
    expect(findLookalike(address, [known])).toBeNull()
  })

  test('finds every lookalike with eight equal characters', () => {
    for (let start = 0; start <= 40; start += 1) {
      for (const end of [Math.max(0, 8 - start), 40 - start - 1]) {
        if (end < 0 || start + end < 8 || start + end > 39) continue
        const middle = [...known.slice(2 + start, 42 - end)].map((one) => (one === '1' ? '2' : '1')).join('')
        const address = known.slice(0, 2 + start) + middle + known.slice(42 - end)
        expect(findLookalike(address, [known]), address).toBe(known)
      }
    }
  })

  test("compares another chain's format letter by letter", () => {
    const solana = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
    expect(findLookalike(`TokenkegQfeZ${'x'.repeat(28)}5DA`, [solana])).toBe(solana)
    expect(findLookalike(solana.toLowerCase(), [solana])).toBeNull()
  })
})
