import type { ComponentChildren } from 'preact'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import { momentText } from '../../lib/base/time-text.ts'
import { Notice } from './Notice.tsx'
import { problemWords } from './problem-words.ts'
import { RequestId } from './RequestId.tsx'
import { t, tWithFacts } from './text.ts'

/** Checks that failed because money would be lost. */
const dangers: ReadonlySet<ProblemData['code']> = new Set(['checkFailed', 'takesMore', 'paysLess'])

/** Amber, unless money would be lost. */
export function ProblemNotice({
  problem,
  isQuiet = false,
  omitsMoney = isQuiet,
  whatHappened,
  moneyText,
  whatToDo,
  actions,
  end,
  children,
  ...rest
}: {
  problem: ProblemData
  /** Not an alert, and without request ID and details: for typed input. */
  isQuiet?: boolean
  /** Omits the location of the money: for problems without a swap, or if another text states it. */
  omitsMoney?: boolean
  /** Replaces the code's text for what happened, if more is known. */
  whatHappened?: string | undefined
  /** The location of the money, shown before everything else: it matters most when a swap has ended. */
  moneyText?: string | undefined
  /** Replaces the code's text for what to do, if more is known. */
  whatToDo?: string | undefined
  /** Buttons that fix the problem. */
  actions?: ComponentChildren
  end?: ComponentChildren
  children?: ComponentChildren
  class?: string
}) {
  const { code, money, serverRequestId } = problem
  const words = problemWords(problem)
  const { untilMs } = problem.facts
  const facts =
    untilMs === undefined
      ? problem.facts
      : { ...problem.facts, time: momentText(Number(untilMs), Date.now()) }
  const details = Object.entries(problem.facts)
  return (
    <Notice
      {...rest}
      tone={dangers.has(code) ? 'danger' : 'warning'}
      end={end}
      title={moneyText ?? whatHappened ?? words.what}
      actions={actions}
      more={
        !isQuiet &&
        (serverRequestId !== null || details.length > 0) && (
          <details>
            <summary>{t('technicalDetails')}</summary>
            <RequestId id={serverRequestId} />
            <code>{details.map(([name, value]) => `${name}: ${value.slice(0, 200)}`).join('\n')}</code>
          </details>
        )
      }
      role={isQuiet ? 'status' : 'alert'}
      data-testid="problem"
      data-code={code}
    >
      {moneyText !== undefined && <p>{whatHappened ?? words.what}</p>}
      {!omitsMoney && moneyText === undefined && <p>{tWithFacts(`money_${money}`, facts)}</p>}
      <p data-testid="problem-next">{whatToDo ?? words.next}</p>
      {children}
    </Notice>
  )
}
