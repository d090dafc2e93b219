import type { ComponentChildren } from 'preact'
import type { ProblemData } from '../../lib/base/problem.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { FormStep } from '../../lib/models/swap-model.ts'
import { amountLimitIn } from '../../lib/quote/routes.ts'
import { CopyButton } from './CopyButton.tsx'
import { clockText } from './format.ts'
import { Icon } from './Icon.tsx'
import { problemWords } from './problem-words.ts'
import { t, told } from './text.ts'

/** Shows what happened, where the money is, what to do, and the request id to quote. */
export function ProblemNotice({
  problem,
  tone = 'danger',
  isQuiet = false,
  isPlaceless = isQuiet,
  what,
  place,
  next,
  children,
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
  /** What can be done with it, below the words. */
  children?: ComponentChildren
}) {
  const { code, money, serverRequestId } = problem
  const words = problemWords(problem)
  const { untilMs } = problem.facts
  const facts = untilMs === undefined ? problem.facts : { ...problem.facts, time: clockText(Number(untilMs)) }
  const details = Object.entries(problem.facts)
  return (
    <div class={`problem ${tone}`} data-testid="problem" data-code={code} role={isQuiet ? 'status' : 'alert'}>
      <Icon name="warning" />
      <div class="problem-words">
        {place !== undefined && <p class="problem-what">{place}</p>}
        <p class={place === undefined ? 'problem-what' : ''}>{what ?? words.what}</p>
        {!isPlaceless && place === undefined && <p>{told(`money_${money}`, facts)}</p>}
        <p data-testid="problem-next">{next ?? words.next}</p>
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
        {children}
      </div>
    </div>
  )
}

/** Returns what is wrong before anything is asked: the amount, the connection or the store; null where nothing is. */
export function troubleOf({ start, swap }: AppModel) {
  const wrongAmount = swap.amountProblem.value
  if (wrongAmount !== null) {
    const facts = { symbol: swap.draft.input.value?.symbol ?? '', ...wrongAmount.facts }
    return <ProblemNotice problem={{ ...wrongAmount, facts }} tone="warning" isQuiet />
  }
  const broken = (start.isFresh.value ? null : start.problem.value) ?? start.accountProblem.value
  if (broken !== null) return <ProblemNotice problem={broken} isPlaceless />
  const storage = start.view.value?.storage
  if (storage !== undefined && storage !== 'durable') {
    return <p class="hint warning">{t(storage === 'broken' ? 'storageBroken' : 'storageVolatile')}</p>
  }
  return null
}

/** Returns what the service said of an amount that it refused, with its limit where it named one; null elsewhere. */
export function refusedAmount({ swap: { quotes, draft } }: AppModel) {
  const { code, facts } = quotes.problem.value ?? {}
  if (code !== 'serviceRefused' || facts?.message === undefined) return null
  return amountLimitIn(facts.message, draft.input.value?.symbol ?? '')
}

/** Shows why there is no quote. */
export function QuoteFailed({ app, problem }: { app: AppModel; problem: ProblemData }) {
  const { kind, limit = null } = refusedAmount(app) ?? {}
  const shown = { problem, tone: 'warning', isPlaceless: true } as const
  if (kind === undefined) return <ProblemNotice {...shown} />
  const next = limit === null ? t(`refused_${kind}`) : t(`refused_${kind}_limit`, { limit })
  return <ProblemNotice {...shown} what={t(`refusedWhat_${kind}`)} next={next} />
}

/** Nothing can be done before something else is put right. */
const faulty: ReadonlySet<string> = new Set([
  'cannotSend',
  'fixAmount',
  'fixReceiver',
  'notEnough',
  'notServed',
  'paused',
  'storage',
])
/** Ferry, or the wallet, is at it. */
export const busySteps: ReadonlySet<string> = new Set(['checkReceiver', 'connecting', 'quoting', 'starting'])

/** Shows the one button on of a form, which says what is in the way and what is waited for; `children` are its words. */
export function StepButton({
  testId,
  step,
  isOpen,
  isBusy = busySteps.has(step),
  children,
}: {
  testId: string
  /** What the button does, or waits for. */
  step: FormStep | 'continue'
  isOpen: boolean
  isBusy?: boolean
  children: ComponentChildren
}) {
  const isFaulty = faulty.has(step)
  return (
    <button
      type="submit"
      class={isFaulty ? 'primary faulty' : 'primary'}
      data-testid={testId}
      data-step={step}
      disabled={!isOpen}
      aria-busy={isBusy}
    >
      {isFaulty && <Icon name="warning" />}
      {children}
    </button>
  )
}
