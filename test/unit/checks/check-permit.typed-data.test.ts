import { describe, expect, test } from 'vitest'
import { typeHashOf } from '../../../lib/base/ethereum.ts'
import { zeroAddress } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import { checkTypedData } from '../../../lib/checks/check-permit.ts'
import { permitTypeHashes, type RequestType } from '../../../lib/deployment/schema.ts'
import type { Quote } from '../../../lib/service/quote-shape.ts'
import { codeOf, cross, same, typedDataOf, withRoute, withTyped, withWitness } from './changed-check.ts'
import { harbour, honest, nowSeconds, permit2, permitCheck, token, usdc, user } from './fixtures.ts'
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

describe('permit (rows 39 to 42, 49, 50)', () => {
  const { values } = typedDataOf(cross)
  test.each<[string, JsonObject, string | null]>([
    ['spender is the user', { spender: user }, 'V-3'],
    ['spender is Permit2', { spender: permit2 }, 'V-3'],
    ['spender is the token', { spender: usdc }, 'V-3'],
    ['spender is nobody', { spender: null }, 'V-3'],
    ['nonce of 257 bits', { nonce: String(2n ** 256n) }, 'V-4'],
    ['nonce with a leading zero', { nonce: `0${nowSeconds}` }, 'V-4'],
    ['deadline in 5 s', { deadline: nowSeconds + 5 }, 'V-5'],
    ['deadline in 29 s', { deadline: nowSeconds + 29 }, 'V-5'],
    ['deadline in 30 s', { deadline: nowSeconds + 30 }, 'V-6'],
    ['deadline in 900 s', { deadline: nowSeconds + 900 }, 'V-6'],
    ['deadline in 901 s', { deadline: nowSeconds + 901 }, 'V-5'],
    ['another nonce than the request', { nonce: String(nowSeconds + 1) }, 'V-6'],
    ['deadline in an hour', { deadline: nowSeconds + 3600 }, 'V-5'],
    ['deadline in ms', { deadline: (nowSeconds + 600) * 1000 }, 'V-5'],
    ['deadline as text', { deadline: String(nowSeconds + 600) }, null],
    ['deadline with a fraction', { deadline: nowSeconds + 600.5 }, 'V-5'],
    ['another deadline than the request', { deadline: nowSeconds + 601 }, 'V-6'],
    ['more than the input', { permitted: { token: usdc, amount: '1500001' } }, 'V-2'],
    ['amount as text of a float', { permitted: { token: usdc, amount: '1.5e6' } }, 'V-2'],
    ['amount as a number', { permitted: { token: usdc, amount: 1500000 } }, null],
    ['no permission', { permitted: null }, 'V-1'],
    ['a list', { permitted: [usdc, '1500000'] }, 'V-1'],
    ['a stranger', { extra: 1 }, 'W-17'],
  ])('%s', (_, changed, code) => {
    expect(codeOf(withTyped(cross, { values: { ...values, ...changed } }))).toBe(code)
  })

  test('a used nonce', () => {
    expect(codeOf({ ...cross, usedNonces: new Set([String(nowSeconds)]) })).toBe('V-4')
  })

  test.each([user, usdc, permit2] as const)("a pin that would void the permit's protection: %s", (pin) => {
    const input = withTyped(cross, { values: { ...values, spender: pin } })
    expect(codeOf({ ...input, chain: { ...harbour, gateways: [pin] } })).toBe('V-3')
  })

  test('a native input has no permit', () => {
    const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
    const input = withTyped(cross, { values: { ...values, permitted: { token: native, amount: '1500000' } } })
    expect(codeOf({ ...input, request: { ...cross.request, inputToken: native } })).toBe('V-1')
  })

  test('an input of zero', () => {
    const input = withTyped(cross, { values: { ...values, permitted: { token: usdc, amount: '0' } } })
    expect(codeOf({ ...input, request: { ...cross.request, inputAmount: '0' } })).toBe('V-2')
  })
})

describe('switchboards', () => {
  const pinned = (ids: readonly number[]) => ({ ...cross, chain: { ...harbour, switchboardIds: ids } })

  test('a pinned one passes', () => {
    expect(codeOf(pinned([7]))).toBe(null)
    expect(codeOf(pinned([1, 7]))).toBe(null)
  })

  test('another one is refused', () => {
    expect(codeOf(pinned([1]))).toBe('W-6')
    expect(codeOf(pinned([70]))).toBe('W-6')
  })
})

