import type { ProblemData } from '../../lib/base/problem.ts'
import { CopyButton } from './CopyButton.tsx'
import { clockText } from './format.ts'
import { Icon } from './Icon.tsx'
import { t, told } from './text.ts'

/** Until when the service asked to be left alone, as a time of day. */
function untilOf({ untilMs }: ProblemData['facts']): { readonly until?: string } {
  return untilMs === undefined ? {} : { until: clockText(Number(untilMs)) }
}

/** Shows what happened, where the money is, what to do, and the request id to quote. */
export function ProblemNotice({
  problem,
  tone = 'danger',
  isQuiet = false,
  isPlaceless = isQuiet,
  what,
  place,
  next,
}: {
  problem: ProblemData
  tone?: 'danger' | 'warning'
  /** Is no alert and has no details: for words about what was typed. */
  isQuiet?: boolean
  /** Leaves out where the money is: for what is about no swap, or about one that says it elsewhere. */
  isPlaceless?: boolean
  /** What happened, where more is known than its code says. */
  what?: string | undefined
  /** Where the money is, said before everything else: at an end nothing matters more. */
  place?: string | undefined
  /** What to do, where more is known than its code says. */
  next?: string | undefined
}) {
  const { code, money, serverRequestId } = problem
  const { untilMs } = problem.facts
  const facts = untilMs === undefined ? problem.facts : { ...problem.facts, time: clockText(Number(untilMs)) }
  const details = Object.entries(problem.facts)
  return (
    <div class={`problem ${tone}`} data-testid="problem" data-code={code} role={isQuiet ? 'status' : 'alert'}>
      <Icon name="warning" />
      <div class="problem-words">
        {place !== undefined && <p class="problem-what">{place}</p>}
        <p class={place === undefined ? 'problem-what' : ''}>{what ?? told(`problem_${code}`, facts)}</p>
        {!isPlaceless && place === undefined && <p>{told(`money_${money}`, facts)}</p>}
        <p data-testid="problem-next">
          {next ?? told(`problem_${code}_next`, { ...facts, ...untilOf(facts) })}
        </p>
        {serverRequestId !== null && (
          <p class="request-id">
            <span>{t('requestId')}</span> <code>{serverRequestId}</code>
            <CopyButton label={t('copyRequestId')} read={() => serverRequestId} />
          </p>
        )}
        {!isQuiet && details.length > 0 && (
          <details>
            <summary>{t('technicalDetails')}</summary>
            <code>{details.map(([name, value]) => `${name}: ${value.slice(0, 200)}`).join('\n')}</code>
          </details>
        )}
      </div>
    </div>
  )
}
