import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

/** A modal dialog over the screen. The browser's `<dialog>` traps the focus, restores it and closes on Escape. */
export function Sheet({
  title,
  onClose,
  children,
  isTall = false,
  focusSelector = 'h2',
}: {
  title: string
  onClose: () => void
  children: ComponentChildren
  isTall?: boolean
  /** Selector of the element that gets the focus on opening; the title if nothing matches. */
  focusSelector?: string
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown === null) return
    shown.showModal()
    // Never focus a switch: the next press of the space bar would toggle it.
    const first = shown.querySelector<HTMLElement>(focusSelector) ?? shown.querySelector<HTMLElement>('h2')
    first?.focus()
    // A pointer that selects text in the sheet may end on the backdrop: its click closes nothing.
    let isPressed = false
    const press = (event: Event) => {
      isPressed = event.target === shown
    }
    const closeOnBackdrop = (event: Event) => {
      if (isPressed && event.target === shown) onClose()
    }
    shown.addEventListener('pointerdown', press)
    shown.addEventListener('click', closeOnBackdrop)
    return () => {
      shown.removeEventListener('pointerdown', press)
      shown.removeEventListener('click', closeOnBackdrop)
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
        <header class="bar">
          <h2 id="sheet-title" tabIndex={-1}>
            {title}
          </h2>
          <span class="line tight bar-end">
            <Button look="icon-button" testId="sheet-close" aria-label={t('close')} onPress={onClose}>
              <Icon name="close" />
            </Button>
          </span>
        </header>
        {children}
      </div>
    </dialog>
  )
}
