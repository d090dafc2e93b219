import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import { checkTypedData } from '../../../lib/checks/check-permit.ts'
import {
  checkLine,
  type PermitCheckInput,
  reportOf,
  unknownKeyLines,
} from '../../../lib/checks/check-report.ts'
import type { Token } from '../../../lib/service/token.ts'
import { cross, rehashed, typedDataOf, withRoute, withTyped, withWitness } from './changed-check.ts'
import { nowSeconds } from './fixtures.ts'

function codeOf(input: PermitCheckInput): string {
  const report = checkTypedData(input)
  return report.ok ? 'ok' : `${report.code} ${report.path}`
}

/** The honest input with other values in its request, and the matching hash. */
function withRequest(changes: JsonObject): PermitCheckInput {
  const changed = withWitness(cross, changes)
  const { values } = typedDataOf(changed)
  const { deadline = values.deadline ?? null } = changes
  return rehashed(withTyped(changed, { values: { ...values, deadline } }))
}

const withOutput = (output: Partial<PermitCheckInput['route']['output']>, input = cross): PermitCheckInput =>
  withRoute(input, { output: { ...input.route.output, ...output } })

describe('times at their limits', () => {
  test.each([
    [nowSeconds + 29, 'V-5 deadline'],
    [nowSeconds + 30, 'ok'],
    [nowSeconds + 900, 'ok'],
    [nowSeconds + 901, 'V-5 deadline'],
  ])('a permit with deadline %d: %s', (deadline, code) => {
    expect(codeOf(withRequest({ deadline }))).toBe(code)
  })

  test.each([
    [nowSeconds + 15, 'X-4 autoRoute.quoteExpiry'],
    [nowSeconds + 16, 'ok'],
    [nowSeconds + 86_400, 'ok'],
    [nowSeconds + 86_401, 'X-4 autoRoute.quoteExpiry'],
  ])('a quote with expiry %d: %s', (quoteExpirySeconds, code) => {
    expect(codeOf(withRoute(cross, { quoteExpirySeconds }))).toBe(code)
  })
})

describe('the minimum at its limits', () => {
  const least = BigInt(cross.route.output.minAmountOut)

  test('is the accepted amount, and not one unit less', () => {
    expect(codeOf({ ...cross, floorUnits: least })).toBe('ok')
    expect(codeOf({ ...cross, floorUnits: least + 1n })).toBe('W-9 output.minAmountOut')
  })

  test.each<[string, string, string]>([
    ['half a percent of 1,000,000 below it', '995000', 'ok'],
    ['one unit more, for a service that rounds the other way', '994999', 'ok'],
    ['two units more', '994998', 'W-9 output.minAmountOut'],
    ['nothing', '0', 'W-9 output.minAmountOut'],
  ])('may be %s', (_name, minAmountOut, code) => {
    const output = { minAmountOut, effectiveAmount: '1000000' }
    expect(codeOf(withOutput(output, withRequest({ minOutputAmount: minAmountOut })))).toBe(code)
  })

  test.each<[string, string, string]>([
    ['a rounding of floating point below it', '994999999999999872', 'ok'],
    ['a billionth and two units below it', '994999998999999998', 'W-9 output.minAmountOut'],
  ])('of 18 decimals may be %s', (_name, minAmountOut, code) => {
    const output = { minAmountOut, effectiveAmount: `1${'0'.repeat(18)}` }
    expect(codeOf(withOutput(output, withRequest({ minOutputAmount: minAmountOut })))).toBe(code)
  })

  test('ignores a promised amount with two readings, and refuses such a minimum', () => {
    expect(codeOf(withOutput({ effectiveAmount: '01' }))).toBe('W-9 output.effectiveAmount')
    expect(codeOf(withOutput({ minAmountOut: '01' }))).toMatch(/^W-9/)
    expect(codeOf(withOutput({ minAmountOut: 'all' }))).toMatch(/^W-9/)
  })

  test('may be one unit if nothing more was promised, but not zero', () => {
    const of = (minAmountOut: string) =>
      codeOf({
        ...withOutput(
          { minAmountOut, effectiveAmount: null },
          withRequest({ minOutputAmount: minAmountOut }),
        ),
        floorUnits: 0n,
      })
    expect([of('1'), of('0')]).toEqual(['ok', 'W-9 output.minAmountOut'])
  })

  test('uses the requested slippage before the route’s own', () => {
    const output = { minAmountOut: '990000', effectiveAmount: '1000000' }
    const loose = withOutput(output, withRequest({ minOutputAmount: '990000' }))
    const route = { ...loose.route, slippagePercent: '1' }
    expect(codeOf({ ...loose, route })).toBe('W-9 output.minAmountOut')
    const notRequested = { ...loose.request, slippagePercent: null }
    expect(codeOf({ ...loose, route, request: notRequested })).toBe('ok')
    expect(codeOf({ ...loose, route: { ...route, slippagePercent: null }, request: notRequested })).toBe('ok')
  })
})

