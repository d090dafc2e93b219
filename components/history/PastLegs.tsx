import { isolated } from '../../lib/base/isolate.ts'
import { arrivedUnits, type HistoryEntry } from '../../lib/history/history-entry.ts'
import type { HistoryLeg } from '../../lib/service/history-item.ts'
import { dollars, moneyOf } from '../parts/format.ts'
import { type TextKey, t } from '../parts/text.ts'

interface Row {
  readonly name: TextKey
  readonly value: string
  readonly figures: readonly string[]
}

/** Shows every token that went in, was on the way and came out, with the service's dollars, one fact each. */
export function PastLegs({ entry }: { entry: HistoryEntry }) {
  return (
    <>
      {rowsOf(entry).map(({ name, value, figures }, index) => (
        <div key={`${name} ${index}`}>
          <dt>{t(name)}</dt>
          <dd>
            {value}
            {figures.length > 0 && <span class="faint"> · {figures.join(' · ')}</span>}
          </dd>
        </div>
      ))}
    </>
  )
}

function rowsOf({ item, statusCode }: HistoryEntry): readonly Row[] {
  const inputs = (item?.input ?? []).map((leg) => rowOf('sent', leg, leg.amount))
  const between = (item?.onTheWay ?? []).map((leg) => rowOf('pastThrough', leg, leg.amount))
  const outputs = (item?.output ?? []).flatMap((leg) => [
    ...(leg.minAmountOut === null ? [] : [leastRow(leg, leg.minAmountOut)]),
    rowOf('received', leg, arrivedUnits(statusCode, leg)),
  ])
  return [
    ...(inputs.length === 0 ? [{ name: 'sent', value: t('unknown'), figures: [] } as const] : inputs),
    ...between,
    ...outputs,
  ]
}

/** What moved, with what it is worth and what one of it is; without figures where nothing did. */
function rowOf(name: 'sent' | 'pastThrough' | 'received', leg: HistoryLeg, units: string | null): Row {
  if (units === null) {
    const value = name === 'received' ? t('notYet') : `${t('unknown')} ${isolated(leg.token.symbol)}`
    return { name, value, figures: [] }
  }
  const price = inUsd(leg.priceInUsd ?? null).map((one) => t('priceEach', { price: one }))
  return { name, value: moneyOf(units, leg.token), figures: [...inUsd(leg.valueInUsd), ...price] }
}

function leastRow(leg: HistoryLeg, units: string): Row {
  return { name: 'least', value: moneyOf(units, leg.token), figures: inUsd(leg.minValueInUsd ?? null) }
}

function inUsd(value: string | null): readonly string[] {
  return value === null ? [] : [dollars(value)]
}
