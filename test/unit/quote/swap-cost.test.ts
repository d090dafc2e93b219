import { describe, expect, test } from 'vitest'
import { type CostTerms, type FeeKind, measureCost, type RouteFee } from '../../../lib/quote/swap-cost.ts'
import { usdcHarbour } from '../models/fake-data.ts'

const fee = (kind: FeeKind, feeInUsd: string | null): RouteFee => ({
  kind,
  token: usdcHarbour,
  amount: '1',
  feeInUsd,
})
const fees = [fee('relayer', '0.4'), fee('gas', '0.06')]
const terms: CostTerms = { inputValueInUsd: '100', outputValueInUsd: '99.6', fees, unknownFees: [] }
const costOf = (part: Partial<CostTerms>) => measureCost({ ...terms, ...part })

describe('the cost of a swap', () => {
  test('is the value paid, with gas, less the value received', () => {
    expect(costOf({})).toEqual({
      inUsd: '0.46',
      percent: '0.46',
      approvalGasInUsd: '0',
      isLowerBound: false,
      restInUsd: '0',
      isRestPrice: true,
      includesRefuel: false,
    })
  })

  test('counts a native fee, which is paid in addition to the input', () => {
    const withNative = costOf({ fees: [...fees, fee('native', '1.5')] })
    expect(withNative).toMatchObject({ inUsd: '1.96', percent: '1.96', restInUsd: '0' })
  })

  test('counts the gas of the approvals exactly, in addition to all other costs', () => {
    expect(measureCost(terms, '0.026500000000000001')).toMatchObject({
      inUsd: '0.486500000000000001',
      percent: '0.49',
      isLowerBound: false,
      restInUsd: '0',
      isRestPrice: true,
    })
    // The service's value after all costs does not know of an approval.
    expect(measureCost({ ...terms, effectiveInUsd: '99' }, '0.03')).toMatchObject({ inUsd: '1.03' })
  })

  test('is a lower bound if the gas of the approvals is unknown', () => {
    expect(measureCost(terms, null)).toMatchObject({ inUsd: '0.46', restInUsd: '0', isLowerBound: true })
  })

  test('does not count a fee twice that the output already lacks', () => {
    const inside = (['relayer', 'route', 'affiliate', 'deposit'] as const).map((kind) => fee(kind, '0.1'))
    expect(costOf({ fees: inside })).toMatchObject({ inUsd: '0.4', restInUsd: '0' })
  })

  test('has the price difference as the rest, which may be a gain', () => {
    expect(costOf({ outputValueInUsd: '98.35' })).toMatchObject({ inUsd: '1.71', restInUsd: '1.25' })
    expect(costOf({ outputValueInUsd: '99.7' })).toMatchObject({ inUsd: '0.36', restInUsd: '-0.1' })
  })

  test('may be a gain as a whole', () => {
    expect(costOf({ outputValueInUsd: '101' })).toMatchObject({ inUsd: '-0.94', percent: '-0.94' })
  })

  test('is exact to the last digit, and its percentage is rounded up', () => {
    expect(
      costOf({ inputValueInUsd: '100.000000000000000001', outputValueInUsd: '99.54', fees: [] }),
    ).toMatchObject({ inUsd: '0.460000000000000001', percent: '0.47' })
  })

  test.each([
    ['lower than the output less gas', '99', { inUsd: '1', percent: '1.00', restInUsd: '0.54' }],
    ['negative', '-0.3', { inUsd: '100.3', percent: '100.30' }],
    ['too high', '100', { inUsd: '0.46', percent: '0.46' }],
    ['the output less gas', '99.54', { inUsd: '0.46', percent: '0.46' }],
  ])('believes the service’s value after all costs only where it is worse: %s', (_, effectiveInUsd, cost) => {
    expect(costOf({ effectiveInUsd })).toMatchObject(cost)
  })

  test('uses the service’s value after all costs without a price of the output', () => {
    expect(costOf({ outputValueInUsd: null, effectiveInUsd: '99', fees: [] })).toMatchObject({ inUsd: '1' })
  })

  test.each([
    ['of the input', { inputValueInUsd: null }],
    ['of an input without value', { inputValueInUsd: '0' }],
    ['of the output', { outputValueInUsd: null }],
  ])('is unknown without a price %s', (_, part) => {
    expect(costOf(part)).toBeNull()
  })

  test.each<[string, Partial<CostTerms>, string]>([
    ['gas without a value', { fees: [fee('gas', null)] }, '0.4'],
    ['unknown gas', { fees: [], unknownFees: ['gas'] }, '0.4'],
    ['a native fee without a value', { fees: [...fees, fee('native', null)] }, '0.46'],
    ['an unknown relayer’s fee', { fees: [], unknownFees: ['relayer'] }, '0.4'],
    ['an unknown route fee, which the transaction may send', { unknownFees: ['route'] }, '0.46'],
  ])('is a lower bound with %s', (_, part, inUsd) => {
    expect(costOf(part)).toMatchObject({ inUsd, isLowerBound: true })
  })

  test.each<[string, Partial<CostTerms>]>([
    ['a signed order’s route fee is unknown', { fees: [], unknownFees: ['route'] }],
    ['a partner fee is unknown', { unknownFees: ['affiliate'] }],
    ['a deposit fee is unknown', { fees: [], unknownFees: ['deposit'] }],
    ['a route fee has no value', { fees: [...fees, fee('route', null)] }],
  ])('is complete if %s, but its rest is not the price difference alone', (_, part) => {
    expect(costOf(part)).toMatchObject({ isLowerBound: false, isRestPrice: false })
  })

  test('includes the gas that arrives as well, because its value is unknown', () => {
    const withRefuel = costOf({ outputValueInUsd: '97.6', refuelUnits: '5' })
    expect(withRefuel).toMatchObject({ inUsd: '2.46', restInUsd: '2', includesRefuel: true })
    expect(costOf({ refuelUnits: '0' })).toMatchObject({ includesRefuel: false })
  })

  test('has the price difference alone as the rest if only gas is unknown', () => {
    expect(costOf({ fees: [fee('relayer', '0.4')], unknownFees: ['gas'] })).toMatchObject({
      restInUsd: '0',
      isRestPrice: true,
    })
  })
})
