import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from './Icon.tsx'

interface MenuItem {
  readonly name: string
  readonly testid: string
  readonly onPick: () => void
}

/** Shows a button that opens a list of acts under it; arrows move in it, Escape and a press elsewhere close it. */
export function Menu({
  label,
  testid,
  items,
}: {
  label: string
  testid: string
  items: readonly MenuItem[]
}) {
  const isOpen = useSignal(false)
  const around = useRef<HTMLSpanElement>(null)
  const acts = () => [...(around.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  function close(isReturn: boolean): void {
    isOpen.value = false
    if (isReturn) around.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!isOpen.value) return
    acts()[0]?.focus()
    const pressElsewhere = ({ target }: Event) => {
      if (!(target instanceof Node) || !around.current?.contains(target)) close(false)
    }
    addEventListener('pointerdown', pressElsewhere)
    return () => removeEventListener('pointerdown', pressElsewhere)
  }, [isOpen.value])
  function move(event: KeyboardEvent): void {
    const all = acts()
    const at = all.findIndex((act) => act.matches(':focus'))
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (next !== undefined) all.at(next % all.length)?.focus()
    else if (event.key === 'Escape') close(true)
    else if (event.key === 'Tab') close(false)
    if (next !== undefined || event.key === 'Escape') event.preventDefault()
  }
  return (
    <span class="menu-around" ref={around}>
      <button
        type="button"
        class="icon-button"
        data-testid={testid}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        <Icon name="more" />
      </button>
      {isOpen.value && (
        <div class="menu" role="menu" aria-label={label} onKeyDown={move}>
          {items.map((item) => (
            <button
              key={item.testid}
              type="button"
              role="menuitem"
              tabIndex={-1}
              data-testid={item.testid}
              onClick={() => {
                close(true)
                item.onPick()
              }}
            >
              {item.name}
            </button>
          ))}
        </div>
      )}
    </span>
  )
}
