import { expect, it } from 'vitest'
import { firstPaint } from '../../../lib/platform/timers.ts'

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

it('resolves in the turn after the first frame, when it is painted', async () => {
  const { draw, pass, isPainted } = page()
  await pass(0)
  expect(isPainted()).toBe(false)
  draw()
  await Promise.resolve()
  expect(isPainted()).toBe(false)
  await pass(0)
  expect(isPainted()).toBe(true)
})

it('does not wait for a hidden page', async () => {
  const { pass, isPainted } = page()
  await pass(100)
  expect(isPainted()).toBe(true)
})
