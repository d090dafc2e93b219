import { relativeTimeText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { t } from '../parts/text.ts'

/** A balance that is not current, with its time. */
export function oldBalanceText({ nowMs }: AppModel, amount: string, readMs: number): string {
  return t('balanceAt', { amount, time: relativeTimeText(readMs, nowMs.value) })
}
