import { describe, expect, test } from 'vitest'
import { nativeAddress, zeroAddress } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import { reportOf } from '../../../lib/checks/check-report.ts'
import {
  hasIntermediateSwapChanged,
  intermediateSwapLines,
  intermediateSwapLoss,
  readIntermediateSwap,
} from '../../../lib/checks/swap-request.ts'
import type { Deployment } from '../../../lib/deployment/schema.ts'
import { harbour as home, island, deployment as pinned, tokenOf } from '../../harness/chains.ts'
import { orderOf } from '../order/order-fixture.ts'
import { gateway, harbour, honest, inbox, permit2, usdc, user } from './fixtures.ts'

const { request, route } = honest('SINGLE_OUTPUT_REQUEST')
const other = '0x9999999999999999999999999999999999999999'

function codeAt(swapOutputToken: string, minSwapOutput: string | number, inputToken = usdc): string | null {
  const chain = { ...harbour, multicall3: gateway }
  const input = { request: { ...request, inputToken }, chain }
  const report = reportOf(intermediateSwapLines(input, { swapOutputToken, minSwapOutput }))
  return report.ok ? null : report.path
}

describe('W-12', () => {
  test.each<[string, string | number, string?]>([
    [zeroAddress, '0'],
    [zeroAddress, 0],
    [other, '1'],
    [other, String(2n ** 256n - 1n)],
    [usdc, '0'],
    [usdc, '1500000'],
    [nativeAddress, '1500000', nativeAddress],
  ])('%s, at least %s', (token, least, input) => {
    expect(codeAt(token, least, input as typeof usdc)).toBeNull()
  })

  test.each<[string, string | number, string]>([
    [zeroAddress, '1', 'minSwapOutput'],
    [other, '0', 'minSwapOutput'],
    [other, '01', 'minSwapOutput'],
    [other, '-1', 'minSwapOutput'],
    [other, String(2n ** 256n), 'minSwapOutput'],
    [usdc, '1500001', 'minSwapOutput'],
    [usdc, '', 'minSwapOutput'],
    [nativeAddress, '1', 'swapOutputToken'],
    [permit2, '1', 'swapOutputToken'],
    [gateway, '1', 'swapOutputToken'],
    [inbox, '1', 'swapOutputToken'],
    [user, '1', 'swapOutputToken'],
    ['0x12', '1', 'swapOutputToken'],
    ['', '0', 'swapOutputToken'],
  ])('refuses %j with at least %j', (token, least, member) => {
    expect(codeAt(token, least)).toBe(`witness.${member}`)
  })
})

describe('the swap on the origin chain', () => {
  const typed = route.signTypedData
  const of = (top: JsonObject) => {
    if (typed === null) throw new Error('no typed data')
    return readIntermediateSwap({ ...(typed.values.witness as JsonObject), ...top })
  }

  test("is read from the request's bytes", () => {
    expect(of({ swapOutputToken: other, minSwapOutput: '5' })).toEqual({
      token: { address: other },
      minUnits: '5',
    })
    expect(of({})).toBeNull()
    expect(of({ swapOutputToken: usdc, minSwapOutput: '5' })).toBeNull()
    expect(of({ swapOutputToken: 'x', minSwapOutput: '5' })).toBeNull()
    expect(of({ swapOutputToken: other, minSwapOutput: 'x' })).toBeNull()
    expect(readIntermediateSwap(null)).toBeNull()
  })

  test('differs with another token, with less, and if only one of the two exists', () => {
    const one = { token: { address: other }, minUnits: '5' }
    expect(hasIntermediateSwapChanged(one, one)).toBe(false)
    expect(hasIntermediateSwapChanged(one, { ...one, minUnits: '6' })).toBe(false)
    expect(hasIntermediateSwapChanged(one, { ...one, minUnits: '4' })).toBe(true)
    expect(hasIntermediateSwapChanged(one, { ...one, token: { address: usdc } })).toBe(true)
    expect(hasIntermediateSwapChanged(one, null)).toBe(true)
    expect(hasIntermediateSwapChanged(undefined, one)).toBe(true)
    expect(hasIntermediateSwapChanged(undefined, null)).toBe(false)
  })
})

describe('the loss of the swap on the origin chain', () => {
  const [from, to] = [tokenOf(home, 'DAI'), tokenOf(island, 'USDC')]
  const reviewed = {
    ...orderOf().reviewed,
    request: {
      ...orderOf().reviewed.request,
      originChainId: home.chainId,
      destinationChainId: island.chainId,
      inputToken: from.address,
      inputAmount: '100000000000000000000',
      outputToken: to.address,
    },
    inputToken: from,
    minAmountOut: '98000000',
  }
  const unfed = { feedInputPrice: null, feedIntermediatePrice: null }
  type Prices = Parameters<typeof intermediateSwapLoss>[2]
  const lossOf = (symbol: string, minUnits: string, prices: Prices = unfed, by: Deployment = pinned) =>
    intermediateSwapLoss(
      by,
      { ...reviewed, intermediateSwap: { token: tokenOf(home, symbol), minUnits } },
      prices,
    )

  test('is null without such a swap', () => {
    expect(intermediateSwapLoss(pinned, reviewed, unfed)).toBeNull()
  })

  test('uses amounts of one asset, then feeds, then the arriving amount', () => {
    const fed = { feedInputPrice: '1', feedIntermediatePrice: '1' }
    expect(lossOf('DAI', '90000000000000000000')).toBe('10.00')
    expect(lossOf('USDT', '90000000', fed)).toBe('10.00')
    expect(lossOf('USDT', '90000000', { ...fed, feedIntermediatePrice: '2' })).toBe('-80.00')
    expect(lossOf('USDC', '49000000')).toBe('50.00')
    expect(lossOf('USDC', '98000000')).toBe('0.00')
  })

  test('is null if a feed is silent and no asset is the same', () => {
    expect(lossOf('USDT', '90000000')).toBeNull()
    expect(lossOf('USDT', '90000000', { feedInputPrice: '1', feedIntermediatePrice: null })).toBeNull()
    expect(lossOf('USDT', '90000000', { feedInputPrice: null, feedIntermediatePrice: '1' })).toBeNull()
    expect(lossOf('USDC', '98000000', unfed, { ...pinned, chains: [] })).toBeNull()
  })
})
