import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

/** Shows a dialog over the screen. The browser's own modal keeps focus in, gives it back and closes on Escape. */
export function Sheet({
  title,
  onClose,
  children,
  isTall = false,
  startsAt = 'h2',
}: {
  title: string
  onClose: () => void
  children: ComponentChildren
  isTall?: boolean
  /** The selector of what has the focus when it opens; the title where there is no such thing. */
  startsAt?: string
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown === null) return
    shown.showModal()
    // Never on a switch, which the next press of the space bar would turn.
    const first = shown.querySelector<HTMLElement>(startsAt) ?? shown.querySelector<HTMLElement>('h2')
    first?.focus()
    const closeBehind = (event: Event) => {
      if (event.target === shown) onClose()
    }
    shown.addEventListener('click', closeBehind)
    return () => {
      shown.removeEventListener('click', closeBehind)
      shown.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={isTall ? 'sheet tall' : 'sheet'}
      aria-labelledby="sheet-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div class="sheet-body">
        <SheetHead title={title} onClose={onClose} />
        {children}
      </div>
    </dialog>
  )
}

/** Shows the title of a sheet, which names it, and the way out. */
function SheetHead({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <header class="bar">
      <h2 id="sheet-title" tabIndex={-1}>
        {title}
      </h2>
      <span class="bar-end">
        <button
          type="button"
          class="icon-button"
          data-testid="sheet-close"
          aria-label={t('close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </span>
    </header>
  )
}
