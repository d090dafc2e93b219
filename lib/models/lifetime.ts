import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type Clock, secondMs, type Timers } from '../base/time.ts'
import { createGeneration, type Generation } from './generation.ts'

export type Lifetime = ReturnType<typeof createLifetime>

export type NewestWait = ReturnType<Lifetime['wait']>

/**
 * Collects the resources of a model, for one `dispose`. The signals' own `createModel` does not help: it makes each
 * function of a model an action, and reads inside an action are not tracked.
 */
export function createLifetime() {
  const closers: (() => void)[] = []
  let isOver = false

  function own(close: () => void): void {
    if (isOver) close()
    else closers.push(close)
  }

  function watch<T>(read: () => T, act: (value: T) => void): void {
    const run = () => {
      const value = read()
      untracked(() => act(value))
    }
    own(effect(run))
  }

  return {
    own,
    /** Acts now and after each change of a signal that `read` uses; signals used in `act` are not tracked. */
    watch,
    /** Creates a generation of requests that ends with the model, and with each change of a signal that `read` uses. */
    generation(read: () => unknown = () => undefined): Generation {
      const generation = createGeneration()
      watch(read, generation.end)
      own(generation.end)
      return generation
    },
    /** Creates a timer of which only the newest start counts: starting it cancels the earlier one. */
    wait(timers: Timers) {
      let off = () => {}
      const stop = () => off()
      own(stop)
      return {
        start(waitMs: number, work: () => void): void {
          off()
          off = timers.after(waitMs, work)
        },
        stop,
      }
    },
    dispose(): void {
      isOver = true
      for (const close of closers.splice(0)) close()
    },
  }
}

/** Creates the current time as a signal that ticks once a second, only while it is watched. */
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
