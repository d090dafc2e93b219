import { batch, signal } from '@preact/signals'
import { type Screen, screenOf } from './screen.ts'

export type ReviewOf = Omit<Extract<Screen, { name: 'review' }>, 'name'>

/** What lies over the screen. */
export type Sheet =
  | { readonly name: 'tokens'; readonly side: 'input' | 'output' }
  | { readonly name: 'account' }
  | { readonly name: 'wallets' }
  | { readonly name: 'routes' }
  | { readonly name: 'advanced' }
  | null

export type ScreenModel = ReturnType<typeof createScreenModel>

/**
 * Models which screen is shown and how to get back; `hash` is the page's own (`#/order/<id>`, `#/history`,
 * `#/settings`, `#/proposal`).
 */
export function createScreenModel({ hash }: { hash: string }) {
  const screen = signal<Screen>(screenOf(hash))
  const sheet = signal<Sheet>(null)
  const behind = signal<readonly Screen[]>([])
  const isReturn = signal(false)
  return {
    screen,
    sheet,
    /** The screens below the one shown, the last one first come back to. */
    behind,
    /** Whether the screen shown was come back to. */
    isReturn,
    go(next: Screen): void {
      batch(() => {
        sheet.value = null
        isReturn.value = false
        behind.value = next.name === 'home' ? [] : [...behind.value, screen.value]
        screen.value = next
      })
    },
    /** Takes the place of the screen shown now: going back skips that one. */
    replace(next: Screen): void {
      sheet.value = null
      screen.value = next
    },
    back(): void {
      batch(() => {
        isReturn.value = true
        screen.value = behind.value.at(-1) ?? { name: 'home' }
        behind.value = behind.value.slice(0, -1)
      })
    },
    /** Follows the page's hash when something outside changed it. */
    openHash(changed: string): void {
      sheet.value = null
      isReturn.value = false
      behind.value = []
      screen.value = screenOf(changed)
    },
    openSheet(next: Sheet): void {
      sheet.value = next
    },
    closeSheet(): void {
      sheet.value = null
    },
  }
}
