import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './Icon.tsx'

/** One line of a menu. */
export interface MenuItem {
  /** Its hook. */
  readonly id: string
  readonly label: string
  /** Does it; returns what is said of it afterwards, or nothing. */
  readonly act: () => undefined | Promise<string>
}

/**
 * Shows a button that opens a list of things to do. The list has the focus while it is open: arrows, Home and End move in
 * it, Escape and Tab close it, and the button has the focus again.
 */
export function MenuButton({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const isOpen = useSignal(false)
  const said = useSignal('')
  const around = useRef<HTMLSpanElement>(null)
  const start = useRef<'first' | 'last'>('first')
  const entries = () => [...(around.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const open = (at: 'first' | 'last') => {
    start.current = at
    said.value = ''
    isOpen.value = true
  }
  const close = () => {
    isOpen.value = false
    around.current?.querySelector('button')?.focus()
  }
  const choose = async ({ act }: MenuItem) => {
    close()
    said.value = (await act()) ?? ''
  }
  useLayoutEffect(() => {
    if (isOpen.value)
      entries()
        .at(start.current === 'first' ? 0 : -1)
        ?.focus()
  }, [isOpen.value])
  const press = (event: KeyboardEvent) => {
    if (!isOpen.value) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open(event.key === 'ArrowDown' ? 'first' : 'last')
      return
    }
    const to = turn(event.key, entries())
    if (to === null && event.key !== 'Escape' && event.key !== 'Tab') return
    event.preventDefault()
    if (to === null) close()
    else to.focus()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && around.current?.contains(relatedTarget))) isOpen.value = false
  }
  return (
    <span class="menu" ref={around}>
      <button
        type="button"
        class="icon-button"
        data-testid="menu"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value ? close() : open('first'))}
        onKeyDown={press}
        onFocusOut={leave}
      >
        <Icon name="more" />
      </button>
      {isOpen.value && <List label={label} items={items} onChosen={choose} onKey={press} onLeave={leave} />}
      <span class="menu-said" role="status">
        {said.value}
      </span>
    </span>
  )
}

function List({
  label,
  items,
  onChosen,
  onKey,
  onLeave,
}: {
  label: string
  items: readonly MenuItem[]
  onChosen: (item: MenuItem) => Promise<void>
  onKey: (event: KeyboardEvent) => void
  onLeave: (event: FocusEvent) => void
}) {
  return (
    <div class="menu-list" role="menu" aria-label={label} onKeyDown={onKey} onFocusOut={onLeave}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          data-testid={item.id}
          onClick={() => void onChosen(item)}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}

/** The entry that a key leads to from the one that has the focus; null where the key leads nowhere. */
function turn(key: string, entries: readonly HTMLElement[]): HTMLElement | null {
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const steps: { readonly [key: string]: number } = {
    ArrowDown: (at + 1) % entries.length,
    ArrowUp: at <= 0 ? -1 : at - 1,
    Home: 0,
    End: -1,
  }
  const to = steps[key]
  return to === undefined ? null : (entries.at(to) ?? null)
}
