import type { ComponentChildren } from 'preact'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Notice } from './Notice.tsx'
import { t } from './text.ts'

/** A notice that may appear at any time, below the bar: two lines, details in a fold, and a button that closes it. */
export function LateNotice({
  testid,
  title,
  subject,
  text,
  dismissId,
  onDismiss,
  actions,
  children,
}: {
  testid: string
  title: string
  /** What it is about, on a line of its own. */
  subject?: string | undefined
  text: string
  dismissId: string
  onDismiss: () => void
  actions?: ComponentChildren
  children?: ComponentChildren
}) {
  return (
    <Notice
      tone="warning"
      class="late"
      role="alert"
      data-testid={testid}
      title={title}
      actions={actions}
      more={
        children !== undefined && (
          <details>
            <summary>{t('noticeDetails')}</summary>
            {children}
          </details>
        )
      }
      end={
        <Button look="icon-button small" testId={dismissId} title={t('dismiss')} onPress={onDismiss}>
          <Icon name="close" />
        </Button>
      }
    >
      {subject !== undefined && <p class="tone-strong">{subject}</p>}
      <p>{text}</p>
    </Notice>
  )
}
