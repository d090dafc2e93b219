import type { ComponentChildren } from 'preact'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

/** Shows the bar of every screen but the home one: the way back, the title, one thing at the end. */
export function ScreenHeader({
  title,
  onBack,
  children,
}: {
  title: string
  onBack: () => void
  children?: ComponentChildren
}) {
  return (
    <header class="bar">
      <button type="button" class="icon-button" data-testid="back" aria-label={t('back')} onClick={onBack}>
        <Icon name="back" />
      </button>
      <h1>{title}</h1>
      <span class="bar-end">{children}</span>
    </header>
  )
}
