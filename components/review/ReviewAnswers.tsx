import { momentText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewModel } from '../../lib/models/review-model.ts'
import type { ConsentCode } from '../../lib/review/consents.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import { formatCostInDollars } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { CheckRow } from '../parts/CheckRow.tsx'
import { costTone } from '../parts/cost-text.ts'
import { Icon } from '../parts/Icon.tsx'
import { TypedWord } from '../parts/TypedWord.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import type { ReviewProps } from './review-props.ts'

type Warning = ReviewView['warnings'][number]

const largeAllowanceWarnings: ReadonlySet<string> = new Set(['allowanceLarger', 'allowanceUnlimited'])
const lossWarnings: ReadonlySet<string> = new Set(['valueLoss', 'valueLossAtMinimum'])

/** Codes about what the wallet confirms. All others are about the amounts. */
const stepCodes: ReadonlySet<string> = new Set<Warning['code'] | ConsentCode>([
  'allowanceLarger',
  'allowanceUnlimited',
  'delegateNotRequested',
  'depositAddress',
  'intermediateSwapLoses',
  'intermediateSwapUnpriced',
  'notSimulated',
  'payloadNotConfirmed',
  'refundNotConfirmed',
  'signatureLives',
  'switchboardUnknown',
  'unprovenRoute',
])

/**
 * The warnings, and what the person must answer before the button works, in the card that they are about. The loss stands
 * last, next to its own consent.
 */
export function ReviewAnswers({ app, model, review, about }: ReviewProps & { about: 'amounts' | 'steps' }) {
  const { loss } = review
  const isHere = ({ code }: { readonly code: string }) => stepCodes.has(code) === (about === 'steps')
  const warnings = review.warnings.filter(isHere)
  const requiredConsents = review.requiredConsents.filter(isHere)
  const level = model.level.value
  const needsLoss = about === 'amounts' && (level === 'confirm' || level === 'typed')
  if (warnings.length + requiredConsents.length === 0 && !needsLoss) return null
  const isLoss = ({ code }: Warning) => lossWarnings.has(code)
  return (
    <div class="answers stack">
      {warnings
        .filter((warning) => !isLoss(warning))
        .map((warning) => (
          <WarningNote key={`${warning.code} ${warning.facts.symbol ?? ''}`} app={app} warning={warning} />
        ))}
      {warnings.some(({ code }) => largeAllowanceWarnings.has(code)) && (
        <CheckRow
          label={t('revokeAfter')}
          isOn={model.revokesAfter.value}
          testid="revoke-after"
          onChange={(isOn) => {
            model.revokesAfter.value = isOn
          }}
        />
      )}
      {requiredConsents.map(({ code, facts }) => (
        <CheckRow
          key={code}
          label={tWithFacts(`consent_${code}`, formatFacts(facts))}
          isOn={model.consents.value.includes(code)}
          testid={`consent-${code}`}
          consent={code}
          onChange={(isOn) => model.agree(code, isOn)}
        />
      ))}
      {warnings.filter(isLoss).map((warning) => (
        <WarningNote
          key={warning.code}
          app={app}
          warning={warning}
          isDanger={loss.percent !== null && costTone(loss.percent) === 'tone-danger'}
          isLarge={level === 'typed'}
        />
      ))}
      {needsLoss && level === 'confirm' && (
        <CheckRow
          label={loss.percent === null ? t('agreeUnknownLoss') : t('agreeLoss', { percent: loss.percent })}
          isOn={model.hasAgreed.value}
          testid="agree"
          onChange={(isOn) => {
            model.hasAgreed.value = isOn
          }}
        />
      )}
      {needsLoss && level === 'typed' && (
        <TypedWord
          typed={model.typedWord}
          label={t('typeLossWord', { word: t('lossWord') })}
          labelId={lossWordId}
          testId="loss-word"
        />
      )}
    </div>
  )
}

const missingAnswerId = 'missing-answer'
const lossWordId = 'loss-word-label'

/** Says what the button waits for. The label of the word to type says it itself. */
export function MissingAnswer({ model }: { model: ReviewModel }) {
  const missing = model.missingAnswer.value
  if (missing === null || missing.kind === 'word') return null
  return (
    <p id={missingAnswerId} class="faint center" role="status" data-testid="missing-answer">
      {missing.kind === 'ending' ? (
        t('pickEnding')
      ) : (
        <Button look="plain" onPress={focusMissingBox}>
          {t('boxesLeft', { count: missing.left })} <Icon name="down" />
        </Button>
      )}
    </p>
  )
}

/** Focuses a box that the button waits for, which also scrolls to it. */
const focusMissingBox = () =>
  document
    .querySelector<HTMLElement>('.answers :is([data-consent], [data-testid="agree"]):not(:checked)')
    ?.focus()

/** Returns the ID of the text that says what the button waits for. */
export function missingAnswerLabel(model: ReviewModel): string | undefined {
  const missing = model.missingAnswer.value
  if (missing === null) return undefined
  return missing.kind === 'word' ? lossWordId : missingAnswerId
}

function WarningNote({
  app,
  warning: { code, facts },
  isDanger = false,
  isLarge = false,
}: {
  app: AppModel
  warning: Warning
  isDanger?: boolean
  isLarge?: boolean
}) {
  return (
    <p
      class={`hint ${isDanger || isLarge ? 'danger' : 'warning'}${isLarge ? ' large' : ''}`}
      data-testid={`warning-${code}`}
    >
      <Icon name="warning" />
      <span>{tWithFacts(`warning_${code}`, formatFacts(facts))}</span>
      {facts.orderId !== undefined && (
        <Button
          look="secondary"
          testId="open-live"
          onPress={() => app.go({ name: 'order', orderId: String(facts.orderId) })}
        >
          {t('openStopped')}
        </Button>
      )}
    </p>
  )
}

/** The texts contain no currency sign: browsers would read `$` in them as a placeholder. */
function formatFacts(facts: { readonly [name: string]: string }): { readonly [name: string]: string } {
  const money = facts.dollars === undefined ? {} : { dollars: formatCostInDollars(facts.dollars) }
  const time = facts.untilMs === undefined ? {} : { time: momentText(Number(facts.untilMs), Date.now()) }
  return { ...facts, ...money, ...time }
}
