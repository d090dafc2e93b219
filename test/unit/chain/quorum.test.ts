import { describe, expect, test } from 'vitest'
import {
  acceptAnyHost,
  amountReachedByTwo,
  countBackingHosts,
  findAnyAnswer,
  getHighestAmount,
  mapQuorum,
  quorumOf,
  requireTwoHosts,
  requireUnanimous,
} from '../../../lib/chain/quorum.ts'

const value = (...answers: readonly (readonly [string, bigint])[]) =>
  quorumOf(answers.map(([host, units]) => ({ host, value: units })))

describe('a combined answer', () => {
  const used = { used: true }
  const behind = (...hosts: readonly string[]) => quorumOf(hosts.map((host) => ({ host, value: used })))

  test.each<[string, readonly string[], object | null, object | null, number]>([
    ['two hosts', ['a', 'b'], used, used, 2],
    ['one host', ['a'], null, used, 1],
    ['two endpoints of one host', ['a', 'a'], null, used, 1],
    ['none', [], null, null, 0],
  ])('is backed by %s', (_who, hosts, two, any, count) => {
    expect(requireTwoHosts(behind(...hosts))).toEqual(two)
    expect(acceptAnyHost(behind(...hosts))).toEqual(any)
    expect(countBackingHosts(behind(...hosts))).toBe(count)
  })

  test('keeps its hosts when it is converted', () => {
    expect(requireTwoHosts(mapQuorum(behind('a', 'b'), ({ used: is }) => !is))).toBe(false)
    expect(requireTwoHosts(mapQuorum(behind('a'), ({ used: is }) => !is))).toBeNull()
  })
})

describe('the answers of several endpoints', () => {
  test('have no readable member without a function that names the required hosts', () => {
    expect(Object.keys(value(['a', 1n]))).toEqual([])
    expect(JSON.stringify(value(['a', 1n]))).toBe('{}')
  })

  test.each<[string, ReturnType<typeof value>, bigint | null]>([
    ['two that say the same', value(['a', 5n], ['b', 5n]), 5n],
    ['two that differ', value(['a', 5n], ['b', 6n]), null],
    ['one alone', value(['a', 5n]), null],
    ['two of one host', value(['a', 5n], ['a', 5n]), null],
    ['two of three', value(['a', 5n], ['b', 5n], ['c', 6n]), null],
    ['none', value(), null],
  ])('agree: %s', (_who, quorum, units) => {
    expect(requireUnanimous(quorum)).toBe(units)
  })

  test.each<[string, ReturnType<typeof value>, bigint | null]>([
    ['the lower of two', value(['a', 5n], ['b', 9n]), 5n],
    ['the middle of three', value(['a', 5n], ['b', 9n], ['c', 7n]), 7n],
    ['nothing by one host', value(['a', 5n], ['a', 9n]), null],
  ])('reach: %s', (_who, quorum, units) => {
    expect(amountReachedByTwo(quorum)).toBe(units)
  })

  test('return the highest amount, with the number of hosts', () => {
    expect(getHighestAmount(value(['a', 5n], ['b', 9n], ['b', 1n]))).toEqual({ units: 9n, sources: 2 })
    expect(getHighestAmount(value())).toEqual({ units: 0n, sources: 0 })
  })

  test('return any single answer if that is enough', () => {
    expect(findAnyAnswer(value(['a', 5n], ['b', 9n]), (units) => units > 5n)).toBe(9n)
    expect(findAnyAnswer(value(['a', 5n]), (units) => units > 5n)).toBeNull()
  })
})
