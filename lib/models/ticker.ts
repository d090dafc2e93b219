import { type ReadonlySignal, signal } from '@preact/signals'
import { type Clock, secondMs, type Timers } from '../base/time.ts'

/** Creates the time as a signal that moves once a second, only while somebody looks at it. */
export function createTicker({ clock, timers }: { clock: Clock; timers: Timers }): ReadonlySignal<number> {
  let stop: (() => void) | null = null
  const nowMs = signal(clock.nowMs(), {
    watched() {
      nowMs.value = clock.nowMs()
      tick()
    },
    unwatched() {
      stop?.()
      stop = null
    },
  })
  function tick(): void {
    stop = timers.after(secondMs - (clock.nowMs() % secondMs), () => {
      nowMs.value = clock.nowMs()
      tick()
    })
  }
  return nowMs
}
