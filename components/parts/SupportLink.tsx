import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { copyText } from './CopyButton.tsx'
import { problemReport } from './problem-words.ts'
import { t } from './text.ts'

export async function contactSupport(supportUrl: string, read: () => Promise<string>): Promise<void> {
  // The new tab takes the focus, and the popup closes. Copying works only before that. The page opens in any case.
  await copyText(read)
  open(supportUrl, '_blank', 'noreferrer,noopener')
}

/** Copies what support needs, then opens the page of support. Renders nothing if the deployment names no such page. */
export function SupportLink({
  app,
  look = 'secondary',
  read,
}: {
  app: AppModel
  look?: 'primary' | 'secondary'
  read: () => Promise<string>
}) {
  const supportUrl = app.start.view.value?.supportUrl ?? null
  if (supportUrl === null) return null
  const contact = (event: Event) => {
    event.preventDefault()
    void contactSupport(supportUrl, read)
  }
  return (
    <a
      class={look}
      href={supportUrl}
      target="_blank"
      rel="noreferrer noopener"
      data-testid="contact-support"
      onClick={contact}
    >
      {t('contactSupport')}
    </a>
  )
}

export function ProblemSupportLink({ app, problem }: { app: AppModel; problem: ProblemData }) {
  return <SupportLink app={app} read={async () => problemReport(problem, app.version())} />
}
