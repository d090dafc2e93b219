import type { ReadonlySignal } from '@preact/signals'
import { countdownText } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { CountdownRing } from '../parts/CountdownRing.tsx'
import { Drawing } from '../parts/FormIcon.tsx'
import { KeyTip, keyOf } from '../parts/KeyTip.tsx'
import { t } from '../parts/text.ts'

const refreshPath = 'M15.5 10a5.5 5.5 0 1 1-1.6-3.9M14.2 3.2v3.2H11'

/** Returns the seconds that screen readers announce, in steps: every single second would be too many. */
function announcedSeconds(seconds: number): number {
  if (seconds <= 5) return 5
  return seconds <= 10 ? 10 : Math.ceil(seconds / 30) * 30
}

/** Shows how long a quote still lives. With `onRefresh` it is a button that requests a new quote. */
export function ExpiryRing({
  nowMs,
  fromMs,
  untilMs,
  isBusy = false,
  onRefresh,
}: {
  nowMs: ReadonlySignal<number>
  fromMs: number
  untilMs: number
  isBusy?: boolean
  onRefresh?: () => void
}) {
  const wholeMs = untilMs - fromMs
  // The clock of the view may be older than the quote: no more is left than the quote ever had.
  const leftMs = Math.max(0, Math.min(wholeMs, untilMs - nowMs.value))
  const share = leftMs / Math.max(1, wholeMs)
  const seconds = Math.ceil(leftMs / 1000)
  const said = t('quoteLives', { seconds: announcedSeconds(seconds) })
  const ring = <CountdownRing share={isBusy ? 0.25 : share} isBusy={isBusy} />
  const figures = (
    <span class="ring-seconds" aria-hidden="true" data-seconds={isBusy ? '' : countdownText(seconds)} />
  )
  if (onRefresh === undefined) {
    return (
      <span class="ring" data-testid="ring" role="img" aria-label={said}>
        {ring}
        {figures}
      </span>
    )
  }
  return (
    <Button
      look="line tight refresh"
      testId="ring"
      aria-label={t('refreshQuote')}
      aria-keyshortcuts={keyOf('R')}
      aria-description={isBusy ? undefined : said}
      onPress={onRefresh}
    >
      {figures}
      <span class="ring">
        {ring}
        <Drawing path={refreshPath} />
      </span>
      <KeyTip name={t('refreshQuote')} shortcut="R" />
    </Button>
  )
}
