import { effect, untracked, useSignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { ScreenModel } from '../../lib/models/screen-model.ts'
import { t } from './text.ts'

/** Loads that the current screen transition waits for; null if there is no transition. */
let transitionLoads: Promise<unknown>[] | null = null

/** Makes the transition that draws a screen wait for its loads. */
export function awaitInTransition(loading: Promise<unknown>): void {
  transitionLoads?.push(loading)
}

export const isInTransition = () => transitionLoads !== null

/** The browser freezes its display while it waits for a screen: limit the wait to an unnoticeable time. */
const maxLoadingMs = 100
/** If no frame comes within this time, draw the new screen without a transition. */
const maxFrameMs = 250

/**
 * Returns the screen and sheet to draw. A new screen, or a closing sheet, uses a view transition if the browser
 * supports it and motion is allowed. Otherwise, or if the transition fails, it is drawn immediately.
 */
export function useScreenTransition({
  screen,
  sheet,
  isReturn,
}: Pick<ScreenModel, 'screen' | 'sheet' | 'isReturn'>) {
  const now = () => ({ screen: screen.peek(), sheet: sheet.peek() })
  const drawn = useSignal(now())
  useLayoutEffect(
    () =>
      effect(() => {
        const isScreen = screen.value !== drawn.peek().screen
        const isSheet = sheet.value !== drawn.peek().sheet
        const draw = () => {
          drawn.value = now()
        }
        if (isScreen) runTransition(draw, 'leave', isReturn.peek() ? 'back' : 'enter')
        // An opening sheet has its own animation.
        else if (isSheet && drawn.peek().sheet !== null) runTransition(draw, 'close', 'close')
        else if (isSheet) draw()
      }),
    [],
  )
  return drawn.value
}

/** Draws in a view transition. The styles know its two stages: `before` (captured as an image) and `after`. */
function runTransition(draw: () => void, before: string, after: string): void {
  const { dataset } = document.documentElement
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    draw()
    return
  }
  dataset.turn = before
  const transition = document.startViewTransition(async () => {
    clearTimeout(late)
    dataset.turn = after
    const mine: Promise<unknown>[] = []
    transitionLoads = mine
    draw()
    // The screen is drawn in the microtask before this one.
    await Promise.resolve()
    await Promise.race([Promise.allSettled(mine), new Promise((done) => setTimeout(done, maxLoadingMs))])
    if (transitionLoads === mine) transitionLoads = null
  })
  const late = setTimeout(() => {
    draw()
    transition.skipTransition()
  }, maxFrameMs)
  const end = () => {
    if (dataset.turn === after) delete dataset.turn
  }
  // A transition that a newer one overtakes is skipped. Its screen is drawn nevertheless.
  transition.ready.catch(end)
  transition.finished.then(end, end)
}

/** The `data-testid` of the control that opened the screen just left, until it has the focus again. */
interface Opener {
  current: string | null
}

/** Lets a screen that the person returns to find the control that opened the screen before. */
export const LastOpener = createContext<Opener>({ current: null })

/** Stores which control opened each screen, by `data-testid`: the screen is rendered again on return. */
export function useOpeners({ behind, isReturn }: Pick<ScreenModel, 'behind' | 'isReturn'>): Opener {
  const last = useRef<string | null>(null)
  useEffect(() => {
    let openers: readonly (string | null)[] = untracked(() => behind.value.map(() => null))
    // Runs before the next screen is drawn, so the pressed control still has the focus.
    return effect(() => {
      const depth = behind.value.length
      const isBack = isReturn.value
      last.current = isBack ? (openers[depth] ?? null) : null
      openers = depth > openers.length ? [...openers, focusedTestId()] : openers.slice(0, depth)
    })
  }, [])
  return last
}

/**
 * Sets the document title. On return, focuses the control that opened the screen just left; otherwise focuses
 * `target`. Without a title the document is named Ferry.
 */
export function useScreenFocus(title: string | null, target: () => HTMLElement | null): void {
  const last = useContext(LastOpener)
  useLayoutEffect(() => {
    const opener = last.current
    last.current = null
    const found =
      opener === null ? null : document.querySelector<HTMLElement>(`[data-testid="${CSS.escape(opener)}"]`)
    found?.focus()
    // The opener may be gone or disabled.
    if (found === null || document.activeElement !== found) target()?.focus()
  }, [])
  useLayoutEffect(() => {
    document.title = title === null ? t('name') : t('titleOf', { title })
  }, [title])
}

function focusedTestId(): string | null {
  return document.activeElement?.getAttribute('data-testid') ?? null
}
