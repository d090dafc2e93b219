import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type Clock, secondMs, type Timers } from '../base/time.ts'
import { createGeneration, type Generation } from './generation.ts'

export type Lifetime = ReturnType<typeof createLifetime>

export type NewestWait = ReturnType<Lifetime['wait']>

/**
 * Holds what a model has opened, to be closed by one `dispose`. The signals' own `createModel` is no help: it makes each
 * function of a model an action, and what a component reads through one would not be followed.
 */
export function createLifetime() {
  const closers: (() => void)[] = []

  function watch<T>(read: () => T, act: (value: T) => void): void {
    const run = () => {
      const value = read()
      untracked(() => act(value))
    }
    closers.push(effect(run))
  }

  return {
    /** Calls this when the model is disposed. */
    own: (close: () => void) => void closers.push(close),
    /** Acts now and after each change of a signal that `read` looks at; what `act` looks at is not followed. */
    watch,
    /** Creates a generation of requests that ends with the model, and with each change of a signal that `read` looks at. */
    generation(read: () => unknown = () => undefined): Generation {
      const generation = createGeneration()
      watch(read, generation.end)
      closers.push(generation.end)
      return generation
    },
    /** Creates a wait of which only the newest counts: starting it calls off the one before. */
    wait(timers: Timers) {
      let off = () => {}
      const stop = () => off()
      closers.push(stop)
      return {
        start(waitMs: number, work: () => void): void {
          off()
          off = timers.after(waitMs, work)
        },
        stop,
      }
    },
    dispose(): void {
      for (const close of closers.splice(0)) close()
    },
  }
}

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
