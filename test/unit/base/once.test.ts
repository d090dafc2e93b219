import { expect, it } from 'vitest'
import { once, onceResolved } from '../../../lib/base/once.ts'

it('makes the value on the first call, a single time', () => {
  const calls: number[] = []
  const value = once(() => {
    calls.push(calls.length)
    return undefined
  })
  expect(calls).toEqual([])
  expect([value(), value()]).toEqual([undefined, undefined])
  expect(calls).toEqual([0])
})

it('shares one run of the work, and runs it again only after a failure', async () => {
  let runs = 0
  const read = onceResolved(async () => {
    runs += 1
    if (runs === 1) throw new Error('closed')
    return runs
  })
  const failed = [read(), read()]
  for (const one of failed) await expect(one).rejects.toThrow('closed')
  expect(await Promise.all([read(), read()])).toEqual([2, 2])
  expect(await read()).toBe(2)
})
