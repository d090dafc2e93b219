import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../../lib/base/hex.ts'
import { checkEffects, type Effects, type ExpectedEffects, maxOutflow } from '../../../lib/chain/effects.ts'

const usdc: Address = '0x1111111111111111111111111111111111111111'
const dai: Address = '0x2222222222222222222222222222222222222222'
const target: Address = '0x3333333333333333333333333333333333333333'
const stranger: Address = '0x4444444444444444444444444444444444444444'

const honest: Effects = {
  leaves: [
    { token: usdc, units: 100n },
    { token: nativeAddress, units: 7n },
  ],
  arrives: [{ token: dai, units: 1_000n }],
  allowances: [{ token: usdc, spender: target, before: 0n, after: 0n }],
  received: null,
  failure: null,
  isWhole: true,
}
const expected: ExpectedEffects = {
  leaves: maxOutflow(usdc, 100n, 7n),
  grantedAllowance: { token: usdc, spender: target, mostUnits: 100n },
  arrives: { token: dai, units: 990n, isReceivers: false, sentUnits: 0n },
}
const weighBy = (terms: ExpectedEffects, ...effects: readonly Partial<Effects>[]) =>
  checkEffects({ effects: effects.map((one) => ({ ...honest, ...one })), wanted: effects.length }, terms)
const weigh = (...effects: readonly Partial<Effects>[]) => weighBy(expected, ...effects)
const gets = (units: bigint): Partial<Effects> => ({ arrives: [{ token: dai, units }] })

describe('effects within the reviewed limits', () => {
  test('count as measured', () => {
    expect(weigh({})).toEqual({ kind: 'measured', effects: honest, sources: 1 })
    expect(weigh({}, {})).toEqual({ kind: 'measured', effects: honest, sources: 2 })
  })

  test.each<[string, Partial<Effects>]>([
    ['less leaves', { leaves: [{ token: usdc, units: 99n }] }],
    ['exactly the minimum arrives', gets(990n)],
    ['something else arrives too', { arrives: [...honest.arrives, { token: stranger, units: 1n }] }],
    ['the allowance ends as reviewed', allowing(target, 0n, 100n)],
    ['a larger allowance from before shrinks', allowing(target, 500n, 400n)],
  ])('%s', (_, part) => {
    expect(weigh(part)).toMatchObject({ kind: 'measured' })
  })
})

function allowing(spender: Address, before: bigint, after: bigint, token = usdc): Partial<Effects> {
  return { allowances: [{ token, spender, before, after }] }
}

describe('effects beyond the reviewed limits are refused', () => {
  test.each<[string, Partial<Effects>, object]>([
    [
      'one unit more of the input',
      { leaves: [{ token: usdc, units: 101n }] },
      { kind: 'takesMore', taken: { token: usdc, units: 101n }, reviewedUnits: 100n },
    ],
    [
      'one unit more of the native fee',
      { leaves: [{ token: nativeAddress, units: 8n }] },
      { kind: 'takesMore', reviewedUnits: 7n },
    ],
    ['another token', { leaves: [{ token: dai, units: 1n }] }, { kind: 'takesOther' }],
    ['a larger allowance', allowing(target, 0n, 101n), { kind: 'grantsAllowance' }],
    ['an allowance that grows', allowing(target, 500n, 501n), { kind: 'grantsAllowance' }],
    ['an allowance for somebody else', allowing(stranger, 0n, 1n), { kind: 'grantsAllowance' }],
    ['one of another token', allowing(target, 0n, 1n, dai), { kind: 'grantsAllowance' }],
    ['one of somebody else that shrinks', allowing(stranger, 9n, 1n), { kind: 'grantsAllowance' }],
    ['less than the minimum', gets(989n), { kind: 'paysLess', paid: { units: 989n }, leastUnits: 990n }],
    ['nothing', { arrives: [] }, { kind: 'paysLess', paid: { units: 0n } }],
    ['a call that fails', { failure: 'no' }, { kind: 'fails', words: 'no' }],
  ])('%s', (_, part, fault) => {
    expect(weigh(part)).toMatchObject({ kind: 'refused', fault })
  })

  test('from any endpoint that reports them', () => {
    const more = { leaves: [{ token: usdc, units: 300n }] }
    expect(weigh({}, more)).toMatchObject({ kind: 'refused' })
    expect(weigh(more, {})).toMatchObject({ kind: 'refused' })
    const alone = { effects: [{ ...honest, ...more }], wanted: 2 }
    expect(checkEffects(alone, expected)).toMatchObject({ kind: 'refused' })
  })

  test('if no allowance and no token may change', () => {
    const nothing = { leaves: [], grantedAllowance: null, arrives: null }
    const only = (part: Partial<Effects>) => weighBy(nothing, { leaves: [], allowances: [], ...part })
    expect(only({})).toMatchObject({ kind: 'measured' })
    expect(only({ leaves: [{ token: nativeAddress, units: 1n }] })).toMatchObject({ kind: 'refused' })
    expect(only(allowing(target, 0n, 1n))).toMatchObject({ kind: 'refused' })
  })
})

