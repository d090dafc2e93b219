import { batch, signal } from '@preact/signals'
import { type Screen, screenOf } from './screen.ts'

export type ReviewOf = Omit<Extract<Screen, { name: 'review' }>, 'name'>

export type OpenSheet =
  | { readonly name: 'tokens'; readonly side: 'input' | 'output' }
  | { readonly name: 'account' }
  /** With `isPageOpen`: the wallet page has just opened, and it has several wallets. */
  | { readonly name: 'wallets'; readonly isPageOpen?: true }
  | { readonly name: 'routes' }
  | { readonly name: 'shortcuts' }
  /** With `pays`: the user chose to pay to a deposit address. */
  | { readonly name: 'advanced'; readonly pays?: true }
  | null

export type ScreenModel = ReturnType<typeof createScreenModel>

/** `hash` is the page's own (`#/order/<id>`, `#/history`, `#/settings`, `#/proposal`). */
export function createScreenModel({ hash }: { hash: string }) {
  const screen = signal<Screen>(screenOf(hash))
  const sheet = signal<OpenSheet>(null)
  const behind = signal<readonly Screen[]>([])
  const isReturn = signal(false)
  return {
    screen,
    sheet,
    /** The screens below the displayed one; the last one is the next to return to. */
    behind,
    isReturn,
    /** Shows a screen. Showing the current one again changes nothing, and `home` clears the path back. */
    go(next: Screen): void {
      batch(() => {
        sheet.value = null
        if (JSON.stringify(next) === JSON.stringify(screen.value)) return
        isReturn.value = false
        behind.value = next.name === 'home' ? [] : [...behind.value, screen.value]
        screen.value = next
      })
    },
    /**
     * Replaces the displayed screen, so that going back skips it. An order also removes the steps of its deposit from the
     * path.
     */
    replace(next: Screen): void {
      batch(() => {
        sheet.value = null
        if (next.name === 'order') behind.value = behind.value.filter(({ name }) => name !== 'deposit')
        screen.value = next
      })
    },
    back(): void {
      batch(() => {
        isReturn.value = true
        screen.value = behind.value.at(-1) ?? { name: 'home' }
        behind.value = behind.value.slice(0, -1)
      })
    },
    openHash(changed: string): void {
      sheet.value = null
      isReturn.value = false
      behind.value = []
      screen.value = screenOf(changed)
    },
    openSheet(next: OpenSheet): void {
      sheet.value = next
    },
    closeSheet(): void {
      sheet.value = null
    },
  }
}
