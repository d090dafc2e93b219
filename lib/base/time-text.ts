import { once } from './once.ts'
import { textLanguage } from './text.ts'
import { minuteMs } from './time.ts'

/**
 * The locale of dates and times: the browser's own if it is of the language of the texts. Else the language of the
 * texts with the browser's clock of 12 or 24 hours, so that no English sentence contains a date in another language.
 */
export const timeLocale = once(() =>
  chooseTimeLocale(textLanguage, new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()),
)

/** @internal */
export function chooseTimeLocale(
  language: string,
  { locale, hourCycle = 'h23' }: { readonly locale: string; readonly hourCycle?: string },
): string {
  const isSame = new Intl.Locale(locale).language === new Intl.Locale(language).language
  return isSame ? locale : `${language}-u-hc-${hourCycle}-nu-latn`
}

/** Returns `10:26 PM`, for lists that name the day. */
export function clockText(ms: number): string {
  return new Date(ms).toLocaleTimeString(timeLocale(), { timeStyle: 'short' })
}

/** Returns `10:26 PM` for today, `Nov 20, 3:30 PM` for another day, with the year if it is another one. */
export function momentText(ms: number, nowMs: number): string {
  const [moment, today] = [new Date(ms), new Date(nowMs)]
  if (moment.toDateString() === today.toDateString()) return clockText(ms)
  return moment.toLocaleString(timeLocale(), {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(moment.getFullYear() !== today.getFullYear() && { year: 'numeric' }),
  })
}

/** Returns `3 min ago` or `in 8 min` within an hour of now, else the moment. */
export function relativeTimeText(ms: number, nowMs: number): string {
  const minutes = Math.trunc((ms - nowMs) / minuteMs)
  if (Math.abs(minutes) >= 60) return momentText(ms, nowMs)
  // Some languages abbreviate minutes with a full stop, which would end the sentence.
  return new Intl.RelativeTimeFormat(timeLocale(), { style: 'short' })
    .format(minutes, 'minute')
    .replace('.', '')
}
