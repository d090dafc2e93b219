import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { ProblemData } from '../../../lib/base/problem-shape.ts'
import type { Deployment } from '../../../lib/deployment/schema.ts'
import type { HeldQuote } from '../../../lib/quote/held-quote.ts'
import { summarizeRoute } from '../../../lib/quote/route-summary.ts'
import { createRouteView } from '../../../lib/quote/route-view.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import type { Route } from '../../../lib/service/route.ts'
import { harbour, honest, token } from '../checks/fixtures.ts'
import { deposit, manual } from './route-fixture.ts'

const { request, quote, route } = honest('SINGLE_OUTPUT_REQUEST')
const island = { ...harbour, chainId: 31338 }
const chains = [{ ...harbour, nativeFeeMaxUnits: '500' }, island]
const deployment = { chains } as unknown as Deployment
const native = token(31337, nativeAddress, 'ETH', 18)
const gas = { token: native, amount: '1000', feeInUsd: '0.5' }

function manualOf(part: Parameters<typeof manual>[1] = {}): Route {
  return manual('Across', part)
}
const withNativeFee = (amount: string) => ({
  gasFee: gas,
  routeDetails: { name: 'Stargate', logoURI: null, dexName: null, routeFee: { ...gas, amount } },
})
const heldWith = (requested: QuoteRequest, nativeUnits: string | null, hasCode = false): HeldQuote => ({
  request: requested,
  response: { result: {}, clockOffsetMs: 0, serverRequestId: null },
  listed: [],
  receivedMs: 0,
  executable: true,
  outputToken: native,
  nativeUnits,
  hasCode,
  approvalGas: {},
})
const reasonOf = (problem: ProblemData | null) => problem?.facts.reason ?? problem?.code ?? null
const codeOf = (one: Route, nativeUnits: string | null = null, requested = request, file = deployment) =>
  reasonOf(createRouteView(one, quote, heldWith(requested, nativeUnits), file)?.blocked ?? null)

describe('routeView', () => {
  const auto: Route = route

  test('allows executable routes', () => {
    expect(codeOf(auto)).toBe(null)
    expect(codeOf(manualOf())).toBe(null)
    expect(codeOf(deposit)).toBe(null)
  })

  test('blocks routes that cannot be executed here', () => {
    expect(codeOf({ ...route, isForeign: true })).toBe('unsupported')
    const within = { ...request, originChainId: 89999 }
    expect(codeOf({ ...route, isForeign: true }, null, within)).toBe('unsupported')
    expect(codeOf(auto, null, { ...request, destinationChainId: 89999, outputToken: nativeAddress })).toBe(
      'unsupported',
    )
    expect(codeOf({ ...deposit, requestHash: null })).toBe('unsupported')
    const outputToken = 'So11111111111111111111111111111111111111112'
    const solana = { ...request, destinationChainId: 89999, outputToken }
    expect(codeOf(auto, null, solana)).toBe('unsupported')
    expect(codeOf(manualOf(), null, solana)).toBe(null)
  })

  test('requires the origin in the deployment file, and for a signature the destination', () => {
    const without = (chainId: number) =>
      ({ chains: chains.filter((chain) => chain.chainId !== chainId) }) as unknown as Deployment
    expect(codeOf(manualOf(), null, request, without(31337))).toBe('chainNotPinned')
    expect(codeOf(manualOf(), null, request, without(31338))).toBe(null)
    expect(codeOf(auto, null, request, without(31338))).toBe('chainNotPinned')
    const native = { ...request, outputToken: nativeAddress }
    expect(codeOf(auto, null, native, without(31338))).toBe('chainNotPinned')
    const sent: Route = { ...route, userOp: 'tx' }
    expect(codeOf(sent, null, native, without(31338))).toBe('chainNotPinned')
  })

  test.each<[string | null, string, string | null]>([
    [null, '500', '1500'],
    ['gasTooLow', '500', '1499'],
    ['nativeFee', '501', null],
    [null, '500', null],
  ])('returns %s for a native fee of %s with %s on the account', (code, fee, units) => {
    expect(codeOf(manualOf(withNativeFee(fee)), units)).toBe(code)
  })

  test('leaves out the gas that others may pay for an account with code', () => {
    const blockedBy = (units: string) =>
      createRouteView(manualOf(withNativeFee('500')), quote, heldWith(request, units, true), deployment)
        ?.blocked
    expect(blockedBy('500')).toBeNull()
    expect(blockedBy('499')).toMatchObject({ code: 'gasTooLow' })
  })

  test('counts a native input, which has no native fee', () => {
    const requested = { ...request, inputToken: nativeAddress, inputAmount: '2000' } as const
    expect(codeOf(manualOf(withNativeFee('501')), '3000', requested)).toBe(null)
    expect(codeOf(manualOf(withNativeFee('501')), '2999', requested)).toBe('gasTooLow')
    expect(codeOf({ ...route, gasFee: gas }, '0')).toBe(null)
  })
})

describe('the figures of a route with a native fee', () => {
  const summaryOf = (one: ReturnType<typeof manual>) => summarizeRoute(quote, one)

  test('show the fee as sent on top, and subtract it from the net value', () => {
    const summary = summaryOf(manual('Stargate', withNativeFee('500')))
    expect(summary.fees.map(({ kind }) => kind)).toEqual(['relayer', 'native', 'gas'])
    expect(summary).toMatchObject({ outputValueInUsd: '1.49238', netValueInUsd: '0.49238' })
  })

  test('have no net value when a price is missing', () => {
    const unpriced = manual('Across', { gasFee: { ...gas, feeInUsd: null } })
    expect(summaryOf(unpriced)).toMatchObject({ netValueInUsd: null, outputValueInUsd: '1.49238' })
  })
})
