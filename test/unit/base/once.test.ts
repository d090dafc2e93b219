import { expect, it } from 'vitest'
import { once } from '../../../lib/base/once.ts'

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
