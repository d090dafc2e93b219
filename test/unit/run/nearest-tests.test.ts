import { describe, expect, it } from 'vitest'
import { findReachingTests, selectWithinCost } from '../../run/nearest-tests.ts'

const imports = (...pairs: readonly (readonly [from: string, path: string])[]) =>
  pairs.map(([from, path]) => ({ from, path, isType: false }))

const rule = 'test/unit/quote/rule.test.ts'
const flow = 'test/flow/whole.test.ts'
const far = 'test/unit/order/far.test.ts'

describe('findReachingTests', () => {
  const all = imports(
    [flow, 'lib/rule.ts'],
    [rule, 'lib/rule.ts'],
    ['lib/order.ts', 'lib/rule.ts'],
    [far, 'lib/order.ts'],
    [far, rule],
    ['test/unit/other.test.ts', 'lib/other.ts'],
  )

  it('returns the nearest first, cheaper ones before others at the same distance, each once', () => {
    expect(findReachingTests(['lib/rule.ts'], all)).toEqual([
      { path: rule, imports: 1 },
      { path: flow, imports: 1 },
      { path: far, imports: 2 },
    ])
  })

  it('returns a changed test', () => {
    expect(findReachingTests([far, 'README.md'], all)).toEqual([{ path: far, imports: 0 }])
  })

  it('follows no type imports, and ends in an import cycle', () => {
    const ring = imports(['lib/a.ts', 'lib/b.ts'], ['lib/b.ts', 'lib/a.ts'], [rule, 'lib/b.ts'])
    const typed = { from: far, path: 'lib/a.ts', isType: true }
    expect(findReachingTests(['lib/a.ts'], [...ring, typed])).toEqual([{ path: rule, imports: 2 }])
  })

  it('leaves tests that need minutes, chains or browsers to the full run', () => {
    const long = imports(
      ['test/flow/deaths/signed.test.ts', 'lib/rule.ts'],
      ['test/flow/notices.test.ts', 'lib/rule.ts'],
      ['test/unit/order/states.pairs.test.ts', 'lib/rule.ts'],
      ['test/sandbox/swap.test.ts', 'lib/rule.ts'],
      ['test/browser/swap.test.ts', 'lib/rule.ts'],
    )
    expect(findReachingTests(['lib/rule.ts'], long)).toEqual([])
  })
})

describe('affordable', () => {
  it('returns the first tests up to a cost; a flow costs more than a rule', () => {
    const tests = [
      { path: rule, imports: 1 },
      { path: flow, imports: 1 },
      { path: far, imports: 2 },
    ]
    expect(selectWithinCost(tests, 1)).toEqual(tests.slice(0, 1))
    expect(selectWithinCost(tests, 7)).toEqual(tests.slice(0, 2))
    expect(selectWithinCost(tests, 8)).toEqual(tests)
  })

  it('always includes a changed test', () => {
    const changed = { path: flow, imports: 0 }
    expect(selectWithinCost([changed], 0)).toEqual([changed])
  })
})
