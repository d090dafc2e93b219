import type { ComponentChildren } from 'preact'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

/** A notice that may appear at any time, below the bar: two lines, details in a fold, and a button that closes it. */
export function LateNotice({
  testid,
  title,
  text,
  dismissId,
  onDismiss,
  children,
}: {
  testid: string
  title: string
  text: string
  dismissId: string
  onDismiss: () => void
  children?: ComponentChildren
}) {
  return (
    <section class="problem warning late" role="alert" data-testid={testid}>
      <Icon name="warning" />
      <div class="problem-words">
        <p class="problem-what">{title}</p>
        <p>{text}</p>
        {children !== undefined && (
          <details>
            <summary>{t('noticeDetails')}</summary>
            {children}
          </details>
        )}
      </div>
      <button
        type="button"
        class="icon-button small"
        data-testid={dismissId}
        title={t('dismiss')}
        onClick={onDismiss}
      >
        <Icon name="close" />
      </button>
    </section>
  )
}
