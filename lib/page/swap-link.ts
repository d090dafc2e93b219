import type { PageReply } from '../message/page-line.ts'

interface SwapLink {
  readonly dataset: { readonly ferrySwap?: string | undefined }
  click(): void
}

/** A click as far as it is looked at. */
export interface LinkClick {
  readonly isTrusted: boolean
  readonly defaultPrevented: boolean
  readonly button: number
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly target: unknown
  preventDefault(): void
}

export interface ClickWindow {
  addEventListener(type: 'click', listener: (event: LinkClick) => void): void
}

/**
 * Takes a plain click on `<a data-ferry-swap>` to the background. A link that Ferry does not take is followed as if
 * there were no Ferry: the second click is not a trusted one, so it is the browser's alone. `ask` gives null where nobody
 * can be asked any more.
 */
export function followLinks(win: ClickWindow, ask: (text: string) => Promise<PageReply> | null): void {
  win.addEventListener('click', (event) => {
    if (!event.isTrusted || event.defaultPrevented || event.button !== 0) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = event.target as { closest?(selector: string): SwapLink | null }
    const link = target.closest?.('a[data-ferry-swap]')
    if (!link) return
    const asked = ask(`{"id":"link","method":"ferry_proposeSwap","params":[${link.dataset.ferrySwap}]}`)
    // A page that outlived Ferry keeps its link.
    if (asked === null) return
    event.preventDefault()
    void asked.then((reply) => {
      if ('error' in reply) link.click()
    })
  })
}
