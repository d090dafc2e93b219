import { effect, untracked, useSignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { ScreenModel } from '../../lib/models/screen-model.ts'
import { t } from './text.ts'

/** The loads that the current screen transition waits for; null if there is no transition. */
export const transition: { loads: Promise<unknown>[] | null } = { loads: null }

/** Makes the transition that draws a screen wait for its loads. */
export function awaitInTransition(loading: Promise<unknown>): void {
  transition.loads?.push(loading)
}

export const isInTransition = () => transition.loads !== null

/** Draws in a view transition. The styles know its two stages: `before` (captured as an image) and `after`. */
type RunTransition = (draw: () => void, before: string, after: string) => void

/**
 * Returns the screen and sheet to draw. A new screen, or a closing sheet, uses a view transition if the browser
 * supports it and motion is allowed. Otherwise, or if the transition fails, it is drawn immediately, and also before
 * `runTransition` is loaded.
 */
export function useScreenTransition(
  { screen, sheet, isReturn }: Pick<ScreenModel, 'screen' | 'sheet' | 'isReturn'>,
  loadedTransition: () => RunTransition | undefined,
) {
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
        const run: RunTransition = loadedTransition() ?? draw
        if (isScreen) run(draw, 'leave', isReturn.peek() ? 'back' : 'enter')
        // An opening sheet has its own animation.
        else if (isSheet && drawn.peek().sheet !== null) run(draw, 'close', 'close')
        else if (isSheet) draw()
      }),
    [],
  )
  return drawn.value
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
    const wanted = found !== null && document.activeElement === found ? found : target()
    // The first frame has focused its field. Focusing it again would make the browser lay out the page during the draw.
    if (document.activeElement !== wanted) wanted?.focus()
  }, [])
  useLayoutEffect(() => {
    document.title = title === null ? t('name') : t('titleOf', { title })
  }, [title])
}

function focusedTestId(): string | null {
  return document.activeElement?.getAttribute('data-testid') ?? null
}
