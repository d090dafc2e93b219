import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { problemReport } from './problem-words.ts'
import { t } from './text.ts'

/** Copies what support needs, then opens the page of support. Renders nothing if the deployment names no such page. */
export function SupportLink({
  app,
  look = 'secondary',
  read,
}: {
  app: AppModel
  look?: 'primary' | 'secondary' | 'plain'
  read: () => Promise<string>
}) {
  const supportUrl = app.start.view.value?.supportUrl ?? null
  if (supportUrl === null) return null
  // The new tab takes the focus, and the popup closes. Copying works only before that.
  const contact = async (event: Event) => {
    event.preventDefault()
    try {
      await navigator.clipboard.writeText(await read())
    } catch {
      // The page of support opens all the same.
    }
    open(supportUrl, '_blank', 'noreferrer,noopener')
  }
  return (
    <a
      class={look}
      href={supportUrl}
      target="_blank"
      rel="noreferrer noopener"
      data-testid="contact-support"
      onClick={(event) => void contact(event)}
    >
      {t('contactSupport')}
    </a>
  )
}

/** Leads to support with the details of a problem. */
export function ProblemSupportLink({ app, problem }: { app: AppModel; problem: ProblemData }) {
  return <SupportLink app={app} read={async () => problemReport(problem, app.version())} />
}
