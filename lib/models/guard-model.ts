import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import type { ViewPorts } from './view-ports.ts'

/** How long a button that decides for a page rests after each change of what is shown, in milliseconds (M4). */
const restMs = 700

export type GuardModel = ReturnType<typeof createGuard>

/**
 * Keeps a button from being hit by a click that was meant for something else (M4): it is shut when it appears, and for a
 * moment after each change of `content` and each time the window gains or loses the focus.
 */
export function createGuard({
  timers,
  focusTurns,
  content,
}: Pick<ViewPorts, 'timers' | 'focusTurns'> & { readonly content: ReadonlySignal<unknown> }) {
  const isOpen = signal(false)
  let stopResting: (() => void) | null = null
  const stopWatching = effect(() => {
    void content.value
    void focusTurns.value
    untracked(() => {
      stopResting?.()
      isOpen.value = false
      stopResting = timers.after(restMs, () => {
        isOpen.value = true
      })
    })
  })
  return {
    isOpen: isOpen as ReadonlySignal<boolean>,
    dispose(): void {
      stopWatching()
      stopResting?.()
    },
  }
}
