import { describe, expect, test } from 'vitest'
import { codeOf, withRoute, withTyped, withWitness } from './changed-check.ts'
import { honestOnOneChain, permitCheck } from './fixtures.ts'
import { pinnedTypes } from './pinned-types.ts'

const input = permitCheck(honestOnOneChain())

describe('a SINGLE_OUTPUT_REQUEST within one chain', () => {
  test('passes', () => {
    expect(codeOf(input)).toBeNull()
  })

  test.each([
    ['another destination', { destinationChainId: 31338 }, 'W-1'],
    ['a member of the other type', { chainId: 31337 }, 'W-17'],
  ])('is refused with %s', (_, basic, code) => {
    expect(codeOf(withWitness(input, basic))).toBe(code)
  })

  test('is refused with the types of the other request type', () => {
    expect(codeOf(withTyped(input, { types: pinnedTypes.SWAP_REQUEST }))).toBe('T-2')
  })

  test('is refused as a SWAP_REQUEST', () => {
    expect(codeOf(withRoute(input, { requestType: 'SWAP_REQUEST' }))).toBe('T-2')
  })
})
