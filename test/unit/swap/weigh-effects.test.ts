import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../../lib/base/hex.ts'
import type { Effects } from '../../../lib/swap/effects.ts'
import { type ExpectedEffects, mayLeave, weighEffects } from '../../../lib/swap/weigh-effects.ts'

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
  leaves: mayLeave(usdc, 100n, 7n),
  lends: { token: usdc, spender: target, mostUnits: 100n },
  arrives: { token: dai, units: 990n, isReceivers: false, sentUnits: 0n },
}
const weigh = (...effects: readonly Partial<Effects>[]) =>
  weighEffects({ effects: effects.map((one) => ({ ...honest, ...one })), wanted: effects.length }, expected)

describe('effects within what was reviewed', () => {
  test('are measured', () => {
    expect(weigh({})).toEqual({ kind: 'measured', effects: honest, sources: 1 })
    expect(weigh({}, {})).toEqual({ kind: 'measured', effects: honest, sources: 2 })
  })

  test.each<[string, Partial<Effects>]>([
    ['less leaves', { leaves: [{ token: usdc, units: 99n }] }],
    ['exactly the minimum arrives', { arrives: [{ token: dai, units: 990n }] }],
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

describe('effects beyond what was reviewed are refused', () => {
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
    ['a larger allowance', allowing(target, 0n, 101n), { kind: 'lends' }],
    ['an allowance that grows', allowing(target, 500n, 501n), { kind: 'lends' }],
    ['an allowance for somebody else', allowing(stranger, 0n, 1n), { kind: 'lends' }],
    ['one of another token', allowing(target, 0n, 1n, dai), { kind: 'lends' }],
    ['one of somebody else that shrinks', allowing(stranger, 9n, 1n), { kind: 'lends' }],
    [
      'less than the minimum',
      { arrives: [{ token: dai, units: 989n }] },
      { kind: 'paysLess', paid: { token: dai, units: 989n }, leastUnits: 990n },
    ],
    ['nothing', { arrives: [] }, { kind: 'paysLess', paid: { units: 0n } }],
    ['a call that fails', { failure: 'no' }, { kind: 'fails', words: 'no' }],
  ])('%s', (_, part, fault) => {
    expect(weigh(part)).toMatchObject({ kind: 'refused', fault })
  })

  test('by whichever endpoint sees it', () => {
    const more = { leaves: [{ token: usdc, units: 300n }] }
    expect(weigh({}, more)).toMatchObject({ kind: 'refused' })
    expect(weigh(more, {})).toMatchObject({ kind: 'refused' })
    const alone = { effects: [{ ...honest, ...more }], wanted: 2 }
    expect(weighEffects(alone, expected)).toMatchObject({ kind: 'refused' })
  })

  test('where nothing may be lent or leave, whatever does', () => {
    const nothing = { leaves: [], lends: null, arrives: null }
    const only = (part: Partial<Effects>) =>
      weighEffects({ effects: [{ ...honest, leaves: [], allowances: [], ...part }], wanted: 1 }, nothing)
    expect(only({})).toMatchObject({ kind: 'measured' })
    expect(only({ leaves: [{ token: nativeAddress, units: 1n }] })).toMatchObject({ kind: 'refused' })
    expect(only(allowing(target, 0n, 1n))).toMatchObject({ kind: 'refused' })
  })
})

describe('a receiver of its own', () => {
  const toOther: ExpectedEffects = {
    ...expected,
    arrives: { token: dai, units: 990n, isReceivers: true, sentUnits: 0n },
  }
  const received = (units: bigint | null) =>
    weighEffects({ effects: [{ ...honest, arrives: [], received: units }], wanted: 1 }, toOther).kind

  test('gets the minimum, or it is refused', () => {
    expect([received(990n), received(989n), received(null)]).toEqual(['measured', 'refused', 'refused'])
  })
})

test('native money that comes back out of what was sent counts in full', () => {
  const back: ExpectedEffects = {
    leaves: mayLeave(usdc, 100n, 7n),
    lends: null,
    arrives: { token: nativeAddress, units: 50n, isReceivers: false, sentUnits: 7n },
  }
  const gaining = (units: bigint) =>
    weighEffects(
      {
        effects: [{ ...honest, allowances: [], leaves: [], arrives: [{ token: nativeAddress, units }] }],
        wanted: 1,
      },
      back,
    ).kind
  expect([gaining(43n), gaining(42n)]).toEqual(['measured', 'refused'])
  expect(mayLeave(nativeAddress, 5n, 9n)).toEqual([{ token: nativeAddress, units: 9n }])
  expect(mayLeave(usdc, 5n, 0n)).toEqual([{ token: usdc, units: 5n }])
})

describe('what counts as not measured', () => {
  test('nobody, or fewer than have to agree', () => {
    expect(weighEffects({ effects: [], wanted: 1 }, expected)).toEqual({ kind: 'unmeasured' })
    expect(weighEffects({ effects: [honest], wanted: 2 }, expected)).toEqual({ kind: 'unmeasured' })
  })

  test('two that contradict one another', () => {
    expect(weigh({}, { failure: 'no' })).toEqual({ kind: 'unmeasured' })
    expect(weigh({}, { leaves: [{ token: usdc, units: 99n }] })).toEqual({ kind: 'unmeasured' })
    expect(weigh({}, { arrives: [{ token: dai, units: 1_021n }] })).toEqual({ kind: 'unmeasured' })
  })

  test('two that are a block apart agree, and the lesser arrival counts', () => {
    const later = { arrives: [{ token: dai, units: 1_020n }], isWhole: false }
    expect(weigh({}, later)).toEqual({
      kind: 'measured',
      effects: { ...honest, isWhole: false },
      sources: 2,
    })
    expect(weigh(later, {})).toMatchObject({ effects: { arrives: [{ token: dai, units: 1_000n }] } })
  })
})
