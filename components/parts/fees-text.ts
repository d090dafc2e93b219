import { type FeeList, totalOf } from '../../lib/quote/route-summary.ts'
import { dollars } from './format.ts'
import { t } from './text.ts'

/** Returns what all fees come to: a sum, what it is at least, or that it is not known. */
export function feeTotalText(list: FeeList): string {
  const { inUsd, isLeast } = totalOf(list)
  if (inUsd === null) return t('unknown')
  return isLeast ? t('atLeast', { amount: dollars(inUsd) }) : dollars(inUsd)
}

/** Returns the same as a part of a line. */
export function feesText(list: FeeList): string {
  const { inUsd, isLeast } = totalOf(list)
  if (inUsd === null) return t('feesUnknown')
  return t(isLeast ? 'feesAtLeast' : 'feesOf', { amount: dollars(inUsd) })
}