describe('witness', () => {
  test.each<[string, JsonObject, JsonObject, string | null]>([
    ['a poisoned receiver', { receiver: '0xf39f000000000000000000000000000000002266' }, {}, 'W-3'],
    ['a checksummed receiver', { receiver: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }, {}, null],
    [
      'the right checksum',
      { receiver: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'.toLowerCase() },
      {},
      null,
    ],
    ['nobody as the delegate', { delegate: zeroAddress }, {}, 'W-4'],
    ['another gateway', { exchangeGateway: permit2 }, {}, 'W-5'],
    ['switchboard of 33 bits', { switchboardId: 2 ** 32 }, {}, 'W-6'],
    ['nothing at least', { minOutputAmount: '0' }, {}, 'W-9'],
    ['1 % less', { minOutputAmount: '1473022' }, {}, 'W-9'],
    ['a token for the same one', { outputToken: usdc }, {}, 'W-8'],
    ['a payload', {}, { destinationPayload: '0x00' }, 'W-14'],
    ['a fee nobody asked for', {}, { affiliateFees: `0x${'0'.repeat(128)}` }, 'W-13'],
    ['a stranger in the request', {}, { extra: null }, 'W-17'],
    ['a stranger deeper', { extra: null }, {}, 'W-17'],
  ])('%s', (_, basic, top, code) => {
    expect(codeOf(withWitness(cross, basic, top))).toBe(code)
  })

  test.each<[string, JsonObject, JsonObject, string]>([
    ['delegate', { delegate: user }, {}, 'W-4'],
    ['switchboardId', { switchboardId: 1 }, {}, 'W-6'],
    ['refuelAmount', { refuelAmount: '0' }, {}, 'W-10'],
    ['swapOutputToken', {}, { swapOutputToken: user }, 'W-12'],
    ['minSwapOutput', {}, { minSwapOutput: '0' }, 'W-12'],
    ['originChainId', { originChainId: 31337 }, {}, 'W-17'],
  ])('%s in a same-chain request', (_, basic, top, code) => {
    expect(codeOf(withWitness(same, basic, top))).toBe(code)
  })

  test('less than the accepted minimum', () => {
    expect(codeOf({ ...cross, floorUnits: 1_487_902n })).toBe(null)
    expect(codeOf({ ...cross, floorUnits: 1_487_903n })).toBe('W-9')
  })

  test('a quote without a promised amount', () => {
    const output = { ...cross.route.output, minAmountOut: '0', effectiveAmount: null }
    expect(codeOf(withRoute(withWitness(cross, { minOutputAmount: '0' }), { output }))).toBe('W-9')
  })

  test('a minimum below the promised amount by more than the slippage', () => {
    const { output } = cross.route
    const promise = (effectiveAmount: string | null) =>
      withRoute(cross, { output: { ...output, effectiveAmount } })
    // 1487902 is 1495379 less 0.5 %, and the rounding.
    expect(codeOf(promise('1495379'))).toBe(null)
    expect(codeOf(promise('1495390'))).toBe('W-9')
    expect(codeOf(promise(null))).toBe(null)
    const open = { ...promise('1495390'), request: { ...cross.request, slippagePercent: null } }
    expect(codeOf(open)).toBe('W-9')
    expect(codeOf(withRoute(open, { slippagePercent: '1' }))).toBe(null)
    expect(codeOf(withRoute(open, { slippagePercent: null }))).toBe(null)
  })
})

describe('quote and request', () => {
  const quote = cross.quote
  const other = '0x9999999999999999999999999999999999999999'
  test.each<[string, Partial<Quote>]>([
    ['origin chain', { originChainId: 1 }],
    ['destination chain', { destinationChainId: 1 }],
    ['user', { userAddress: other }],
    ['no user', { userAddress: null }],
    ['receiver', { receiverAddress: other }],
    ['input token', { input: { ...quote.input, token: token(31337, other, 'USDC', 6) } }],
    ["input token's chain", { input: { ...quote.input, token: token(1, usdc, 'USDC', 6) } }],
    ['one unit more', { input: { ...quote.input, amount: '1500001' } }],
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

  test('a hash that is wrong, of another request, or used', () => {
    const { requestHash } = cross.route
    expect(codeOf(withRoute(cross, { requestHash: same.route.requestHash }))).toBe('X-3')
    expect(codeOf(withRoute(cross, { requestHash: requestHash.slice(0, -2) as `0x${string}` }))).toBe('X-3')
    expect(codeOf({ ...cross, usedRequestHashes: new Set([requestHash]) })).toBe('X-3')
  })

  test.each<[number, string | null]>([
    [nowSeconds + 15, 'X-4'],
    [nowSeconds + 16, null],
    [nowSeconds - 60, 'X-4'],
    [(nowSeconds + 60) * 1000, 'X-4'],
    [nowSeconds + 86_400, null],
    [nowSeconds + 86_401, 'X-4'],
  ])('a quote that expires at %s', (quoteExpirySeconds, code) => {
    expect(codeOf(withRoute(cross, { quoteExpirySeconds }))).toBe(code)
  })
})
