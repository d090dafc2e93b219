import type { PageReply } from './page-channel.ts'

interface SwapLink {
  readonly dataset: { readonly ferrySwap?: string | undefined }
  click(): void
}

/** A click as far as it is looked at. */
export interface LinkClick {
  readonly isTrusted: boolean
  readonly defaultPrevented: boolean
  readonly button: number
  /** How many clicks in a row this is: 2 for the second one of a double click. */
  readonly detail: number
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly target: unknown
  preventDefault(): void
}

export interface ClickWindow {
  addEventListener(type: 'click', listener: (event: LinkClick) => void): void
  readonly document: {
    readonly head: { querySelector(selector: string): unknown } | null
  }
}

/** Who writes the head of a document writes the site; what users of a site write stands in its body. */
const optIn = ':scope > meta[name="ferry-swap"][content="links"]'

/** A swap of this site waits for the user already. */
const alreadyWaits = -32002

/** What the relay does for links. */
export interface LinkPorts {
  /** Whether the page has spoken to Ferry by itself. */
  speaks(): boolean
  /** False in a page that outlived Ferry. */
  isThere(): boolean
  ask(text: string): Promise<PageReply>
}

/**
 * Takes a plain click on `<a data-ferry-swap>` to the background, where the site lets its links speak for it: by a
 * `<meta name="ferry-swap" content="links">` in its head, or because it speaks to Ferry by itself. Anywhere else such a link
 * may be some user's comment, and is a link like any other.
 *
 * A link that Ferry does not take is followed as if there were no Ferry: that click is not a trusted one, so it is the
 * browser's alone. It is not where a swap waits already, whose window comes to the front: following would leave the page,
 * and end that swap with it. For the same reason the second click of a double click is ignored.
 */
export function followLinks(win: ClickWindow, { speaks, isThere, ask }: LinkPorts): void {
  win.addEventListener('click', (event) => {
    if (!event.isTrusted || event.defaultPrevented || event.button !== 0) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = event.target as { closest?(selector: string): SwapLink | null }
    const link = target.closest?.('a[data-ferry-swap]')
    if (!link || !isThere()) return
    if (!speaks() && !win.document.head?.querySelector(optIn)) return
    event.preventDefault()
    if (event.detail > 1) return
    void ask(`{"id":"link","method":"ferry_proposeSwap","params":[${link.dataset.ferrySwap}]}`).then(
      (reply) => {
        if ('error' in reply && reply.error.code !== alreadyWaits) link.click()
      },
    )
  })
}
