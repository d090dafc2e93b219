import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { cutAmountOf } from '../../lib/models/cut-amount.ts'
import { isMainButton } from '../parts/AccessNotice.tsx'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { ProblemSupportLink } from '../parts/SupportLink.tsx'
import { t } from '../parts/text.ts'
import { readRefusedAmount } from './form-steps.ts'

/** Returns a problem that exists before any request: amount, first read or storage. Null if there is none. */
export function findFormProblem(app: AppModel) {
  const { start, swap } = app
  const amount = swap.draft.amount.value
  if (amount.kind === 'problem') return <WrongAmount app={app} problem={amount.problem} />
  const broken = start.isFresh.value ? null : start.problem.value
  // The notice below the bar explains blocked hosts.
  if (broken !== null && broken.code !== 'hostsNotAllowed')
    return <ProblemNotice problem={broken} omitsMoney />
  // The notice below the bar explains a broken storage.
  if (start.view.value?.storage !== 'volatile') return null
  return (
    <Notice
      tone="warning"
      title={t('problem_storageVolatile')}
      text={t('storageVolatile')}
      actions={
        !isMainButton(app, 'storage') && (
          <Button look="secondary" testId="open-normal" onPress={app.openNormalWindow}>
            {t('openNormalWindow')}
          </Button>
        )
      }
    />
  )
}

/** If the amount only has too many decimals, the main button offers it without them. */
function WrongAmount({ app, problem }: { app: AppModel; problem: ProblemData }) {
  const { draft } = app.swap
  const symbol = draft.input.value?.symbol ?? ''
  const shown = { problem: { ...problem, facts: { symbol, ...problem.facts } } }
  if (cutAmountOf(draft) === null) return <ProblemNotice {...shown} isQuiet />
  return (
    <ProblemNotice
      {...shown}
      isQuiet
      whatHappened={t('amountTooPrecise')}
      whatToDo={t('amountDecimals', { count: Number(problem.facts.decimals) })}
    />
  )
}

export function QuoteFailed({ app, problem }: { app: AppModel; problem: ProblemData }) {
  const { kind, limit = null } = readRefusedAmount(app) ?? {}
  if (kind === undefined) {
    const actions =
      problem.serverRequestId === null ? null : <ProblemSupportLink app={app} problem={problem} />
    return <ProblemNotice problem={problem} omitsMoney actions={actions} />
  }
  const next = limit === null ? t(`refused_${kind}`) : t(`refused_${kind}_limit`, { limit })
  return <ProblemNotice problem={problem} isQuiet whatHappened={t(`refusedWhat_${kind}`)} whatToDo={next} />
}
