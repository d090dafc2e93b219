import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { CopyButton } from './CopyButton.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { problemReport, problemWords } from './problem-words.ts'
import { t } from './text.ts'

/** Problems that the connection strip already shows. */
const offlineCodes: ReadonlySet<ProblemData['code']> = new Set([
  'serviceUnreachable',
  'serviceTimeout',
  'rpcUnreachable',
])

/** A problem of the background that no screen shows yet. */
export function PushedProblem({ app }: { app: AppModel }) {
  const problem = app.start.pushedProblem.value
  if (problem === null) return null
  const { code } = problem
  if (!app.isOnline.value && offlineCodes.has(code)) return null
  const shown = [app.start.problem.value, app.start.accountProblem.value, app.swap.quotes.problem.value]
  if (shown.some((one) => one?.code === code)) return null
  if (code === 'hostsNotAllowed' && app.access.missing.value.length > 0) return null
  return (
    <div class="pushed" data-testid="pushed-problem">
      <ProblemNotice
        problem={{ ...problem, facts: {} }}
        tone="warning"
        omitsMoney
        whatHappened={t('backgroundProblem')}
        whatToDo={problemWords(problem).what}
      >
        <p class="line wrap loose">
          <CopyButton
            label={t('copyProblem')}
            read={() => problemReport(problem, app.version())}
            testid="copy-problem"
            showsLabel
          />
          <button type="button" class="plain" data-testid="dismiss-problem" onClick={app.start.dismissPushed}>
            {t('dismiss')}
          </button>
        </p>
      </ProblemNotice>
    </div>
  )
}
