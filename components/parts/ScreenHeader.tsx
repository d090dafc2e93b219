import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Icon } from './Icon.tsx'
import { useEscape, useScreenFocus } from './screen-focus.ts'
import { t } from './text.ts'

/**
 * Shows the bar of every screen but the home one: the way back, the title, one thing at the end. The title has the focus
 * when the screen opens; Escape goes back.
 */
export function ScreenHeader({
  title,
  onBack,
  isAtRisk = false,
  children,
}: {
  title: string
  onBack: () => void
  /** Something is under way that the user might take a way back for the end of: Escape does nothing. */
  isAtRisk?: boolean
  children?: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useScreenFocus(title, () => heading.current)
  useEscape(isAtRisk ? null : onBack)
  return (
    <header class="bar">
      <button type="button" class="icon-button" data-testid="back" aria-label={t('back')} onClick={onBack}>
        <Icon name="back" />
      </button>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <span class="bar-end">{children}</span>
    </header>
  )
}
