import { createText, type Text } from './text.ts'
import { timeLocale } from './time-text.ts'

/** Returns the day, its month in letters, and the seconds: for technical details and a signed deadline. */
export function exactTimeText(ms: number): string {
  return new Date(ms).toLocaleString(timeLocale(), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })
}

/** Returns a duration in whole units, rounded up: `14 sec`, `3 min`, `2 hr`. Days are rounded down, because they have passed. */
export function describeDuration(seconds: number): Text {
  if (seconds < 90) return createText('spanSeconds', { seconds: String(Math.max(1, Math.ceil(seconds))) })
  if (seconds < 5_400) return createText('spanMinutes', { minutes: String(Math.ceil(seconds / 60)) })
  if (seconds < 172_800) return createText('spanHours', { hours: String(Math.ceil(seconds / 3_600)) })
  return createText('spanDays', { count: Math.floor(seconds / 86_400) })
}
