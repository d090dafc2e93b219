import { describe, expect, test } from 'vitest'
import { runExclusively } from '../../run/watch-sources.ts'

describe('runExclusively', () => {
  test('serves all calls during a run by one further run', async () => {
    const ends: (() => void)[] = []
    const again = runExclusively(() => new Promise((done) => ends.push(done)))
    const first = again()
    again()
    again()
    expect(ends).toHaveLength(1)
    ends[0]?.()
    await expect.poll(() => ends).toHaveLength(2)
    ends[1]?.()
    await first
    expect(ends).toHaveLength(2)
  })

  test('runs again after a failed run', async () => {
    let runs = 0
    const again = runExclusively(async () => {
      runs += 1
      if (runs === 1) throw new Error('no such file')
    })
    await expect(again()).rejects.toThrow('no such file')
    await again()
    expect(runs).toBe(2)
  })
})
