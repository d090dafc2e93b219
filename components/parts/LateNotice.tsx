import type { ComponentChildren } from 'preact'
import { CloseButton } from './CloseButton.tsx'
import { Notice } from './Notice.tsx'
import { t } from './text.ts'

/** A notice that may appear at any time, below the bar: few lines, details in a fold, and maybe a button that closes it. */
export function LateNotice({
  testId,
  title,
  role = 'alert',
  actions,
  details,
  dismissId,
  onDismiss,
  children,
}: {
  testId: string
  title: string
  /** `region`: it says in which state Ferry is. */
  role?: 'alert' | 'region'
  actions?: ComponentChildren
  details?: ComponentChildren
  dismissId?: string
  onDismiss?: () => void
  children: ComponentChildren
}) {
  return (
    <Notice
      tone="warning"
      class="late"
      role={role}
      aria-label={role === 'region' ? title : undefined}
      data-testid={testId}
      title={title}
      actions={actions}
      more={
        details !== undefined && (
          <details>
            <summary>{t('noticeDetails')}</summary>
            {details}
          </details>
        )
      }
      end={
        onDismiss !== undefined && <CloseButton testId={dismissId} title={t('dismiss')} onPress={onDismiss} />
      }
    >
      {children}
    </Notice>
  )
}
