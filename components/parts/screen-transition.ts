import { transition } from './screen-focus.ts'

/** The browser freezes its display while it waits for a screen: limit the wait to an unnoticeable time. */
const maxLoadingMs = 100
/** If no frame comes within this time, draw the new screen without a transition. */
const maxFrameMs = 250

/** Draws in a view transition. The styles know its two stages: `before` (captured as an image) and `after`. */
export function runTransition(draw: () => void, before: string, after: string): void {
  const { dataset } = document.documentElement
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    draw()
    return
  }
  dataset.turn = before
  const shown = document.startViewTransition(async () => {
    clearTimeout(late)
    dataset.turn = after
    const mine: Promise<unknown>[] = []
    transition.loads = mine
    draw()
    // The screen is drawn in the microtask before this one.
    await Promise.resolve()
    await Promise.race([Promise.allSettled(mine), new Promise((done) => setTimeout(done, maxLoadingMs))])
    if (transition.loads === mine) transition.loads = null
  })
  const late = setTimeout(() => {
    draw()
    shown.skipTransition()
  }, maxFrameMs)
  const end = () => {
    if (dataset.turn === after) delete dataset.turn
  }
  // A transition that a newer one overtakes is skipped. Its screen is drawn nevertheless.
  shown.ready.catch(end)
  shown.finished.then(end, end)
}
