import type { ReadonlySignal } from '@preact/signals'
import { t } from '../parts/text.ts'

const ringLength = 2 * Math.PI * 10

/** Returns the seconds that screen readers announce, in steps: every single second would be too many. */
function announcedSeconds(seconds: number): number {
  if (seconds <= 5) return 5
  return seconds <= 10 ? 10 : Math.ceil(seconds / 30) * 30
}

/** Shows figures in the last ten seconds only. A click requests a new quote. */
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
  const leftMs = Math.max(0, untilMs - nowMs.value)
  const share = Math.min(1, leftMs / Math.max(1, untilMs - fromMs))
  const seconds = Math.ceil(leftMs / 1000)
  const said = t('quoteLives', { seconds: announcedSeconds(seconds) })
  const drawing = (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true" class={isBusy ? 'ring-busy' : ''}>
        <circle class="ring-track" cx="12" cy="12" r="10" />
        <circle
          class="ring-left"
          cx="12"
          cy="12"
          r="10"
          stroke-dasharray={ringLength}
          stroke-dashoffset={ringLength * (1 - (isBusy ? 0.25 : share))}
        />
      </svg>
      <span class="ring-seconds" aria-hidden="true" data-seconds={isBusy || seconds > 10 ? '' : seconds} />
    </>
  )
  if (onRefresh === undefined) {
    return (
      <span class="ring" data-testid="ring" role="img" aria-label={said}>
        {drawing}
      </span>
    )
  }
  return (
    <button
      type="button"
      class="ring"
      data-testid="ring"
      aria-label={t('refreshQuote')}
      aria-description={isBusy ? undefined : said}
      onClick={onRefresh}
    >
      {drawing}
    </button>
  )
}