describe('a token that counts in shares', () => {
  const large = 1_000_000n
  const shares: ExpectedEffects = { ...expected, leaves: maxOutflow(usdc, large, large) }
  const sends = (units: bigint, token = usdc): Partial<Effects> => ({ leaves: [{ token, units }] })

  test('may take two smallest units more, which is less than a ten-thousandth', () => {
    expect(weighBy(shares, sends(large + 2n))).toMatchObject({ kind: 'measured' })
    expect(weighBy(shares, sends(large + 3n))).toMatchObject({ kind: 'refused' })
    const least = (units: bigint): ExpectedEffects => ({ ...expected, leaves: maxOutflow(usdc, units, 0n) })
    expect(weighBy(least(19_998n), sends(20_000n))).toMatchObject({ kind: 'refused' })
    expect(weighBy(least(19_999n), sends(20_001n))).toMatchObject({ kind: 'measured' })
  })

  test('may leave with a rounding between two endpoints, and the larger amount counts', () => {
    const found = { kind: 'measured', effects: sends(large) }
    expect(weighBy(shares, sends(large - 2n), sends(large))).toMatchObject(found)
    expect(weighBy(shares, sends(large), sends(large - 2n))).toMatchObject(found)
    expect(weighBy(shares, sends(large), sends(large - 3n))).toEqual({ kind: 'unmeasured' })
  })

  test('is never the native currency', () => {
    expect(weighBy(shares, sends(large + 1n, nativeAddress))).toMatchObject({ kind: 'refused' })
    const apart = weighBy(shares, sends(large, nativeAddress), sends(large - 1n, nativeAddress))
    expect(apart).toEqual({ kind: 'unmeasured' })
  })
})

describe('a receiver other than the account', () => {
  const toOther: ExpectedEffects = {
    ...expected,
    arrives: { token: dai, units: 990n, isReceivers: true, sentUnits: 0n },
  }
  const received = (units: bigint | null) => weighBy(toOther, { arrives: [], received: units }).kind

  test('is refused unless it gets the minimum', () => {
    expect([received(990n), received(989n), received(null)]).toEqual(['measured', 'refused', 'refused'])
  })
})

test('native currency refunded from the sent value counts in full', () => {
  const back: ExpectedEffects = {
    leaves: maxOutflow(usdc, 100n, 7n),
    grantedAllowance: null,
    arrives: { token: nativeAddress, units: 50n, isReceivers: false, sentUnits: 7n },
  }
  const gaining = (units: bigint) =>
    weighBy(back, { allowances: [], leaves: [], arrives: [{ token: nativeAddress, units }] }).kind
  expect([gaining(43n), gaining(42n)]).toEqual(['measured', 'refused'])
  expect(maxOutflow(nativeAddress, 5n, 9n)).toEqual([{ token: nativeAddress, units: 9n }])
  expect(maxOutflow(usdc, 5n, 0n)).toEqual([{ token: usdc, units: 5n }])
})

describe('effects count as unmeasured', () => {
  test('without an endpoint, or with fewer than must agree', () => {
    expect(checkEffects({ effects: [], wanted: 1 }, expected)).toEqual({ kind: 'unmeasured' })
    expect(checkEffects({ effects: [honest], wanted: 2 }, expected)).toEqual({ kind: 'unmeasured' })
  })

  test('if two endpoints disagree', () => {
    expect(weigh({}, { failure: 'no' })).toEqual({ kind: 'unmeasured' })
    expect(weigh({}, { leaves: [{ token: usdc, units: 99n }] })).toEqual({ kind: 'unmeasured' })
    expect(weigh({}, gets(1_021n))).toEqual({ kind: 'unmeasured' })
  })

  test('two endpoints one block apart agree, and the lower arrival counts', () => {
    const later = { ...gets(1_020n), isWhole: false }
    expect(weigh({}, later)).toEqual({ kind: 'measured', effects: { ...honest, isWhole: false }, sources: 2 })
    expect(weigh(later, {})).toMatchObject({ effects: gets(1_000n) })
  })
})

