import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type ProblemData, problemData } from '../../lib/base/problem.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { UnreadableOrder } from '../../lib/storage/rescue.ts'
import { clockText, dayText } from '../parts/format.ts'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'

/**
 * Shows swaps that another Ferry stored and this one cannot read: said, since they are kept; nothing where there are
 * none.
 */
export function UnreadableRows({ app }: { app: AppModel }) {
  const rows = useSignal<readonly UnreadableOrder[]>([])
  const problem = useSignal<ProblemData | null>(null)
  useEffect(() => {
    app.unreadable().then(
      (found) => {
        rows.value = found
      },
      (thrown) => {
        problem.value = problemData(thrown)
      },
    )
  }, [])
  if (problem.value !== null) return <Problem problem={problem.value} tone="warning" />
  if (rows.value.length === 0) return null
  return (
    <section class="card" data-testid="unreadable">
      <h2 class="label">{t('unreadableTitle')}</h2>
      <p class="faint">{t('unreadableText')}</p>
      <ul>
        {rows.value.map(({ id, createdMs }) => (
          <li key={id} class="faint">
            {createdMs === 0 ? id : `${dayText(createdMs, app.nowMs.peek())} ${clockText(createdMs)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
