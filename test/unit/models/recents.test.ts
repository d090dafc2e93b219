import { describe, expect, it } from 'vitest'
import { createRecentPairs } from '../../../lib/models/recents.ts'
import { ethHarbour, usdcHarbour, usdcIsland } from './fake-data.ts'

function memory() {
  const texts = new Map<string, string>()
  return {
    read: (key: string) => texts.get(key) ?? null,
    write: (key: string, text: string) => void texts.set(key, text),
  }
}

describe('createRecentPairs', () => {
  it('stores the last pairs between openings, newest first without duplicates', () => {
    const storage = memory()
    const recent = createRecentPairs(storage)
    recent.put(usdcHarbour, usdcIsland)
    recent.put(ethHarbour, usdcIsland)
    recent.put(usdcHarbour, usdcIsland)
    recent.put(null, usdcIsland)
    expect(createRecentPairs(storage).pairs.value).toEqual([
      { input: usdcHarbour, output: usdcIsland },
      { input: ethHarbour, output: usdcIsland },
    ])
  })

  it('deletes them with the history', () => {
    const storage = memory()
    const recent = createRecentPairs(storage)
    recent.put(usdcHarbour, usdcIsland)
    recent.clear()
    expect(createRecentPairs(storage).pairs.value).toEqual([])
  })
})