describe('gas for the destination', () => {
  const { route } = cross
  const native: Token = { ...route.output.token, address: nativeAddress }
  const refuels = (amount: string, output: { token: Token; amount: string } | null, isRequested = true) => {
    const input = withRequest({ refuelAmount: amount })
    const request = isRequested ? { ...input.request, options: { refuel: true } } : input.request
    const refuel = output === null ? null : { input: { ...output, amount: '9' }, output }
    return codeOf({ ...input, request, route: { ...input.route, refuel } })
  }
  const shown = { token: native, amount: '7' }
  const refused = 'W-10 witness.basicReq.refuelAmount'

  test('is the displayed amount, if it was requested', () => {
    expect([refuels('7', shown), refuels('0', null)]).toEqual(['ok', 'ok'])
    for (const wrong of ['0', '8', '9']) expect(refuels(wrong, shown)).toBe(refused)
    expect(refuels('7', null)).toBe(refused)
    expect(refuels('7', shown, false)).toBe(refused)
  })

  test('is not displayed unless it was requested', () => {
    expect(refuels('0', shown, false)).toBe(refused)
    expect(refuels('0', { ...shown, amount: '0' }, false)).toBe('ok')
  })

  test("is in the destination's native currency", () => {
    expect(refuels('7', { ...shown, token: route.output.token })).toBe(refused)
    expect(refuels('7', { ...shown, token: { ...native, chainId: native.chainId + 1 } })).toBe(refused)
  })
})

test('a value that is no object has no keys to refuse; an object may have the known ones', () => {
  const codes = (value: Parameters<typeof unknownKeyLines>[1]) =>
    [...unknownKeyLines('at', value, ['a', 'b'])].map(({ holds }) => holds)
  expect([codes(undefined), codes(null), codes('text'), codes({ a: 1 }), codes({ a: 1, b: 2 })]).toEqual(
    Array(5).fill([true]),
  )
  expect(codes({ a: 1, c: 2 })).toEqual([false])
})

describe('a report', () => {
  test('lists each passed code once, or the first failed check', () => {
    const holding = [checkLine('D-1', 'a', true), checkLine('D-1', 'b', true), checkLine('D-2', 'c', true)]
    expect(reportOf(holding)).toEqual({ ok: true, passed: ['D-1', 'D-2'] })
    const broken = [checkLine('D-3', 'd', false), checkLine('D-4', 'e', false)]
    expect(reportOf([...holding, ...broken])).toEqual({ ok: false, code: 'D-3', path: 'd' })
  })

  test('reads no check after the first failed one', () => {
    function* lines() {
      yield checkLine('D-1', 'a', false)
      throw new Error('read on')
    }
    expect(reportOf(lines())).toMatchObject({ ok: false, code: 'D-1' })
  })
})
