import { expect, test } from 'vitest'
import type { Address } from '../../../lib/base/hex.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { type Balances, createBalanceCache } from '../../../lib/chain/chain-reader.ts'

const owner: Address = '0xAbCdEf0000000000000000000000000000000001'
const other: Address = '0xAbCdEf0000000000000000000000000000000002'
const usdc = '0x1111111111111111111111111111111111111111'
const dai = '0x2222222222222222222222222222222222222222'

function world() {
  let nowMs = 1_000
  let answer: Balances['amounts'] | Problem = {}
  const kept = new Map<string, { readonly value: unknown; readonly savedMs: number }>()
  const failures: unknown[] = []
  const disk: { problem: Problem | null } = { problem: null }
  const read = createBalanceCache({
    chain: {
      async balances() {
        if (answer instanceof Problem) throw answer
        return answer
      },
    },
    store: {
      async get(key) {
        if (disk.problem) throw disk.problem
        return kept.get(key) ?? null
      },
      async put(key, value) {
        if (disk.problem) throw disk.problem
        kept.set(key, { value: structuredClone(value), savedMs: nowMs })
      },
    },
    clock: { nowMs: () => nowMs },
    onFailure: (thrown) => failures.push(thrown),
  })
  return {
    read: (of: Address = owner) => read(1, of, [usdc, dai]),
    failures,
    disk,
    kept,
    at(ms: number, next: Balances['amounts'] | Problem) {
      nowMs = ms
      answer = next
    },
  }
}

const gone = new Problem('rpcUnreachable')

test('returns balances just read as new, and missing ones from the cache', async () => {
  const { at, read } = world()
  at(1_000, { [`1:${usdc}`]: '5', [`1:${dai}`]: '7' })
  expect(await read()).toEqual({ amounts: { [`1:${usdc}`]: '5', [`1:${dai}`]: '7' }, old: {} })
  at(2_000, { [`1:${usdc}`]: '6' })
  expect(await read()).toEqual({
    amounts: { [`1:${usdc}`]: '6' },
    old: { [`1:${dai}`]: { units: '7', readMs: 1_000 } },
  })
})

test('an unreachable chain returns cached balances, each with its own age', async () => {
  const { at, read } = world()
  at(1_000, { [`1:${usdc}`]: '5', [`1:${dai}`]: '7' })
  await read()
  at(2_000, { [`1:${usdc}`]: '6' })
  await read()
  at(3_000, gone)
  expect(await read()).toEqual({
    amounts: {},
    old: { [`1:${usdc}`]: { units: '6', readMs: 2_000 }, [`1:${dai}`]: { units: '7', readMs: 1_000 } },
  })
})

test('without cached balances it rejects with the chain’s problem, and never uses another account’s', async () => {
  const { at, read } = world()
  at(1_000, gone)
  await expect(read()).rejects.toBe(gone)
  at(2_000, { [`1:${usdc}`]: '5' })
  await read()
  at(3_000, gone)
  await expect(read(other)).rejects.toBe(gone)
  expect(await read(owner.toLowerCase() as Address)).toMatchObject({ amounts: {} })
})

test('a storage failure is reported, and the chain’s answer counts all the same', async () => {
  const { at, read, failures, disk } = world()
  disk.problem = new Problem('storageFailed')
  at(1_000, { [`1:${usdc}`]: '5' })
  expect(await read()).toEqual({ amounts: { [`1:${usdc}`]: '5' }, old: {} })
  await expect.poll(() => failures).toEqual([disk.problem, disk.problem])
  at(2_000, gone)
  await expect(read()).rejects.toBe(gone)
})

test('an invalid cached balance does not affect the others', async () => {
  const { at, read, kept, failures } = world()
  at(1_000, { [`1:${usdc}`]: '5', [`1:${dai}`]: '7' })
  await read()
  const [key = ''] = kept.keys()
  const whole = { units: '7', readMs: 1_000 }
  const value = { [`1:${usdc}`]: { units: 5, readMs: 1_000 }, [`1:${dai}`]: whole }
  kept.set(key, { savedMs: 1_000, value })
  at(2_000, {})
  expect(await read()).toEqual({ amounts: {}, old: { [`1:${dai}`]: whole } })
  kept.set(key, { savedMs: 1_000, value: 'torn' })
  expect(await read()).toEqual({ amounts: {}, old: {} })
  expect(failures).toEqual([])
})
