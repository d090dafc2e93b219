import { describe, expect, test } from 'vitest'
import { typeHashOf } from '../../../lib/base/ethereum.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import { checkTypedData } from '../../../lib/checks/check-permit.ts'
import { permitTypeHashes, type RequestType } from '../../../lib/deployment/schema.ts'
import { codeOf, cross, same, withRoute, withWitness } from './changed-check.ts'
import { harbour, honest, nowSeconds, permitCheck, token, user } from './fixtures.ts'
import { pinnedTypes } from './pinned-types.ts'

const kinds: readonly RequestType[] = ['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']

describe.each(kinds)('an honest %s', (kind) => {
  test('passes every check', () => {
    const report = checkTypedData(permitCheck(honest(kind)))
    expect(report.ok && report.passed).toHaveLength(34)
  })

  test('the type hash in the code equals that of the pinned types', () => {
    expect(typeHashOf(pinnedTypes[kind], 'PermitWitnessTransferFrom')).toBe(permitTypeHashes[kind])
  })
})

describe('switchboards', () => {
  const pinned = (ids: readonly number[]) => ({ ...cross, chain: { ...harbour, switchboardIds: ids } })

  test('a pinned one passes', () => {
    expect(codeOf(pinned([7]))).toBe(null)
    expect(codeOf(pinned([1, 7]))).toBe(null)
  })

  test('another one, or one of 33 bits, is refused', () => {
    expect(codeOf(pinned([1]))).toBe('W-6')
    expect(codeOf(pinned([70]))).toBe('W-6')
    expect(codeOf(withWitness(cross, { switchboardId: 2 ** 32 }))).toBe('W-6')
  })
})

test.each<[string, JsonObject, JsonObject, string]>([
  ['delegate', { delegate: user }, {}, 'W-4'],
  ['switchboardId', { switchboardId: 1 }, {}, 'W-6'],
  ['refuelAmount', { refuelAmount: '0' }, {}, 'W-10'],
  ['swapOutputToken', {}, { swapOutputToken: user }, 'W-12'],
  ['minSwapOutput', {}, { minSwapOutput: '0' }, 'W-12'],
  ['originChainId', { originChainId: 31337 }, {}, 'W-17'],
])('witness %s in a same-chain request', (_, basic, top, code) => {
  expect(codeOf(withWitness(same, basic, top))).toBe(code)
})

describe('quote and request', () => {
  const quote = cross.quote
  const other = '0x9999999999999999999999999999999999999999'
  test.each<[string, Partial<typeof quote>]>([
    ['origin chain', { originChainId: 1 }],
    ['destination chain', { destinationChainId: 1 }],
    ['no user', { userAddress: null }],
    ['input token', { input: { ...quote.input, token: token(31337, other, 'USDC', 6) } }],
  ])('another %s in the echo is X-1', (_, fields) => {
    expect(codeOf({ ...cross, quote: { ...quote, ...fields } })).toBe('X-1')
  })

  test('another output token than the displayed one', () => {
    const { output } = cross.route
    const shown = (chainId: number, at: string) =>
      withRoute(cross, { output: { ...output, token: token(chainId, at, 'USDC', 6) } })
    expect(codeOf(shown(31338, other))).toBe('X-1')
    expect(codeOf(shown(1, output.token.address))).toBe('X-1')
  })

  test('a hash of another request, or a cut one', () => {
    const { requestHash } = cross.route
    expect(codeOf(withRoute(cross, { requestHash: same.route.requestHash }))).toBe('X-3')
    expect(codeOf(withRoute(cross, { requestHash: requestHash.slice(0, -2) as `0x${string}` }))).toBe('X-3')
  })

  test('a quote whose expiry is in milliseconds', () => {
    expect(codeOf(withRoute(cross, { quoteExpirySeconds: (nowSeconds + 60) * 1000 }))).toBe('X-4')
  })
})
