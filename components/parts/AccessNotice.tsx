import { useMemo } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { createSingleAction } from '../../lib/models/user-actions.ts'
import { Button } from './Button.tsx'
import { LateNotice } from './LateNotice.tsx'
import { Notice } from './Notice.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { t } from './text.ts'

/** On the form, the main button performs the notice's action, so the notice has no second button for it. */
export const isMainButton = ({ screen, swap }: AppModel, step: 'paused' | 'storage') =>
  screen.value.name === 'home' && swap.step.value === step

export function AccessNotice({ app }: { app: AppModel }) {
  const { allow, isRefused, missing } = app.access
  return (
    <LateNotice
      role="region"
      testId="access-missing"
      title={t('accessTitle')}
      actions={
        !isMainButton(app, 'paused') && (
          <Button look="secondary" testId="access-allow" onPress={allow}>
            {t('accessAllow')}
          </Button>
        )
      }
      details={
        <>
          <p>{t('accessText')}</p>
          <ul>
            {missing.value.map((pattern) => (
              <li key={pattern}>
                <code>{pattern.replace(/\/\*$/, '')}</code>
              </li>
            ))}
          </ul>
        </>
      }
    >
      <p>{t('accessCause')}</p>
      {isRefused.value && <p role="status">{t('accessRefused')}</p>}
    </LateNotice>
  )
}

export function RestartNotice({ app }: { app: AppModel }) {
  return (
    <LateNotice
      role="region"
      testId="background-silent"
      title={t('restartTitle')}
      actions={
        <Button look="secondary" testId="restart" onPress={app.restart}>
          {t('restartDo')}
        </Button>
      }
    >
      <p>{t('restartText')}</p>
    </LateNotice>
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
  const { act, busy, problem } = useMemo(() => createSingleAction<'save'>(), [])
  const save = () =>
    act('save', async () => {
      const { text } = await app.client.send('rescue', null)
      saveFile('ferry-rescue.json', 'application/json', [text])
    })
  return (
    <LateNotice
      role="region"
      testId="storage-broken"
      title={t('rescueTitle')}
      actions={
        <>
          <Button look="secondary" testId="rescue" isBusy={busy.value !== null} onPress={save}>
            {t('rescueSave')}
          </Button>
          {!isMainButton(app, 'storage') && (
            <Button look="secondary" testId="storage-again" onPress={app.start.load}>
              {t('tryAgain')}
            </Button>
          )}
        </>
      }
      details={<p>{t('rescueText')}</p>}
    >
      <p>{t('rescueNext')}</p>
      {problem.value !== null && <ProblemNotice problem={problem.value} omitsMoney />}
    </LateNotice>
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
