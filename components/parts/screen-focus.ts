import { effect, untracked, useSignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { ScreenModel } from '../../lib/models/screen-model.ts'
import { t } from './text.ts'

/** What the picture of a turn to another screen waits for; null while no such picture is made. */
let awaited: Promise<unknown>[] | null = null

/** Has the turn that draws a screen wait for what that screen loads. */
export function awaitInTurn(loading: Promise<unknown>): void {
  awaited?.push(loading)
}

export const isInTurn = () => awaited !== null

/** Tells whether the screen that is still shown was left already, and the next one waits for its frame. */
export const isLeft = () => document.documentElement.dataset.turn === 'leave'

/** The browser shows nothing new while it waits for a screen: no longer than nobody sees it. */
const mostLoadingMs = 100
/** No frame came in which the old screen could be kept: the new one is drawn without it. */
const mostFrameMs = 250

/**
 * Returns the screen and the sheet to draw. Another screen, and what a closed sheet leaves, come in a transition of the
 * browser, where it has one and motion is wanted; elsewhere, and whatever becomes of the transition, they come at once.
 */
export function useDrawn({ screen, sheet, isReturn }: Pick<ScreenModel, 'screen' | 'sheet' | 'isReturn'>) {
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
        if (isScreen) turn(draw, 'leave', isReturn.peek() ? 'back' : 'enter')
        // One that opens rises by itself.
        else if (isSheet && drawn.peek().sheet !== null) turn(draw, 'close', 'close')
        else if (isSheet) draw()
      }),
    [],
  )
  return drawn.value
}

/** Draws in a transition that the styles know by its two stages: what is kept as a picture, and what comes. */
function turn(draw: () => void, before: string, after: string): void {
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
    awaited = mine
    draw()
    // The screen is drawn in the microtask before this one.
    await Promise.resolve()
    await Promise.race([Promise.allSettled(mine), new Promise((done) => setTimeout(done, mostLoadingMs))])
    if (awaited === mine) awaited = null
  })
  const late = setTimeout(() => {
    draw()
    transition.skipTransition()
  }, mostFrameMs)
  const end = () => {
    if (dataset.turn === after) delete dataset.turn
  }
  // One that the next has overtaken is skipped; what it was to show is drawn all the same.
  transition.ready.catch(end)
  transition.finished.then(end, end)
}

/** The hook (`data-testid`) of the control that opened the screen the user left, until it has the focus again. */
interface Opener {
  current: string | null
}

/** Where a screen that is come back to finds what opened the one before. */
export const LastOpener = createContext<Opener>({ current: null })

/** Remembers what opened each screen, by its hook: the screen itself is drawn anew when the user comes back. */
export function useOpeners({ behind, isReturn }: Pick<ScreenModel, 'behind' | 'isReturn'>): Opener {
  const last = useRef<string | null>(null)
  useEffect(() => {
    let openers: readonly (string | null)[] = untracked(() => behind.value.map(() => null))
    // Runs before the next screen is drawn: the control that was pressed still has the focus.
    return effect(() => {
      const depth = behind.value.length
      const isBack = isReturn.value
      last.current = isBack ? (openers[depth] ?? null) : null
      openers = depth > openers.length ? [...openers, focusedHook()] : openers.slice(0, depth)
    })
  }, [])
  return last
}

/**
 * Names the document after a screen that is there, and gives the focus to what opened the screen before it, where the
 * user comes back, else to `target`. Without a title the document is called Ferry.
 */
export function useScreenFocus(title: string | null, target: () => HTMLElement | null): void {
  const last = useContext(LastOpener)
  useLayoutEffect(() => {
    const opener = last.current
    last.current = null
    const found =
      opener === null ? null : document.querySelector<HTMLElement>(`[data-testid="${CSS.escape(opener)}"]`)
    found?.focus()
    // What opened the screen before may be there no more, or be disabled.
    if (found === null || document.activeElement !== found) target()?.focus()
  }, [])
  useLayoutEffect(() => {
    document.title = title === null ? t('name') : t('titleOf', { title })
  }, [title])
}

/**
 * Calls back on Escape, unless it closes a dialog, ends a composition or is meant for a field with text in it. It hears
 * the key from when the screen is drawn: a passive effect comes a frame later, and a press before it would be lost.
 */
export function useEscape(onEscape: (() => void) | null): void {
  useLayoutEffect(() => {
    if (onEscape === null) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (document.querySelector('dialog[open]') !== null || holdsText(event.target)) return
      event.preventDefault()
      onEscape()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onEscape])
}

function focusedHook(): string | null {
  return document.activeElement?.getAttribute('data-testid') ?? null
}

function holdsText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'text' && target.value !== ''
}