describe('two endpoints at the limit of agreement', () => {
  const open: ExpectedEffects = { ...expected, arrives: null }
  const two = (one: Partial<Effects>, other: Partial<Effects>) => weighBy(open, one, other)

  test('arrivals may differ by two percent of the larger, and no more', () => {
    expect(two(gets(980n), gets(1_000n)).kind).toBe('measured')
    expect(two(gets(1_000n), gets(980n)).kind).toBe('measured')
    expect(two(gets(979n), gets(1_000n)).kind).toBe('unmeasured')
    expect(two(gets(1_000n), gets(979n)).kind).toBe('unmeasured')
    expect(two(gets(98n), gets(100n)).kind).toBe('measured')
    expect(two(gets(9_800n), gets(10_000n)).kind).toBe('measured')
    expect(two(gets(9_799n), gets(10_000n)).kind).toBe('unmeasured')
  })

  test('two complete measurements disagree if one misses a token', () => {
    const also = { arrives: [...honest.arrives, { token: stranger, units: 5n }] }
    expect(two(also, {}).kind).toBe('unmeasured')
    expect(two({}, also).kind).toBe('unmeasured')
    const half = { isWhole: false }
    expect(two({ ...also, ...half }, half).kind).toBe('unmeasured')
  })

  test('a token that only one of them counted is no contradiction, and does not count', () => {
    const also = { arrives: [...honest.arrives, { token: stranger, units: 1n }] }
    const part = { isWhole: false }
    const seen = { kind: 'measured', effects: { arrives: honest.arrives, isWhole: false } }
    expect(two(also, part)).toMatchObject(seen)
    expect(two(part, also)).toMatchObject(seen)
  })

  test('one unit that both report counts, and must agree', () => {
    const one = gets(1n)
    expect(two(one, { ...one, isWhole: false })).toMatchObject({ effects: { arrives: one.arrives } })
    expect(two(gets(50n), { ...one, isWhole: false }).kind).toBe('unmeasured')
    expect(two({ ...one, isWhole: false }, gets(50n)).kind).toBe('unmeasured')
  })

  test('the lower gain of a receiver counts; if one of them has none, there is none', () => {
    const received = (units: bigint | null) => ({ received: units })
    expect(two(received(990n), received(1_000n))).toMatchObject({ effects: { received: 990n } })
    expect(two(received(1_000n), received(990n))).toMatchObject({ effects: { received: 990n } })
    expect(two(received(979n), received(1_000n)).kind).toBe('unmeasured')
    expect(two(received(0n), received(null))).toMatchObject({ effects: { received: null } })
    expect(two(received(null), received(0n))).toMatchObject({ effects: { received: null } })
    expect(two(received(1n), received(null)).kind).toBe('unmeasured')
    expect(two(received(null), received(1n)).kind).toBe('unmeasured')
  })
})

test('a good measurement does not outweigh a failing one', () => {
  expect(weigh({ failure: 'no' }, {}).kind).toBe('unmeasured')
  expect(weigh({ failure: 'no' }, { failure: 'nor here' })).toMatchObject({ fault: { words: 'no' } })
})

test('an underpayment is reported in figures, a net loss as zero', () => {
  const least = (units: bigint, part: Partial<Effects>) => {
    const arrives = { token: dai, units, isReceivers: false, sentUnits: 0n }
    const terms = { leaves: maxOutflow(dai, 9n, 0n), grantedAllowance: null, arrives }
    return weighBy(terms, { arrives: [], allowances: [], leaves: [], ...part })
  }
  const paid = (units: bigint) => ({ fault: { kind: 'paysLess', paid: { token: dai, units } } })
  expect(least(5n, { leaves: [{ token: dai, units: 3n }] })).toMatchObject(paid(0n))
  expect(least(5n, gets(1n))).toMatchObject(paid(1n))
  // Units that leave are subtracted from those that arrive.
  const both = { leaves: [{ token: dai, units: 3n }], ...gets(7n) }
  expect(least(5n, both)).toMatchObject(paid(4n))
  expect(least(4n, both).kind).toBe('measured')
})

test('no arrival is less than one unit', () => {
  const arrives = { token: dai, units: 1n, isReceivers: true, sentUnits: 0n }
  const terms: ExpectedEffects = { ...expected, arrives }
  expect(weighBy(terms, {})).toMatchObject({ fault: { kind: 'paysLess', paid: { units: 0n } } })
})
