import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './Button.tsx'
import { UnderBar } from './GeneralNotices.tsx'
import { Icon } from './Icon.tsx'
import { isLeavingScreen, useEscape } from './leaving.ts'
import { useRestoreFocus } from './restore-focus.ts'
import { useScreenFocus } from './screen-focus.ts'
import { t } from './text.ts'

/**
 * The title bar of every screen except home: back button, title, one element at the end. The title gets the
 * focus when the screen opens. Escape goes back.
 */
export function ScreenHeader({
  title,
  onBack,
  ignoresEscape = false,
  children,
}: {
  title: string
  onBack: () => void
  /** An operation is running that Escape might seem to cancel: Escape does nothing. */
  ignoresEscape?: boolean
  children?: ComponentChildren
}) {
  const heading = useScreenHeading(title)
  // Ignore a second press in the same frame, which would leave the next screen too.
  const leave = () => isLeavingScreen() || onBack()
  useEscape(ignoresEscape ? null : leave)
  return (
    <>
      <header class="bar">
        <Button look="icon-button" testId="back" aria-label={t('back')} onPress={leave}>
          <Icon name="back" />
        </Button>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <span class="line tight bar-end">{children}</span>
      </header>
      <UnderBar />
    </>
  )
}

/** Returns the ref for the title of a screen: it gets the focus when the screen opens, and when the focus is lost. */
export function useScreenHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useScreenFocus(title, () => heading.current)
  useRestoreFocus(
    () => heading.current?.closest('.screen'),
    () => heading.current,
  )
  return heading
}

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly isDisabled?: boolean
  /** Runs the action. May return a text to announce. */
  readonly act: () => undefined | Promise<string>
}

/**
 * A button with a menu. While open, the menu has the focus. Arrows, Home and End move within it. Escape and Tab
 * close it and return the focus to the button.
 */
export function MenuButton({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const { isOpen, around, open, close, press, leave } = useMenu()
  const said = useSignal('')
  const choose = async ({ act, isDisabled }: MenuItem) => {
    if (isDisabled === true) return
    close()
    said.value = ''
    said.value = (await act()) ?? ''
  }
  return (
    <span class="menu" ref={around}>
      <Button
        look="icon-button"
        testId="menu"
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        onPress={() => (isOpen.value ? close() : open('first'))}
        onKeyDown={press}
        onFocusOut={leave}
      >
        <Icon name="more" />
      </Button>
      {isOpen.value && (
        <div class="menu-list" role="menu" aria-label={label} onKeyDown={press} onFocusOut={leave}>
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              role="menuitem"
              aria-disabled={item.isDisabled}
              tabIndex={-1}
              data-testid={item.id}
              onClick={() => void choose(item)}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
      <span class="menu-said" role="status">
        {!isOpen.value && said.value}
      </span>
    </span>
  )
}

/** Opens and closes the menu inside `around`, and moves the focus. */
function useMenu() {
  const isOpen = useSignal(false)
  const around = useRef<HTMLSpanElement>(null)
  const start = useRef<'first' | 'last'>('first')
  const entries = () => [...(around.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useLayoutEffect(() => {
    const at = start.current === 'first' ? 0 : -1
    if (isOpen.value) entries().at(at)?.focus()
  }, [isOpen.value])
  const open = (at: 'first' | 'last') => {
    start.current = at
    isOpen.value = true
  }
  const close = () => {
    isOpen.value = false
    around.current?.querySelector('button')?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    const to = isOpen.value ? findMenuTarget(key, entries()) : null
    const isOurs = isOpen.value
      ? to !== null || key === 'Escape' || key === 'Tab'
      : key === 'ArrowDown' || key === 'ArrowUp'
    if (!isOurs) return
    event.preventDefault()
    if (!isOpen.value) open(key === 'ArrowDown' ? 'first' : 'last')
    else if (to === null) close()
    else to.focus()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && around.current?.contains(relatedTarget))) isOpen.value = false
  }
  return { isOpen, around, open, close, press, leave }
}

function findMenuTarget(key: string, entries: readonly HTMLElement[]): HTMLElement | null {
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
