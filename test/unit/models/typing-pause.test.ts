import { describe, expect, it } from 'vitest'
import { createTypingPause } from '../../../lib/models/typing-pause.ts'

/** The waits after keys that are `gapsMs` apart, from the first key on. */
function waitsFor(...gapsMs: readonly number[]): readonly number[] {
  let nowMs = 5_000
  const pause = createTypingPause({ nowMs: () => nowMs })
  return [0, ...gapsMs].map((gapMs) => {
    nowMs += gapMs
    return pause()
  })
}

describe('createTypingPause', () => {
  it('waits for nothing after the first key, also of a later burst', () => {
    expect(waitsFor()).toEqual([0])
    expect(waitsFor(1_001)).toEqual([0, 0])
    expect(waitsFor(1_000)[1]).toBeGreaterThan(0)
  })

  it('waits longer than the next key of the same typist takes', () => {
    for (const gapMs of [80, 120, 200, 240]) {
      const waits = waitsFor(...Array<number>(8).fill(gapMs))
      expect(waits.at(-1)).toBeGreaterThan(gapMs)
    }
  })

  it('waits less for a fast typist, and never longer than half a second', () => {
    expect(waitsFor(...Array<number>(9).fill(60)).at(-1)).toBe(150)
    expect(waitsFor(...Array<number>(9).fill(900)).at(-1)).toBe(500)
  })

  it('begins a new burst when the clock was set back', () => {
    expect(waitsFor(-60_000, 200)).toEqual([0, 0, 450])
  })
})
