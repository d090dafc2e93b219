import { timeLocale } from '../../lib/base/time-text.ts'
import { t } from './text.ts'

export function dayText(ms: number, nowMs: number): string {
  const day = new Date(ms)
  const before = new Date(nowMs)
  if (day.toDateString() === before.toDateString()) return t('today')
  before.setDate(before.getDate() - 1)
  if (day.toDateString() === before.toDateString()) return t('yesterday')
  return dateText(ms)
}

export function dateText(ms: number): string {
  return new Date(ms).toLocaleDateString(timeLocale(), { day: 'numeric', month: 'long', year: 'numeric' })
}
