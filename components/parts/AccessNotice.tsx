import { useSignal } from '@preact/signals'
import { toProblemData } from '../../lib/base/problem.ts'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { t } from './text.ts'

/** On the form, the main button performs the notice's action, so the notice has no second button for it. */
export const isMainButton = ({ screen, swap }: AppModel, step: 'paused' | 'storage') =>
  screen.value.name === 'home' && swap.step.value === step

export function AccessNotice({ app }: { app: AppModel }) {
  const { access } = app
  return (
    <Notice
      tone="warning"
      class="late"
      role="region"
      data-testid="access-missing"
      title={t('accessTitle')}
      aria-label={t('accessTitle')}
      actions={
        !isMainButton(app, 'paused') && (
          <Button look="secondary" testId="access-allow" onPress={access.allow}>
            {t('accessAllow')}
          </Button>
        )
      }
      more={
        <details>
          <summary>{t('noticeDetails')}</summary>
          <p>{t('accessText')}</p>
          <ul>
            {access.missing.value.map((pattern) => (
              <li key={pattern}>
                <code>{pattern.replace(/\/\*$/, '')}</code>
              </li>
            ))}
          </ul>
        </details>
      }
    >
      <p>{t('accessCause')}</p>
      {access.isRefused.value && <p role="status">{t('accessRefused')}</p>}
    </Notice>
  )
}

export function RestartNotice({ app }: { app: AppModel }) {
  return (
    <Notice
      tone="warning"
      class="late"
      role="region"
      data-testid="background-silent"
      title={t('restartTitle')}
      aria-label={t('restartTitle')}
      actions={
        <Button look="secondary" testId="restart" onPress={app.restart}>
          {t('restartDo')}
        </Button>
      }
    >
      <p>{t('restartText')}</p>
    </Notice>
  )
}

export function OfflineNotice() {
  return (
    <Notice tone="warning" icon="offline" class="late" role="region" aria-label={t('offline')}>
      <p>{t('offline')}</p>
    </Notice>
  )
}

export function StorageNotice({ app }: { app: AppModel }) {
  const problem = useSignal<ProblemData | null>(null)
  const isSaving = useSignal(false)
  async function save(): Promise<void> {
    isSaving.value = true
    problem.value = null
    try {
      const { text } = await app.client.send('rescue', null)
      saveFile('ferry-rescue.json', 'application/json', [text])
    } catch (thrown) {
      problem.value = toProblemData(thrown)
    }
    isSaving.value = false
  }
  return (
    <Notice
      tone="warning"
      class="late"
      role="region"
      data-testid="storage-broken"
      title={t('rescueTitle')}
      aria-label={t('rescueTitle')}
      actions={
        <>
          <Button look="secondary" testId="rescue" isBusy={isSaving.value} onPress={save}>
            {t('rescueSave')}
          </Button>
          {!isMainButton(app, 'storage') && (
            <Button look="secondary" testId="storage-again" onPress={app.start.load}>
              {t('tryAgain')}
            </Button>
          )}
        </>
      }
      more={
        <details>
          <summary>{t('noticeDetails')}</summary>
          <p>{t('rescueText')}</p>
        </details>
      }
    >
      <p>{t('rescueNext')}</p>
      {problem.value !== null && <ProblemNotice problem={problem.value} omitsMoney />}
    </Notice>
  )
}

export function saveFile(name: string, type: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Firefox reads the URL only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
