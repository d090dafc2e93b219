import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { ProblemNotice, readRefusedAmount } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'

/** Returns a problem that exists before any request: amount, connection or storage. Null if there is none. */
export function findFormProblem({ start, swap }: AppModel) {
  const wrongAmount = swap.amountProblem.value
  if (wrongAmount !== null) {
    const facts = { symbol: swap.draft.input.value?.symbol ?? '', ...wrongAmount.facts }
    return <ProblemNotice problem={{ ...wrongAmount, facts }} tone="warning" isQuiet />
  }
  const broken = (start.isFresh.value ? null : start.problem.value) ?? start.accountProblem.value
  // The notice below the bar explains blocked hosts.
  if (broken !== null && broken.code !== 'hostsNotAllowed')
    return <ProblemNotice problem={broken} omitsMoney />
  // The notice below the bar explains a broken storage.
  return start.view.value?.storage === 'volatile' ? <p class="hint warning">{t('storageVolatile')}</p> : null
}

export function QuoteFailed({ app, problem }: { app: AppModel; problem: ProblemData }) {
  const { kind, limit = null } = readRefusedAmount(app) ?? {}
  const shown = { problem, tone: 'warning', omitsMoney: true } as const
  if (kind === undefined) return <ProblemNotice {...shown} />
  const next = limit === null ? t(`refused_${kind}`) : t(`refused_${kind}_limit`, { limit })
  return <ProblemNotice {...shown} whatHappened={t(`refusedWhat_${kind}`)} whatToDo={next} />
}
