import { batch, computed, signal } from '@preact/signals'
import type { createLifetime } from './lifetime.ts'
import { type Screen, screenOf } from './screen.ts'
import type { StartModel } from './start-model.ts'
import type { SwapModel } from './swap-model.ts'

export type ReviewOf = Omit<Extract<Screen, { name: 'review' }>, 'name'>

/** What lies over the screen. */
export type OpenSheet =
  | { readonly name: 'tokens'; readonly side: 'input' | 'output' }
  | { readonly name: 'account' }
  /** With `isPageOpen` the user has just had the wallet page opened, and several wallets are on it. */
  | { readonly name: 'wallets'; readonly isPageOpen?: true }
  | { readonly name: 'routes' }
  /** With `pays` an address to pay to is asked for. */
  | { readonly name: 'advanced'; readonly pays?: true }
  | null

export type ScreenModel = ReturnType<typeof createScreenModel>

/**
 * Models which screen is shown and how to get back; `hash` is the page's own (`#/order/<id>`, `#/history`,
 * `#/settings`, `#/proposal`).
 */
export function createScreenModel({ hash }: { hash: string }) {
  const screen = signal<Screen>(screenOf(hash))
  const sheet = signal<OpenSheet>(null)
  const behind = signal<readonly Screen[]>([])
  const isReturn = signal(false)
  return {
    screen,
    sheet,
    /** The screens below the one shown, the last one first come back to. */
    behind,
    /** Whether the screen shown was come back to. */
    isReturn,
    /** Goes there; from there to there is no way, and nothing to come back from. */
    go(next: Screen): void {
      batch(() => {
        sheet.value = null
        if (JSON.stringify(next) === JSON.stringify(screen.value)) return
        isReturn.value = false
        behind.value = next.name === 'home' ? [] : [...behind.value, screen.value]
        screen.value = next
      })
    },
    /** Takes the place of the screen shown now: going back skips that one, and the steps of a deposit that is an order now. */
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
    /** Follows the page's hash when something outside changed it. */
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

/** In these steps of the form a quote may still come by itself. */
const quoteComes: ReadonlySet<string> = new Set(['starting', 'checkReceiver', 'quoting'])

/** What leads from the form to the review of its quote. */
interface ReviewPorts {
  readonly screens: ScreenModel
  readonly start: StartModel
  readonly swap: SwapModel
  /** The proposal that the form is about; null for the user's own. */
  readonly formProposal: () => string | null
}

/** Shows the review of what the form has a quote for; without one nothing happens. */
function openReview({ screens, start, swap, formProposal }: ReviewPorts): void {
  const { quoteKey, routeKey } = swap.quotes.quote.peek() ?? {}
  if (quoteKey === undefined || routeKey == null) return
  start.welcome()
  const canSend = start.account.peek()?.wallet != null && swap.origin.peek()?.isConfigured === true
  const pay = routeKey === 'deposit' && !canSend ? 'elsewhere' : 'wallet'
  const swapId = formProposal()
  screens.go({ name: 'review', quoteKey, routeKey, pay, ...(swapId === null ? {} : { swapId }) })
}

/** Creates the way from the form to the review: `open` at once, `openSoon` as soon as there is a quote to review. */
export function createWayToReview(life: ReturnType<typeof createLifetime>, ports: ReviewPorts) {
  const { screens, swap } = ports
  const { draft } = swap
  const isSoon = signal(false)
  /** What the form has come to meanwhile; null while nothing is to be reviewed by itself. */
  const reached = computed(() => {
    if (!isSoon.value) return null
    const isLeft = screens.screen.value.name !== 'home' || screens.sheet.value !== null
    return isLeft ? 'left' : swap.step.value
  })
  life.watch(
    () => reached.value,
    (now) => {
      if (now === null || quoteComes.has(now)) return
      isSoon.value = false
      if (now === 'review') openReview(ports)
    },
  )
  // Whoever changes the form meanwhile decides when it is reviewed.
  life.watch(
    () =>
      [draft.input, draft.output, draft.amountText, draft.options, draft.receiverText].map(
        (one) => one.value,
      ),
    () => {
      isSoon.value = false
    },
  )
  return {
    open: () => openReview(ports),
    openSoon(): void {
      isSoon.value = true
    },
  }
}
