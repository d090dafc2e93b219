import { batch, computed, signal } from '@preact/signals'
import type { createLifetime } from './lifetime.ts'
import { type Screen, screenOf } from './screen.ts'
import type { StartModel } from './start-model.ts'
import type { SwapModel } from './swap-model.ts'

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

const stepsBeforeQuote: ReadonlySet<string> = new Set(['starting', 'checkReceiver', 'quoting'])

interface ReviewPorts {
  readonly screens: ScreenModel
  readonly start: StartModel
  readonly swap: SwapModel
  /** The proposal that the form shows; null for the user's own swap. */
  readonly formProposal: () => string | null
}

function openReview({ screens, start, swap, formProposal }: ReviewPorts): void {
  const { quoteKey, routeKey } = swap.quotes.quote.peek() ?? {}
  if (quoteKey === undefined || routeKey == null) return
  start.welcome()
  const canSend = start.account.peek()?.wallet != null && swap.origin.peek()?.isConfigured === true
  const pay = routeKey === 'deposit' && !canSend ? 'elsewhere' : 'wallet'
  const swapId = formProposal()
  screens.go({ name: 'review', quoteKey, routeKey, pay, ...(swapId === null ? {} : { swapId }) })
}

/** Creates the way from the form to the review: `open` now, `openWhenReady` when a quote can be reviewed. */
export function createReviewOpener(life: ReturnType<typeof createLifetime>, ports: ReviewPorts) {
  const { screens, swap } = ports
  const { draft } = swap
  const isDue = signal(false)
  /** The form's step while a review is due; null while none is. */
  const stepWhileDue = computed(() => {
    if (!isDue.value) return null
    const isLeft = screens.screen.value.name !== 'home' || screens.sheet.value !== null
    return isLeft ? 'left' : swap.step.value
  })
  life.watch(
    () => stepWhileDue.value,
    (now) => {
      if (now === null || stepsBeforeQuote.has(now)) return
      isDue.value = false
      if (now === 'review') openReview(ports)
    },
  )
  // After a change of the form the user decides when to review.
  life.watch(
    () =>
      [draft.input, draft.output, draft.amountText, draft.options, draft.receiverText].map(
        (one) => one.value,
      ),
    () => {
      isDue.value = false
    },
  )
  return {
    open: () => openReview(ports),
    openWhenReady(): void {
      isDue.value = true
    },
  }
}
