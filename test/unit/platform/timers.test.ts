import { afterEach, describe, expect, test, vi } from 'vitest'
import { dayMs } from '../../../lib/base/time.ts'
import { createPause, firstPaint, timers as ownTimers } from '../../../lib/platform/timers.ts'

const longestTimerMs = 2 ** 31 - 1

afterEach(() => vi.unstubAllGlobals())

/** A browser's timers: a longer delay than the maximum fires immediately. `ring` fires the next timer. */
function browserTimers() {
  let timers: readonly { readonly id: number; readonly work: () => void; readonly waitMs: number }[] = []
  let id = 0
  let waitedMs = 0
  vi.stubGlobal('setTimeout', (work: () => void, waitMs: number) => {
    id += 1
    timers = [...timers, { id, work, waitMs: waitMs > longestTimerMs ? 1 : waitMs }]
    return id
  })
  vi.stubGlobal('clearTimeout', (gone: number) => {
    timers = timers.filter((one) => one.id !== gone)
  })
  return {
    hold: ownTimers.after,
    waiting: () => timers.length,
    waitedMs: () => waitedMs,
    ring(): void {
      const [first, ...rest] = timers
      timers = rest
      waitedMs += first?.waitMs ?? 0
      first?.work()
    },
  }
}

describe('timers', () => {
  test.each([0, 1, 5_000, dayMs, longestTimerMs])('wait %i ms in one piece', (waitMs) => {
    const { hold, ring, waitedMs } = browserTimers()
    let isRung = false
    hold(waitMs, () => {
      isRung = true
    })
    ring()
    expect([isRung, waitedMs()]).toEqual([true, waitMs])
  })

  test.each([longestTimerMs + 1, 73 * 365 * dayMs])('wait %i ms and never less', (waitMs) => {
    const { hold, ring, waitedMs, waiting } = browserTimers()
    let rungAtMs = 0
    hold(waitMs, () => {
      rungAtMs = waitedMs()
    })
    while (waiting() > 0) ring()
    expect(rungAtMs).toBe(waitMs)
  })

  test('an infinite delay never ends', () => {
    const { hold, ring, waiting } = browserTimers()
    let count = 0
    hold(Number.POSITIVE_INFINITY, () => {
      count += 1
    })
    for (let rings = 0; rings < 1_000; rings += 1) ring()
    expect([count, waiting()]).toEqual([0, 1])
  })

  test.each([-5, Number.NaN])('%d ms fires immediately', (waitMs) => {
    const { hold, ring, waitedMs } = browserTimers()
    let isRung = false
    hold(waitMs, () => {
      isRung = true
    })
    ring()
    expect([isRung, waitedMs()]).toEqual([true, 0])
  })

  test('can be cancelled in any of their pieces', () => {
    const { hold, ring, waiting } = browserTimers()
    const stop = hold(3 * longestTimerMs, () => expect.unreachable())
    ring()
    stop()
    expect(waiting()).toBe(0)
  })
})

function page() {
  const frames: (() => void)[] = []
  const timers: { readonly waitMs: number; readonly work: () => void }[] = []
  const after = (waitMs: number, work: () => void) => {
    timers.push({ waitMs, work })
    return () => undefined
  }
  let isPainted = false
  void firstPaint((work) => void frames.push(work), { after }).then(() => {
    isPainted = true
  })
  return {
    draw: () => frames.forEach((work) => void work()),
    /** Runs the work that was scheduled with this delay. */
    async pass(waitMs: number) {
      for (const timer of timers) if (timer.waitMs === waitMs) timer.work()
      await Promise.resolve()
    },
    isPainted: () => isPainted,
  }
}

test('resolves in the turn after the first frame, when it is painted', async () => {
  const { draw, pass, isPainted } = page()
  await pass(0)
  expect(isPainted()).toBe(false)
  draw()
  await Promise.resolve()
  expect(isPainted()).toBe(false)
  await pass(0)
  expect(isPainted()).toBe(true)
})

test('does not wait for a hidden page', async () => {
  const { pass, isPainted } = page()
  await pass(100)
  expect(isPainted()).toBe(true)
})

test('pauses end in order, in a later task than settled promises', async () => {
  const pause = createPause()
  const seen: string[] = []
  const both = Promise.all([pause().then(() => seen.push('first')), pause().then(() => seen.push('second'))])
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
  expect(seen).toEqual([])
  await both
  expect(seen).toEqual(['first', 'second'])
})
